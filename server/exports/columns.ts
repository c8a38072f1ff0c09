// Columns of exported lists: the keys of the screen, their titles and the SQL of their values.
import { isShareUndone } from '../balance/queries/share.ts';
import { basisOf, commentOf } from '../balance/queries/words.ts';
import { sql, type RawBuilder } from 'kysely';
import { garageFields } from '../../contract/fields/garages.ts';
import { moFields, poFields, regionFields } from '../../contract/fields/orgs.ts';
import { profileFields } from '../../contract/fields/profiles.ts';
import { userFields } from '../../contract/fields/users.ts';
import { sourceNames } from '../../contract/contributions.ts';
import { capabilityNames } from '../../contract/kernel/scope.ts';
import { userStates } from '../../contract/users.ts';
import { documentStates } from '../../contract/documents.ts';
import { channelRules, mailingStatuses } from '../../contract/notifications.ts';
import { statusNames } from '../../contract/reregistrations.ts';
import { caseDays, idleDays, leftWords, reasonName } from '../reregistrations/queries.ts';
import { HOME_ZONE } from '../ports/clock.ts';
import type { OrgTable } from '../orgs/queries.ts';
import type { Ctx } from '../kernel/ctx.ts';
import { exportColumns, type ExportColumn } from '../kernel/plainFields.ts';
import { inScope, personPresent } from '../kernel/scope.ts';
import type { Actor } from '../../contract/kernel/scope.ts';
import { shownBalance, yearMarks } from '../balance/queries.ts';
import { paidOf } from '../contributions/queries/paid.ts';
import { userName } from '../contributions/queries/documents.ts';
import { noteFor } from '../kernel/masking.ts';
import { debtOf, maskedPhone } from '../profiles/queries.ts';

/** As on screen, whole for a list to call by; «8…», because a plus at the beginning would be taken for a formula. */
const shownPhone = (phone: RawBuilder<unknown>, isWhole: boolean) =>
  sql`regexp_replace(${isWhole ? phone : maskedPhone(phone)}, '^[+]7', '8')`;
/** The owner `p` of a garage whose phone stands beside it, as on the screen: the main one, else the first. */
export const firstOwner = (garage: RawBuilder<unknown>) => sql`from ownership o join profile p on p.id = o.profile_id
  where o.garage_id = ${garage} and o.ended_on is null order by o.is_primary desc, o.id limit 1`;
const yes = (condition: RawBuilder<unknown>) => sql`case when ${condition} then 'да' else '' end`;
/** Over `garage g`, `po`, `mo`, `garage_type t`, `garage_balance b`. */
export const garageExport = (thisYear: number, isWhole: boolean): Record<string, ExportColumn> =>
  exportColumns(garageFields, 'g', {
    plate: sql`trim(g.section || ' ' || g.number)`,
    mo: sql`mo.name`,
    po: sql`po.name`,
    type: sql`t.name`,
    owner: sql`(select string_agg(p.full_name, ', ' order by o.is_primary desc, o.id) from ownership o join profile p on p.id = o.profile_id where o.garage_id = g.id and o.ended_on is null)`,
    phone: sql`(select ${shownPhone(sql`p.phones[1]`, isWhole)} ${firstOwner(sql`g.id`)})`,
    last_payment: sql`b.last_payment_on`,
    pib: yes(sql`(g.pib_number is not null or g.pib_file_id is not null)`),
    years: sql`(select string_agg(mark ->> 'year', ', ') from json_array_elements(${yearMarks('b', sql`g.id`, thisYear)}) as mark where mark ->> 'state' in ('unpaid', 'partly'))`,
    debt: sql`-${shownBalance('b')}`,
    aside: sql`nullif(case when b.debt_kopecks > 0 then b.advance_kopecks end, 0)`,
    former: sql`nullif(b.former_debt_kopecks, 0)`,
  });

