// What a kind of background work says about itself, and what its work is given.
import type { Readable } from 'node:stream';
import type { z } from 'zod';
import type { LiveMessage } from '../../contract/kernel/live.ts';
import type { Capability } from '../../contract/kernel/scope.ts';
import type { Write } from '../kernel/act.ts';
import type { Ctx, WriteDb } from '../kernel/ctx.ts';

/** What is known of a kind where it is only started. */
export interface JobFacts {
  /** Also the name of its queue. */
  kind: string;
  /** The right its author must still hold when it runs. */
  capability?: Capability;
  /** Until when it may be cancelled: while it waits, or at any step (`running`); `never` where half of it would be left. */
  cancel: 'never' | 'queued' | 'running';
  /** Begun again after a failure, it does only what is left. */
  canRetry: boolean;
  /** One at a time in the whole installation. */
  isAlone?: true;
  /** Its params hold a secret: they are forgotten when it ends, whatever came of it. */
  isSecret?: true;
}

/** A kind of work in the background. */
export interface JobKind<P> extends JobFacts {
  params: z.ZodType<P>;
  /** What is seen while it runs and has said nothing yet. */
  stage: string;
  /** Verb of the log lines about its fate. */
  verb: string;
  /** Beginning of the log line when nothing came of it: «Начисление не сделано». */
  undone: string;
  /** What its author reads after a fault; a refusal says what it is by itself. */
  fault: string;
  /** Type of its live messages where the agreement names one. */
  tells?: Progressing['type'];
  /** Does the work; called again after a crash, it finds out what is done already. Ends with `finish` or `settle`. */
  run(job: RunningJob<P>): Promise<void>;
  /** The same of what was asked, where more can be said as long as nothing is left behind. */
  undoneOf?(params: P): string;
  /** What a job that came to nothing has written all the same, a sentence for its author: «Номера 5–9 заняты». Null: nothing. */
  leftBehind?(tx: WriteDb, jobId: number): Promise<string | null>;
  /** Written with the end of a job that came to nothing. */
  onStop?(write: Write, params: P, reason: string): Promise<void>;
}

/** Live messages that carry progress. */
export type Progressing = Extract<LiveMessage, { message: { job_id: number; stage: string } }>;

export interface Progress {
  stage?: string;
  done?: number;
  total?: number;
  errors?: number;
}

export interface KeptFile {
  name: string;
  mime: string;
  storeKey: string;
  sizeBytes: number;
  sha256: string;
}

export interface JobResult {
  done: number;
  total?: number;
  errors?: number;
  /** One line about what came out: «524 250,00 ₽, совпало с предпросмотром». */
  summary?: string;
  /** Page of the console where the result is. */
  link?: string;
  /** From `keep`; its author is told and it is downloaded from «Задания» for `FILE_DAYS`. */
  file?: KeptFile;
}

export interface RunningJob<P> {
  id: number;
  /** Acts as the author, with the rights he asked with. */
  ctx: Ctx;
  params: P;
  /** 1 at first; more after a fault or a crash. */
  attempt: number;
  /** Says how far it is, beside the work, so that it is seen at once. @throws {Cancelled} when it is not wanted any more */
  tell(progress: Progress): Promise<void>;
  /** Says how far it is in the transaction of a part of the work. @throws {Cancelled}, and the part is not kept */
  step(write: Write, progress: Progress): Promise<void>;
  /**
   * After a part that took `tookMs`: when others had to wait for the one connection of the embedded database, rests as long, so that
   * half of the time is theirs. Answers whether they had.
   */
  giveWay(tookMs: number): Promise<boolean>;
  /** Has tables counted anew that this job filled with many rows: questions over all of them are planned by that. */
  countTables(tables: readonly string[]): Promise<void>;
  /** Keeps bytes for the result, before the transaction that finishes. */
  keep(name: string, mime: string, bytes: Uint8Array): Promise<KeptFile>;
  /** The same of bytes that are still being made. */
  keepStream(name: string, mime: string, body: Readable): Promise<KeptFile>;
  /** The end, in the transaction of the work itself: the job is done exactly when that is. */
  finish(write: Write, result: JobResult): Promise<void>;
  /** The end of a job whose work an earlier attempt had done. */
  settle(result: JobResult): Promise<void>;
}

/** Its author does not want the job any more. */
export class Cancelled extends Error {
  constructor() {
    super('cancelled');
  }
}

/** A kind whose params are known to itself alone. */
// eslint-disable-next-line -- params differ from kind to kind
export type AnyJobKind = JobKind<any>;
