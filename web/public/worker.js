// What works for the pages while none is open or no server answers: it keeps the pages, so that they open without a
// connection, and shows notices of games that the server sends (Web Push). The build writes the version, which tells the
// content, and the list of files; networks of the engine are kept from when their game is first searched.

const VERSION = "VERSION";
const FILES = ["FILES"];
const PREFIX = "spielraum-pages-";
const NAME = PREFIX + VERSION;
/** The page for every address. */
const PAGE = "/";

addEventListener("install", (event) => {
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll([PAGE, ...FILES])));
});

// A new version waits until a page asks for it or none of the old one is open; then the old one's files go.
addEventListener("activate", (event) => {
  const tidy = async () => {
    const old = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== NAME);
    await Promise.all(old.map((name) => caches.delete(name)));
    await clients.claim();
  };
  event.waitUntil(tidy());
});

addEventListener("message", ({ data }) => {
  if (data === "renew") skipWaiting();
});

/** The kept page, which knows from its mark that no server has answered. */
async function withoutServer() {
  const kept = await (await caches.open(NAME)).match(PAGE);
  if (!kept) return Response.error();
  const headers = new Headers(kept.headers);
  for (const name of ["content-encoding", "content-length", "etag"]) headers.delete(name);
  return new Response((await kept.text()).replace("<html", "<html data-away"), { headers });
}

async function file(request, path) {
  const cache = await caches.open(NAME);
  const kept = await cache.match(path);
  if (kept) return kept;
  const fetched = await fetch(request);
  if (fetched.ok && path.endsWith(".nnue")) await cache.put(path, fetched.clone());
  return fetched;
}

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin || pathname.startsWith("/api/")) return;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(withoutServer));
  else if (FILES.includes(pathname) || pathname.endsWith(".nnue")) event.respondWith(file(request, pathname));
});

addEventListener("push", (event) => {
  const { title, body, tag, path } = event.data.json();
  const shown = { body, tag, renotify: true, icon: "/icon.svg", data: path };
  event.waitUntil(registration.showNotification(title, shown));
});

addEventListener("notificationclick", (event) => {
  event.notification.close();
  const url = new URL(event.notification.data, location.origin).href;
  const open = async () => {
    const pages = await clients.matchAll({ type: "window" });
    const page = pages.find((each) => each.url === url);
    return page ? page.focus() : clients.openWindow(url);
  };
  event.waitUntil(open());
});
