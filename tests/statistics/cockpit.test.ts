// Pinned figures equal the page they were pinned from, within place and rights; worklists given to colleagues are seen, done, taken back.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as pinning from '../../contract/pins.ts';
import { statistics, type StatReply } from '../../contract/statistics.ts';
import * as c from '../../contract/tasks.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { postLines } from '../balance/posting.ts';
import { newGarage } from '../kit/rows.ts';
import { world, type World } from '../kit/world.ts';

let t: TestApp;
let w: World;
let head: Caller;
let chairman: Caller;
let stranger: Caller;
beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  head = await as(t, { mo: w.mo });
  chairman = await as(t, { po: w.po, capabilities: [1] });
  stranger = await as(t, { mo: w.foreignMo });
  const [one, other] = [await newGarage(head, w.po), await newGarage(head, w.siblingPo)];
  const line = (garage_id: number, amount_kopecks: number, on_date: string) => ({
    garage_id,
    sign: -1 as const,
    amount_kopecks,
    accrual_type_id: 1,
    payment_type_id: null,
    period_year: 2026,
    on_date,
  });
  await postLines(t, w, [
    line(one.id, 30_000, '2026-10-05'),
    line(other.id, 50_000, '2026-10-31'),
    line(one.id, 7_000, '2026-09-30'),
  ]);
});
afterAll(() => t.close());

const october = { from: '2026-10-01', to: '2026-10-31' };
const pin = (who: Caller, body: object) =>
  who.call(pinning.pinFigure, {
    body: { tab: 'balance_operation', filter: october, conditions: null, ...body } as never,
  });
const pinned = async (who: Caller): Promise<pinning.Pin[]> => (await who.call(pinning.pins)).body.data;

describe('pins', () => {
  it('are counted anew and equal the page under the same conditions; what it was stays', async () => {
    const made = await pin(head, {
      figure: 'charged',
      filter: { ...october, po: [w.po] },
      conditions: 'ПО: КАС № 12-3',
    });
    expect(made.status, made.text).toBe(200);
    await pin(head, { figure: 'charged' });
    await pin(head, { figure: 'debt' });
    await pin(head, { tab: 'all', figure: 'count', filter: {} });
    expect((await pinned(head)).map(({ value }) => value).slice(0, 3)).toEqual([30_000, 80_000, 87_000]);
    const { body }: { body: StatReply } = await head.call(statistics, {
      params: { tab: 'all' },
      query: { filter: '{}' },
    });
    expect((await pinned(head))[3]!.value).toBe(body.count.now);
    const late = await newGarage(head, w.po);
    await postLines(t, w, [
      {
        garage_id: late.id,
        sign: -1,
        amount_kopecks: 1_000,
        accrual_type_id: 1,
        payment_type_id: null,
        period_year: 2026,
        on_date: '2026-10-20',
      },
    ]);
    const [first] = await pinned(head);
    expect([first!.value, first!.pinned_value, first!.conditions]).toEqual([31_000, 30_000, 'ПО: КАС № 12-3']);
  });

  it('belong to one person at one place, and hide when the right to money goes', async () => {
    expect(await pinned(stranger)).toEqual([]);
    const elsewhere = await as(t, { mo: w.siblingMo, same: head });
    expect(await pinned(elsewhere)).toEqual([]);
    const [first] = await pinned(head);
    expect((await stranger.call(pinning.unpinFigure, { params: { id: first!.id } })).status).toBe(404);
    const before = (await pinned(head)).length;
    const poorer = await as(t, { mo: w.mo, capabilities: [1] });
    await t.deps.db
      .updateTable('stat_pin')
      .set({ user_id: poorer.userId })
      .where('user_id', '=', head.userId)
      .execute();
    expect((await pinned(poorer)).map(({ figure }) => figure)).toEqual(['count']);
    await t.deps.db
      .updateTable('stat_pin')
      .set({ user_id: head.userId })
      .where('user_id', '=', poorer.userId)
      .execute();
    expect(await pinned(head)).toHaveLength(before);
    expect((await pin(poorer, { figure: 'debt' })).status).toBe(403);
  });

  it('bad ones are refused; they are let go', async () => {
    expect((await pin(head, { tab: 'sign', figure: 'paid' })).body.errors).toEqual({
      figure: 'Деньги считает вкладка «Взносы»',
    });
    expect((await pin(head, { figure: 'paid', filter: { from: '2026-10-31', to: '2026-10-01' } })).status).toBe(422);
    expect((await pin(head, { figure: 'paid', filter: { nothing: 1 } })).status).toBe(400);
    const before = await pinned(head);
    const left = await head.call(pinning.unpinFigure, { params: { id: before[0]!.id } });
    expect(left.body.data).toHaveLength(before.length - 1);
    for (let nth = left.body.data.length; nth < pinning.MOST_PINS; nth += 1)
      expect((await pin(head, { figure: 'paid' })).status).toBe(200);
    expect((await pin(head, { figure: 'paid' })).body.errors.form).toContain('Не больше');
  });
});

