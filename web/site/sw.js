// Keeps the whole site, so that it works without a connection after the first visit; the engine's networks, a few megabytes,
// each from when its game is first searched. `scripts/site.mjs` writes the version, which tells the content, and the list of files.

const VERSION = "VERSION";
const FILES = ["FILES"];
const NAME = `spielraum-${VERSION}`;

addEventListener("install", (event) => {
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(FILES)));
});

// A new version waits until no page of the old one is open; then the old one's files go.
addEventListener("activate", (event) => {
  const tidy = async () => {
    const old = (await caches.keys()).filter((name) => name.startsWith("spielraum-") && name !== NAME);
    await Promise.all(old.map((name) => caches.delete(name)));
    await clients.claim();
  };
  event.waitUntil(tidy());
});

addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || !url.href.startsWith(registration.scope)) return;
  const answer = async () => {
    const cache = await caches.open(NAME);
    const kept = await cache.match(event.request, { ignoreSearch: true });
    if (kept) return kept;
    const fetched = await fetch(event.request);
    if (fetched.ok && url.pathname.endsWith(".nnue")) await cache.put(event.request, fetched.clone());
    return fetched;
  };
  event.respondWith(answer());
});