/** Over `profile p`. */
export const profileExport = (actor: Actor, today: string, isWhole: boolean): Record<string, ExportColumn> => {
  const lives = personPresent(actor, 'p', today);
  return exportColumns(profileFields, 'p', {
    birthday: sql`case when ${lives} then p.birthday end`,
    phone: sql`case when ${lives} then (select string_agg(${shownPhone(sql`phone`, isWhole)}, ', ') from unnest(p.phones) as phone) end`,
    po: sql`(select name from po where id = p.po_id)`,
    garages: sql`(select string_agg(trim(g.section || ' ' || g.number), ', ' order by g.po_id, g.section_key, g.number_key) from ownership o join garage g on g.id = o.garage_id where o.profile_id = p.id and o.ended_on is null and ${inScope(actor, 'g')})`,
    privilege: sql`(select case when v.id = 0 then '' when v.is_health and not ${actor.capabilities.includes(1)} then 'льгота ' || v.discount_percent || ' %' else v.name end
        || case when p.privilege_end_date < ${today}::date then ', истекла' else '' end from privilege v where v.id = p.privilege_id and ${lives})`,
    voa: sql`case when p.is_voa_member and ${lives} then p.voa_entry_date end`,
    consents: yes(
      sql`${lives} and exists (select 1 from consent c where c.profile_id = p.id and c.kind = 'pd_processing' and c.revoked_at is null)`,
    ),
    debt: debtOf(actor, sql`p.id`),
  });
};

/** Over `reregistration r`, `garage g`, `po`, `mo`. What stands between a case and its end is told as on the screen. */
export function reregistrationExport(ctx: Ctx): Record<string, ExportColumn> {
  const people = (side: string) => sql`(select string_agg(p.full_name, ', ' order by y.nth) from reregistration_party y
    join profile p on p.id = y.profile_id where y.reregistration_id = r.id and y.side = ${side})`;
  return {
    number: { title: '№', value: sql`r.id`, kind: 'number' },
    date_request: { title: 'Заявка', value: sql`r.date_request`, kind: 'date' },
    on_date: { title: 'Переход', value: sql`r.on_date`, kind: 'date' },
    plate: { title: 'Гараж', value: sql`trim(g.section || ' ' || g.number)` },
    owners: { title: 'Прежний владелец', value: people('old') },
    new_owners: { title: 'Новый владелец', value: people('new') },
    reason: { title: 'Основание', value: reasonName },
    status: { title: 'Состояние', value: sql`${statusName} || coalesce(': ' || ${leftWords}, '')` },
    days: { title: 'Дней', value: caseDays(ctx), kind: 'number' },
    idle: {
      title: 'Без движения, дней',
      value: sql`case when r.status in (1, 2, 6) then ${idleDays(ctx)} end`,
      kind: 'number',
    },
    fee: { title: 'Сбор, ₽', value: sql`r.fee_kopecks + r.entrance_kopecks`, kind: 'money' },
    po: { title: 'ПО', value: sql`po.name` },
    mo: { title: 'МО', value: sql`mo.name` },
  };
}
const statusName = sql`(${JSON.stringify(statusNames)}::json ->> r.status::text)`;

/** Over `contribution c` with the tables of its list; sums are those of the actor's place. */
export function contributionExport(actor: Actor): Record<string, ExportColumn> {
  return {
    on_date: { title: 'Дата', value: sql`c.on_date`, kind: 'date' },
    type: {
      title: 'Вид начисления',
      value: sql`coalesce(t.name, '') || case when c.kind = 'reversal' then ', сторно' when ${isShareUndone(actor)} then ', сторнировано' else '' end`,
    },
    year: { title: 'Период', value: sql`c.period_year`, kind: 'number' },
    mo: { title: 'МО', value: sql`mo.name` },
    po: { title: 'ПО', value: sql`coalesce(po.name, 'несколько ПО')` },
    garages: { title: 'Гаражей', value: sql`own.garages`, kind: 'number' },
    amount: { title: 'Сумма, ₽', value: sql`own.amount`, kind: 'money' },
    paid: {
      title: 'Оплачено, ₽',
      value: sql`(select paid.paid_kopecks from (${paidOf(actor, sql`page.id`)}) as paid)`,
      kind: 'money',
    },
    basis: { title: 'Основание', value: basisOf() },
    comment: { title: 'Комментарий', value: noteFor(actor, commentOf()) },
    user: { title: 'Кто', value: sql`coalesce(${userName}, u.email)` },
  };
}

