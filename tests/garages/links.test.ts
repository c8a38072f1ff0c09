// Merged and split garages keep a link to those that stand in their place: both cards, both histories, two days compared.
import { randomUUID } from 'node:crypto';
import { readXlsx } from 'hucre';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registerAsOf } from '../../contract/garages/asOf.ts';
import * as c from '../../contract/garages.ts';
import { pathOf } from '../../contract/kernel/endpoint.ts';
import { jobFile } from '../../contract/jobs.ts';
import { asOfJob } from '../../server/garages/routes/asOf.ts';
import { startJob } from '../../server/jobs/records.ts';
import { runJob } from '../../server/jobs/run.ts';
import { act } from '../../server/kernel/act.ts';
import { workCtx } from '../../server/kernel/ctx.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { hearRecords } from '../kit/heard.ts';
import { newGarage } from '../kit/rows.ts';
import { world, type World } from '../kit/world.ts';

let t: TestApp;
let w: World;
let mo: Caller;
beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  mo = await as(t, { mo: w.mo });
});
afterAll(() => t.close());

const archive = (garage: c.GarageCard, reason: string, became: number[]) =>
  mo.call(c.archiveGarage, {
    params: { id: garage.id },
    body: { version: garage.version, reason, became } as never,
  });
const card = async (id: number) => (await mo.call(c.garages.one, { params: { id } })).body;
const told = async (id: number) =>
  (await mo.call(c.garageHistory, { params: { id } })).body.data.map((line: c.HistoryLine) => line.text);

describe('a garage that was split', () => {
  it('names both cards to each other, tells both histories, is named between two days and is taken back', async () => {
    const [old, left, right] = [await newGarage(mo, w.po), await newGarage(mo, w.po), await newGarage(mo, w.po)];
    const gone = await archive(old, 'split', [left.id, right.id]);
    expect(gone.status, gone.text).toBe(200);
    expect(new Set(gone.body.became.map((one: { id: number }) => one.id))).toEqual(new Set([left.id, right.id]));
    const heir = await card(left.id);
    expect(heir.came_of).toMatchObject([
      { id: old.id, number: old.number, reason: 'split', is_active: false, archived_on: '2026-11-20' },
    ]);
    const names = [left, right].map((one) => [one.section, one.number].filter(Boolean).join(' '));
    const [line] = await told(old.id);
    for (const name of names) expect(line).toContain(name);
    expect(line).toContain('разделён на гаражи');
    const oldName = [old.section, old.number].filter(Boolean).join(' ');
    expect((await told(right.id))[0]).toContain(`Встал на место гаража ${oldName}: тот разделён на гаражи`);

    const query = { on: '2026-11-19', to: '2026-11-20', po: w.po, limit: 100 };
    const { data } = (await mo.call(registerAsOf, { query: query as never })).body;
    const row = (id: number) => data.find((one: { id: number }) => one.id === id)!;
    expect(row(left.id).came_of.map((one: { id: number }) => one.id)).toEqual([old.id]);

    const back = await mo.call(c.restoreGarage, { params: { id: old.id }, body: { version: gone.body.version } });
    expect([back.status, back.body.became]).toEqual([200, []]);
    expect((await card(left.id)).came_of).toEqual([]);
    expect((await told(left.id))[0]).toBe(`Больше не вместо гаража ${oldName}: тот возвращён из архива`);
  });

  it('is named «went» with those that came, when it stood on the first day', async () => {
    const [old, kept] = [await newGarage(mo, w.po), await newGarage(mo, w.po)];
    await t.deps.db
      .updateTable('garage')
      .set({ created_at: '2020-01-01T00:00:00Z' })
      .where('id', 'in', [old.id, kept.id])
      .execute();
    expect((await archive(old, 'merged', [kept.id])).status).toBe(200);
    const query = { on: '2026-11-19', to: '2026-11-20', garage: old.id };
    const { data } = (await mo.call(registerAsOf, { query: query as never })).body;
    expect(data).toMatchObject([{ id: old.id, to: null, archive_reason: 'merged', became: [{ id: kept.id }] }]);
  });
});

