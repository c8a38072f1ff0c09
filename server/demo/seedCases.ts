// Re-registrations of the demo world: forty cases in every state, each reason at least once, tariffs.
import { sql } from 'kysely';
import type { Write } from '../kernel/act.ts';
import { papersOf, reasonOf } from '../reregistrations/rules/reasons.ts';
import { limitTo } from '../db/planned.ts';

/** Cases by state; completed ones tell what the register already knows of its former owners. */
const open = [
  ...Array<number>(4).fill(0),
  ...Array<number>(6).fill(1),
  ...Array<number>(10).fill(2),
  ...Array<number>(4).fill(6),
  ...Array<number>(4).fill(4),
  ...Array<number>(3).fill(5),
];
const COMPLETED = 7;
/** Reasons in turn; an exchange is two cases at once and comes by itself. */
const reasons = [1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12, 13];
/** Fields of the reasons, as an applicant fills them. */
const fields: Record<number, Record<string, string>> = {
  2: { relation: 'сын' },
  3: {
    inheritanceCertificate: '78 АВ 3114020',
    inheritanceDate: '2026-02-20',
    notary: 'Лапина О. Ю.',
    deathCertificate: 'II-АК 512904',
    deathDate: '2025-08-14',
  },
  5: {
    courtDecisionNumber: '2-318/2026',
    courtDecisionDate: '2026-03-02',
    court: 'Приморский районный суд',
    courtInForce: '2026-04-03',
  },
  6: { documentNumber: '78 АГ 41', documentDate: '2026-04-15' },
  8: { protocolNumber: '12', protocolDate: '2026-04-20' },
  11: { relation: 'дочь' },
  12: { newLastName: 'Лесная' },
};
const closings = ['refused', 'withdrawn', 'lapsed'];

interface Subject {
  garage_id: number;
  region_id: number;
  mo_id: number;
  po_id: number;
  version: number;
  ownership_id: number;
  owner: number;
  other: number;
  /** Of a shared garage the ownership that stays when the other leaves. */
  stays: number | null;
}

export async function seedCases({ tx }: Write, users: { author: number }, now: Date): Promise<void> {
  await sql`insert into reregistration_tariff (tariff_group, is_member, valid_from, amount_kopecks) values
    ('full', null, '2024-01-01', 500000), ('full', true, '2024-01-01', 300000), ('relative', null, '2024-01-01', 150000),
    ('heir', null, '2024-01-01', 150000), ('court', null, '2024-01-01', 150000), ('half', null, '2024-01-01', 150000),
    ('entrance', null, '2024-01-01', 100000)`.execute(tx);
  const subjectsOf = (isShared: boolean, most: number) =>
    sql<Subject>`
    select g.id as garage_id, g.region_id, g.mo_id, g.po_id, g.version, o.id as ownership_id, o.profile_id as owner,
      (select p.id from profile p where p.po_id = g.po_id and p.id <> o.profile_id and p.merged_into is null order by (p.id * 7 + g.id) % 97, p.id limit 1) as other,
      (select min(x.id) from ownership x where x.garage_id = g.id and x.ended_on is null and x.id <> o.id and x.share_num is not null) as stays
    from garage g join ownership o on o.garage_id = g.id and o.ended_on is null
    where g.is_active and o.is_primary <> ${isShared}
      and o.id = (select max(last.id) from ownership last where last.garage_id = g.id and last.ended_on is null)
      and ${isShared} = exists (select 1 from ownership x where x.garage_id = g.id and x.ended_on is null and x.id <> o.id)
    order by g.id % 17, g.id ${limitTo(most)}`.execute(tx);
  const { rows: subjects } = await subjectsOf(false, open.length + 2);
  // Somebody can be taken out only where another owner stays.
  const { rows: shared } = await subjectsOf(true, open.length);
  for (const [nth, subject] of subjects.slice(0, open.length).entries()) {
    const reason = reasons[nth % reasons.length]!;
    const whose = (reason === 10 && shared.shift()) || subject;
    await seedCase({ tx }, whose, { status: open[nth]!, reason, nth }, users.author, now);
  }
  const [one, other] = subjects.filter((subject) => subject.mo_id === subjects.at(-1)!.mo_id).slice(-2);
  if (one && other) await seedExchange({ tx }, one, other, users.author, now);
  await seedCompleted({ tx }, users.author);
}

/** Two garages that change places: two cases, each the other's half. */
async function seedExchange({ tx }: Pick<Write, 'tx'>, one: Subject, other: Subject, author: number, now: Date) {
  const seen = { status: 2, reason: 4, nth: 3 };
  const first = await seedCase({ tx }, { ...one, other: other.owner }, seen, author, now);
  const second = await seedCase({ tx }, { ...other, other: one.owner }, seen, author, now);
  const pairOf = async (id: number, pair: number, garage: number) =>
    tx
      .updateTable('reregistration')
      .set({ pair_id: pair, details: JSON.stringify({ fields: {}, shares: {}, exchangeGarage: garage }) })
      .where('id', '=', id)
      .execute();
  await pairOf(first, second, other.garage_id);
  await pairOf(second, first, one.garage_id);
}

