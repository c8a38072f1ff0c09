// Mailings of the demo world: twelve, in every status, with the fate of each message.
import type { WriteDb } from '../kernel/ctx.ts';
import { sql } from 'kysely';
import { RECALL_S } from '../../contract/notifications.ts';
import { planDue } from '../jobs/due.ts';
import type { Write } from '../kernel/act.ts';
import type { DemoGarage } from './seedGarages.ts';

/** Subject, kind, days before now, status; `fates` are statuses of its messages, taken round. */
const plans = [
  ['Напоминание о долге', 'debt', 2, 5, [2, 2, 2, 3, 4, 11, 7, 8]],
  ['Собрание 28 марта', 'meeting', 9, 4, [2, 2, 3]],
  ['Срок взноса', 'debt', 16, 4, [2, 3]],
  ['Отключение электричества', 'news', 23, 5, [2, 2, 5]],
  ['Прорыв трубы у ворот', 'news', 30, 6, [6]],
  ['Субботник', 'meeting', 37, 7, [4]],
  ['Отчёт ревизоров', 'news', 44, 4, [2]],
  ['Напоминание о долге', 'debt', 51, 4, [2, 2, 9]],
  ['Новый пропускной режим', 'news', 0, 0, []],
  ['Собрание осенью', 'meeting', 0, 1, []],
  ['Взнос за год', 'debt', 0, 2, [0]],
  ['Охрана: новый телефон', 'news', 0, 3, [2, 0]],
] as const;
/** What a meeting decides: its papers are printed of it. */
const questions = ['Отчёт бюро за год', 'Смета и размер взноса', 'Ремонт ворот и освещения'];
const meeting = {
  email_text: JSON.stringify({
    v: 1,
    doc: [
      { type: 'paragraph', content: [{ type: 'text', text: 'Приглашаем на общее собрание. Повестка дня:' }] },
      {
        type: 'orderedList',
        content: questions.map((text) => ({
          type: 'listItem',
          content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
        })),
      },
    ],
  }),
};
/** The next 28 March: a notice of a meeting names its year. */
const meetingDay = (now: Date) => `${now.getUTCFullYear() + (now.toISOString().slice(5, 10) > '03-28' ? 1 : 0)}-03-28`;
const EACH = 12;
const DAY_MS = 86_400_000;
/** What one part costs by the beginning of the number, in kopecks; the rest by the price of all other numbers. */
const prices = [
  ['+7900', 550, 'Теле2'],
  ['+7903', 650, 'Билайн'],
  ['+7911', 690, 'МТС'],
  ['+7921', 720, 'МегаФон'],
  ['+7952', 550, 'Теле2'],
] as const;
/** Phones of the demo world begin with +7900. */
const PRICE = prices[0][1];

