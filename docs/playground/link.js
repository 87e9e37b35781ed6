// Links: to the place on the page, and to a game that is packed into the address. Browsers send neither to any server.

/** How long the packed text of a link may be. Longer addresses do not survive mail programs. */
const LONGEST = 32000;
/** How long an unpacked text may be: a link is text of a stranger. */
const LONGEST_TEXT = 4 << 20;

const pipe = (bytes, through) => new Response(new Blob([bytes]).stream().pipeThrough(through)).arrayBuffer();

/** A value as a word for an address; null if it would be too long. */
export async function packed(value) {
  const bytes = new Uint8Array(await pipe(JSON.stringify(value), new CompressionStream('deflate-raw')));
  let letters = '';
  for (const byte of bytes) letters += String.fromCharCode(byte);
  const word = btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  return word.length > LONGEST ? null : word;
}

/** The value of a word of an address; null if it is damaged. */
export async function unpacked(word) {
  try {
    const bytes = Uint8Array.from(atob(word.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
    const parts = [];
    let length = 0;
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      length += next.value.length;
      if (length > LONGEST_TEXT) return null;
      parts.push(next.value);
    }
    return JSON.parse(await new Blob(parts).text());
  } catch {
    return null;
  }
}

/** Puts a fragment into the address bar and the whole link into the clipboard, and says in a status line what became of it. */
export async function share(fragment, status, text) {
  history.replaceState(null, '', fragment);
  try {
    await navigator.clipboard.writeText(location.href);
    status.textContent = text('linkCopied');
  } catch {
    status.textContent = text('linkInBar');
  }
}
