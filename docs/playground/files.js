// What a file is by its first bytes and its name, so that the page can say what to do with one that has no games to read.

/** How many bytes of a file are looked at. */
const LOOKED_AT = 4096;

const startsWith = (bytes, text) => [...text].every((letter, index) => bytes[index] === letter.charCodeAt(0));
const DOCUMENTS = /\.(docx?|odt|xlsx?|ods|pptx?|odp|pages|numbers|rtf)$/i;
const DATABASES = /\.(cb[a-z]|cbone|2cbh|si[345]|s[gn][345]|ctg|cko|abk)$/i;
const POSITION = /^([1-8pnbrqk]+\/){7}[1-8pnbrqk]+ [wb] \S+ \S+/i;

/** The kinds of files that no tool here reads, each with how it is recognized. */
const KINDS = {
  fileDatabase: (_, name) => DATABASES.test(name),
  fileDocument: (bytes, name) => DOCUMENTS.test(name) || startsWith(bytes, '{\\rtf') || startsWith(bytes, '\xd0\xcf\x11\xe0'),
  fileZip: (bytes) => ['PK\x03\x04', 'PK\x05\x06', 'PK\x07\x08'].some((magic) => startsWith(bytes, magic)),
  fileArchive: (bytes) => ['Rar!\x1a\x07', '7z\xbc\xaf\x27\x1c', '\xfd7zXZ\0', '\x04\x22\x4d\x18', '\x1f\x9d', 'LZIP\x01'].some((magic) => startsWith(bytes, magic))
    || (startsWith(bytes, 'BZh') && startsWith(bytes.subarray(4), '1AY&SY')) || startsWith(bytes.subarray(257), 'ustar'),
  filePdf: (bytes) => startsWith(bytes, '%PDF'),
  filePicture: (bytes) => ['\xff\xd8\xff', '\x89PNG', 'GIF8', 'II*\0', 'MM\0*'].some((magic) => startsWith(bytes, magic))
    || (startsWith(bytes, 'RIFF') && startsWith(bytes.subarray(8), 'WEBP')) || startsWith(bytes.subarray(4), 'ftyp'),
  fileBinary: isBinary,
};

/** Whether a tenth of the bytes are control characters that no text has. Compressed text is not meant, nor UTF-16. */
function isBinary(bytes) {
  const isCompressed = startsWith(bytes, '\x1f\x8b') || startsWith(bytes, '\x28\xb5\x2f\xfd') || (bytes[0] >= 0x50 && bytes[0] <= 0x5f && startsWith(bytes.subarray(1), '\x2a\x4d\x18'));
  if (isCompressed || encodingOf(bytes) || startsWith(bytes, '\0\0\xfe\xff')) return false;
  const isControl = (byte) => byte < 9 || (byte > 13 && byte < 32 && byte !== 26 && byte !== 27);
  return bytes.filter(isControl).length * 10 > bytes.length;
}

/** The encoding of a text in UTF-16, as the program recognizes it; null for other texts. */
function encodingOf(bytes) {
  if (startsWith(bytes, '\xff\xfe')) return 'utf-16le';
  if (startsWith(bytes, '\xfe\xff')) return 'utf-16be';
  const units = bytes.length >> 1;
  const zeros = [0, 1].map((parity) => bytes.filter((byte, index) => byte === 0 && index % 2 === parity).length);
  if (units < 2 || Math.max(...zeros) * 4 < units * 3 || Math.min(...zeros) * 16 > units) return null;
  return zeros[1] > zeros[0] ? 'utf-16le' : 'utf-16be';
}

const headOf = async (blob) => new Uint8Array(await blob.slice(0, LOOKED_AT).arrayBuffer());

/** The key of the sentence about a file without games that could be read; undefined for any other. */
export async function refusalOf({ name, blob }) {
  const bytes = await headOf(blob);
  return Object.keys(KINDS).find((kind) => KINDS[kind](bytes, name));
}

/** The format of a text of positions, which its name does not say; null for games. */
export async function positionFormat({ name, blob }) {
  if (/\.(pgn|epd|fen)(\.(gz|zst))?$/i.test(name)) return null;
  const line = new TextDecoder().decode(await headOf(blob)).trimStart().split('\n', 1)[0].trim();
  if (!POSITION.test(line)) return null;
  return /^(\S+ ){4}\d+ \d+$/.test(line) ? 'fen' : 'epd';
}

/** Whether a text is one position. */
export const isPosition = (words) => POSITION.test(words.trim()) && !words.trim().includes('\n');

/** The same text in UTF-8 if it is in UTF-16; null for any other. */
export async function inUtf8({ name, blob }) {
  const encoding = encodingOf(await headOf(blob));
  if (!encoding) return null;
  const decoded = blob.stream().pipeThrough(new TextDecoderStream(encoding)).pipeThrough(new TextEncoderStream());
  return { name, blob: await new Response(decoded).blob() };
}

/** The text of some bytes as the program reads them: UTF-8, and otherwise Windows-1252. */
export function textOf(bytes) {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** The bytes of a text that was in Windows-1252; null if it has other characters. */
export function inWindows1252(words) {
  const letters = new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte));
  const bytes = [...words].map((letter) => letters.indexOf(letter));
  return bytes.includes(-1) ? null : Uint8Array.from(bytes);
}
