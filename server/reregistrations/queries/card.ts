// SQL of one case: what a write needs of it, its form as it was saved, the card.
import { personOfLine } from '../../kernel/alias.ts';
import { sql } from 'kysely';
import { read } from '../../kernel/read.ts';
import type { ReregistrationCard } from '../../../contract/reregistrations.ts';
import type { Ctx, ReadDb, WriteDb } from '../../kernel/ctx.ts';
import { inScope } from '../../kernel/scope.ts';
import { ifPresent, maskedPhone } from '../../profiles/queries.ts';
import { formerSigns, papersOf, PIB, reasonOf, reasons, type Minors, type PaperKind } from '../rules/reasons.ts';
import type { KnownForm } from './facts.ts';

type Db = ReadDb;

/** A case in scope. Drafts are their author's alone. */
const caseInScope = (ctx: Ctx, db: Db, id: number) =>
  db
    .selectFrom('reregistration as r')
    .where('r.id', '=', id)
    .where(inScope(ctx.actor, 'r'))
    .where((e) => e.or([e('r.status', '<>', 0), e('r.author_id', '=', ctx.actor.userId)]))
    .selectAll('r');
export const caseById = (ctx: Ctx, id: number, db: Db = ctx.db) => caseInScope(ctx, db, id).executeTakeFirst();
export async function lockedCase(ctx: Ctx, tx: WriteDb, id: number) {
  // Halves of an exchange are held in one order, whichever of them is pressed: two hands never wait for each other.
  await sql`select id from reregistration where id = ${id} or id = (select pair_id from reregistration where id = ${id})
    order by id for update`.execute(tx);
  return caseInScope(ctx, tx, id).forUpdate().executeTakeFirst();
}
export type CaseRecord = NonNullable<Awaited<ReturnType<typeof caseById>>>;

/** The other half of an exchange under its lock, whoever sees it: what is done to one is done to both. */
export const otherHalf = async (tx: WriteDb, { pair_id }: CaseRecord): Promise<CaseRecord | undefined> =>
  pair_id
    ? tx.selectFrom('reregistration').where('id', '=', pair_id).selectAll().forUpdate().executeTakeFirst()
    : undefined;

/** People of a case; of those whose tie to the place is over the names alone. */
export const partiesOf = (ctx: Ctx, db: Db, id: number) =>
  db
    .selectFrom('reregistration_party as y')
    .innerJoin('profile as p', 'p.id', 'y.profile_id')
    .where('y.reregistration_id', '=', id)
    .orderBy(sql`array_position(array['old', 'transit', 'new'], y.side)`)
    .orderBy('y.nth')
    .select([
      'y.id',
      'y.side',
      'y.profile_id',
      'p.full_name',
      sql<string | null>`case when p.phones <> '{}' then ${ifPresent(ctx, maskedPhone(sql`p.phones[1]`))} end`.as(
        'phone',
      ),
      // Who leaves had the share that stands in the register; of a completed case it is the line that was closed.
      sql<string | null>`coalesce(y.share_num || '/' || y.share_den,
        (select o.share_num || '/' || o.share_den from ownership o where o.id = y.ownership_id))`.as('share'),
      'y.is_primary',
      'y.ownership_id',
      sql<boolean>`coalesce(${ifPresent(ctx, sql`p.is_voa_member`)}, false)`.as('isVOAMember'),
      sql<string | null>`${ifPresent(ctx, sql`p.voa_entry_date`)}`.as('voaEntryDate'),
      'y.on_date',
      'y.reason_id as reason',
      'y.paper',
    ])
    .execute();
export type PartyRow = Awaited<ReturnType<typeof partiesOf>>[number];

/** What of the form has no column of its own. */
export interface KeptDetails {
  fields?: KnownForm['details'];
  shares?: Record<string, string | null>;
  exchangeGarage?: number | null;
  pibNumber?: string | null;
  pibDate?: string | null;
  acknowledged?: number[];
}