const seen = async (who: Caller): Promise<c.Task[]> => (await who.call(c.tasks)).body.data;
const give = (who: Caller, more: object = {}) =>
  who.call(c.giveTask, {
    body: { list: 'cases', assignee: chairman.userId, dueOn: '2026-11-25', note: 'до собрания', ...more } as never,
  });

describe('tasks', () => {
  it('are seen by who does them, who gave them and their place; the colleague gets one letter', async () => {
    const reply = await give(head);
    expect(reply.status, reply.text).toBe(200);
    const [task] = await seen(chairman);
    expect(task).toMatchObject({
      list: 'cases',
      is_mine: true,
      is_own: false,
      may_mark: true,
      due_on: '2026-11-25',
      is_late: false,
    });
    const colleague = await as(t, { mo: w.mo });
    expect((await seen(colleague)).map(({ id, may_mark }) => [id, may_mark])).toEqual([[task!.id, false]]);
    expect(await seen(stranger)).toEqual([]);
    const letters = await t.deps.db
      .selectFrom('outbox')
      .where('what', '=', `task:${task!.id}`)
      .select('body_text')
      .execute();
    expect(letters).toHaveLength(1);
    expect(letters[0]!.body_text).toContain('до собрания');
    expect((await give(head)).body.errors).toEqual({ assignee: 'Этот список ему уже поручен' });
  });

  it('of two hands at once one gives a list, and one letter goes', async () => {
    const colleague = await as(t, { mo: w.mo });
    const doer = await as(t, { po: w.po });
    const hands = [head, colleague, head, colleague];
    const replies = await Promise.all(hands.map((who) => give(who, { assignee: doer.userId })));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 422)).toHaveLength(3);
    const given = (await seen(doer)).filter((task) => task.is_mine);
    expect(given).toHaveLength(1);
    const letters = await t.deps.db
      .selectFrom('outbox')
      .where('receiver', '=', `user:${doer.userId}`)
      .select('what')
      .execute();
    expect(letters.map(({ what }) => what)).toEqual([`task:${given[0]!.id}`]);
    const giver = given[0]!.author.id === head.userId ? head : colleague;
    expect((await giver.call(c.withdrawTask, { params: { id: given[0]!.id } })).status).toBe(200);
  });

  it('are late after their day, are marked once, opened again, taken back', async () => {
    const [task] = await seen(head);
    const colleague = await as(t, { mo: w.mo });
    const mark = (who: Caller, version: number, state: c.TaskState = 'done', note: string | null = null) =>
      who.call(c.markTask, { params: { id: task!.id }, body: { version, state, note } });
    expect((await mark(colleague, task!.version)).status).toBe(403);
    expect((await mark(stranger, task!.version)).status).toBe(404);
    expect((await mark(chairman, task!.version)).status).toBe(200);
    expect((await mark(head, task!.version)).status).toBe(409);
    const [done] = await seen(head);
    expect([done!.done_by, done!.is_late]).toEqual([expect.stringContaining('Чиновников'), false]);
    expect((await mark(head, done!.version, 'open')).status).toBe(200);
    const [again] = await seen(chairman);
    expect((await mark(head, again!.version, 'declined', 'нет')).status).toBe(403);
    expect((await mark(chairman, again!.version, 'declined')).body.errors).toEqual({
      note: 'Напишите, почему отклоняете',
    });
    expect((await mark(chairman, again!.version, 'declined', 'Список не мой')).status).toBe(200);
    const [declined] = await seen(head);
    expect(declined).toMatchObject({ state: 'declined', done_note: 'Список не мой' });
    const letters = await t.deps.db
      .selectFrom('outbox')
      .where('what', 'like', `task_declined:${task!.id}:%`)
      .select(['receiver', 'body_text'])
      .execute();
    expect(letters.map(({ receiver }) => receiver)).toEqual([`user:${head.userId}`]);
    expect(letters[0]!.body_text).toContain('Список не мой');
    expect((await mark(head, declined!.version, 'open')).status).toBe(200);
    await t.deps.db.updateTable('task').set({ due_on: '2026-11-19' }).where('id', '=', task!.id).execute();
    expect((await seen(chairman))[0]!.is_late).toBe(true);
    expect((await chairman.call(c.withdrawTask, { params: { id: task!.id } })).status).toBe(403);
    const both = await Promise.all([1, 2].map(() => head.call(c.withdrawTask, { params: { id: task!.id } })));
    expect(new Set(both.map((one) => one.status))).toEqual(new Set([200, 404]));
    expect(both.find((one) => one.status === 200)!.body.data).toEqual([]);
  });

  it('are not given to strangers, to who can not see the list, nor for a past day', async () => {
    expect((await give(head, { assignee: stranger.userId })).body.errors).toEqual({
      assignee: 'Выберите человека из списка',
    });
    for (const list of ['bank_rows', 'mailings', 'letters'])
      expect((await give(head, { list })).body.errors.assignee, list).toContain('не хватает прав');
    expect((await give(head, { dueOn: '2026-11-19' })).body.errors).toEqual({ dueOn: 'Этот день уже прошёл' });
    expect((await give(chairman, { assignee: head.userId })).status).toBe(422);
  });
});