it('a file of two days names what a garage became and what it came of', async () => {
  const place = await world(t.deps.db);
  const head = await as(t, { mo: place.mo });
  const made = async (number: string, since: string) => {
    const garage = await newGarage(head, place.po, { number });
    await t.deps.db.updateTable('garage').set({ created_at: since }).where('id', '=', garage.id).execute();
    return garage;
  };
  const old = '2020-01-01T00:00:00Z';
  const [split, merged, gone, kept] = [await made('1', old), await made('2', old), await made('3', old), await made('4', old)]; // prettier-ignore
  const [left, right] = [await made('1а', '2026-11-20T09:00:00Z'), await made('1б', '2026-11-20T09:00:00Z')];
  await made('5', '2026-11-20T09:00:00Z');
  for (const [garage, reason, became] of [
    [split, 'split', [left.id, right.id]],
    [merged, 'merged', [kept.id]],
    [gone, 'demolished', []],
  ] as const)
    expect((await head.call(c.archiveGarage, { params: { id: garage.id }, body: { version: garage.version, reason, became: [...became] } })).status).toBe(200); // prettier-ignore
  const author = { userId: head.userId, name: 'Автор', region: place.region, mo: place.mo, capabilities: [1] };
  const ctx = workCtx(t.deps, author);
  const id = await act(ctx, 'balance_operation.test', async ({ tx, log, emit }) => {
    await log({ text: 'Запущено' });
    const params = { on: '2026-11-19', to: '2026-11-20', mo: null, po: null };
    const at = { region_id: place.region, mo_id: place.mo, po_id: null };
    return startJob({ tx, emit, enqueue: async () => randomUUID() }, ctx, asOfJob, {
      title: 'Проба',
      place: at,
      params,
    });
  });
  await runJob(t.deps, asOfJob, { jobId: id });
  const file = await t.app.inject({ url: pathOf(jobFile, { id }), headers: { authorization: `Bearer ${head.token}` } });
  expect(file.statusCode, file.payload.slice(0, 200)).toBe(200);
  const { sheets } = await readXlsx(new Uint8Array(file.rawPayload));
  const fates = new Map(sheets[0]!.rows.slice(1).map((line) => [String(line[3]), String(line[11])]));
  expect(Object.fromEntries(fates)).toEqual({
    '1': 'разделён на А 1а, А 1б',
    '1а': 'пришёл вместо А 1',
    '1б': 'пришёл вместо А 1',
    '2': 'объединён с А 4',
    '3': 'ушёл',
    '5': 'пришёл',
  });
});

it('every card that a link changes is told to those who look at it, when it is made and when it is taken back', async () => {
  const [old, left, right] = [await newGarage(mo, w.po), await newGarage(mo, w.po), await newGarage(mo, w.po)];
  const { told: words, stop } = await hearRecords(t);
  const heard = () => new Set(words.filter((one) => one.resource === 'garages').flatMap((one) => one.ids));
  try {
    const gone = await archive(old, 'split', [left.id, right.id]);
    await expect.poll(heard).toEqual(new Set([old.id, left.id, right.id]));
    words.length = 0;
    await mo.call(c.restoreGarage, { params: { id: old.id }, body: { version: gone.body.version } });
    await expect.poll(heard).toEqual(new Set([old.id, left.id, right.id]));
  } finally {
    await stop();
  }
});

describe('the garages in its place', () => {
  it.each<[string, string, (g: { own: number; one: number; gone: number; foreign: number }) => number[], string]>([
    ['a merger without a garage', 'merged', () => [], 'Выберите гараж, с которым он объединён: он остаётся в реестре'],
    ['a split into one', 'split', (g) => [g.one], 'Выберите гаражи, на которые он разделён: не меньше двух'],
    ['the same one twice', 'split', (g) => [g.one, g.one], 'Выберите гаражи, на которые он разделён: не меньше двух'],
    ['itself', 'merged', (g) => [g.own], 'Гараж не может встать на своё место: выберите другой'],
    ['one of another ПО', 'merged', (g) => [g.foreign], 'Гараж не найден в этом ПО'],
    ['one of the archive', 'merged', (g) => [g.gone], '№'],
    [
      'a reason that leads nowhere',
      'demolished',
      (g) => [g.one],
      'Другие гаражи называют только у объединённого и разделённого',
    ],
  ])('%s: refused at the field', async (_name, reason, pick, message) => {
    const [own, one, gone] = [await newGarage(mo, w.po), await newGarage(mo, w.po), await newGarage(mo, w.po)];
    const foreign = await newGarage(await as(t, { mo: w.foreignMo }), w.foreignPo);
    await archive(gone, 'mistake', []);
    const { status, body } = await archive(
      own,
      reason,
      pick({ own: own.id, one: one.id, gone: gone.id, foreign: foreign.id }),
    );
    expect(status).toBe(422);
    expect(body.errors.became).toContain(message === '№' ? `Гараж № ${gone.number} в архиве` : message);
    expect((await card(own.id)).isActive).toBe(true);
  });
});
