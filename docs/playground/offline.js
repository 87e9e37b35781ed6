// The copy of the page on the device, where the page comes from a server that allows one.

/** Keeps the page for use without a network, after the module is there: its download comes first. */
export function keepForOffline(loaded) {
  if (!('serviceWorker' in navigator) || !location.protocol.startsWith('http') || document.getElementById('module-data')) return;
  loaded.then(() => navigator.serviceWorker.register('service-worker.js')).catch(() => { /* The page works without it. */ });
}
