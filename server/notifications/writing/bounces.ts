// Letters that came back: the message says so, and an address that takes no letters is put on its person.
import { sql } from 'kysely';
import { act, type Write } from '../../kernel/act.ts';
import { workCtx, type AppDeps, type Ctx } from '../../kernel/ctx.ts';
import { fetchReturns, readReport, type BounceReport } from '../../ports/bounces.ts';
import { isOpen } from '../../ports/gate.ts';
import { recount } from '../telling.ts';

/** So many passing refusals of an address within so many days mean that it takes no letters. */
const SOFT_TO_HARD = 3;
const SOFT_DAYS = 14;

/**
 * Reads what is new in the mailbox of returns; answers how many letters came back. Does nothing without the setting. What is no
 * report is shown to `other`, one letter after another.
 */
export async function readBounces(
  deps: AppDeps,
  other: (source: Uint8Array) => Promise<unknown> = async () => {},
): Promise<number> {
  const url = deps.settings.BOUNCE_IMAP_URL;
  if (!url || !(await isOpen(deps, 'imap'))) return 0;
  const address = deps.settings.BOUNCE_ADDRESS ?? '';
  const kept = await deps.db.selectFrom('bounce_mailbox').where('address', '=', address).selectAll().executeTakeFirst();
  const known = kept ? { validity: kept.validity, lastUid: Number(kept.last_uid) } : null;
  const { validity, letters } = await fetchReturns(url, known);
  const ctx = workCtx(deps, { name: 'Почта возвратов' });
  let count = 0;
  for (const { uid, source } of letters) {
    // A letter that cannot be read is no report: it stays in the mailbox for people.
    const report = await readReport(deps.secrets, source).catch(() => null);
    if (!report) await other(source);
    else if (await putBounce(ctx, report)) count += 1;
    await sql`insert into bounce_mailbox (address, validity, last_uid) values (${address}, ${validity}, ${uid})
      on conflict (address) do update set validity = excluded.validity, last_uid = excluded.last_uid`.execute(deps.db);
  }
  return count;
}

/** Puts on their people the addresses that the mail server refused when it was told them; answers how many. */
export async function putRefusedAddresses(deps: AppDeps): Promise<number> {
  const { rows } = await sql<{
    id: number;
    recipient: string;
    failure: string | null;
  }>`select id, recipient, failure from outbox o
    where is_bad_address and state = 'failed' and not exists (select 1 from mail_bounce b where b.outbox_id = o.id)
    order by id limit 500`.execute(deps.db);
  const ctx = workCtx(deps, { name: 'Почтовый сервер' });
  for (const { id, recipient, failure } of rows) {
    const [, code = null] = /\b\d{3}[ -](5\.\d+\.\d+)/.exec(failure ?? '') ?? [];
    const reason = 'такого адреса нет';
    await putBounce(ctx, { outbox: id, report: `smtp:${id}`, recipient, isHard: true, code, reason });
  }
  return rows.length;
}

/** Addresses of the house itself, which a report never touches. */
function ownAddresses({ MAIL_FROM, SUPPORT_EMAIL, BOUNCE_ADDRESS }: Ctx['deps']['settings']): string[] {
  const plain = /<([^>]+)>/.exec(MAIL_FROM)?.[1] ?? MAIL_FROM;
  return [plain, SUPPORT_EMAIL, BOUNCE_ADDRESS ?? ''].map((one) => one.toLowerCase());
}

/** Writes a report down; false when it was known, is of no letter of ours, or of an address of the house. */
export async function putBounce(ctx: Ctx, report: BounceReport): Promise<boolean> {
  const letter = await ctx.db
    .selectFrom('outbox as o')
    .leftJoin('notification_message as m', 'm.outbox_id', 'o.id')
    .leftJoin('profile as p', 'p.id', 'm.profile_id')
    .where('o.id', '=', report.outbox)
    .where('o.channel', '=', 'mail')
    .select(['o.recipient', 'm.id as message', 'm.notification_id', 'p.id as profile', 'p.full_name', 'p.email'])
    .select(['p.region_id', 'p.mo_id', 'p.po_id'])
    .executeTakeFirst();
  const recipient = letter?.recipient.toLowerCase();
  if (!letter || !recipient || ownAddresses(ctx.deps.settings).includes(recipient)) return false;
  const known = await ctx.db
    .selectFrom('mail_bounce')
    .where('outbox_id', '=', report.outbox)
    .where('report', '=', report.report)
    .select('id')
    .executeTakeFirst();
  if (known) return false;
  const now = ctx.now();
  await act(ctx, 'notification.bounce', async (write) => {
    const { tx, log } = write;
    await tx
      .insertInto('mail_bounce')
      .values({
        outbox_id: report.outbox,
        recipient_key: sql<string>`md5(${recipient})`,
        is_hard: report.isHard,
        code: report.code,
        reason: report.reason,
        report: report.report,
        at: now.toISOString(),
      })
      .onConflict((on) => on.columns(['outbox_id', 'report']).doNothing())
      .execute();
    const words = `письмо вернулось: ${[report.code, report.reason].filter(Boolean).join(' ')}`;
    if (letter.message && letter.notification_id) {
      await tx
        .updateTable('notification_message')
        .set({ status: 4, reason: words, changed_at: now.toISOString() })
        .where('id', '=', letter.message)
        .where('status', 'in', [1, 11])
        .execute();
      await recount(tx, [letter.notification_id], now);
    }
    const isDead = await isUnreachable(write, recipient, report.isHard, now);
    const isHis = letter.email?.toLowerCase() === recipient;
    if (isDead && isHis)
      await tx
        .updateTable('profile')
        .set({
          bounced_key: sql<string>`md5(${recipient})`,
          bounced_at: now.toISOString(),
          bounce_reason: report.reason,
        })
        .where('id', '=', letter.profile!)
        .execute();
    await log({
      ...(letter.profile ? { object: { type: 'profile', id: letter.profile, name: letter.full_name ?? '' } } : {}),
      place: { region_id: letter.region_id, mo_id: letter.mo_id, po_id: letter.po_id },
      text: `Не дошло: ${words}${isDead && isHis ? '. На этот адрес больше не пишем, пока его не исправят' : ''}`,
    });
  });
  return true;
}

async function isUnreachable({ tx }: Write, recipient: string, isHard: boolean, now: Date): Promise<boolean> {
  if (isHard) return true;
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from mail_bounce where recipient_key = md5(${recipient})
    and at > ${now.toISOString()}::timestamptz - make_interval(days => ${SOFT_DAYS})`.execute(tx);
  return rows[0]!.n >= SOFT_TO_HARD;
}
