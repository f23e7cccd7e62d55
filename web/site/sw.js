// Keeps the whole site, so that it works without a network after the first visit. `scripts/site.mjs` writes the version,
// which tells the content, and the list of files.

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
    return (await cache.match(event.request, { ignoreSearch: true })) ?? fetch(event.request);
  };
  event.respondWith(answer());
});
