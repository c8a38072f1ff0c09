// SQL of receivers: whom a selection names, with everything that decides what they get.
import { sql, type RawBuilder } from 'kysely';
import { levelOf } from '../../../contract/kernel/scope.ts';
import type { MailingKind, MailingSelection } from '../../../contract/notifications.ts';
import { PENALTY } from '../../balance/rules.ts';
import { owedEntries, settled } from '../../balance/queries.ts';
import { ofAnyCard } from '../../kernel/alias.ts';
import { todayOf, type Ctx, type ReadDb, type WriteDb } from '../../kernel/ctx.ts';
import { read } from '../../kernel/read.ts';
import { inScope, isWard, ownMo, ownPo, personInScope, personPresent, placeScope } from '../../kernel/scope.ts';
import { heldBy, isFormerOwner } from './former.ts';
import { SmsPrices, type SmsPrice } from '../rules/smsPrices.ts';
import { chosenGarages, chosenPeople, idsOf, leftOut, ownershipsOf, readersOf, type Wards } from './wards.ts';

export interface ReceiverGarage {
  id: number;
  po_id: number;
  section: string;
  number: string;
  account: string;
  debt: number;
  /** It is no more his: the debt is what was left to him. */
  isLeft: boolean;
}
export interface ReceiverRow {
  id: number;
  last_name: string;
  first_name: string;
  father_name: string;
  email: string | null;
  is_bounced: boolean;
  phones: string[];
  is_member: boolean;
  is_former: boolean;
  is_deceased: boolean;
  is_restricted: boolean;
  is_unrepresented: boolean;
  po_id: number | null;
  consents: string[];
  revoked: string[];
  unsubscribed: string[];
  is_repeated: boolean;
  had_template: boolean;
  debt_sms_day: number;
  debt_sms_week: number;
  garages: ReceiverGarage[];
}

type Db = ReadDb | WriteDb;
const run = read;

const chosen = (selection: MailingSelection, id: RawBuilder<unknown>, conditions: RawBuilder<boolean>) =>
  selection.all
    ? sql`(${conditions} and not ${id} = any(${selection.excluded}::int[]))`
    : sql`${id} = any(${selection.included}::int[])`;