/** Names of the sources of documents, as the list says them. */
const sourceWords = JSON.stringify(sourceNames);

/** Over `balance_operation o` with the tables of its list. */
export const paymentExport = (actor: Actor): Record<string, ExportColumn> => ({
  on_date: { title: 'Дата', value: sql`o.on_date`, kind: 'date' },
  account: { title: 'Лицевой счёт', value: sql`g.account_no` },
  plate: { title: 'Гараж', value: sql`trim(g.section || ' ' || g.number)` },
  mo: { title: 'МО', value: sql`mo.name` },
  po: { title: 'ПО', value: sql`po.name` },
  payer: {
    title: 'Плательщик',
    value: sql`coalesce(p.full_name, '') || case when exists (select 1 from balance_operation r where r.reversal_of = o.id) then ' (отменён)' else '' end`,
  },
  purpose: {
    title: 'Вид',
    // What closes nothing: money given back, and what was undone.
    value: sql`coalesce(t.name || ' ' || o.period_year, closed.words, case when o.sign > 0 and o.reversal_of is null then 'по порядку' else '' end)`,
  },
  method: { title: 'Способ', value: sql`pt.name` },
  amount: { title: 'Сумма, ₽', value: sql`o.sign * o.amount_kopecks`, kind: 'money' },
  paper: { title: 'Документ', value: sql`o.paper_no` },
  user: { title: 'Кто', value: sql`coalesce(${userName}, u.email)` },
  source: { title: 'Откуда', value: sql`${sourceWords}::jsonb ->> c.source` },
  comment: { title: 'Комментарий', value: noteFor(actor, sql`coalesce(o.comment, ${commentOf()})`) },
});

/** The same of charges and what undoes them too: in place of a method they say what they are. */
export function lineExport(actor: Actor): Record<string, ExportColumn> {
  const known = paymentExport(actor);
  const kind = sql`case when o.reversal_of is null then 'начисление' else 'сторно' end`;
  return { ...known, method: { title: 'Способ', value: sql`coalesce(pt.name, ${kind})` } };
}

/** Over `document d` with the tables of its list; `isPiled`: a pile is one row, as on screen. */
export function paperExport(actor: Actor, isPiled: boolean): Record<string, ExportColumn> {
  const ofPile = (value: RawBuilder<unknown>) =>
    sql`(select ${value} from document x where x.batch_id = d.batch_id and x.copy_of is null and ${inScope(actor, 'x')})`;
  const last = ofPile(sql`' … ' || (array_agg(x.number order by x.batch_nth desc))[1]`);
  const papers = ofPile(sql`'пачка, бумаг: ' || count(*)`);
  const one = sql`coalesce(nullif(trim(coalesce(g.section, '') || ' ' || coalesce(g.number, '')), ''), p.full_name)`;
  const inPile = sql`${isPiled}::boolean and d.batch_id is not null`;
  return {
    number: { title: '№', value: sql`d.number || case when ${inPile} then ${last} else '' end` },
    on_date: { title: 'Дата', value: sql`d.on_date`, kind: 'date' },
    type: { title: 'Вид', value: sql`t.name` },
    state: {
      title: 'Состояние',
      value: sql`case when d.copy_of is not null and d.state = 'valid' then 'Копия' else ${named(documentStates, sql`d.state`)} end`,
    },
    object: { title: 'Объект', value: sql`case when ${inPile} then ${papers} else ${one} end` },
    po: { title: 'ПО', value: sql`po.name` },
    mo: { title: 'МО', value: sql`mo.name` },
    printed_by: { title: 'Напечатал', value: userName },
    received_at: {
      title: 'Подписан и получен',
      value: sql`(d.received_at at time zone mo.time_zone)::date`,
      kind: 'date',
    },
  };
}

