// What runs beside the requests: the queue's workers, the letters' sender, the clock of what comes due.
import { followLog } from './actionLog/counting.ts';
import { dueKinds, jobKinds } from './background.ts';
import { doDue } from './jobs/due.ts';
import { stopLostJobs } from './jobs/lost.ts';
import type { JobRunner } from './jobs/queue.ts';
import { repeat } from './jobs/repeat.ts';
import { runJob } from './jobs/run.ts';
import type { AppDeps } from './kernel/ctx.ts';
import { dropWithdrawn, settleMessages, waitForMorning } from './notifications/delivering.ts';
import { readBounces } from './notifications/writing/bounces.ts';
import { recordLetters, startSender } from './ports/mailer.ts';
import { askReceipts, keepBalance, keepReceipt, matchReceipts, openGateway, sendSmsDue } from './ports/sms/sender.ts';
import { takeMailReply } from './support/mailReplies.ts';
import { endOldViews } from './users/viewAs.ts';

const MINUTE_MS = 60_000;
const MOMENT_MS = 2000;
/** Messages whose turn comes next: at least two batches of each channel. */
const NEXT = 400;

/** Starts background work; call once, after the application listens. Answers how to stop what is not the queue's. */
export async function startWork(deps: AppDeps & { jobs: JobRunner }): Promise<() => Promise<void>> {
  for (const kind of jobKinds) deps.jobs.work(kind.kind, (data) => runJob(deps, kind, data));
  await deps.jobs.start();
  const before = () => dropWithdrawn(deps.db, deps.clock.now());
  const sender = startSender(deps, () => dropWithdrawn(deps.db, deps.clock.now(), NEXT));
  const gateway = openGateway(deps.settings, (receipt) => void keepReceipt(deps, receipt).catch(() => undefined));
  const upkeep = [
    repeat(MINUTE_MS, () => endOldViews(deps)),
    repeat(MINUTE_MS, () => stopLostJobs(deps, jobKinds)),
    repeat(
      MINUTE_MS,
      once(() => followLog(deps)),
    ),
    repeat(MINUTE_MS, () => doDue(deps, dueKinds)),
    repeat(
      5 * MINUTE_MS,
      once(async () => void (await readBounces(deps, (letter) => takeMailReply(deps, letter)))),
    ),
    repeat(MINUTE_MS, async () => {
      if (gateway?.name === 'http') await askReceipts(deps, gateway);
      if (gateway) await keepBalance(deps, gateway);
    }),
    repeat(
      MOMENT_MS,
      once(async () => {
        await before();
        await waitForMorning(deps.db, deps.clock.now());
        await recordLetters(deps);
        await sendSmsDue(deps, gateway);
        if (gateway) await matchReceipts(deps);
        await settleMessages(deps);
      }),
    ),
  ];
  return async () => {
    await Promise.all(upkeep.map((one) => one.stop()));
    await sender.stop();
    await gateway?.close();
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