/** People of a selection with the garages they are written about, by name. `except` is the mailing itself. */
export function receiverRows(
  ctx: Ctx,
  db: Db,
  selection: Exclude<MailingSelection, { of: 'officials' }>,
  {
    kind,
    except,
    template,
    wards,
    isOfCase,
  }: {
    kind: MailingKind;
    except: number;
    template: number | null;
    wards: Wards;
    /** A notice to the sides of a case: who sold by it is told of it. */
    isOfCase: boolean;
  },
): Promise<ReceiverRow[]> {
  const now = ctx.now().toISOString();
  const isByGarage = selection.of === 'garages';
  // «is true» keeps the planner from joining: by thousands of garages it would look each one up by its number.
  const isPicked = (id: RawBuilder<unknown>) =>
    selection.all ? sql`(${id} in (select id from picked)) is true` : sql`${id} in (select id from picked)`;
  const people = isByGarage
    ? sql`p.id in (select o.profile_id from ${ownershipsOf(wards)} o where o.ended_on is null and ${isPicked(sql`o.garage_id`)})
        and not p.id = any(${leftOut(selection, wards)}::int[])`
    : wards.all.length
      ? sql`(${chosenPeople(ctx, selection)} or p.id = any(${readersOf(wards)}::int[])) and not p.id = any(${idsOf(wards)}::int[])`
      : chosenPeople(ctx, selection);
  const picked = isByGarage ? chosenGarages(ctx, selection) : sql`select 0 as id`;
  const amongWho = (column: RawBuilder<unknown>) => sql`and ${column} in (select id from who)`;
  const held = heldBy(ctx.actor, wards, !isByGarage && kind === 'debt', amongWho);
  const isIts = isByGarage ? isPicked(sql`g.id`) : sql`${inScope(ctx.actor, 'g')} and (g.is_active or ${held.isLeft})`;
  const sold = isOfCase || isByGarage ? sql`false` : isFormerOwner(ctx.actor, sql`p.id`, todayOf(ctx), amongWho);
  const sent = (since: string, more: RawBuilder<unknown>) => sql`(select count(*)::int from notification_message m
    join notification n on n.id = m.notification_id where ${ofAnyCard(sql`m.profile_id`, sql`p.id`)} and m.notification_id <> ${except}
    and m.status in (0, 1, 2, 3, 11) and m.created_at > ${now}::timestamptz - ${since}::interval and ${more})`;
  // What others wrote to a person of two places is theirs to know; the law's limit of debt SMS alone is one for all who write.
  const ours = inScope(ctx.actor, 'n');
  const debtSms = sql`m.channel = 'sms' and n.kind = 'debt'`;
  return run(
    db,
    sql<ReceiverRow>`with picked as materialized (${picked}),
    who as materialized (select p.id from profile p where p.merged_into is null and ${personInScope(ctx.actor, 'p')} and ${people}
      order by p.name_key, p.id limit 10001),
    -- Gathered for all of them at once: asked for each person, a whole place would be read thousands of times.
    owned as materialized (select own.profile_id, json_agg(json_build_object('id', g.id, 'po_id', g.po_id, 'section', g.section, 'number', g.number,
        'account', g.account_no, 'debt', coalesce(${held.debt}, 0), 'isLeft', ${held.isLeft}) order by g.po_id, g.section_key, g.number_key) as garages
      from ${held.rows} own join garage g on g.id = own.garage_id left join garage_balance b on b.garage_id = g.id
      where own.ended_on is null and own.profile_id in (select id from who) and ${isIts} group by own.profile_id),
    agreed as materialized (select c.profile_id, array_agg(distinct c.kind) filter (where c.revoked_at is null) as consents,
        array_agg(distinct c.kind) filter (where c.revoked_at is not null) as withdrawn
      from consent c where c.profile_id in (select id from who) group by c.profile_id)
    select p.id, p.last_name, p.first_name, p.father_name, p.email, coalesce(p.bounced_key = md5(lower(p.email)), false) as is_bounced, p.phones, p.is_voa_member as is_member,
      -- Whoever owns a garage here now is no former one: only the others are asked about.
      case when owned.profile_id is null then not ${personPresent(ctx.actor, 'p', todayOf(ctx))} or ${sold} else false end as is_former, p.voa_status_id = 8 or p.is_anonymised as is_deceased,
      p.restricted_at is not null as is_restricted, ${isWard('p', todayOf(ctx))} as is_unrepresented, p.po_id,
      coalesce(agreed.consents, '{}') as consents,
      array(select unnest(agreed.withdrawn) except select unnest(agreed.consents)) as revoked,
      coalesce((select array_agg(distinct u.channel) from unsubscription u where ${ofAnyCard(sql`u.profile_id`, sql`p.id`)} and u.kind = ${kind}), '{}') as unsubscribed,
      ${sent('24 hours', ours)} > 0 as is_repeated,
      ${template === null ? sql`false` : sql`${sent('12 months', sql`n.template_id = ${template} and ${ours}`)} > 0`} as had_template,
      ${sent('24 hours', debtSms)} as debt_sms_day, ${sent('7 days', debtSms)} as debt_sms_week,
      coalesce(owned.garages, '[]') as garages
    from who join profile p on p.id = who.id left join owned on owned.profile_id = p.id left join agreed on agreed.profile_id = p.id
    order by p.name_key, p.id`,
  );
}

export interface OfficialRow {
  id: number;
  last_name: string;
  first_name: string;
  father_name: string;
  email: string;
  po_id: number | null;
}
/** Heads of places, by the level of their right: whom alone a region writes to. */
const CHAIRMEN = sql`coalesce(r.role, u.role) = case when r.po_id is not null then 'chairman' when r.mo_id is not null then 'mo_head' end`;

type OfOfficials = Extract<MailingSelection, { of: 'officials' }>;
/** A right stands at the place itself, `place` being an МО or a ПО of it. */
const ofChosenPlaces = ({ moFilter = [], poFilter = [] }: OfOfficials) =>
  moFilter.length + poFilter.length
    ? sql`and (place.mo_id = any(${moFilter}::int[]) or place.po_id = any(${poFilter}::int[]))`
    : sql``;
/** A region writes to heads alone. */
const headsFor = ({ actor }: Ctx) => (levelOf(actor) === 'region' ? sql`and ${CHAIRMEN}` : sql``);

