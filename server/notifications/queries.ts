// SQL of mailings: the journal, cards, messages, templates.
import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import type { notifications } from '../../contract/notifications.ts';
import type { informingHistory } from '../../contract/notifications/messages.ts';
import { SUPERUSER, type Actor } from '../../contract/kernel/scope.ts';
import { foldText } from '../../contract/kernel/words.ts';
import { ofAnyCard } from '../kernel/alias.ts';
import { todayOf, type Ctx, type ReadDb, type WriteDb } from '../kernel/ctx.ts';
import { likeText, type ListRequest } from '../kernel/list.ts';
import { read } from '../kernel/read.ts';
import { inScope, ownMo, ownPo, personPresent, placeScope } from '../kernel/scope.ts';
import { dayAtWork } from '../kernel/timeZones.ts';
import { needsLetter, paperIsAbout } from '../documents/queries/letters.ts';
import { maskedPhone } from '../profiles/queries.ts';
import { pageClause } from '../db/planned.ts';

export type NotificationFilter = z.output<typeof notifications.filter>;
export type MessageFilter = z.output<typeof informingHistory.filter>;

const and = (all: readonly RawBuilder<unknown>[]) => sql<boolean>`${sql.join([...all], sql` and `)}`;

/** Drafts are their author's; everything else is seen where it was sent from and above. */
const mayRead = (actor: Actor) => sql`(${inScope(actor, 'n')} and (n.status > 0 or n.created_by = ${actor.userId}))`;

const madeBy = sql`case when n.rule_id is not null then 'rule' when n.reregistration_event_id is not null then 'notice' else 'person' end`;

function conditions({ actor, now }: Pick<Ctx, 'actor' | 'now'>, filter: NotificationFilter): RawBuilder<boolean> {
  const all: RawBuilder<unknown>[] = [mayRead(actor), filter.draft ? sql`n.status = 0` : sql`n.status > 0`];
  // A notice of each step of each case would drown the journal: they are asked for.
  all.push(filter.madeByFilter ? sql`${madeBy} = ${filter.madeByFilter}` : sql`n.reregistration_event_id is null`);
  if (filter.nameFilter?.trim()) {
    const like = `%${likeText(foldText(filter.nameFilter.trim()))}%`;
    all.push(sql`(fold(n.title) like ${like} or fold(n.sms_text) like ${like} or exists (select 1 from notification_message m
      where m.notification_id = n.id and fold(m.person_name) like ${like}))`);
  }
  if (filter.templateFilter?.length) all.push(sql`coalesce(n.template_id, 0) = any(${filter.templateFilter}::int[])`);
  if (filter.senderFilter?.length) all.push(sql`n.created_by = any(${filter.senderFilter}::int[])`);
  if (filter.fromPOFilter?.length) all.push(sql`n.po_id = any(${filter.fromPOFilter}::int[])`);
  if (filter.fromMOFilter?.length) all.push(sql`n.mo_id = any(${filter.fromMOFilter}::int[])`);
  if (filter.failedFilter)
    all.push(sql`n.failed > 0 and n.started_at >= ${now().toISOString()}::timestamptz - interval '30 days'`);
  return and(all);
}

const row = sql`n.id, n.title, n.kind, n.status, n.status = 0 as draft, ${madeBy} as "madeBy", n.channel,
  (select json_build_object('id', t.id, 'name', t.template_name, 'color', t.color) from message_template t where t.id = n.template_id) as template,
  (select json_build_object('id', u.id, 'name', trim(u.last_name || ' ' || u.first_name || ' ' || u.father_name)) from app_user u where u.id = n.created_by) as sender,
  n.sent_from, po.name as po_name, mo.name as mo_name, n.created_at, n.scheduled_at, n.started_at, n.recall_until,
  coalesce(n.pause_reason, case when n.status = 3 then (select g.reason from outgoing_gate g where g.channel in ('mail', 'sms')
    and exists (select 1 from notification_message m where m.notification_id = n.id and m.status = 0 and m.channel = g.channel) limit 1) end) as pause_reason, n.awaits_approval,
  json_build_object('people', n.people, 'garages', n.garages, 'none', n.unreachable) as "receiverCounter",
  n.total, n.delivered, n.failed, n.unknown, n.cost_kopecks as cost, n.cost_ready as "costReady"`;
