// The page's side of the workers. A channel has one worker, which does one job after the other; it starts with the first job,
// and anew after a run was ended or broke.

import { compiledModule } from './module.js';

/** The source of the workers, which the build puts into the page. */
const workerSource = document.getElementById('worker-source').textContent;

let tellVersion;
export const version = new Promise((resolve) => { tellVersion = resolve; });

/** What a job is rejected with if it was ended. */
export const stopped = new Error('stopped');

class Channel {
  worker = null;
  nextId = 1;
  waiting = new Map();

  start() {
    const url = URL.createObjectURL(new Blob([workerSource], { type: 'text/javascript' }));
    const worker = new Worker(url);
    URL.revokeObjectURL(url);
    worker.onmessage = ({ data }) => this.take(data);
    compiledModule().then((module) => worker.postMessage({ module }), (error) => {
      if (this.worker === worker) this.end(new Error(`The program could not be loaded (${error.message}). Reload the page.`));
    });
    this.worker = worker;
  }

  take(data) {
    if (data.type === 'ready') { tellVersion(data.version); return; }
    const job = this.waiting.get(data.id);
    if (!job) return;
    if (data.type === 'progress') { job.progress?.(data); return; }
    this.waiting.delete(data.id);
    if (data.type === 'broken') {
      this.end();
      job.reject(new Error(data.messages.map((m) => m.message).concat(data.error).join('\n')));
    } else job.resolve(data);
  }

  send(message, progress) {
    if (!this.worker) this.start();
    const id = this.nextId++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject, progress });
      this.worker.postMessage({ id, ...message });
    });
  }

  end(reason = stopped) {
    this.worker?.terminate();
    this.worker = null;
    const jobs = [...this.waiting.values()];
    this.waiting.clear();
    for (const job of jobs) job.reject(reason);
  }

  /** Ends whatever the worker does. Its jobs are rejected with `stopped`. */
  stop() {
    if (this.waiting.size > 0) this.end();
  }

  /** Runs a command; `inputs` are `{name, blob}`. Resolves to its exit status, output (a Blob) and messages. */
  run(args, inputs = [], { wants = 'text', progress } = {}) {
    return this.send({ args, inputs, wants }, progress);
  }

  /** The same for a command with a short output: `{status, text, messages}`. */
  async runText(args, inputs = []) {
    const { status, output, messages } = await this.run(args, inputs);
    return { status, text: await output.text(), messages };
  }

  /** The value of a function of the module. */
  async ask(name, ...args) {
    const { value, error } = await this.send({ name, args });
    if (error !== undefined) throw new Error(error);
    return value;
  }
}

/** Reports on files: a long one does not keep the questions waiting. */
export const checks = new Channel();
/** Questions that are answered at once. */
export const questions = new Channel();
/** Counts of move paths. */
export const counts = new Channel();

/** A text as an input. */
export function textInput(name, text) {
  return { name, blob: new Blob([text]) };
}
