/**
 * Part of the service worker (codegen/installable.ts): the browser has a network again, as `registerSync` asked to be told. Only
 * a page can read the encrypted store, so the worker passes the message on to the open pages.
 */
self.addEventListener('sync', (event) => {
  const tell = async () => {
    for (const page of await self.clients.matchAll({ type: 'window' }))
      page.postMessage({ type: 'sync', tag: event.tag });
  };
  event.waitUntil(tell());
});
