// Reports by the clock: each receiver gets his own place's rows by his rights of that hour, once; what was missed waits for a person.
import { buffer } from 'node:stream/consumers';
import { readXlsx } from 'hucre';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { garages } from '../../contract/garages.ts';
import { postAccrual } from '../../contract/contributions/charging.ts';
import { closeOutgoing, openOutgoing } from '../../contract/outbox.ts';
import * as c from '../../contract/reports.ts';
import { dueKinds } from '../../server/background.ts';
import { doDue } from '../../server/jobs/due.ts';
import { daysOf } from '../../server/reports/rules.ts';
import { planReports, forgetReportFiles } from '../../server/reports/writing/sending.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { newGarage } from '../kit/rows.ts';
import { world, type World } from '../kit/world.ts';

let t: TestApp;
let w: World;
let head: Caller;
let chairman: Caller;
let neighbour: Caller;
let stranger: Caller;

const NOW = '2026-11-20T09:00:00.000Z';
beforeAll(async () => {
  t = await testApp({ PUBLIC_URL: 'https://registry.example.ru' });
  w = await world(t.deps.db);
  head = await as(t, { mo: w.mo });
  chairman = await as(t, { po: w.po });
  neighbour = await as(t, { po: w.siblingPo, capabilities: [1] });
  stranger = await as(t, { mo: w.foreignMo });
  for (const po of [w.po, w.po, w.siblingPo]) await newGarage(head, po);
});
afterAll(() => t.close());

const list = { of: 'list', resource: 'garages', columns: ['plate', 'po'], sort: ['id', 'ASC'], filter: {} } as const;
const body = (more: object = {}) =>
  ({
    name: 'Гаражи недели',
    source: list,
    conditions: null,
    format: 'xlsx',
    every: 'day',
    onDay: null,
    atHour: 8,
    skipsEmpty: false,
    receivers: [head.userId],
    ...more,
  }) as never;

const all = async (who: Caller): Promise<c.Report[]> => (await who.call(c.reports)).body.data;
const make = async (who: Caller, more: object = {}): Promise<c.Report> => {
  const before = new Set((await all(who)).map(({ id }) => id));
  const reply = await who.call(c.createReport, { body: body(more) });
  expect(reply.status, reply.text).toBe(200);
  return reply.body.data.find(({ id }: c.Report) => !before.has(id));
};
const remove = (who: Caller, { id }: c.Report) => who.call(c.withdrawReport, { params: { id } });
/** Turns of the clock at a moment, or other work of the background; calls are made before and after it, for a token lives an hour. */
async function during(moment: string, ...works: (() => Promise<unknown>)[]) {
  t.setNow(moment);
  for (const work of works.length ? works : [turn]) await work();
  t.setNow(NOW);
}
const turn = () => doDue(t.deps, dueKinds);
const sendings = async (who: Caller, { id }: c.Report) =>
  ((await who.call(c.reportSendings, { params: { id } })).body as z.output<typeof c.reportSendings.reply>).data;

/** Letters of a report with the rows of their workbooks, heads included. */
async function letters({ id }: c.Report) {
  const rows = await t.deps.db
    .selectFrom('report_sending as s')
    .innerJoin('outbox as o', 'o.id', 's.outbox_id')
    .innerJoin('stored_file as f', 'f.id', 's.file_id')
    .where('s.report_id', '=', id)
    .orderBy('s.id')
    .select([
      's.user_id',
      's.due_at',
      'o.recipient',
      'o.subject',
      'o.body_text',
      'o.extra',
      'f.id as file',
      'f.store_key',
      'f.name',
    ])
    .execute();
  return Promise.all(rows.map(async (row) => ({ ...row, bytes: await buffer(t.deps.files.get(row.store_key)) })));
}
const cellsOf = async (bytes: Uint8Array) => (await readXlsx(bytes)).sheets[0]!.rows;

