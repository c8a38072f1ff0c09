// What leaves the house, for a superuser: messages, the gate before each channel, what is late.
import * as contract from '../../contract/outbox.ts';
import { decideDue, waitingForSchedule, type DueKind } from '../jobs/due.ts';
import { upkeepTitles, type Upkeep } from '../jobs/faults.ts';
import { act } from '../kernel/act.ts';
import type { Ctx } from '../kernel/ctx.ts';
import { invalid, notFound, Refused } from '../kernel/errors.ts';
import { jsonRows, parseList } from '../kernel/list.ts';
import type { Mount } from '../kernel/mount.ts';
import { closedChannels, closeGate, openGate, TRIAL } from '../ports/gate.ts';
import { wholeText } from '../ports/outbox.ts';
import {
  countLetters,
  lateMoments,
  letterById,
  letterRows,
  waitingByChannel,
  workFaults,
  type OutboxRow,
} from './queries.ts';

export function outboxRoutes(mount: Mount, dueKinds: readonly DueKind[]): void {
  mount(contract.outbox.list, async (ctx, { query }) => {
    const request = parseList(query, contract.outbox);
    const [json, total] = await Promise.all([
      jsonRows(ctx.db, letterRows(request)),
      countLetters(ctx.db, request.filter),
    ]);
    return { json, total, offset: request.offset, limit: request.limit };
  });

  mount(contract.outbox.one, async (ctx, { params }) => shown(ctx, await requireLetter(ctx, params.id)));

  mount(contract.resendMessage, async (ctx, { params }) => {
    const letter = await requireLetter(ctx, params.id);
    if (letter.mailing !== null)
      throw invalid({
        form: `Это сообщение рассылки № ${letter.mailing}: повторите его в её истории, там учтут отказы и согласия`,
      });
    await act(ctx, 'admin.message_resend', async ({ tx, log }) => {
      const again = await tx
        .updateTable('outbox')
        .set({ state: 'queued', attempts: 0, failure: null, next_attempt_at: ctx.now().toISOString() })
        .where('id', '=', letter.id)
        .where('state', 'in', ['failed', 'unknown'])
        .executeTakeFirst();
      if (!again.numUpdatedRows) throw invalid({ form: 'Это сообщение и так уйдёт или уже ушло' });
      await log({ text: `Отправлено ещё раз: «${letter.subject}», ${letter.recipient}` });
    });
  });

  mount(contract.outgoing, (ctx) => gates(ctx, dueKinds));

  mount(contract.closeOutgoing, async (ctx, { body }) => {
    await act(ctx, 'admin.outgoing_close', async ({ tx, log }) => {
      const by = ctx.actor.userId;
      const closed = await closeGate(tx, { ...body, cause: 'person', by, at: ctx.now() });
      if (!closed) throw invalid({ form: 'Уже закрыто' });
      await log({ text: `Закрыто исходящее: ${namesOf(body.channels)}. ${body.reason}` });
    });
    return gates(ctx, dueKinds);
  });

  mount(contract.openOutgoing, async (ctx, { body: { channel, waiting: seen } }) => {
    if (ctx.deps.settings.OUTGOING === 'closed') throw invalid({ form: TRIAL });
    await act(ctx, 'admin.outgoing_open', async ({ tx, log }) => {
      if (!(await openGate(tx, channel))) throw invalid({ form: 'Уже открыто' });
      const now = (await waiting(ctx, tx, dueKinds)).counts[channel] ?? 0;
      if (now !== seen) throw new Refused(409, { message: `Теперь ждёт ${now}, а не ${seen}` });
      await log({ text: `Открыто исходящее: ${namesOf([channel])}, ждало ${now}` });
    });
    return gates(ctx, dueKinds);
  });

  mount(contract.lateMoments, async (ctx) => ({
    data: (await lateMoments(ctx.db)).map((one) => ({ ...one, title: titleOf(dueKinds, one.what) })),
    faults: (await workFaults(ctx.db)).map((one) => ({ ...one, title: upkeepTitles[one.what as Upkeep] ?? one.what })),
  }));

  mount(contract.decideMoment, async (ctx, { params, body: { isWanted } }) => {
    const late = (await lateMoments(ctx.db)).find(({ id }) => id === params.id);
    if (!late) throw notFound();
    await act(ctx, isWanted ? 'admin.due_run' : 'admin.due_skip', async ({ tx, log }) => {
      const decision = { id: late.id, isWanted, by: ctx.actor.userId, now: ctx.now() };
      if (!(await decideDue(tx, decision))) throw invalid({ form: 'Это уже решено' });
      await log({ text: `${isWanted ? 'Выполняется' : 'Пропущено'} просроченное: ${titleOf(dueKinds, late.what)}` });
    });
  });
}

const titleOf = (kinds: readonly DueKind[], what: string) => kinds.find((kind) => kind.what === what)?.title ?? what;

async function requireLetter(ctx: Ctx, id: number): Promise<OutboxRow> {
  const letter = await letterById(ctx.db, id);
  if (!letter) throw notFound();
  return letter;
}

/** In the demonstration world without a mail server the page is the mailbox: there its links work. */
function shown({ deps }: Ctx, { sealed, ...letter }: OutboxRow) {
  const isMailbox = deps.settings.DEMO && !deps.settings.SMTP_URL;
  return isMailbox ? { ...letter, body_text: wholeText(deps.secrets, { ...letter, sealed }) } : letter;
}

/** How much waits behind each channel, and what of the schedule. */
async function waiting({ deps, ...ctx }: Ctx, db: Ctx['db'], kinds: readonly DueKind[]) {
  const parts = await waitingForSchedule({ settings: deps.settings, db }, kinds, ctx.now());
  const counts: Record<string, number> = await waitingByChannel(db, ctx.now());
  counts.schedule = parts.reduce((sum, { count }) => sum + count, 0);
  return { counts, parts };
}

async function gates(ctx: Ctx, kinds: readonly DueKind[]) {
  const { settings } = ctx.deps;
  const closed = await closedChannels(ctx.db);
  const { counts, parts } = await waiting(ctx, ctx.db, kinds);
  const trial = { cause: 'trial' as const, reason: TRIAL, by: null, at: null };
  const data = contract.OutgoingChannel.options.map((channel): contract.Gate => {
    const one = closed.find((row) => row.channel === channel);
    const kept = one && {
      cause: one.cause as 'person',
      reason: one.reason,
      by: [one.last_name, one.first_name].filter(Boolean).join(' ') || null,
      at: one.closed_at,
    };
    return {
      channel,
      waiting: counts[channel] ?? 0,
      parts: channel === 'schedule' ? parts : [],
      closed: settings.OUTGOING === 'closed' ? trial : (kept ?? null),
    };
  });
  return { data, hasMail: settings.SMTP_URL !== undefined };
}

const names: Record<contract.OutgoingChannel, string> = {
  mail: 'почта',
  sms: 'SMS',
  imap: 'входящая почта',
  reports: 'отчёты',
  schedule: 'расписание',
};
const namesOf = (channels: readonly contract.OutgoingChannel[]) => channels.map((one) => names[one]).join(', ');
