// Questions to the support: order, resuming by number, states, whose a talk is, floods and hostile texts.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as c from '../../contract/support.ts';
import { menuCounters } from '../../contract/session.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { world, type World } from '../kit/world.ts';

let t: TestApp;
let w: World;
let asker: Caller;
let other: Caller;
let staff: Caller;
let second: Caller;
let nth = 0;
const key = () => `key-of-a-message-${(nth += 1)}`;
beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  asker = await as(t, { po: w.po, role: 'chairman' });
  other = await as(t, { po: w.po, role: 'treasurer' });
  staff = await as(t, { region: w.region, isSuperuser: 1, capabilities: [] });
  second = await as(t, { region: w.region, isSuperuser: 2, role: 'superuser' });
});
afterAll(() => t.close());

const ask = (text: string, who = asker, k = key()) => who.call(c.askSupport, { body: { text, key: k } });
const answer = (id: number, text: string, who = staff, is_note = false, k = key()) =>
  who.call(c.answerSupport, { params: { id }, body: { text, key: k, is_note } });
const events = async (id: number, who: Caller, after = 0) =>
  (await who.call(c.supportEvents, { params: { id }, query: { after } })).body.events as c.SupportEvent[];
const move = (id: number, what: 'take' | 'release' | 'solve' | 'look', who = staff) =>
  who.call(c.moveSupport, { params: { id }, body: { what } });

describe('a talk', () => {
  it('goes on from the number of the last event, each message once, notes stay with the support', async () => {
    const k = key();
    const first = await ask('Почему пени?', asker, k);
    expect(first.status, first.text).toBe(200);
    const { id } = first.body.thread;
    expect((await ask('Почему пени?', asker, k)).body.event.seq).toBe(1);
    await answer(id, 'Правление решает 20.03', staff, true);
    await answer(id, 'Оплачено не всё');
    expect((await asker.call(menuCounters)).body.support).toBe(1);
    expect((await events(id, asker, 1)).map(({ seq, text }) => [seq, text])).toEqual([[3, 'Оплачено не всё']]);
    expect((await events(id, staff)).map(({ seq, kind }) => [seq, kind])).toEqual([
      [1, 'message'],
      [2, 'note'],
      [3, 'message'],
    ]);
    await asker.call(c.readSupport, { params: { id }, body: { seq: 99_999 } });
    expect((await asker.call(menuCounters)).body.support).toBe(0);
    expect((await staff.call(c.supportCard, { params: { id } })).body.thread.read_seq).toBe(3);
    expect((await move(id, 'solve')).body.status).toBe('solved');
    expect((await ask('Ещё вопрос')).body.thread.id).not.toBe(id);
  });

  it('messages sent at one moment get numbers without gaps or twins', async () => {
    const sent = await Promise.all(Array.from({ length: 8 }, (_, i) => ask(`Сразу ${i}`, other)));
    expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([200]));
    const found = await events(sent[0]!.body.thread.id, other);
    expect(found.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('two answer: the second hears who does; a question given back may be taken', async () => {
    const { id } = (await asker.call(c.mySupport)).body.thread;
    expect((await answer(id, 'Я отвечу')).status).toBe(200);
    expect((await answer(id, 'И я', second)).body.errors.text).toMatch(/^Уже отвечает Чиновников/);
    expect((await move(id, 'take', second)).status).toBe(422);
    await move(id, 'release');
    expect((await move(id, 'take', second)).body.status).toBe('taken');
    const queue = (await second.call(c.supportQueue, { query: { show: 'mine' } })).body;
    expect([queue.data.map((row: c.QueueRow) => row.id), queue.counts.mine]).toEqual([[id], 1]);
  });

  it('the screen is seen with consent only, and the asker is told', async () => {
    const { id } = (await asker.call(c.mySupport)).body.thread;
    expect((await move(id, 'look', second)).body.errors.form).toContain('не разрешил');
    const context = { page: '/garage/45', screen: '1366 × 768', refusals: [] };
    const agreed = await asker.call(c.consentSupport, { params: { id }, body: { context } });
    expect(agreed.body.consent_until).toBe('2026-11-20T09:30:00.000Z');
    expect((await second.call(c.supportCard, { params: { id } })).body.context).toEqual(context);
    expect((await move(id, 'look', second)).status).toBe(200);
    expect((await events(id, asker)).at(-1)!.text).toContain('смотрит вашими глазами');
    await t.deps.db.updateTable('support_thread').set({ consent_until: '2026-11-20T08:59:00Z' }).execute();
    expect((await second.call(c.supportCard, { params: { id } })).body.context).toBeNull();
    expect((await move(id, 'look', second)).status).toBe(422);
  });
});

describe('bad input', () => {
  it('a talk of somebody else is not there', async () => {
    const { id } = (await asker.call(c.mySupport)).body.thread;
    expect((await other.call(c.supportEvents, { params: { id } })).status).toBe(404);
    expect((await other.call(c.readSupport, { params: { id }, body: { seq: 1 } })).status).toBe(404);
    expect((await other.call(c.consentSupport, { params: { id }, body: { context: null } })).status).toBe(404);
    expect((await second.call(c.consentSupport, { params: { id }, body: { context: null } })).status).toBe(404);
    expect((await answer(id, 'Взлом', other)).status).toBe(403);
    expect((await other.call(c.supportQueue)).status).toBe(403);
  });

  it('100 000 signs are refused, a script is a text, 1 000 messages a minute are not taken', async () => {
    const flooder = await as(t, { po: w.siblingPo });
    expect((await ask('я'.repeat(100_000), flooder)).body.errors).toEqual({ text: 'Не длиннее 4000 знаков' });
    expect((await ask(' ', flooder)).body.errors).toEqual({ text: 'Напишите сообщение' });
    const script = '<img src=x onerror=alert(1)>';
    expect((await ask(script, flooder)).body.event.text).toBe(script);
    const statuses: number[] = [];
    for (let i = 0; i < 25; i += 1) statuses.push((await ask(`Поток ${i}`, flooder)).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(19);
    expect(statuses.at(-1)).toBe(429);
  });

  it('with nobody on duty the question goes by letter too, not without end', async () => {
    await t.deps.db.updateTable('session').set({ last_seen_at: '2026-11-01T00:00:00Z' }).execute();
    const night = await as(t, { po: w.cousinPo });
    await t.deps.db.updateTable('session').set({ last_seen_at: '2026-11-01T00:00:00Z' }).execute();
    let id = 0;
    for (let i = 0; i < 7; i += 1) id = (await ask(`Ночью ${i}`, night)).body.thread.id;
    const letters = await t.deps.db
      .selectFrom('outbox')
      .where('what', 'like', `support:${id}:%`)
      .select(['subject', 'body_text'])
      .orderBy('id')
      .execute();
    expect([letters.length, letters[0]!.subject]).toEqual([5, `Вопрос № ${id}: Ночью 0`]);
    expect((await night.call(c.mySupport)).body.duty).toEqual([]);
  });
});
