// Keeps the page and its module on the device, so that it opens without a network. The build puts in the version, which is
// made from the files, and their names.

const VERSION = '/* version */';
const FILES = [/* files */];

self.addEventListener('install', (event) => {
  // The name of the module has its hash, so the copy that the page has just loaded will do.
  const requests = FILES.map((name) => new Request(name, { cache: name.endsWith('.wasm') ? 'default' : 'reload' }));
  event.waitUntil(caches.open(VERSION).then((cache) => cache.addAll(requests)).then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  const old = caches.keys().then((names) => Promise.all(names.filter((name) => name !== VERSION).map((name) => caches.delete(name))));
  event.waitUntil(old.then(() => self.clients.claim()));
});

/** The kept file; otherwise that of the server, which is kept if it is a page of the site. */
async function answer(request) {
  const cache = await caches.open(VERSION);
  const kept = await cache.match(request, { ignoreSearch: true });
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) await cache.put(request, response.clone());
  return response;
}

self.addEventListener('fetch', (event) => {
  const isOurs = event.request.method === 'GET' && event.request.url.startsWith(self.registration.scope);
  if (isOurs && !event.request.url.endsWith('/adoube.html')) event.respondWith(answer(event.request));
});