/** Reason «Обмен». */
const EXCHANGE = 4;

/** The form as it was saved. */
export function formOf(row: CaseRecord, parties: readonly PartyRow[]): KnownForm {
  const kept = row.details as KeptDetails;
  const side = (name: string) => parties.filter((party) => party.side === name);
  return {
    reason: row.reason_id,
    dateRequest: row.date_request,
    date: row.on_date,
    newOwner: side('new').map(({ profile_id, share, is_primary }) => ({
      profileId: profile_id,
      share,
      isPrimary: is_primary,
    })),
    leaving: side('old').flatMap(({ ownership_id }) => (ownership_id ? [ownership_id] : [])),
    alreadyExistTransitProfile: side('transit').map(({ profile_id, on_date, reason, paper }) => ({
      profileId: profile_id,
      date: on_date ?? row.on_date,
      reason: reason ?? row.reason_id,
      paper,
    })),
    shares: kept.shares ?? {},
    // A garage chosen for an exchange that is none any more is nobody's other half.
    exchangeGarage: row.reason_id === EXCHANGE ? (kept.exchangeGarage ?? null) : null,
    keepHimself: row.keep_himself,
    garagePrice: row.price_kopecks,
    details: kept.fields ?? {},
    debtAnswer: row.debt_answer as KnownForm['debtAnswer'],
    pibNumber: kept.pibNumber ?? null,
    pibDate: kept.pibDate ?? null,
    acknowledged: kept.acknowledged ?? [],
    comment: row.comment,
  };
}

/** The form as the wizard takes it back. */
export const shownForm = (form: KnownForm): ReregistrationCard['form'] => ({
  ...form,
  alreadyExistTransitProfile: form.alreadyExistTransitProfile.map(({ profileId, ...step }) => ({
    ...step,
    owner: { profileId, share: null, isPrimary: false },
  })),
});

/** Whether a child, somebody of 14 to 18, is among those who come by a case `r` on its day. */
export const hasNewcomer = (of: 'child' | 'teen') => hasYoung('new', of);
const hasYoung = (
  side: 'new' | 'old',
  of: 'child' | 'teen',
) => sql<boolean>`exists (select 1 from reregistration_party y
  join profile p on p.id = y.profile_id where y.reregistration_id = r.id and y.side = ${sql.lit(side)} and p.kind = 'person' ${side === 'old' ? sql`and p.voa_status_id <> 8` : sql``}
    and ${of === 'child' ? sql`p.birthday > r.on_date - interval '14 years'` : sql`p.birthday > r.on_date - interval '18 years' and p.birthday <= r.on_date - interval '14 years'`})`;

/** The same among those who leave by a case `r` and sign. */
export const hasLeaver = (of: 'child' | 'teen') =>
  sql<boolean>`(r.reason_id in (${sql.raw(signedByFormer)}) and ${hasYoung('old', of)})`;
const signedByFormer = reasons
  .filter(formerSigns)
  .map(({ id }) => id)
  .join(', ');

/** Children on both sides of a saved case. */
export async function minorsOfCase(db: Db, id: number): Promise<Minors> {
  const [row] = await read(
    db,
    sql<Minors>`select ${hasNewcomer('child')} as child, ${hasNewcomer('teen')} as teen, ${hasLeaver('child')} as "oldChild", ${hasLeaver('teen')} as "oldTeen" from reregistration r where r.id = ${id}`,
  );
  return row!;
}

