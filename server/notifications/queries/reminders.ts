// SQL of reminders: rules of a place, and who owes so much by now.
import { sql, type RawBuilder } from 'kysely';
import type { Actor } from '../../../contract/kernel/scope.ts';
import { PENALTY } from '../../balance/rules.ts';
import { settled } from '../../balance/queries.ts';
import { ofAnyCard } from '../../kernel/alias.ts';
import { todayOf, type Ctx, type ReadDb, type WriteDb } from '../../kernel/ctx.ts';
import { read } from '../../kernel/read.ts';
import { inScope } from '../../kernel/scope.ts';
import { pageClause } from '../../db/planned.ts';

type Db = ReadDb | WriteDb;

const ruleRow = (
  actor: Actor,
) => sql`r.id, r.version, r.name, r.is_on as "isOn", r.min_kopecks as "minDebt", r.min_days as "minDays", r.accrual_types as "accrualTypes",
  array(select a.name from unnest(r.accrual_types) with ordinality as t(id, nth) join accrual_type a on a.id = t.id order by t.nth) as "typeNames",
  r.every, r.on_day as "onDay", r.at_hour as "atHour", r.channel, r.repeat_days as "repeatDays", r.pay_days as "payDays",
  (select json_build_object('id', t.id, 'name', t.template_name) from message_template t where t.id = r.template_id) as template,
  coalesce(po.name, mo.name) as sent_from,
  (select json_build_object('id', u.id, 'name', trim(u.last_name || ' ' || u.first_name || ' ' || u.father_name)) from app_user u where u.id = r.enabled_by) as "enabledBy",
  (select min(d.due_at) from due_moment d where d.what = 'debt-rule.run' and d.object = r.id::text and d.state = 'waiting') as next_at,
  r.late_at, r.last_run_at, r.last_note,
  (select json_build_object('id', n.id, 'people', n.people, 'status', n.status) from notification n where n.rule_id = r.id and n.status > 0 order by n.id desc limit 1) as "lastMailing",
  (select n.id from notification n where n.rule_id = r.id and n.status = 0 and n.created_by = ${actor.userId} order by n.id desc limit 1) as draft`;
const ruleFrom = sql`debt_rule r left join po on po.id = r.po_id left join mo on mo.id = r.mo_id`;

/** Rules of the actor's place, by name. */
export const debtRuleRows = (
  { actor }: Ctx,
  { offset, limit }: { offset: number; limit: number },
): RawBuilder<unknown> => sql`
  select ${ruleRow(actor)} from ${ruleFrom} where ${inScope(actor, 'r')} and not r.is_withdrawn
  order by r.is_on desc, fold(r.name), r.id ${pageClause({ offset, limit })}`;

export async function countDebtRules({ actor, db }: Ctx): Promise<number> {
  const rows = await read(
    db,
    sql<{ n: number }>`select count(*)::int as n from debt_rule r where ${inScope(actor, 'r')} and not r.is_withdrawn`,
  );
  return rows[0]!.n;
}

/** A rule as JSON text; null when it is not the reader's. */
export async function debtRuleCard({ actor }: Pick<Ctx, 'actor'>, db: Db, id: number): Promise<string | null> {
  const rows = await read(
    db,
    sql<{ json: string }>`select to_json(card)::text as json from (select ${ruleRow(actor)} from ${ruleFrom}
      where r.id = ${id} and ${inScope(actor, 'r')} and not r.is_withdrawn) as card`,
  );
  return rows[0]?.json ?? null;
}

/** A rule of the actor's place; with `tx` its row is held. */
export async function findRule({ actor }: Pick<Ctx, 'actor'>, db: ReadDb | WriteDb, id: number, isHeld = false) {
  const rule = db
    .selectFrom('debt_rule as r')
    .where('r.id', '=', id)
    .where('r.is_withdrawn', '=', false)
    .where(sql<boolean>`${inScope(actor, 'r')}`)
    .selectAll();
  return (isHeld ? rule.forUpdate() : rule).executeTakeFirst();
}
export type KeptRule = NonNullable<Awaited<ReturnType<typeof findRule>>>;

/** Whom a rule reminds. */
export interface Terms {
  /** Kopecks. */
  minDebt: number;
  minDays: number;
  accrualTypes: readonly number[];
  repeatDays: number;
}
export interface DueGarage {
  id: number;
  debt: number;
  days: number;
  /** Present owners; `resting`: reminded by this rule within its pause. */
  owners: { id: number; resting: boolean }[];
}

/**
 * Garages of the actor's place whose present owners owe by the types of a rule at least its sum, the oldest unpaid charge (a
 * penalty aside, where there is anything else) at least its days old.
 */
export async function dueGarages(ctx: Ctx, db: Db, terms: Terms, rule: number | null): Promise<DueGarage[]> {
  const today = todayOf(ctx);
  const zone = ctx.timeZone ?? 'Europe/Moscow';
  const asked = terms.accrualTypes.length ? sql`and s.type_id = any(${terms.accrualTypes}::int[])` : sql``;
  const resting = sql`exists (select 1 from notification_message m join notification n on n.id = m.notification_id
    where n.rule_id = ${rule}::int and m.status in (0, 1, 2, 3, 10, 11) and (m.ward_ids @> array[o.profile_id] or ${ofAnyCard(sql`m.profile_id`, sql`o.profile_id`)} and (m.ward_ids = '{}' or m.garage_ids @> array[o.garage_id]))
      and (m.created_at at time zone ${zone})::date > ${today}::date - ${terms.repeatDays}::int)`;
  return read(
    db,
    sql<DueGarage>`with owing as (
      select s.garage_id, sum(s.kopecks)::bigint as debt,
        coalesce(min(s.since) filter (where s.type_id is distinct from ${PENALTY}), min(s.since)) as since
      from ${settled(sql`select b.garage_id from garage_balance b join garage g on g.id = b.garage_id
        where ${inScope(ctx.actor, 'g')} and g.is_active and b.debt_kopecks >= ${terms.minDebt}`)} as s
      where s.kind = 'charge' and s.kopecks > 0 and s.debtor_id is null ${asked} group by 1)
    select d.garage_id as id, d.debt, ${today}::date - d.since as days,
      coalesce((select json_agg(json_build_object('id', o.profile_id, 'resting', ${resting}) order by o.id)
        from ownership o where o.garage_id = d.garage_id and o.ended_on is null), '[]') as owners
    from owing d where d.debt >= ${terms.minDebt} and ${today}::date - d.since >= ${terms.minDays}::int
    order by d.garage_id`,
  );
}

/** Types of charges that the register knows among those named. */
export async function knownTypes(db: Db, ids: readonly number[]): Promise<number[]> {
  const rows = await read(db, sql<{ id: number }>`select id from accrual_type where id = any(${ids}::int[])`);
  return rows.map(({ id }) => id);
}