const from = sql`notification n left join po on po.id = n.po_id left join mo on mo.id = n.mo_id`;
/** What is running first, then what is planned, then the past. */
const journal = sql`case when n.status in (2, 3) then 0 when n.status = 1 then 1 else 2 end`;
const orders: Record<string, RawBuilder<unknown>> = {
  created_at: sql`coalesce(n.started_at, n.scheduled_at, n.created_at)`,
  title: sql`fold(n.title)`,
  cost: sql`n.cost_kopecks`,
};

const orderOf = ({ field, direction }: Pick<ListRequest<NotificationFilter>, 'field' | 'direction'>) =>
  sql`${field === 'created_at' && direction === 'desc' ? sql`${journal},` : sql``} ${orders[field] ?? sql`n.id`} ${sql.raw(direction)}, n.id desc`;

export const notificationRows = (ctx: Ctx, request: ListRequest<NotificationFilter>) => sql`
  select ${row} from ${from} where ${conditions(ctx, request.filter)} order by ${orderOf(request)} ${pageClause(request)}`;

/** Ids of the mailings of a list in its order. */
export const notificationIds = (ctx: Ctx, request: ListRequest<NotificationFilter>) =>
  sql`select n.id from notification n where ${conditions(ctx, request.filter)} order by ${orderOf(request)}`;

export async function notificationTotals(ctx: Ctx, filter: NotificationFilter) {
  const rows = await read(
    ctx.db,
    sql<{ count: number; total: number; delivered: number; cost: number }>`
    select count(*)::int as count, coalesce(sum(n.total), 0)::int as total, coalesce(sum(n.delivered), 0)::int as delivered,
      coalesce(sum(n.cost_kopecks) filter (where n.status in (2, 3, 4, 5)), 0)::bigint as cost
    from notification n where ${conditions(ctx, filter)}`,
  );
  return rows[0]!;
}

/** Mailings of the place that have lately not reached everybody they were sent to: as many as the journal shows under this filter. */
export async function failedMailings(ctx: Ctx) {
  const rows = await read(
    ctx.db,
    sql<{ count: number; kopecks: null; since: string | null }>`
    select count(*)::int as count, null::bigint as kopecks, ${dayAtWork(ctx, sql`min(n.started_at)`)} as since
    from notification n where ${conditions(ctx, { failedFilter: true })}`,
  );
  return rows[0]!;
}

/** A message `m` that surely did not arrive: refused by the way, or held back by «Остановить». */
export const mayRepeat = sql`(not m.superseded and m.status in (4, 6)
  and m.outbox_id in (select o.id from outbox o where o.state in ('failed', 'cancelled')))`;

/** The whole card as JSON text; null when it is not the reader's. */
export async function notificationCard(
  ctx: Pick<Ctx, 'actor' | 'now' | 'timeZone'>,
  db: ReadDb,
  id: number,
): Promise<string | null> {
  const rows = await read(
    db,
    sql<{
      json: string;
    }>`select to_json(card)::text as json from (select ${row}, n.version, n.sms_text, n.email_text, n.selection, n.typed, n.meeting,
      n.one_per_person as "onePerPerson", n.ignore_unnotifiable as "ignoreUnnotifiable", n.skip_repeated as "skipRepeated", n.skip_template as "skipTemplate", n.segments, n.urgent_reason,
      (select count(distinct who.id)::int from notification_message m ${paperIsAbout} join profile p on p.id = who.id
        where m.notification_id = n.id and n.status in (3, 4, 5, 6) and ${needsLetter} and ${personPresent(ctx.actor, 'p', todayOf(ctx))}) as letters,
      (select count(*)::int from notification_message m where m.notification_id = n.id and ${mayRepeat}) as repeatable,
      (select coalesce(sum(m.cost_kopecks), 0)::bigint from notification_message m where m.notification_id = n.id and m.handed_at is not null) as charged,
      (select sum(coalesce(m.billed_kopecks, m.cost_kopecks))::bigint from notification_message m where m.notification_id = n.id and m.handed_at is not null
        having count(m.billed_kopecks) > 0) as billed,
      ${filesOf} as attachments,
      coalesce((select json_object_agg(s.status, s.count) from (select m.status, count(*) from notification_message m
        where m.notification_id = n.id and not m.superseded group by 1) as s), '{}') as statuses
    from ${from} where n.id = ${id} and ${mayRead(ctx.actor)}) as card`,
  );
  return rows[0]?.json ?? null;
}
const filesOf = sql`coalesce((select json_agg(json_build_object('id', f.id, 'name', f.name, 'size_bytes', f.size_bytes) order by f.id)
  from notification_file nf join stored_file f on f.id = nf.file_id where nf.notification_id = n.id), '[]')`;

