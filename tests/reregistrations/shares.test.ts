// Shares of a past day, and what stands in the way of an annulment once shares or a name were corrected again.
import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { garageHistory, type GarageCard } from '../../contract/garages.ts';
import { registerAsOf, type AsOfRow } from '../../contract/garages/asOf.ts';
import { changeShares } from '../../contract/garages/shares.ts';
import { reregistrations, type ReregistrationCard } from '../../contract/reregistrations.ts';
import { payerOn } from '../../server/balance/queries/payer.ts';
import { read } from '../../server/kernel/read.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { newPerson } from '../kit/rows.ts';
import { world, type World } from '../kit/world.ts';
import { details, form, garageNow, inWork, move, ownedGarage, tariff, TODAY } from './kit.ts';

let t: TestApp;
let w: World;
let mo: Caller;
beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  mo = await as(t, { mo: w.mo });
  for (const group of ['full', 'half'] as const) await tariff(t, group, 300_000);
});
afterAll(() => t.close());

const card = async (id: number): Promise<ReregistrationCard> =>
  (await mo.call(reregistrations.one, { params: { id } })).body;
const complete = async (garage: number, reason: number, more: object): Promise<ReregistrationCard> => {
  const done = await move(mo, await inWork(mo, form(garage, reason, more)), 'complete');
  expect(done.status, done.text).toBe(200);
  return done.body;
};
const change = async ({ id, owners }: GarageCard, date: string, shares: readonly string[]): Promise<void> => {
  const done = await mo.call(changeShares, {
    params: { id },
    body: {
      date,
      shares: Object.fromEntries(owners.map((owner, nth) => [owner.id, shares[nth]!])),
      reason: 'Исправление по акту комиссии',
      check: true,
    },
  });
  expect(done.status, done.text).toBe(200);
};
/** Shares on a day, in the order in which the owners were entered. */
const on = async (garage: GarageCard, day: string) => {
  const { data } = (await mo.call(registerAsOf, { query: { on: day, garage: garage.id } as never })).body as {
    data: AsOfRow[];
  };
  return garage.owners.map(({ full_name }) => data[0]!.on!.owners.find((one) => one.full_name === full_name)?.share);
};
const lastCase = async (garage: number) =>
  (await t.deps.db
    .selectFrom('reregistration')
    .where('garage_id', '=', garage)
    .select((e) => e.fn.max('id').as('id'))
    .executeTakeFirstOrThrow())!.id!;

it('a share that was changed is of its days alone: register of a day, difference, payer, history; annulled, all is as it was', async () => {
  const garage = await ownedGarage(mo, w.po, 2);
  const [one, two] = garage.owners;
  await change(garage, '2026-09-01', ['3/4', '1/4']);
  await change(garage, '2026-11-10', ['1/4', '3/4']);
  const days = async () => [
    await on(garage, '2026-08-31'),
    await on(garage, '2026-09-01'),
    await on(garage, '2026-11-10'),
  ];
  const told = [
    ['1/2', '1/2'],
    ['3/4', '1/4'],
    ['1/4', '3/4'],
  ];
  expect(await days()).toEqual(told);
  const differing = (
    await mo.call(registerAsOf, {
      query: { on: '2026-10-01', to: TODAY, garage: garage.id, kinds: 'owner,share' } as never,
    })
  ).body as { data: AsOfRow[] };
  expect(differing.data.map(({ changes, ground }) => [changes, ground])).toEqual([
    [['share'], { text: 'Изменение долей', on: '2026-11-10', reregistration_id: await lastCase(garage.id) }],
  ]);
  // Nobody is chosen to get the receipts: the larger share pays.
  await t.deps.db.updateTable('ownership').set({ is_primary: false }).where('garage_id', '=', garage.id).execute();
  const payer = async (day: string) =>
    (await read(t.deps.db, sql<{ id: number }>`select ${payerOn(sql`${garage.id}::int`, day)} as id`))[0]!.id;
  expect([await payer('2026-10-01'), await payer(TODAY)]).toEqual([one!.profile_id, two!.profile_id]);
  const lines = (await mo.call(garageHistory, { params: { id: garage.id } })).body.data as {
    at: string;
    text: string;
    kind: string;
  }[];
  const owners = lines.filter(({ kind }) => kind === 'owners').map(({ at, text }) => [at, text]);
  expect(owners).toEqual([
    ['2026-11-10', `Изменились доли: ${one!.full_name}, доля 1/4; ${two!.full_name}, доля 3/4`],
    ['2026-09-01', `Изменились доли: ${one!.full_name}, доля 3/4; ${two!.full_name}, доля 1/4`],
    ['2020-01-01', `Владельцы: ${one!.full_name}, доля 1/2; ${two!.full_name}, доля 1/2`],
  ]);

  // What cases had kept before shares had days tells the same.
  await t.deps.db.deleteFrom('share_period').execute();
  const migration = await readFile('server/db/migrations/0336_share_periods.sql', 'utf8');
  await sql.raw(migration.slice(migration.indexOf('insert into'))).execute(t.deps.db);
  expect(await days()).toEqual(told);

  const undone = await move(mo, await card(await lastCase(garage.id)), 'annul', { comment: 'Ошиблись' });
  expect(undone.status, undone.text).toBe(200);
  expect(await days()).toEqual([told[0], told[1], told[1]]);
});