/** What stands in the cell of a mailing's name on screen, apart. */
export const mailingTitle = ['moment', 'title', 'template'];

/** Over `notification n` with its template `t` and its author `u`; the moment is by the clock where the reader works. */
export const mailingExport = ({ timeZone }: Pick<Ctx, 'timeZone'>): Record<string, ExportColumn> => ({
  moment: {
    title: 'Когда',
    value: sql`to_char(coalesce(n.started_at, n.scheduled_at, n.created_at) at time zone ${timeZone ?? HOME_ZONE}::text, 'DD.MM.YYYY HH24:MI')`,
  },
  title: { title: 'Рассылка', value: sql`coalesce(nullif(n.title, ''), 'Без темы')` },
  template: { title: 'Шаблон', value: sql`coalesce(t.template_name, 'без шаблона')` },
  channel: { title: 'Канал', value: named(channelRules, sql`n.channel`) },
  sender: {
    title: 'Отправитель',
    value: sql`coalesce(nullif(trim(concat_ws(' ', u.last_name, u.first_name, u.father_name)), ''), 'Переоформления')
      || ', ' || case when n.rule_id is null then '' else 'по правилу, ' end || n.sent_from`,
  },
  people: { title: 'Людей', value: sql`n.people`, kind: 'number' },
  delivery: {
    title: 'Доставка',
    value: sql`case when n.status = 7 then 'отозвана, ничего не ушло' when n.status < 3 then '' else concat_ws(', ', n.delivered || ' из ' || n.total,
      case when n.failed > 0 then 'ошибок ' || n.failed end, case when n.unknown > 0 then 'неизвестно ' || n.unknown end,
      case when n.unreachable > 0 then 'не получат ' || n.unreachable end) end`,
  },
  cost: { title: 'Стоимость, ₽', value: sql`case when n.cost_ready then n.cost_kopecks end`, kind: 'money' },
  status: { title: 'Статус', value: named(Object.fromEntries(mailingStatuses.entries()), sql`n.status::text`) },
});

const named = (words: Record<string, string>, key: RawBuilder<unknown>) =>
  sql`coalesce(${JSON.stringify(words)}::jsonb ->> ${key}, ${key})`;

/** Over `r`, a row of the list of regions, МО or ПО. */
export function orgExport(table: OrgTable): Record<string, ExportColumn> {
  const common = {
    garages: sql`r.garage_count`,
    state: sql`case when r.is_active then '' else 'не работает' end`,
  };
  if (table === 'region') return exportColumns(regionFields, 'r', { ...common, po_count: sql`r.po_count` });
  if (table === 'mo')
    return exportColumns(moFields, 'r', { ...common, region: sql`r.region ->> 'name'`, po_count: sql`r.po_count` });
  return exportColumns(poFields, 'r', { ...common, mo: sql`r.mo ->> 'name'` });
}

/** Over `r`, a row of the list of accounts. */
export const userExport = (): Record<string, ExportColumn> =>
  exportColumns(userFields, 'r', {
    name: sql`r.name`,
    rights: sql`concat_ws(', ', case when r.is_superuser = 2 then 'суперпользователь' end,
      (select string_agg(place ->> 'name', ', ') from json_array_elements(r.rights) as place))`,
    capabilities: sql`(select string_agg(${named(capabilityNames, sql`capability::text`)}, ', ') from unnest(r.capabilities) as capability)`,
    last_sign_in: sql`to_char(r.last_sign_in::timestamptz at time zone 'Europe/Moscow', 'DD.MM.YYYY HH24:MI')`,
    second: yes(sql`r.has_second_factor`),
    state: named(userStates, sql`r.state`),
  });

/** Words of the verbs, as the page says them. */