/** @param minors children on its sides, where the reader may not know all of them */
export async function shownPapers(
  ctx: Ctx,
  db: Db,
  row: CaseRecord,
  minors?: Minors,
): Promise<Pick<ReregistrationCard, 'papers' | 'pib_file'>> {
  const rows = await read(
    db,
    sql<{
      kind: string;
      number: string | null;
      on_date: string | null;
      received_at: string | null;
      received_by: string | null;
      file_id: number | null;
      file_name: string | null;
    }>`select y.kind, y.number, y.on_date, y.received_at, y.file_id, f.name as file_name,
      trim(u.last_name || ' ' || left(u.first_name, 1) || '.') as received_by
    from reregistration_paper y left join app_user u on u.id = y.received_by left join stored_file f on f.id = y.file_id
    where y.reregistration_id = ${row.id}`,
  );
  const known = new Map(rows.map((paper) => [paper.kind, paper]));
  // A scan shows personal data: only those who keep the register open it, by a call of its own.
  const scanOf = ({ kind, title }: PaperKind) => {
    const paper = known.get(kind);
    return paper?.file_id && ctx.actor.capabilities.includes(1)
      ? { id: paper.file_id, name: paper.file_name ?? title }
      : null;
  };
  const needed = papersOf(reasonOf(row.reason_id), row.debt_answer, minors ?? (await minorsOfCase(db, row.id)));
  const papers = needed.map((one) => {
    const paper = known.get(one.kind);
    return {
      ...one,
      number: paper?.number ?? null,
      on_date: paper?.on_date ?? null,
      received_at: paper?.received_at ?? null,
      received_by: paper?.received_by ?? null,
      file: scanOf(one),
    };
  });
  return { papers, pib_file: scanOf(PIB) };
}

/** Owners as they stood before a case that is over: those who stayed are told too; nothing where it never ended. */
export async function ownersBefore(db: Db, row: CaseRecord): Promise<ReregistrationCard['owners'] | null> {
  const { before } = (row.outcome ?? {}) as { before?: { id: number; share: string | null }[] };
  if (!before || ![3, 5].includes(row.status)) return null;
  const rows = await db
    .selectFrom('ownership as o')
    .innerJoin('profile as p', 'p.id', 'o.profile_id')
    .where('o.id', 'in', [0, ...before.map(({ id }) => id)])
    .select(['o.id', 'p.full_name', 'o.started_on'])
    .execute();
  const known = new Map(rows.map((owner) => [owner.id, owner]));
  return before.flatMap(({ id, share }) => {
    const owner = known.get(id);
    return owner ? [{ id, full_name: owner.full_name ?? '', share, started_on: owner.started_on }] : [];
  });
}

interface CardFacts {
  garage: ReregistrationCard['garage'];
  po: ReregistrationCard['po'];
  mo: ReregistrationCard['mo'];
  author: string;
  reviewer: string | null;
  annul_asked: string | null;
  days: number;
  events: ReregistrationCard['events'];
  representatives: ReregistrationCard['representatives'];
  po_can_complete: boolean;
  /** The other half of the exchange lies in another ПО. */
  is_across: boolean;
}
const nameOf = (alias: string) =>
  sql`trim(${sql.ref(`${alias}.last_name`)} || ' ' || left(${sql.ref(`${alias}.first_name`)}, 1) || '.')`;

