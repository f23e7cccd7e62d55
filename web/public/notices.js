// Shows notices of games that the server sends while no page is open (Web Push), and opens the game at a click.

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
