// The worker of the playground: it runs one command after the other, each in the same module. `host` is what the module
// calls, see `src/web/input.rs`. The page ends a run by ending the worker.

/** How often the page hears of a run that goes on, in milliseconds. */
const REPORT_EVERY = 100;
/** How many findings one message has at most, so that the page never handles many at once. */
const FINDINGS_AT_ONCE = 100;
/** How many findings the page lists; the others are only counted. */
const FINDINGS_LISTED = 20000;

let files = [];
let job;
const reader = new FileReaderSync();

self.host = {
  read(input, offset, out) {
    const bytes = new Uint8Array(reader.readAsArrayBuffer(files[input].slice(offset, offset + out.length)));
    out.set(bytes);
    job.read = Math.max(job.read, offset + bytes.length);
    report(false);
    return bytes.length;
  },
  write(bytes) {
    if (bytes.length === 0) return;
    // A copy, because the module goes on using its memory.
    job.take(bytes.slice());
  },
  message(severity, message) {
    job.messages.push({ severity, message });
  },
};

/** Sends the state of the run, if the last message is long enough ago. */
function report(isEnd) {
  const now = performance.now();
  if (!isEnd && now - job.reported < REPORT_EVERY) return;
  job.reported = now;
  const findings = job.waiting.splice(0, FINDINGS_AT_ONCE);
  postMessage({ id: job.id, type: 'progress', read: job.read, findings, listed: job.listed });
}

/** Takes lines of JSON, counts the findings, and keeps the first ones for the page. */
function takeFindings(decoder) {
  let rest = '';
  return (bytes) => {
    job.blobs.push(new Blob([bytes]));
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
    rest = lines.pop();
    for (const line of lines) {
      if (line.startsWith('{"type":"summary"')) { job.summary = line; continue; }
      if (!line.startsWith('{"type":"finding"')) continue;
      const { code, rule, severity } = JSON.parse(line);
      const key = `${severity} ${code} ${rule}`;
      job.counts[key] = (job.counts[key] ?? 0) + 1;
      if (job.listed < FINDINGS_LISTED) { job.listed++; job.waiting.push(line); }
    }
  };
}

function run({ id, args, inputs, wants }) {
  files = inputs.map((input) => input.blob);
  job = { id, read: 0, reported: 0, waiting: [], listed: 0, counts: {}, summary: null, blobs: [], messages: [] };
  job.take = wants === 'findings' ? takeFindings(new TextDecoder()) : (bytes) => job.blobs.push(new Blob([bytes]));
  const status = wasm_bindgen.run(args, inputs.map((input) => input.name));
  while (job.waiting.length > 0) report(true);
  const { counts, summary, listed, messages } = job;
  postMessage({ id, type: 'end', status, counts, summary, listed, messages, output: new Blob(job.blobs) });
}

/** Answers a question about a position: a function of the module with its arguments. */
function answer({ id, name, args }) {
  try {
    postMessage({ id, type: 'answer', value: wasm_bindgen[name](...args) });
  } catch (error) {
    postMessage({ id, type: 'answer', error: String(error) });
  }
}

async function begin({ module }) {
  await wasm_bindgen({ module_or_path: module });
  postMessage({ type: 'ready', version: wasm_bindgen.version() });
}

/** Resolves when the module is there; jobs that come before it wait. */
let tellReady;
const isReady = new Promise((resolve) => { tellReady = resolve; });
self.onmessage = async ({ data }) => {
  if (data.module) { tellReady(begin(data)); return; }
  try {
    await isReady;
    if (data.name) answer(data); else run(data);
  } catch (error) {
    postMessage({ id: data.id, type: 'broken', error: String(error), messages: job?.messages ?? [] });
  }
};