/** Writes them for the first ПО; what is said to be waiting really leaves once its moment comes. */
export async function seedMailings(
  { tx }: Write,
  garages: readonly DemoGarage[],
  author: number,
  now: Date,
): Promise<void> {
  const first = await tx
    .selectFrom('po')
    .where('id', '=', garages[0]!.po.id)
    .select(['id', 'name', 'mo_id', 'region_id'])
    .executeTakeFirstOrThrow();
  const people = await peopleWithPhones(tx, first.id);
  await seedPrices(tx);
  const templates = await commonTemplates(tx);
  for (const [title, kind, days, status, fates] of plans) {
    const at = new Date(now.getTime() - days * DAY_MS);
    const ids = people.map(({ id }) => id);
    const statuses: number[] = fates.length ? people.map((_, nth) => fates[nth % fates.length]!) : [];
    const of = (...wanted: number[]) => statuses.filter((one) => wanted.includes(one)).length;
    const sent = statuses.length - of(7, 8, 9);
    const soon = new Date(now.getTime() + (status === 3 ? DAY_MS : RECALL_S * 1000));
    const planned = new Date(now.getTime() + 3 * DAY_MS);
    const { id } = await tx
      .insertInto('notification')
      .values({
        region_id: first.region_id,
        mo_id: first.mo_id,
        po_id: first.id,
        title,
        kind,
        status,
        channel: 'sms',
        template_id: templates.find((one) => one.kind === kind)?.id ?? null,
        sms_text: `{ОтКого}: ${title.toLowerCase()}, {Гараж}`,
        ...(kind === 'meeting' && {
          ...meeting,
          meeting: JSON.stringify({ day: meetingDay(now), time: '12:00', place: 'у въезда в секцию А' }),
        }),
        selection: JSON.stringify({ of: 'profiles', all: false, filter: {}, included: ids, excluded: [] }),
        ignore_unnotifiable: true,
        created_by: author,
        sent_from: first.name,
        created_at: at.toISOString(),
        updated_at: at.toISOString(),
        started_at: status > 1 ? at.toISOString() : null,
        scheduled_at: status === 1 ? planned.toISOString() : null,
        recall_until: status === 2 ? soon.toISOString() : null,
        people: people.length,
        unreachable: of(7, 8, 9),
        total: sent,
        delivered: of(2, 3, 10),
        failed: of(4, 5, 6),
        unknown: of(11),
        segments: sent,
        cost_kopecks: status === 7 ? 0 : sent * PRICE,
        cost_ready: true,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (status === 1) await planDue(tx, { what: 'notification.start', object: String(id), at: planned });
    await writeMessages(tx, first, people, { id, title, status }, at, statuses, soon);
  }
}

const peopleWithPhones = (tx: WriteDb, po: number) =>
  tx
    .selectFrom('profile')
    .where('po_id', '=', po)
    .where(sql<boolean>`phones <> '{}'`)
    .orderBy('id')
    .limit(EACH)
    .select(['id', 'full_name', 'phones'])
    .execute();

const seedPrices = (tx: WriteDb) =>
  tx
    .insertInto('sms_price')
    .values(prices.map(([prefix, kopecks, operator]) => ({ prefix, kopecks, operator })))
    .execute();

const commonTemplates = (tx: WriteDb) =>
  tx.selectFrom('message_template').where('region_id', 'is', null).orderBy('id').select(['id', 'kind']).execute();

/** Messages of a mailing, those that wait with their place in the outbox. */
async function writeMessages(
  tx: WriteDb,
  first: { id: number; name: string; mo_id: number; region_id: number },
  people: Array<{ id: number; full_name: string | null; phones: string[] }>,
  { id, title, status }: { id: number; title: string; status: number },
  at: Date,
  statuses: number[],
  soon: Date,
) {
  // Of a mailing that was recalled nothing was handed over.
  const isRecalled = status === 7;
  const messages = people.slice(0, statuses.length).map((person, nth) => ({
    nth,
    profile: person.id,
    name: person.full_name,
    phone: person.phones[0]!,
    status: statuses[nth]!,
    text: `ВОА ${first.name.replace('№ ', '')}: ${title.toLowerCase()}`,
  }));
  await sql`with given as (select * from json_to_recordset(${JSON.stringify(messages)}::json) as g(nth int, profile int, name text, phone text, status int, text text)),
      written as (insert into outbox (channel, what, receiver, recipient, subject, body_text, next_attempt_at)
        select 'sms', ${`notification:${id}`}, 'profile:' || profile, phone, '', text, ${soon.toISOString()} from given where status = 0 returning id, receiver)
      insert into notification_message (notification_id, receiver, profile_id, garage_ids, person_name, channel, address, body, segments, cost_kopecks, status, reason,
        outbox_id, created_at, handed_at, changed_at)
      select ${id}, 'profile:' || g.profile, g.profile,
        coalesce((select array_agg(o.garage_id order by o.garage_id) from ownership o where o.profile_id = g.profile and o.ended_on is null), '{}'), g.name, case when g.status in (7, 8, 9) then null else 'sms' end,
        case when g.status in (7, 8, 9) then null else g.phone end, case when g.status in (7, 8, 9) then '' else g.text end,
        case when g.status in (7, 8, 9) then 0 else 1 end, case when g.status in (7, 8, 9) then 0 else ${PRICE}::int end, g.status,
        case g.status when 4 then ${isRecalled ? 'Рассылка отозвана' : 'номер выключен'}::text when 6 then 'шлюз молчит, денег не списано' when 11 then 'связь оборвалась до ответа' end,
        w.id, ${at.toISOString()}, case when ${isRecalled}::boolean or g.status in (0, 7, 8, 9) then null else ${at.toISOString()}::timestamptz end, ${at.toISOString()}
      from given g left join written w on w.receiver = 'profile:' || g.profile order by g.nth`.execute(tx);
}
