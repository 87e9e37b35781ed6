// Links that carry a game or a position in the fragment, which browsers do not send to any server.

/** How long the packed text of a link may be. Longer addresses do not survive mail programs. */
const LONGEST = 32000;

const pipe = (bytes, through) => new Response(new Blob([bytes]).stream().pipeThrough(through)).arrayBuffer();

/** The link to this page with this state; null if it would be too long. */
export async function linkTo(state) {
  const packed = new Uint8Array(await pipe(JSON.stringify(state), new CompressionStream('deflate-raw')));
  let letters = '';
  for (const byte of packed) letters += String.fromCharCode(byte);
  const word = btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  return word.length > LONGEST ? null : `${location.href.split('#')[0]}#${word}`;
}

/** How long an unpacked text may be: a link is text of a stranger. */
const LONGEST_TEXT = 4 << 20;

/** The state in the fragment of the address; null if there is none. */
export async function stateOfLink() {
  const word = location.hash.slice(1);
  if (word === '') return null;
  try {
    const packed = Uint8Array.from(atob(word.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
    const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
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

/** Puts the link into the address bar and the clipboard, and says in a status line what became of it. */
export async function share(state, status, text) {
  const link = await linkTo(state);
  if (link === null) { status.textContent = text('linkTooLong'); return; }
  history.replaceState(null, '', link);
  try {
    await navigator.clipboard.writeText(link);
    status.textContent = text('linkCopied');
  } catch {
    status.textContent = text('linkInBar');
  }
}