describe('at its moment', () => {
  it('each receiver gets the rows of his own place, once, as a letter with a file', async () => {
    t.setNow(NOW);
    const report = await make(head, { receivers: [head.userId, chairman.userId, neighbour.userId] });
    // Eight in the morning of Moscow, tomorrow: today it is past.
    expect(report.next_at).toBe('2026-11-21T05:00:00.000Z');
    await during('2026-11-21T05:00:30.000Z', () => Promise.all([turn(), turn()]), turn);
    const sent = await letters(report);
    expect(sent).toHaveLength(3);
    expect(new Set(sent.map(({ user_id }) => user_id))).toEqual(
      new Set([head.userId, chairman.userId, neighbour.userId]),
    );
    for (const [who, rows] of [
      [head, 3],
      [chairman, 2],
      [neighbour, 1],
    ] as const) {
      const letter = sent.find(({ user_id }) => user_id === who.userId)!;
      expect(await cellsOf(letter.bytes)).toHaveLength(rows + 1);
      expect(letter.extra).toEqual({ files: [letter.file] });
      expect(letter.body_text).toContain(`Строк: ${rows}.`);
      expect(letter.name).toBe('Гаражи недели 21.11.2026.xlsx');
    }
    const [now] = (await all(head)).filter(({ id }) => id === report.id);
    expect([now!.next_at, now!.last]).toEqual([
      '2026-11-22T05:00:00.000Z',
      { at: '2026-11-21T05:00:00.000Z', sent: 3, left_out: 0 },
    ]);
    const logged = await t.deps.db
      .selectFrom('action_log')
      .where('verb', '=', 'copy.report')
      .select(['text', 'po_id', 'after'])
      .execute();
    const went = logged.filter(({ text }) => text.includes('отправлен:'));
    expect(went).toHaveLength(3);
    for (const { after } of went)
      expect(after).toMatchObject({
        file: 'Гаражи недели 21.11.2026.xlsx',
        of: 'Гаражи недели',
        reason: 'по расписанию',
      });
    // The line of a receiver stands at his place: his chairman sees it.
    expect(logged.some(({ text, po_id }) => text.includes('строк 2') && po_id === w.po)).toBe(true);
    await remove(head, report);
  });

  it('the log names the day of the place: one o’clock at night of Moscow is still the day before in Greenwich', async () => {
    t.setNow(NOW);
    const report = await make(head, { name: 'Ночной', atHour: 1 });
    await during('2026-11-20T22:00:30.000Z');
    const lines = await t.deps.db.selectFrom('action_log').where('verb', '=', 'copy.report').select('text').execute();
    expect(lines.map(({ text }) => text)).toContain('Отчёт «Ночной» на 21.11.2026: отправлено 1, не отправлено 0');
    await remove(head, report);
  });

  it('rights are those of the hour: without the right, the place or the account nothing goes, and it is said', async () => {
    t.setNow(NOW);
    const owes = await make(head, {
      name: 'Платежи',
      source: { ...list, resource: 'payments', columns: ['on_date'], sort: ['on_date', 'ASC'] },
      receivers: [head.userId, chairman.userId, neighbour.userId],
    });
    const shown = Object.fromEntries(owes.receivers.map((one) => [one.id, one.refusal]));
    expect(shown).toEqual({
      [head.userId]: null,
      [chairman.userId]: null,
      [neighbour.userId]: 'Нужно право «Взносы и баланс»',
    });
    const right = await t.deps.db
      .deleteFrom('user_right')
      .where('user_id', '=', chairman.userId)
      .returningAll()
      .executeTakeFirstOrThrow();
    await during('2026-11-21T05:00:30.000Z');
    const came = Object.fromEntries((await sendings(head, owes)).map((one) => [one.user.id, [one.reason, one.letter]]));
    expect(came).toEqual({
      [head.userId]: [null, 'queued'],
      [chairman.userId]: ['больше не работает в этой организации', null],
      [neighbour.userId]: ['Нужно право «Взносы и баланс»', null],
    });
    await t.deps.db.insertInto('user_right').values(right).execute();
    await remove(head, owes);
  });

  it('an empty one is left out where that is asked', async () => {
    t.setNow(NOW);
    const empty = { ...list, filter: { garageDebt: 'advance' } };
    const quiet = await make(head, { source: empty, skipsEmpty: true });
    const said = await make(head, { source: empty });
    await during('2026-11-21T05:00:30.000Z');
    expect((await sendings(head, quiet)).map(({ reason }) => reason)).toEqual(['строк нет']);
    expect((await sendings(head, said)).map(({ rows, letter }) => [rows, letter])).toEqual([[0, 'queued']]);
    for (const one of [quiet, said]) await remove(head, one);
  });

  it('figures are those of the days before it, whole, on paper too', async () => {
    t.setNow(NOW);
    const own = (await head.call(garages.list)).body as { id: number }[];
    const charge = (garage: number, amount: number, date: string) =>
      head.call(postAccrual, {
        body: {
          isAllGaragSelected: false,
          includedGarages: [garage],
          contributionAmount: amount,
          contributionDate: date,
          idempotencyKey: crypto.randomUUID(),
          expected: { garages: 1, amount_kopecks: amount },
        },
      });
    for (const [nth, amount, date] of [
      [0, 11_100, '2026-10-01'],
      [1, 22_200, '2026-10-31'],
      [2, 44_400, '2026-11-01'],
    ] as const) {
      const reply = await charge(own[nth]!.id, amount, date);
      expect(reply.status, reply.text).toBe(200);
    }
    const source = {
      of: 'statistics',
      tab: 'balance_operation',
      table: 'po',
      filter: {},
      against: 'year',
      period: 'last_month',
    };
    const shape = { side: 'charged', rows: 'po', columns: 'month' };
    const pivot = await make(head, {
      source: { ...source, table: 'pivot', pivot: shape },
      receivers: [head.userId, neighbour.userId],
    });
    const report = await make(head, { source, receivers: [head.userId, neighbour.userId] });
    const paper = await make(head, { source, format: 'pdf' });
    await during('2026-11-21T05:00:30.000Z');
    const [mine, his] = await letters(report);
    const whole = (await cellsOf(mine!.bytes)).at(-1)!;
    // October alone: both its ends are in, the first of November is not.
    expect(whole.slice(0, 2)).toEqual(['Всего', 333]);
    // Who has no right to money gets what he would see on the same page: the actions.
    expect((await cellsOf(his!.bytes))[0]).toEqual(['ПО', 'Действий', expect.stringContaining('было')]);
    const [crossed, ...others] = await letters(pivot);
    const rows = await cellsOf(crossed!.bytes);
    expect([rows[0], rows.at(-1)]).toEqual([
      ['ПО', 'Октябрь 2026, ₽', 'Всего, ₽'],
      ['Всего', 333, 333],
    ]);
    // A pivot is money: who has no right to it gets nothing, and that is said.
    expect(others).toEqual([]);
    expect((await sendings(head, pivot)).find(({ user }) => user.id === neighbour.userId)!.reason).toBeTruthy();
    await remove(head, pivot);
    const [sheet] = await letters(paper);
    expect(Buffer.from(sheet!.bytes.subarray(0, 5)).toString()).toBe('%PDF-');
    for (const one of [report, paper]) await remove(head, one);
  });
});