export async function attachmentsOf(db: ReadDb, id: number) {
  const rows = await read(
    db,
    sql<{ id: number; name: string; size_bytes: number }>`select f.id, f.name, f.size_bytes
    from notification_file nf join stored_file f on f.id = nf.file_id where nf.notification_id = ${id} order by f.id`,
  );
  return rows;
}

const notificationOf = ({ actor }: Ctx, db: ReadDb, id: number) =>
  db
    .selectFrom('notification as n')
    .where('n.id', '=', id)
    .where(sql<boolean>`${mayRead(actor)}`)
    .selectAll();
/** A mailing as it is kept. Nothing when it is not the actor's. */
export const readNotification = (ctx: Ctx, db: ReadDb, id: number) => notificationOf(ctx, db, id).executeTakeFirst();
/** The same for writing, its row held. */
export const lockNotification = (ctx: Ctx, tx: WriteDb, id: number) =>
  notificationOf(ctx, tx, id).forUpdate().executeTakeFirst();
export type KeptNotification = NonNullable<Awaited<ReturnType<typeof lockNotification>>>;

/** Filters of the journal. */
export async function filterLists({ actor, db }: Ctx) {
  const templates = await read(
    db,
    sql<{ id: number; name: string }>`select t.id, t.template_name as name from message_template t
    where ${mayUse(actor)} order by t.template_name`,
  );
  const senders = await read(
    db,
    sql<{
      id: number;
      full_name: string;
    }>`select u.id, trim(u.last_name || ' ' || u.first_name || ' ' || u.father_name) as full_name
    from app_user u where trim(u.last_name || u.first_name || u.father_name) <> ''
      and u.id in (select n.created_by from notification n where ${inScope(actor, 'n')} and n.status > 0) order by 2`,
  );
  return { templates: [{ id: 0, name: 'Без шаблона' }, ...templates], senders };
}

/** Templates: common ones, those of the place, one's own. */
const mayUse = (actor: Actor) =>
  sql`(t.is_active and (t.region_id is null or (${inScope(actor, 't')} and (not t.is_personal or t.created_by = ${actor.userId}))))`;
export const mayEditTemplate = (actor: Actor) =>
  sql`(case when t.region_id is null then ${actor.isSuperuser === SUPERUSER} else t.created_by = ${actor.userId} or not t.is_personal end)`;
const templateRow = (
  actor: Actor,
) => sql`t.id, t.version, t.template_name, t.kind, t.sms_text, t.email_text, t.meeting, t.is_personal, t.color,
  t.region_id is null as is_common, ${mayEditTemplate(actor)} as may_edit`;
export const templateRows = (
  { actor }: Ctx,
  { filter, direction, offset, limit }: ListRequest<{ q?: string | null | undefined }>,
) => sql`
  select ${templateRow(actor)} from message_template t where ${mayUse(actor)}
    ${filter.q ? sql`and fold(t.template_name) like ${`%${likeText(foldText(filter.q))}%`}` : sql``}
  order by fold(t.template_name) ${sql.raw(direction)}, t.id ${pageClause({ offset, limit })}`;
export async function templateCard({ actor }: Pick<Ctx, 'actor'>, db: ReadDb, id: number) {
  const rows = await read(
    db,
    sql<{ json: string; may_edit: boolean }>`select to_json(card)::text as json, card.may_edit
    from (select ${templateRow(actor)} from message_template t where t.id = ${id} and ${mayUse(actor)}) as card`,
  );
  return rows[0] ?? null;
}

