// Papers as PDF behind a port: Typst source in, bytes out. The compiler runs in a process of its own: a long paper holds nobody
// up, its memory is given back, and it knows none of our settings.
import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';

export interface PdfJob {
  /** Typst source. Texts of people go in as string literals (`typstString`), never as markup. */
  source: string;
  /** Files that the source names by `/name`: pictures, signatures. Nothing else can be read. */
  files?: Readonly<Record<string, Uint8Array>>;
  /** A paper that is kept for years is written as PDF/A-2b. */
  isKept: boolean;
  /** Moment of the paper in ms: the same source and moment give the same bytes. */
  at: number;
}

export interface PdfEngine {
  /**
   * Bytes of the PDF.
   * @throws PdfFault when the source does not compile: its message names the place for the log, not for a person
   */
  render(job: PdfJob): Promise<Uint8Array>;
  /** The same as one picture of all pages, SVG without anything that runs; `isKept` means nothing here. */
  draw(job: PdfJob): Promise<string>;
  close(): Promise<void>;
}

/** What the compiler refused. */
export class PdfFault extends Error {}

/**
 * Without these the allocator keeps more than a megabyte of holes for every paper: they are read when a process starts, so a thread
 * can't have them.
 */
const MEMORY = { MALLOC_TRIM_THRESHOLD_: '131072', MALLOC_MMAP_THRESHOLD_: '65536' };
/** A worker is replaced after so many papers: what its caches hold does not grow for ever. */
const PAPERS_A_WORKER = 2000;
/**
 * After a source as long, a pile of a hundred sheets, it is replaced too: its caches stay as wide as the pile made them, and every paper
 * after it would pay for that.
 */
const LONG_SOURCE = 350_000;
/** No paper takes as long; a worker that does is ended. */
const LONGEST_MS = 120_000;

interface Waiting {
  id: number;
  job: PdfJob;
  form: 'pdf' | 'svg';
  resolve(bytes: Uint8Array): void;
  reject(error: Error): void;
}

/** How long a worker is waited for at its end, ms. */
const GRACE_MS = 2000;
/** Ends a worker; settles when it is gone. */
function endOf(worker: ChildProcess): Promise<void> {
  if (worker.exitCode !== null || worker.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    // Asked to go it takes its folder along; one that hangs is ended.
    const hard = setTimeout(() => worker.kill('SIGKILL'), GRACE_MS);
    worker.once('exit', () => {
      clearTimeout(hard);
      resolve();
    });
    worker.ref();
    if (worker.connected) worker.disconnect();
  });
}

/**
 * The Typst compiler in one worker, started with the first paper and ended after idle minutes. Papers are made in the order
 * they were asked for. A worker that dies fails the paper in its hands and is replaced for the next.
 */
export function typstEngine({ idleMs = 300_000 } = {}): PdfEngine {
  const queue: Waiting[] = [];
  let worker: ChildProcess | null = null;
  let current: Waiting | null = null;
  let made = 0;
  let lastId = 0;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;

  const drop = () => {
    const ended = worker;
    worker = null;
    made = 0;
    clearTimeout(timer);
    return ended && endOf(ended);
  };
  /** Another worker, ready before the next paper asks for it. */
  const renew = () => {
    void drop();
    if (!isClosed) worker = start();
  };
  const settle = (how: (waiting: Waiting) => void) => {
    const waiting = current;
    current = null;
    clearTimeout(timer);
    if (waiting) how(waiting);
    if (made >= PAPERS_A_WORKER || (waiting && waiting.job.source.length > LONG_SOURCE)) renew();
    next();
  };
  const start = () => {
    const started = fork(join(import.meta.dirname, 'worker.ts'), {
      serialization: 'advanced',
      execArgv: [],
      env: { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR, ...MEMORY },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    started.on('message', (answer: { id: number; bytes?: Uint8Array; fault?: string }) => {
      if (answer.id !== current?.id) return;
      made += 1;
      settle((waiting) =>
        answer.bytes
          ? waiting.resolve(new Uint8Array(answer.bytes))
          : waiting.reject(new PdfFault(answer.fault ?? 'no answer')),
      );
    });
    const died = (error: Error) => {
      if (worker !== started) return;
      worker = null;
      made = 0;
      settle((waiting) => waiting.reject(error));
    };
    started.on('error', died);
    started.on('exit', () => died(new Error('the PDF worker ended')));
    return started;
  };
  const next = () => {
    if (current) return;
    current = queue.shift() ?? null;
    if (!current) {
      timer = setTimeout(() => void drop(), idleMs).unref();
      // One that waits for work does not keep our process alive.
      worker?.unref();
      worker?.channel?.unref();
      return;
    }
    clearTimeout(timer);
    worker ??= start();
    worker.ref();
    worker.channel?.ref();
    const { id, job, form } = current;
    timer = setTimeout(() => {
      void drop();
      settle((waiting) => waiting.reject(new PdfFault('the paper took too long')));
    }, LONGEST_MS);
    worker.send({ id, job, form });
  };
  const ask = (job: PdfJob, form: Waiting['form']) =>
    new Promise<Uint8Array>((resolve, reject) => {
      queue.push({ id: (lastId += 1), job, form, resolve, reject });
      next();
    });
  return {
    render: (job) => ask(job, 'pdf'),
    draw: async (job) => Buffer.from(await ask(job, 'svg')).toString('utf8'),
    close: async () => {
      isClosed = true;
      for (const waiting of queue.splice(0)) waiting.reject(new Error('the PDF engine is closed'));
      await drop();
      settle((waiting) => waiting.reject(new Error('the PDF engine is closed')));
      clearTimeout(timer);
    },
  };
}