describe('what was missed', () => {
  it('waits for its owner, goes once for the days it was meant for, and the next ones come all the same', async () => {
    t.setNow(NOW);
    const report = await make(head);
    // The server stood for three days.
    await during('2026-11-23T10:00:00.000Z', turn, () => planReports(t.deps), turn);
    expect(await letters(report)).toEqual([]);
    const [seen] = (await all(head)).filter(({ id }) => id === report.id);
    expect(seen!.late.map(({ at }) => at)).toEqual([
      '2026-11-21T05:00:00.000Z',
      '2026-11-22T05:00:00.000Z',
      '2026-11-23T05:00:00.000Z',
    ]);
    expect(seen!.next_at).toBe('2026-11-24T05:00:00.000Z');
    const decide = (who: Caller, moment: number, isWanted: boolean) =>
      who.call(c.decideReport, { params: { id: report.id }, body: { moment, isWanted } });
    expect((await decide(chairman, seen!.late[0]!.id, true)).status).toBe(404);
    expect((await decide(head, seen!.late[0]!.id, true)).status).toBe(200);
    expect((await decide(head, seen!.late[1]!.id, false)).status).toBe(200);
    await turn();
    await turn();
    expect((await letters(report)).map(({ due_at, subject }) => [due_at, subject])).toEqual([
      ['2026-11-21T05:00:00.000Z', 'Гаражи недели, 21.11.2026'],
    ]);
    expect((await decide(head, seen!.late[0]!.id, true)).status).toBe(404);
    await during('2026-11-24T05:00:30.000Z');
    expect(await letters(report)).toHaveLength(2);
    await remove(head, report);
    expect(
      await t.deps.db
        .selectFrom('due_moment')
        .where('object', 'like', `${report.id}@%`)
        .where('state', '=', 'asks')
        .execute(),
    ).toEqual([]);
  });

  it.each([
    ['an hour', '2026-11-21T06:00:00.000Z', 1, 0],
    ['more than an hour', '2026-11-21T06:00:01.000Z', 0, 1],
  ])('late by %s', async (_, moment, went, asks) => {
    t.setNow(NOW);
    const report = await make(head);
    await during(moment);
    const [seen] = (await all(head)).filter(({ id }) => id === report.id);
    expect([(await letters(report)).length, seen!.late.length]).toEqual([went, asks]);
    await remove(head, report);
  });

  it('behind a closed gate it waits and is counted', async () => {
    t.setNow(NOW);
    const boss = await as(t, { mo: w.mo, isSuperuser: 2 });
    const report = await make(head);
    const body = { channels: ['reports' as const], reason: 'проверка' };
    expect((await boss.call(closeOutgoing, { body })).status).toBe(200);
    await during('2026-11-21T05:00:30.000Z');
    expect(await letters(report)).toEqual([]);
    const open = (waiting: number) => boss.call(openOutgoing, { body: { channel: 'reports', waiting } });
    // Nothing is due at the hour of the call: what waits is counted by its moment.
    expect((await open(1)).status).toBe(409);
    expect((await open(0)).status).toBe(200);
    await during('2026-11-21T05:00:40.000Z');
    expect(await letters(report)).toHaveLength(1);
    await remove(head, report);
  });
});