/** What stands beside a case on its card. */
export async function cardFacts(db: Db, id: number): Promise<CardFacts> {
  const rows = await read(
    db,
    sql<CardFacts>`
    select json_build_object('id', g.id, 'section', g.section, 'number', g.number, 'is_active', g.is_active, 'po_name', po.name,
        'account_no', g.account_no, 'version', g.version) as garage,
      json_build_object('id', po.id, 'name', po.name) as po, json_build_object('id', mo.id, 'name', mo.name) as mo,
      ${nameOf('a')} as author, case when v.id is not null then ${nameOf('v')} end as reviewer, t.days, po.po_can_complete,
      coalesce((select h.po_id <> r.po_id from reregistration h where h.id = r.pair_id), false) as is_across,
      case when k.id is not null then ${nameOf('k')} || ': ' || coalesce(r.annul_asked_reason, '') end as annul_asked,
      coalesce((select json_agg(json_build_object('id', e.id, 'at', e.at, 'who', e.user_name, 'verb', e.verb, 'text', e.text, 'comment', e.comment) order by e.id desc)
        from reregistration_event e where e.reregistration_id = r.id), '[]') as events,
      coalesce((select json_agg(json_build_object('id', x.id, 'side', x.side, 'profile_id', x.profile_id, 'full_name', x.full_name, 'number', x.number, 'issued_on', x.issued_on,
        'notary', x.notary, 'valid_until', x.valid_until, 'powers', x.powers, 'is_legal', x.is_legal) order by x.id)
        from reregistration_representative x where x.reregistration_id = r.id), '[]') as representatives
    from reregistration r join garage g on g.id = r.garage_id join po on po.id = r.po_id join mo on mo.id = r.mo_id
      join app_user a on a.id = r.author_id left join app_user v on v.id = r.reviewer_id left join app_user k on k.id = r.annul_asked_by
      join reregistration_term t on t.reason_id = r.reason_id
    where r.id = ${id}`,
  );
  return rows[0]!;
}

/**
 * Payments of the garage since a case was completed, without those undone; of each the other garages of its payer, among
 * those of the МО that the reader sees.
 */
export async function paymentsSince(ctx: Ctx, db: Db, row: CaseRecord): Promise<ReregistrationCard['payments_since']> {
  if (row.status !== 3 || !row.completed_at) return [];
  const { lastLine } = (row.outcome ?? {}) as { lastLine?: number };
  const after =
    lastLine === undefined ? sql`o.created_at > ${row.completed_at}::timestamptz` : sql`o.id > ${lastLine}::bigint`;
  return read(
    db,
    sql<ReregistrationCard['payments_since'][number]>`
    select o.id, o.on_date, o.amount_kopecks, p.full_name as payer, trim(h.section || ' ' || h.number) as garage,
      coalesce((select json_agg(json_build_object('id', g.id, 'section', g.section, 'number', g.number, 'is_active', g.is_active, 'po_name', po.name)
          order by po.sort_key, g.section_key, g.number_key, g.id)
        from garage g join po on po.id = g.po_id where g.id <> o.garage_id and g.mo_id = ${row.mo_id} and g.is_active and ${inScope(ctx.actor, 'g')}
          and exists (select 1 from ownership w where w.garage_id = g.id and w.ended_on is null and w.profile_id = coalesce(p.merged_into, p.id))), '[]') as garages
    from balance_operation o join garage h on h.id = o.garage_id left join profile p on p.id = ${personOfLine('o')}
    where o.garage_id = ${row.garage_id} and o.sign > 0 and o.payment_type_id is not null and o.reversal_of is null and o.debtor_id is null
      and ${after} and not exists (select 1 from balance_operation u where u.reversal_of = o.id)
    order by o.on_date, o.id`,
  );
}

/** Papers printed for a completed case that are valid, without their copies, the first first. */
export async function validPapers(db: Db, { id, status }: CaseRecord): Promise<ReregistrationCard['valid_papers']> {
  if (status !== 3) return [];
  return read(
    db,
    sql<ReregistrationCard['valid_papers'][number]>`select d.id, d.number, k.name as type
      from document d join document_type k on k.id = d.type_id
      where d.reregistration_id = ${id} and d.copy_of is null and d.state in ('valid', 'printing') order by d.id`,
  );
}

/** Whether anything was paid since a completion, on either garage of an exchange: both are undone together. */
export async function wasPaidSince(ctx: Ctx, db: Db, row: CaseRecord): Promise<boolean> {
  if ((await paymentsSince(ctx, db, row)).length) return true;
  if (!row.pair_id) return false;
  const pair = await db.selectFrom('reregistration').where('id', '=', row.pair_id).selectAll().executeTakeFirst();
  return pair !== undefined && (await paymentsSince(ctx, db, pair as CaseRecord)).length > 0;
}