/** A message `m` to a person, or to who reads for him. */
const toPerson = (id: RawBuilder<unknown>) =>
  sql`(${ofAnyCard(sql`m.profile_id`, id)} or m.ward_ids <> '{}' and m.ward_ids && array(select ${id} union all
    select alias.id from profile alias where alias.merged_into = ${id}))`;

const messageConditions = (actor: Actor, filter: MessageFilter) =>
  and([
    inScope(actor, 'n'),
    sql`n.status > 0`,
    ...(filter.notification ? [sql`m.notification_id = ${filter.notification} and not m.superseded`] : []),
    ...(filter.profile ? [toPerson(sql`${filter.profile}::int`)] : []),
    ...(filter.nameFilter?.trim()
      ? [sql`fold(m.person_name) like ${`%${likeText(foldText(filter.nameFilter.trim()))}%`}`]
      : []),
    ...(filter.statusFilter?.length ? [sql`m.status = any(${filter.statusFilter}::int[])`] : []),
  ]);
const messageRow = sql`m.id, json_build_object('id', n.id, 'title', n.title, 'kind', n.kind) as notification,
  (select json_build_object('id', p.id, 'name', p.full_name) from profile p where p.id = m.profile_id) as profile, m.person_name as name,
  coalesce((select json_agg(json_build_object('id', g.id, 'section', g.section, 'number', g.number)) from garage g where g.id = any(m.garage_ids)), '[]') as plates,
  m.channel, case when m.channel = 'sms' then ${maskedPhone(sql`m.address`)}
    when m.channel = 'mail' then left(m.address, 1) || '***' || substr(m.address, strpos(m.address, '@')) end as address,
  m.subject, m.body, m.status, m.reason, m.segments, m.cost_kopecks as cost, m.created_at, m.handed_at, m.changed_at,
  m.letter_printed_at, m.handed_on::text as handed_on, not m.superseded as is_latest`;
/** What asks for attention first: never sent, unknown, failed, on its way, delivered, read. */
const attention = sql`array_position(array[7, 8, 9, 11, 4, 6, 5, 0, 1, 2, 10, 3], m.status)`;
const messageOrders: Record<string, RawBuilder<unknown>> = {
  attention,
  name: sql`fold(m.person_name)`,
  changed_at: sql`coalesce(m.changed_at, m.created_at)`,
};
const messageFrom = sql`notification_message m join notification n on n.id = m.notification_id`;
export const messageRows = (
  { actor }: Ctx,
  { filter, field, direction, offset, limit }: ListRequest<MessageFilter>,
) => sql`
  select ${messageRow} from ${messageFrom} where ${messageConditions(actor, filter)}
  order by ${messageOrders[field] ?? sql`m.id`} ${sql.raw(direction)}, fold(m.person_name), m.id ${pageClause({ offset, limit })}`;
export async function countMessages({ actor, db }: Ctx, filter: MessageFilter): Promise<number> {
  const rows = await read(
    db,
    sql<{
      n: number;
    }>`select count(*)::int as n from ${messageFrom} where ${messageConditions(actor, filter)}`,
  );
  return rows[0]!.n;
}
export async function messageCard({ actor }: Pick<Ctx, 'actor'>, db: ReadDb, id: number): Promise<string | null> {
  const rows = await read(
    db,
    sql<{
      json: string;
    }>`select to_json(card)::text as json from (select ${messageRow} from ${messageFrom}
    where m.id = ${id} and ${inScope(actor, 'n')}) as card`,
  );
  return rows[0]?.json ?? null;
}

/** The whole place of which the actor's token names one end. */
export async function placeOfActor({ actor, db }: Ctx) {
  const rows = await read(
    db,
    sql<{ region_id: number; mo_id: number | null; po_id: number | null }>`
    select r.id as region_id, mo.id as mo_id, po.id as po_id from region r
      left join po on po.id = ${ownPo(actor)} left join mo on mo.id = ${ownMo(actor)}
    where r.id = mo.region_id or ${placeScope(actor, { region: 'r.id' })}`,
  );
  return rows[0] ?? null;
}