describe('who looks after it', () => {
  it('a colleague of the place sees it, another place does not; only its owner changes it', async () => {
    t.setNow(NOW);
    const colleague = await as(t, { mo: w.mo });
    const report = await make(head, { receivers: [head.userId, chairman.userId] });
    const seenBy = async (who: Caller) => (await all(who)).find(({ id }) => id === report.id);
    expect((await seenBy(colleague))!.mayEdit).toBe(false);
    expect((await seenBy(chairman))!.isMine).toBe(true);
    expect([await seenBy(stranger), await seenBy(neighbour)]).toEqual([undefined, undefined]);
    const change = (who: Caller) =>
      who.call(c.pauseReport, { params: { id: report.id }, body: { version: report.version, isPaused: true } });
    expect((await change(colleague)).status).toBe(403);
    expect((await change(stranger)).status).toBe(404);
    expect((await stranger.call(c.reportFile, { params: { id: report.id } })).status).toBe(404);
    // A receiver may say no.
    expect((await chairman.call(c.leaveReport, { params: { id: report.id } })).status).toBe(200);
    expect(await seenBy(chairman)).toBeUndefined();
    // A form that was opened before he left does not bring him back.
    const stale = await head.call(c.updateReport, {
      params: { id: report.id },
      body: body({ receivers: [head.userId, chairman.userId], version: report.version }),
    });
    expect([stale.status, await seenBy(chairman)]).toEqual([409, undefined]);
    await remove(head, report);
  });

  it('people of other places are no receivers; unknown columns and conditions are refused', async () => {
    t.setNow(NOW);
    const tried = async (more: object) => await head.call(c.createReport, { body: body(more) });
    expect((await tried({ receivers: [stranger.userId] })).body.errors).toEqual({
      receivers: 'Выберите людей из списка',
    });
    expect((await tried({ source: { ...list, columns: ['passport'] } })).status).toBe(422);
    expect((await tried({ source: { ...list, filter: { whatever: 1 } } })).status).toBe(400);
    expect((await tried({ every: 'week', onDay: null })).body.errors).toEqual({ onDay: 'Выберите день недели' });
    expect((await tried({ source: { ...list, resource: 'users', columns: ['name'] } })).status).toBe(403);
    expect((await tried({ atHour: 24 })).status).toBe(422);
  });

  it('when the owner leaves it goes to a colleague of its place who has the right; with nobody there it stops and says so', async () => {
    t.setNow(NOW);
    const cousin = await as(t, { mo: w.siblingMo });
    const heir = await as(t, { mo: w.siblingMo });
    const weak = await as(t, { mo: w.siblingMo, capabilities: [] });
    const money = { ...list, resource: 'payments', columns: ['on_date'], sort: ['on_date', 'ASC'] };
    const report = await make(cousin, { source: money, receivers: [weak.userId, heir.userId] });
    const owner = async (who: Caller) => (await all(who)).find(({ id }) => id === report.id)!;
    await t.deps.db.updateTable('app_user').set({ is_active: false }).where('id', '=', cousin.userId).execute();
    await planReports(t.deps);
    expect((await owner(heir)).owner!.id).toBe(heir.userId);
    await t.deps.db
      .updateTable('app_user')
      .set({ capabilities: [1] })
      .where('id', '=', heir.userId)
      .execute();
    await during('2026-11-21T05:00:30.000Z');
    const stopped = await owner(weak);
    expect([stopped.owner, stopped.isPaused, stopped.pauseReason]).toEqual([
      null,
      true,
      expect.stringContaining('передать некому'),
    ]);
    expect(await letters(report)).toEqual([]);
    // Somebody of the place who has the right takes it over, and it goes on.
    const fresh = await as(t, { mo: w.siblingMo });
    const taken = await fresh.call(c.handReport, {
      params: { id: report.id },
      body: { version: stopped.version, owner: fresh.userId },
    });
    expect(taken.status, taken.text).toBe(200);
    const again = await owner(fresh);
    expect([again.owner!.id, again.isPaused, again.next_at]).toEqual([fresh.userId, false, '2026-11-21T05:00:00.000Z']);
    await remove(fresh, report);
  });
});

