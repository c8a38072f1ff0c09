// Papers of the demo world: every kind that its records allow, copies, cancelled and replaced ones.
import { sql } from 'kysely';
import type { PrintRequest } from '../../contract/documents.ts';
import { kindsInUse } from '../documents/queries.ts';
import { preparePaper, takePaper } from '../documents/writing/printing.ts';
import type { Write } from '../kernel/act.ts';
import type { Ctx } from '../kernel/ctx.ts';
import { Refused } from '../kernel/errors.ts';
import { dateIn, HOME_ZONE } from '../ports/clock.ts';
import type { DemoPlaces } from './seedPlaces.ts';
import { limitTo } from '../db/planned.ts';

/** Records of one ПО that papers are printed of. */
interface Records {
  /** Owned, owing nothing. */
  clear: number[];
  /** Owned, in debt. */
  debtors: number[];
  payments: number[];
  cases: number[];
  members: number[];
  meetings: number[];
}
type Who = { user: number; name: string };

/** So many of each kind in the first ПО, and in each of its two neighbours. */
const OFTEN = 2;
const SELDOM = 1;
const DAY_MS = 86_400_000;
const OF_PERIOD = ['reconcile', 'court_order'];

/** Prints them inside the transaction of the whole world; the pages are made when somebody opens them. */
export async function seedPapers(
  ctx: Ctx,
  { tx }: Pick<Write, 'tx'>,
  places: DemoPlaces,
  users: Record<string, number>,
): Promise<void> {
  const kinds = await kindsInUse(tx);
  const now = ctx.now();
  let printed = 0;
  for (const [nth, place] of places.pos.slice(0, 3).entries()) {
    const records = await recordsOf(tx, place.id);
    const times = nth === 0 ? OFTEN : SELDOM;
    const who: Who =
      nth === 0 ? { user: users.chairman!, name: 'Воронин Н. А.' } : { user: users.mo_head!, name: 'Крылова М. С.' };
    const level = nth === 0 ? { po: place.id } : { mo: place.mo_id };
    for (let time = 0; time < times; time += 1)
      for (const kind of kinds) {
        const about = aboutOf(kind.code, records, time);
        if (!about) continue;
        printed += 1;
        const at = new Date(now.getTime() - ((printed * 7) % 90) * DAY_MS);
        const inside: Ctx = {
          ...ctx,
          db: tx,
          now: () => at,
          actor: { ...ctx.actor, ...level, userId: who.user, name: who.name, capabilities: [1, 2, 3] },
        };
        await printOne(inside, tx, kind, { document_type_id: kind.id, specific_po: place.id, ...about }, printed);
      }
  }
  await endSome(tx, users.chairman!);
}

async function printOne(
  ctx: Ctx,
  tx: Write['tx'],
  kind: { code: string; is_manual_numerated: boolean; date_mode: string | null },
  request: PrintRequest,
  nth: number,
) {
  const day = dateIn(ctx.now(), HOME_ZONE);
  const start = OF_PERIOD.includes(kind.code) ? `${Number(day.slice(0, 4)) - 1}-01-01` : day;
  try {
    const prepared = await preparePaper(ctx, {
      ...request,
      ...(kind.is_manual_numerated && { number: String(nth) }),
      ...(kind.date_mode && { start_date: start, end_date: day }),
    });
    await takePaper(ctx, tx, prepared, { number: String(nth), isConfirmed: true });
  } catch (error) {
    // A record that the paper is not for, such as a debt notice without a debt that day.
    if (!(error instanceof Refused)) throw error;
  }
}

function aboutOf(code: string, records: Records, time: number): Partial<PrintRequest> | null {
  const [clear, debtor] = [records.clear[time], records.debtors[time]];
  const found = records.cases[time];
  if (code === 'cash_order') return records.payments[time] ? { contribution_id: records.payments[time] } : null;
  if (['app_join', 'app_transfer', 'contract', 'protocol_ext'].includes(code))
    return found ? { reregistration_id: found } : null;
  if (['ticket', 'consent_pd'].includes(code))
    return records.members[time] ? { profile_id: records.members[time] } : null;
  if (code === 'meeting_notice')
    return records.meetings[time] && records.members[time]
      ? { notification_id: records.meetings[time], profile_id: records.members[time] }
      : null;
  const garage = ['debt_notice', 'court_order', 'receipt_qr', 'reconcile'].includes(code) ? debtor : clear;
  return garage ? { garage_id: garage } : null;
}

async function recordsOf(tx: Write['tx'], po: number): Promise<Records> {
  const ids = async (text: ReturnType<typeof sql<{ id: number }>>) => (await text.execute(tx)).rows.map(({ id }) => id);
  const owned = (isDebtor: boolean) =>
    sql<{ id: number }>`select g.id from garage g left join garage_balance b on b.garage_id = g.id
      where g.po_id = ${po} and g.is_active and exists (select 1 from ownership o where o.garage_id = g.id and o.ended_on is null)
        and (coalesce(b.balance_kopecks, 0) < 0) = ${isDebtor} order by g.id ${limitTo(OFTEN * 2)}`;
  return {
    clear: await ids(owned(false)),
    debtors: await ids(owned(true)),
    payments: await ids(
      sql<{ id: number }>`select c.id from contribution c where c.kind = 'payment' and c.payment_type_id = 1
        and (select count(*) = 1 and min(o.po_id) = ${po} from balance_operation o where o.contribution_id = c.id) order by c.id desc ${limitTo(OFTEN)}`,
    ),
    cases: await ids(
      sql<{ id: number }>`select c.id from reregistration c where c.po_id = ${po} and c.status in (1, 2, 3, 6)
        order by c.reason_id, c.id ${limitTo(OFTEN)}`,
    ),
    meetings: await ids(
      sql<{
        id: number;
      }>`select id from notification where po_id = ${po} and kind = 'meeting' order by id ${limitTo(OFTEN)}`,
    ),
    members: await ids(
      sql<{
        id: number;
      }>`select id from profile where po_id = ${po} and is_voa_member and merged_into is null order by id ${limitTo(OFTEN)}`,
    ),
  };
}

/** Finished; one in seven has lost its force, some of these have another instead, some were copied. */
async function endSome(tx: Write['tx'], user: number): Promise<void> {
  await sql`update document set state = 'valid'`.execute(tx);
  await sql`update document d set state = 'cancelled', cancel_reason = 'Опечатка в дате: документ выдан заново',
    ended_at = d.printed_at + interval '1 hour', ended_by = ${user} where d.id % 7 = 0`.execute(tx);
  await sql`update document d set state = 'replaced', replaced_by = other.id, cancel_reason = 'Изменились сведения о владельце'
    from document other where d.state = 'cancelled' and d.id % 2 = 0 and other.state = 'valid' and other.type_id = d.type_id
      and other.po_id = d.po_id and other.id = (select min(x.id) from document x where x.state = 'valid' and x.type_id = d.type_id and x.po_id = d.po_id and x.id > d.id)`.execute(
    tx,
  );
  await sql`insert into document (region_id, mo_id, po_id, type_id, context, garage_id, profile_id, contribution_id, reregistration_id, number, year,
      on_date, from_date, state, copy_of, check_code, snapshot, template_nth, printed_by, printed_at)
    select region_id, mo_id, po_id, type_id, context, garage_id, profile_id, contribution_id, reregistration_id, number, year,
      on_date, from_date, 'valid', id, check_code, snapshot, template_nth, printed_by, printed_at + interval '20 minutes'
    from document where state = 'valid' and id % 11 = 0`.execute(tx);
}