/** Chosen МО and ПО, the actor's own place left out, where no account could be written to: what goes to «all chairmen» misses them. */
export const unreadPlaces = (ctx: Ctx, db: Db, selection: OfOfficials) =>
  run(
    db,
    sql<{ name: string }>`select place.name from (
        select mo.region_id, mo.id as mo_id, null::int as po_id, mo.name from mo where mo.is_active
        union all select mo.region_id, mo.id, po.id, po.name from po join mo on mo.id = po.mo_id where po.is_active) as place
      where ${inScope(ctx.actor, 'place')} and (place.po_id is not null or ${levelOf(ctx.actor)} = 'region') ${ofChosenPlaces(selection)}
        and not exists (select 1 from user_right r join app_user u on u.id = r.user_id
          where u.is_active and (r.po_id = place.po_id or place.po_id is null and r.mo_id = place.mo_id) ${headsFor(ctx)})
      order by place.po_id is not null, place.name`,
  );

/** Users who work at the actor's place, by name; who writes is one of them only where a ПО tries mailings on its own people. */
export function officialRows(ctx: Ctx, db: Db, selection: OfOfficials) {
  const { actor } = ctx;
  const rightsHere = sql`from user_right r
    left join po on po.id = r.po_id left join mo on mo.id = coalesce(r.mo_id, po.mo_id)
    cross join lateral (select mo.region_id as region_id, mo.id as mo_id, po.id as po_id) as place
    where r.user_id = u.id and ${inScope(actor, 'place')} ${ofChosenPlaces(selection)} ${headsFor(ctx)}`;
  return run(
    db,
    sql<OfficialRow>`select u.id, u.last_name, u.first_name, u.father_name, u.email, (select min(place.po_id) ${rightsHere}) as po_id
    from app_user u where u.is_active and (u.id <> ${actor.userId}
        or exists (select 1 from po tries where tries.id = ${ownPo(actor)} and tries.mailing_trial)) and ${chosen(selection, sql`u.id`, sql<boolean>`true`)}
      and exists (select 1 ${rightsHere})
    order by u.last_name, u.first_name, u.id limit 10001`,
  );
}