it('files go after thirty days, with the letters that never went', async () => {
  t.setNow(NOW);
  const report = await make(head);
  await during('2026-11-21T05:00:30.000Z');
  const [letter] = await letters(report);
  await remove(head, report);
  const forget = () => during('2026-12-22T06:00:00.000Z', () => forgetReportFiles(t.deps));
  await forget();
  // It waits still: its file stays with it.
  expect((await letters(report))[0]!.file).toBe(letter!.file);
  const what = `report:${report.id}@2026-11-21T05:00:00.000Z`;
  await t.deps.db.updateTable('outbox').set({ state: 'failed' }).where('what', '=', what).execute();
  await forget();
  const kept = await t.deps.db.selectFrom('stored_file').where('id', '=', letter!.file).select('id').execute();
  expect(kept).toEqual([]);
  const states = await t.deps.db.selectFrom('outbox').where('what', '=', what).select('state').execute();
  expect(states).toEqual([{ state: 'cancelled' }]);
});

describe('days of a report', () => {
  it.each([
    ['yesterday', '2026-03-01', '2026-02-28', '2026-02-28'],
    ['last_week', '2026-11-23', '2026-11-16', '2026-11-22'],
    ['last_week', '2026-11-29', '2026-11-16', '2026-11-22'],
    ['last_month', '2026-01-31', '2025-12-01', '2025-12-31'],
    ['last_month', '2028-03-15', '2028-02-01', '2028-02-29'],
    ['last_quarter', '2026-01-01', '2025-10-01', '2025-12-31'],
    ['last_quarter', '2026-12-31', '2026-07-01', '2026-09-30'],
    ['this_month', '2026-11-20', '2026-11-01', '2026-11-20'],
    ['this_year', '2026-11-20', '2026-01-01', '2026-11-20'],
  ] as const)('%s on %s', (period, day, from, to) => expect(daysOf(period, day)).toEqual({ from, to }));
});