it('a change dated before another one is of its days too; annulled, the days are as it had found them', async () => {
  const garage = await ownedGarage(mo, w.po, 2);
  await change(garage, '2026-09-01', ['3/4', '1/4']);
  await change(garage, '2026-08-01', ['1/3', '2/3']);
  const days = async () => [await on(garage, '2026-07-31'), await on(garage, '2026-08-15'), await on(garage, TODAY)];
  expect(await days()).toEqual([
    ['1/2', '1/2'],
    ['1/3', '2/3'],
    ['1/3', '2/3'],
  ]);
  await move(mo, await card(await lastCase(garage.id)), 'annul', { comment: 'Ошиблись' });
  expect(await days()).toEqual([
    ['1/2', '1/2'],
    ['1/2', '1/2'],
    ['3/4', '1/4'],
  ]);
});

it('shares that were corrected after a case stand in the way of its annulment, each by its case', async () => {
  const garage = await ownedGarage(mo, w.po);
  const added = await complete(garage.id, 9, {
    newOwner: [{ profileId: (await newPerson(mo, w.po)).id, share: '1/2' }],
    shares: { [garage.owners[0]!.id]: '1/2' },
  });
  expect(added.annul_obstacles).toEqual([]);
  await change(await garageNow(mo, garage.id), TODAY, ['1/4', '3/4']);
  const later = await lastCase(garage.id);
  const seen = await card(added.id);
  expect(seen.annul_obstacles).toEqual([
    {
      text: `После этого дела владельцы менялись снова: изменены доли, переоформление № ${later}. Сначала отмените его`,
      path: `/reregistration/${later}`,
    },
  ]);
  expect((await move(mo, seen, 'annul', { comment: 'Ошиблись' })).status).toBe(422);
  expect((await move(mo, await card(later), 'annul', { comment: 'Ошиблись' })).status).toBe(200);
  // Cards of owners were merged: no case tells of it.
  const [owner] = (await garageNow(mo, garage.id)).owners;
  await t.deps.db.updateTable('ownership').set({ share_num: 1, share_den: 8 }).where('id', '=', owner!.id).execute();
  expect((await card(added.id)).annul_obstacles.map(({ text }) => text)).toEqual([
    `После этого дела владельцы менялись снова: доля ${owner!.full_name} теперь 1/8`,
  ]);
});

it('a name that was written again after a case is not wiped by its annulment', async () => {
  const garage = await ownedGarage(mo, w.po);
  const { profile_id } = garage.owners[0]!;
  const first = await complete(garage.id, 12, {});
  expect(first.annul_obstacles).toEqual([]);
  const second = await complete(garage.id, 12, { details: { ...details, newLastName: 'Вторая' } });
  expect((await card(first.id)).annul_obstacles).toEqual([
    {
      text: `После этого дела имя менялось снова: Вторая Иван Петрович, переоформление № ${second.id}. Сначала отмените его`,
      path: `/reregistration/${second.id}`,
    },
  ]);
  await t.deps.db.updateTable('profile').set({ last_name: 'Третья' }).where('id', '=', profile_id).execute();
  const seen = await card(second.id);
  expect(seen.annul_obstacles).toEqual([
    {
      text: 'После этого дела имя исправили: сейчас «Третья Иван Петрович». Верните в карточке «Вторая Иван Петрович», потом аннулируйте',
      path: `/profile/${profile_id}`,
    },
  ]);
  expect((await move(mo, seen, 'annul', { comment: 'Ошиблись' })).status).toBe(422);
});
