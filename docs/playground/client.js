// The page's side of the worker: it starts the worker, sends commands and questions, and starts it anew after a run was
// ended or broke.

/** The source of the worker and the module, which the build puts into the page. */
const workerSource = document.getElementById('worker-source').textContent;
const moduleData = document.getElementById('module-data').textContent;

let worker = null;
let nextId = 1;
const waiting = new Map();
let tellVersion;
export const version = new Promise((resolve) => { tellVersion = resolve; });

function start() {
  const url = URL.createObjectURL(new Blob([workerSource], { type: 'text/javascript' }));
  worker = new Worker(url);
  URL.revokeObjectURL(url);
  worker.postMessage({ module: moduleData });
  worker.onmessage = ({ data }) => {
    if (data.type === 'ready') { tellVersion(data.version); return; }
    const job = waiting.get(data.id);
    if (!job) return;
    if (data.type === 'progress') { job.progress?.(data); return; }
    waiting.delete(data.id);
    if (data.type === 'broken') {
      end();
      job.reject(new Error(data.messages.map((m) => m.message).concat(data.error).join('\n')));
    } else job.resolve(data);
  };
}

function send(message, progress) {
  if (!worker) start();
  const id = nextId++;
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject, progress });
    worker.postMessage({ id, ...message });
  });
}

/** Ends whatever the worker does. Its jobs are rejected with `stopped`. A new worker takes a moment to start. */
export function stop() {
  if (waiting.size > 0) end();
}

function end() {
  worker?.terminate();
  worker = null;
  const jobs = [...waiting.values()];
  waiting.clear();
  for (const job of jobs) job.reject(stopped);
}

export const stopped = new Error('stopped');

/** Runs a command; `inputs` are `{name, blob}`. Resolves to its exit status, output (a Blob) and messages. */
export function run(args, inputs = [], { wants = 'text', progress } = {}) {
  return send({ args, inputs, wants }, progress);
}

/** The same for a command with a short output: `{status, text, messages}`. */
export async function runText(args, inputs = []) {
  const { status, output, messages } = await run(args, inputs);
  return { status, text: await output.text(), messages };
}

/** The value of a function of the module. */
export async function ask(name, ...args) {
  const { value, error } = await send({ name, args });
  if (error !== undefined) throw new Error(error);
  return value;
}

/** A text as an input. */
export function textInput(name, text) {
  return { name, blob: new Blob([text]) };
}