export interface PoFacts {
  id: number;
  name: string;
  phone: string;
  chairman: string;
  org_form: string;
}
/** Names and phones of ПО as messages show them. */
export async function poFacts(db: Db, ids: readonly number[]): Promise<Map<number, PoFacts>> {
  const rows = await run(
    db,
    sql<PoFacts>`select id, name, coalesce(phone, chairman_phone, '') as phone, coalesce(chairman_name, '') as chairman, org_form
      from po where id = any(${ids}::int[])`,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

export interface TypeDebt {
  garage_id: number;
  name: string;
  type_id: number;
  owed: number;
}
/** What garages owe by type of charge. */
export const typeDebts = (db: Db, garages: readonly number[]) =>
  run(
    db,
    sql<TypeDebt>`select e.garage_id, coalesce(t.name, 'Прочее') as name, coalesce(e.type_id, 99) as type_id, sum(e.owed)::bigint as owed
      from (${owedEntries(sql`select unnest(${garages}::int[])`)}) as e left join accrual_type t on t.id = e.type_id
      where e.owed > 0 group by 1, 2, 3 order by 1, 3`,
  );

/** What of the debts of garages was left to whom, by type of charge. */
export const leftTypeDebts = (db: Db, garages: readonly number[]) =>
  run(
    db,
    sql<
      TypeDebt & { debtor: number }
    >`select s.garage_id, coalesce(a.merged_into, a.id) as debtor, coalesce(t.name, 'Прочее') as name,
        coalesce(s.type_id, 99) as type_id, sum(s.kopecks)::bigint as owed
      from ${settled(sql`select unnest(${garages}::int[])`)} as s join profile a on a.id = s.debtor_id left join accrual_type t on t.id = s.type_id
      where s.kind = 'charge' and s.kopecks > 0 group by 1, 2, 3, 4 order by 1, 2, 4`,
  );

export const isPenalty = ({ type_id }: TypeDebt) => type_id === PENALTY;

export interface SenderFacts {
  sent_from: string;
  region_id: number;
  mo_id: number | null;
  po_id: number | null;
  time_zone: string;
  /** What a part of an SMS costs, by how the number begins. */
  prices: SmsPrices;
  /** Days before a meeting by which its notice is due. */
  meeting_notice_days: number;
  confirm_above: number;
  approve_above: number | null;
  quiet_from: number;
  quiet_to: number;
  is_trial: boolean;
  is_enabled: boolean;
  /** Kopecks left for SMS this month; null without a limit. */
  left: number | null;
  /** The limit of its ПО or МО is 0. */
  is_sms_forbidden: boolean;
}
/**
 * Holds the limits of the place that writes till the transaction ends: of two mailings that start at once the second counts what
 * the first has taken. To be called before `senderFacts` wherever messages are written. Places without a limit wait for nobody.
 */
export async function holdLimit({ actor }: Pick<Ctx, 'actor'>, tx: WriteDb): Promise<void> {
  await sql`select id from mo where id = ${ownMo(actor)} and sms_limit_month is not null for no key update`.execute(tx);
  await sql`select id from po where id = ${ownPo(actor)} and sms_limit_month is not null for no key update`.execute(tx);
}

/** The place that writes: its name, price, limits of the month of `at`; the strictest limit of ПО and МО counts. */
export async function senderFacts(ctx: Ctx, db: Db, except: number, at = ctx.now()): Promise<SenderFacts | null> {
  const { actor } = ctx;
  const zone = ctx.timeZone ?? 'Europe/Moscow';
  const local = sql`date_trunc('month', ${at.toISOString()}::timestamptz at time zone ${zone})`;
  const month = sql`(${local} at time zone ${zone})`;
  const next = sql`((${local} + interval '1 month') at time zone ${zone})`;
  // What is planned for the month, by its whole cost; of what has begun, what was handed over in it and what still waits. What
  // waits for a second person has no moment, or one that is past: it may leave any day.
  const spent = (condition: RawBuilder<unknown>) => sql`((select coalesce(sum(n.cost_kopecks), 0) from notification n
    where ${condition} and n.status = 1 and n.id <> ${except} and (n.scheduled_at >= ${month} or n.awaits_approval) and (n.scheduled_at < ${next} or n.scheduled_at is null))
    + (select coalesce(sum(coalesce(m.billed_kopecks, m.cost_kopecks)), 0) from notification n join notification_message m on m.notification_id = n.id
    where ${condition} and n.status between 2 and 7 and n.id <> ${except} and (n.status in (2, 3) or n.finished_at >= ${month})
      and (m.handed_at >= ${month} or m.handed_at is null and m.status = 0 and not m.superseded)))`;
  const [row] = await run(
    db,
    sql<Omit<SenderFacts, 'prices'> & { rows: SmsPrice[]; left_po: number | null; left_mo: number | null }>`
    select coalesce(po.name, mo.name, r.name) as sent_from, r.id as region_id, mo.id as mo_id, po.id as po_id,
      coalesce(mo.time_zone, r.time_zone) as time_zone, (select json_agg(json_build_object('prefix', s.prefix, 'kopecks', s.kopecks)) from sms_price s) as rows,
      coalesce(mo.meeting_notice_days, 14) as meeting_notice_days, coalesce(mo.confirm_above, 200) as confirm_above, mo.approve_above, coalesce(mo.quiet_from, 21) as quiet_from,
      coalesce(mo.quiet_to, 9) as quiet_to, coalesce(po.mailing_trial, false) as is_trial,
      r.mailing_enabled and coalesce(mo.mailing_enabled, true) and coalesce(po.mailing_enabled, true) as is_enabled,
      coalesce(po.sms_limit_month = 0, false) or coalesce(mo.sms_limit_month = 0, false) as is_sms_forbidden,
      case when po.sms_limit_month is not null then (po.sms_limit_month::bigint * 100 - ${spent(sql`n.po_id = po.id`)})::bigint end as left_po,
      case when mo.sms_limit_month is not null then (mo.sms_limit_month::bigint * 100 - ${spent(sql`n.mo_id = mo.id`)})::bigint end as left_mo
    from region r
      left join po on po.id = ${ownPo(actor)}
      left join mo on mo.id = ${ownMo(actor)}
    where r.id = mo.region_id or ${placeScope(actor, { region: 'r.id' })}`,
  );
  if (!row) return null;
  const limits = [row.left_po, row.left_mo].filter((left) => left !== null);
  const { rows, ...facts } = row;
  return {
    ...facts,
    prices: new SmsPrices(rows),
    left: limits.length ? Math.max(0, Math.min(...limits.map(Number))) : null,
  };
}

/** Hours in which SMS of a place wait. */
export const quietOf = ({ quiet_from, quiet_to }: SenderFacts) => ({ from: quiet_from, to: quiet_to });
