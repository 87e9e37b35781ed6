// The program as a WebAssembly module: compiled once, and shared by all workers.

/** The module inside the page, packed; null if it is a file beside the page. */
const embedded = document.getElementById('module-data');

let compiling = null;
let isCompiled = false;

/** The compiled module. It is loaded at the first call. */
export function compiledModule() {
  compiling ??= load().then((module) => { isCompiled = true; return module; }, (error) => { compiling = null; throw error; });
  return compiling;
}

/** Whether the module is there, so that an answer takes no download. */
export const isLoaded = () => isCompiled;

/** Loads the module as soon as the page has nothing else to do. Resolves when it is there, and never if it cannot be loaded. */
export function loadWhenIdle() {
  return new Promise((resolve) => {
    const begin = () => compiledModule().then(resolve, () => { /* The next job tries again, and reports it. */ });
    if ('requestIdleCallback' in window) requestIdleCallback(begin, { timeout: 3000 }); else setTimeout(begin, 500);
  });
}

async function load() {
  if (embedded) return WebAssembly.compile(await unpacked(embedded.textContent));
  const response = await fetch(document.documentElement.dataset.module);
  if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
  // Some servers do not know the type of modules, and then nothing may be streamed.
  const isTyped = response.headers.get('Content-Type') === 'application/wasm';
  return isTyped ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

function unpacked(base64) {
  const packed = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
}
