// Clicking a notification opens its table.

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(bringUp(event.notification.data));
});

async function bringUp(address) {
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = pages.find((one) => one.url === address);
  return page ? page.focus() : clients.openWindow(address);
}
