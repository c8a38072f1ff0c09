// What runs beside the requests: the queue's workers, the letters' sender, the clock of what comes due.
import { followLog } from './actionLog/counting.ts';
import { followDebts } from './balance/writing/debts.ts';
import { dueKinds, jobKinds } from './background.ts';
import { doDue } from './jobs/due.ts';
import { watched, type Upkeep } from './jobs/faults.ts';
import { stopLostJobs } from './jobs/lost.ts';
import type { JobRunner } from './jobs/queue.ts';
import { repeat } from './jobs/repeat.ts';
import { runJob } from './jobs/run.ts';
import type { AppDeps } from './kernel/ctx.ts';
import { settleMessages, waitForMorning } from './notifications/delivering.ts';
import { dropWithdrawn } from './notifications/writing/dropping.ts';
import { holdAfterStandstill } from './notifications/standstill.ts';
import { putRefusedAddresses, readBounces } from './notifications/writing/bounces.ts';
import { startSender } from './ports/mailer.ts';
import { askReceipts, keepBalance, keepReceipt, matchReceipts, openGateway, sendSmsDue } from './ports/sms/sender.ts';
import { endUnconnected } from './ports/unconnected.ts';
import { takeMailReply } from './support/mailReplies.ts';
import { endOldViews } from './users/viewAs.ts';

const MINUTE_MS = 60_000;
const MOMENT_MS = 2000;
/** ПО with new lines are asked about so often: until then their debts are counted by each reader. */
const DEBTS_MS = 20_000;
/** Messages of a channel whose turn comes next: more than are ever taken at once. */
const NEXT = 450;
/** The quiet hours are asked about so often while SMS leave. */
const MORNING_MS = 5000;

/** Starts background work; call once, after the application listens. Answers how to stop what is not the queue's. */
export async function startWork(deps: AppDeps & { jobs: JobRunner }): Promise<() => Promise<void>> {
  for (const kind of jobKinds) deps.jobs.work(kind.kind, (data, turn) => runJob(deps, kind, data, turn));
  await deps.jobs.start();
  await holdAfterStandstill(deps);
  const before = () => dropWithdrawn(deps.db, deps.clock.now());
  const dropNext = (channel: 'mail' | 'sms') => (held?: readonly number[]) =>
    dropWithdrawn(deps.db, deps.clock.now(), held ? { held } : { channel, count: NEXT });
  const sender = startSender(deps, dropNext('mail'), (turn) => watched(deps, 'letters', turn));
  const stopping = new AbortController();
  const night = seldom(MORNING_MS, () => waitForMorning(deps.db, deps.clock.now()));
  const beforeSms = async (held?: readonly number[]) => {
    if (!held) await night();
    await dropNext('sms')(held);
  };
  const gateway = openGateway(deps.settings, (receipt) => keepReceipt(deps, receipt));
  const every = (ms: number, what: Upkeep, work: () => Promise<unknown>) => repeat(ms, once(watched(deps, what, work)));
  const upkeep = [
    every(MINUTE_MS, 'views', () => endOldViews(deps)),
    every(MINUTE_MS, 'jobs', () => stopLostJobs(deps, jobKinds)),
    every(MINUTE_MS, 'log', () => followLog(deps)),
    every(DEBTS_MS, 'debts', () => followDebts(deps)),
    every(MINUTE_MS, 'due', () => doDue(deps, dueKinds)),
    every(5 * MINUTE_MS, 'bounces', () => readBounces(deps, (letter) => takeMailReply(deps, letter))),
    every(MINUTE_MS, 'gateway', async () => {
      if (gateway?.name === 'http') await askReceipts(deps, gateway);
      if (gateway) await keepBalance(deps, gateway);
    }),
    // Beside the fates: a long queue leaves for minutes, and people see how it goes.
    every(MOMENT_MS, 'sms', () => sendSmsDue(deps, gateway, { before: beforeSms, signal: stopping.signal })),
    every(MOMENT_MS, 'messages', async () => {
      await before();
      await endUnconnected(deps, 'mail');
      if (gateway) await matchReceipts(deps);
      await settleMessages(deps);
      await putRefusedAddresses(deps);
    }),
  ];
  return async () => {
    stopping.abort();
    await Promise.all(upkeep.map((one) => one.stop()));
    await sender.stop();
    await gateway?.close();
  };
}

/** Done when it is asked for, but not again within `ms`. */
function seldom(ms: number, work: () => Promise<void>): () => Promise<void> {
  let last = -Infinity;
  return async () => {
    if (performance.now() - last < ms) return;
    last = performance.now();
    await work();
  };
}

/** A turn that comes while the last one still works is left out. */
function once(work: () => Promise<void>): () => Promise<void> {
  let isBusy = false;
  return async () => {
    if (isBusy) return;
    isBusy = true;
    await work().finally(() => (isBusy = false));
  };
}
