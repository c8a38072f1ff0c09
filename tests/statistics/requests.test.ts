// What a ПО asks of its МО about a record: who sees it, who answers, what becomes of it.
import { beforeAll, describe, expect, it } from 'vitest';
import * as c from '../../contract/requests.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { newGarage, newPerson } from '../kit/rows.ts';
import { world, type World } from '../kit/world.ts';

let t: TestApp;
let w: World;
let head: Caller;
let chairman: Caller;
beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  head = await as(t, { mo: w.mo });
  chairman = await as(t, { po: w.po, capabilities: [1] });
});

type Type = c.PoRequest['type'];
const seen = async (who: Caller, query: Record<string, unknown> = {}): Promise<c.PoRequest[]> =>
  (await who.call(c.requests, { query })).body.data;
const ask = (who: Caller, objectId: number, more: object = {}, type: Type = 'garage') =>
  who.call(c.askMo, {
    params: { type, objectId },
    body: { note: 'Исправьте номер секции', dueOn: null, ...more },
  });
const answer = (who: Caller, { id, version }: c.PoRequest, state: 'done' | 'declined', note: string | null = null) =>
  who.call(c.answerRequest, { params: { id }, body: { version, state, note } });
const letters = async (what: string) =>
  (await t.deps.db.selectFrom('outbox').where('what', 'like', what).select('receiver').execute()).map(
    ({ receiver }) => receiver,
  );
const openOf = async (who: Caller, id: number, type = 'garage') =>
  (await seen(who)).find(({ objectId, type: of }) => objectId === id && of === type)!;

describe('requests', () => {
  it('are seen by both sides alone, named in the log and in a letter to the МО', async () => {
    const { id } = await newGarage(head, w.po);
    const reply = await ask(chairman, id);
    expect(reply.status, reply.text).toBe(200);
    const request = await openOf(head, id);
    expect(request).toMatchObject({ state: 'open', may_answer: true, may_withdraw: false, days: 0 });
    expect(request.object_name).toBeTruthy();
    expect(await openOf(chairman, id)).toMatchObject({ may_answer: false, may_withdraw: true });
    for (const place of [{ po: w.siblingPo }, { mo: w.siblingMo }, { mo: w.foreignMo }, { po: w.cousinPo }]) {
      const other = await as(t, place);
      expect(await seen(other)).toEqual([]);
      expect((await answer(other, request, 'done')).status).toBe(404);
      expect((await ask(other, id)).status).toBe(404);
    }
    expect(await letters(`request:${request.id}:%`)).toContain(`user:${head.userId}`);
    const line = await t.deps.db
      .selectFrom('action_log')
      .where('object_type', '=', 'garage')
      .where('object_id', '=', id)
      .where('text', 'like', 'Просьба%')
      .select('text')
      .execute();
    expect(line).toHaveLength(1);
    const card = { type: 'garage', objectId: id };
    expect((await seen(head, card)).map((one) => one.id)).toEqual([request.id]);
    expect(await seen(head, { ...card, objectId: (await newGarage(head, w.po)).id })).toEqual([]);
    const stranger = await as(t, { po: w.cousinPo });
    expect((await stranger.call(c.requests, { query: card })).status).toBe(404);
  });

  it('are answered once by the МО, a refusal says why, and the asker gets a letter', async () => {
    const { id } = await newPerson(head, w.po);
    expect((await ask(chairman, id, {}, 'profile')).status).toBe(200);
    const request = await openOf(head, id, 'profile');
    expect((await answer(chairman, request, 'done')).status).toBe(403);
    const region = await as(t, { region: w.region });
    expect((await answer(region, request, 'done')).status).toBe(403);
    expect((await answer(head, request, 'declined')).body.errors).toEqual({ note: 'Напишите, почему отклоняете' });
    expect((await answer(head, request, 'declined', 'Нет выписки')).status).toBe(200);
    expect((await answer(head, request, 'done')).status).toBe(409);
    expect(await openOf(chairman, id, 'profile')).toMatchObject({ state: 'declined', done_note: 'Нет выписки' });
    expect(await letters(`request_answer:${request.id}`)).toEqual([`user:${chairman.userId}`]);
    expect((await chairman.call(c.withdrawRequest, { params: { id: request.id } })).status).toBe(409);
    expect((await ask(chairman, id, {}, 'profile')).status).toBe(200);
  });

  it('of four presses at once one asks; taken back, it is asked again', async () => {
    const { id } = await newGarage(head, w.po);
    const replies = await Promise.all([1, 2, 3, 4].map(() => ask(chairman, id)));
    expect(replies.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 422, 422, 422]);
    const request = await openOf(chairman, id);
    expect((await head.call(c.withdrawRequest, { params: { id: request.id } })).status).toBe(403);
    expect((await chairman.call(c.withdrawRequest, { params: { id: request.id } })).status).toBe(200);
    expect((await answer(head, request, 'done')).status).toBe(404);
    expect((await ask(chairman, id)).status).toBe(200);
  });

  it('say what is wrong at its field', async () => {
    const { id } = await newGarage(head, w.po);
    expect((await ask(chairman, id, { note: '  ' })).body.errors).toHaveProperty('note');
    expect((await ask(chairman, id, { note: 'о'.repeat(501) })).body.errors).toHaveProperty('note');
    expect((await ask(chairman, id, { dueOn: '2020-01-01' })).body.errors).toEqual({ dueOn: 'Этот день уже прошёл' });
    expect((await ask(chairman, 999_999)).status).toBe(404);
    expect((await ask(head, id)).status).toBe(403);
  });
});