async function seedCase(
  { tx }: Pick<Write, 'tx'>,
  subject: Subject,
  { status, reason, nth }: { status: number; reason: number; nth: number },
  author: number,
  now: Date,
): Promise<number> {
  const at = new Date(now.getTime() - (1 + (nth % 20)) * 86_400_000).toISOString();
  const { garage_id, region_id, mo_id, po_id, version } = subject;
  const { id } = await tx
    .insertInto('reregistration')
    .values({
      garage_id,
      region_id,
      mo_id,
      po_id,
      garage_version: version,
      status,
      reason_id: reason,
      closing: status === 4 ? closings[nth % closings.length]! : null,
      closing_reason: status === 4 ? 'Стороны не принесли документы' : null,
      date_request: at.slice(0, 10),
      on_date: at.slice(0, 10),
      price_kopecks: reason === 1 ? 35_000_000 : null,
      details: JSON.stringify({
        fields: fields[reason] ?? {},
        shares: reason === 10 && subject.stays ? { [subject.stays]: '1/1' } : {},
        exchangeGarage: null,
      }),
      comment: reason === 13 ? 'В книге записан прежний владелец, исправлено по акту комиссии' : null,
      author_id: author,
      applied_at: status === 0 ? null : at,
      taken_at: [2, 4, 5].includes(status) ? at : null,
      annulled_at: status === 5 ? at : null,
      last_event_at: at,
      created_at: at,
      updated_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const parties: { side: string; profile_id: number; ownership_id: number | null }[] = [];
  if (reason !== 9) parties.push({ side: 'old', profile_id: subject.owner, ownership_id: subject.ownership_id });
  if (![7, 10, 12].includes(reason)) parties.push({ side: 'new', profile_id: subject.other, ownership_id: null });
  await tx
    .insertInto('reregistration_party')
    .values(parties.map((party) => ({ ...party, reregistration_id: id, nth: 0, is_primary: true })))
    .execute();
  await tx
    .insertInto('reregistration_event')
    .values({
      reregistration_id: id,
      at,
      user_id: author,
      user_name: 'Демонстрационные данные',
      verb: 'draft',
      status,
      text: 'Дело начато',
    })
    .execute();
  if ([1, 2, 6].includes(status))
    await tx.updateTable('garage').set({ locked_by_reregistration: id }).where('id', '=', garage_id).execute();
  await seedReceived({ tx }, { id, reason, status, nth, at }, author);
  return id;
}

/** Every other case in work has all its papers, the rest lack one. */
async function seedReceived(
  { tx }: Pick<Write, 'tx'>,
  { id, reason, status, nth, at }: { id: number; reason: number; status: number; nth: number; at: string },
  author: number,
) {
  const papers = papersOf(reasonOf(reason), null).filter((paper) => paper.required);
  const there = status === 2 ? papers.slice(nth % 2 ? 0 : 1) : [];
  if (there.length)
    await tx
      .insertInto('reregistration_paper')
      .values(there.map(({ kind }) => ({ reregistration_id: id, kind, received_at: at, received_by: author })))
      .execute();
}

/**
 * Changes of owners that the register knows, told as completed cases with what they did: so they can be annulled like any
 * other. Only those where one owner followed one other.
 */
const seedCompleted = ({ tx }: Pick<Write, 'tx'>, author: number) =>
  sql`
  with change as (
    select g.id as garage_id, g.region_id, g.mo_id, g.po_id, e.id as closed, p.id as opened, e.profile_id as former, p.profile_id as present, p.started_on
    from ownership p join garage g on g.id = p.garage_id
      join lateral (select * from ownership e where e.garage_id = p.garage_id and e.ended_on = p.started_on order by e.id limit 1) e on true
    where p.ended_on is null and p.is_primary and g.is_active and g.locked_by_reregistration is null
      and (select count(*) from ownership x where x.garage_id = g.id and (x.ended_on is null or x.ended_on = p.started_on)) = 2
    order by p.started_on desc, g.id ${limitTo(COMPLETED)}
  ), made as (
    insert into reregistration (garage_id, region_id, mo_id, po_id, status, reason_id, date_request, on_date, author_id, completed_by,
      applied_at, taken_at, completed_at, last_event_at, outcome)
    select garage_id, region_id, mo_id, po_id, 3, 2, started_on, started_on, ${author}::int, ${author}::int,
      started_on::timestamptz, started_on::timestamptz, started_on::timestamptz + interval '9 days', started_on::timestamptz + interval '9 days',
      jsonb_build_object('before', jsonb_build_array(jsonb_build_object('id', closed, 'share', null, 'is_primary', true)),
        'closed', jsonb_build_array(closed), 'opened', jsonb_build_array(opened),
        'feeDocument', null, 'entranceDocument', null, 'debt', null, 'name', null) from change
    returning id, garage_id
  ), marked as (
    update ownership set reregistration_id = made.id from made join change using (garage_id) where ownership.id = change.opened
  ), ended as (
    update ownership set ended_by_reregistration = made.id from made join change using (garage_id) where ownership.id = change.closed
  )
  insert into reregistration_party (reregistration_id, side, nth, profile_id, is_primary, ownership_id)
  select made.id, side.name, 0, case side.name when 'old' then change.former else change.present end, true,
    case side.name when 'old' then change.closed end
  from made join change using (garage_id) cross join (values ('old'), ('new')) as side(name)`.execute(tx);
