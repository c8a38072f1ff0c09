// What people said and did in the demo world: comments and the action log.
import type { Write } from '../kernel/act.ts';
import { copied } from '../kernel/copied.ts';
import { chargedText, rubles } from '../books/rules/words.ts';
import type { WriteDb } from '../kernel/ctx.ts';
import { insertRows } from './rows.ts';
import type { DemoGarage } from './seedGarages.ts';
import { demoComments, type Dice } from './words.ts';

const LOG_ROWS = 160;
/** The latest documents of money that the log tells of, up to two hundred rows in all. */
const MONEY_ROWS = 40;
const HOUR_MS = 3_600_000;
const doings = [
  ['garage.update', 'Изменён гараж: размеры'],
  ['garage.owner_primary', 'Изменён основной владелец'],
  ['profile.update', 'Изменена карточка: телефоны'],
  ['profile.reveal', 'Показаны паспортные данные'],
  ['comment.add', 'Добавлен комментарий: Просил перезвонить после 18:00'],
  ['sign.login', 'Вход'],
  ['copy.export', 'Выгрузка «Гаражи»: строк 120'],
] as const;

export async function seedTalk(
  { tx }: Write,
  d: Dice,
  garages: DemoGarage[],
  users: Record<string, number>,
  now: Date,
) {
  const authors = [
    { id: users.chairman!, name: 'Воронин Н. А.' },
    { id: users.treasurer!, name: 'Зимина Г. П.' },
    { id: users.mo_head!, name: 'Крылова М. С.' },
  ];
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * HOUR_MS).toISOString();
  const comments = garages
    .filter(() => d.chance(0.12))
    .flatMap((garage, i) => {
      const place = { region_id: garage.po.region_id, mo_id: garage.po.mo_id, po_id: garage.po.id };
      const about = (object_type: string, object_id: number) => ({
        object_type,
        object_id,
        ...place,
        text: d.pick(demoComments),
        author_id: authors[i % 3]!.id,
        created_at: hoursAgo(d.below(300 * 24)),
      });
      return i % 4 === 1 && garage.owner
        ? [about('garage', garage.id), about('profile', garage.owner.id)]
        : [about('garage', garage.id)];
    });
  await insertRows(tx, 'comment', comments);
  const owned = garages.filter((garage) => garage.owner);
  const people = await tx.selectFrom('profile').select(['id', 'full_name']).execute();
  const names = new Map(people.map((person) => [person.id, person.full_name]));
  await insertRows(
    tx,
    'action_log',
    Array.from({ length: LOG_ROWS }, (_, i) => {
      const garage = d.pick(owned);
      const author = authors[i % 3]!;
      const [verb, text] = d.pick(doings);
      const isOfGarage = verb.startsWith('garage.') || verb === 'comment.add';
      const isOfPerson = verb.startsWith('profile.');
      return {
        at: hoursAgo((LOG_ROWS - i) * 9),
        user_id: author.id,
        user_name: author.name,
        verb,
        text,
        object_type: isOfGarage ? 'garage' : isOfPerson ? 'profile' : null,
        object_id: isOfGarage ? garage.id : isOfPerson ? garage.owner!.id : null,
        object_name: isOfGarage ? garage.label : isOfPerson ? names.get(garage.owner!.id)! : null,
        after: verb === 'copy.export' ? copied({ file: 'Гаражи.xlsx', of: 'Гаражи' }) : null,
        region_id: garage.po.region_id,
        mo_id: garage.po.mo_id,
        po_id: garage.po.id,
      };
    }),
    null,
  );
  await insertRows(tx, 'action_log', await moneyRows(tx, authors[1]!), null);
}

/** A row for each of the latest charges and payments, as taking them writes it. */
async function moneyRows(tx: WriteDb, author: { id: number; name: string }) {
  const documents = await tx
    .selectFrom('contribution as c')
    .leftJoin('accrual_type as a', 'a.id', 'c.accrual_type_id')
    .where('c.kind', 'in', ['accrual', 'payment'])
    .orderBy('c.on_date', 'desc')
    .orderBy('c.id', 'desc')
    .limit(MONEY_ROWS)
    .select(['c.id', 'c.kind', 'c.on_date', 'c.created_at', 'c.period_year', 'c.garage_count', 'c.amount_kopecks'])
    .select(['c.region_id', 'c.mo_id', 'c.po_id', 'a.name'])
    .execute();
  return documents.map((one) => ({
    at: one.created_at,
    user_id: author.id,
    user_name: author.name,
    verb: `balance_operation.${one.kind}`,
    text:
      one.kind === 'accrual'
        ? chargedText(one.name ?? '', one.period_year ?? 0, one.garage_count, one.amount_kopecks)
        : `Принята оплата: ${rubles(one.amount_kopecks)}`,
    object_type: 'contribution',
    object_id: one.id,
    object_name: one.name,
    region_id: one.region_id,
    mo_id: one.mo_id,
    po_id: one.po_id,
  }));
}
