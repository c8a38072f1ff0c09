// A key for every write: a save that is sent again happens once and is answered the same.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { saveView } from '../../contract/habits.ts';
import { garages } from '../../contract/garages.ts';
import { endOtherSessions } from '../../contract/session/account.ts';
import { forgetOldKeys } from '../../server/jobs/retention.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { garageBody } from '../kit/rows.ts';
import { world, type World } from '../kit/world.ts';

let t: TestApp;
let w: World;
let clerk: Caller;
beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  clerk = await as(t, { mo: w.mo });
});
afterAll(() => t.close());

const headers = (key: string) => ({ 'idempotency-key': key });
let number = 100;
const newGarage = () => ({
  body: garageBody(w.po, { section: '', number: String((number += 1)) }),
});
const written = async () => {
  const count = async (table: 'garage' | 'action_log') =>
    (
      await t.deps.db
        .selectFrom(table)
        .select((e) => e.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
    ).n;
  return [await count('garage'), await count('action_log')];
};

describe('a call with a key', () => {
  it('sent again after a lost answer writes and logs nothing and is answered the same', async () => {
    const key = randomUUID();
    const asked = { ...newGarage(), headers: headers(key) };
    const first = await clerk.call(garages.create, asked);
    expect(first.status).toBe(200);
    const after = await written();
    const second = await clerk.call(garages.create, asked);
    expect([second.status, second.body]).toEqual([200, first.body]);
    expect(await written()).toEqual(after);
  });

  it('sent many times at one moment writes once; all are answered the same', async () => {
    const before = await written();
    const asked = { ...newGarage(), headers: headers(randomUUID()) };
    const answers = await Promise.all(Array.from({ length: 6 }, () => clerk.call(garages.create, asked)));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]!.status).toBe(200);
    expect((await written())[0]).toBe(before[0]! + 1);
  });

  it('that changed a record is answered the same although the record is another by now', async () => {
    const made = (await clerk.call(garages.create, newGarage())).body;
    const params = { id: made.id };
    const body = { number: made.number, section: 'А', type: { value: 1 }, version: made.version } as never;
    const asked = { params, body, headers: headers(randomUUID()) };
    const first = await clerk.call(garages.update, asked);
    expect(first.status).toBe(200);
    const second = await clerk.call(garages.update, asked);
    expect([second.status, second.body]).toEqual([200, first.body]);
    // Without a key the same call is a save over a newer record.
    expect((await clerk.call(garages.update, { params, body })).status).toBe(409);
  });

  it('that was refused leaves its key free', async () => {
    const key = randomUUID();
    const wrong = { body: garageBody(w.po, { number: '' }), headers: headers(key) };
    expect((await clerk.call(garages.create, wrong)).status).toBe(422);
    expect((await clerk.call(garages.create, { ...newGarage(), headers: headers(key) })).status).toBe(200);
  });

  it('that asks for something else under a used key is refused, of another person too', async () => {
    const key = randomUUID();
    const asked = { ...newGarage(), headers: headers(key) };
    expect((await clerk.call(garages.create, asked)).status).toBe(200);
    const other = await clerk.call(garages.create, { ...newGarage(), headers: headers(key) });
    expect([other.status, other.body.code]).toEqual([409, 'key_used']);
    const colleague = await as(t, { mo: w.mo });
    expect((await colleague.call(garages.create, asked)).status).toBe(422);
  });

  it('that says the same at another place of the person is another deed: it is refused, never taken for done', async () => {
    const view = {
      params: { resource: 'garages' },
      body: { name: 'Общий', state: {} },
      headers: headers(randomUUID()),
    };
    expect((await clerk.call(saveView, view)).status).toBe(200);
    const elsewhere = await as(t, { mo: w.siblingMo, same: clerk });
    const other = await elsewhere.call(saveView, view);
    expect([other.status, other.body.code]).toEqual([409, 'key_used']);
    expect((await clerk.call(saveView, view)).status).toBe(200);
  });

  it('with a malformed key is refused; without a key each call is its own', async () => {
    const malformed = await clerk.call(garages.create, { ...newGarage(), headers: headers('нет ключа') });
    expect(malformed.status).toBe(422);
    const view = { params: { resource: 'garages' }, body: { name: 'Мой', state: {} } };
    const before = await written();
    await clerk.call(saveView, view);
    await clerk.call(saveView, view);
    expect((await written())[1]).toBe(before[1]! + 2);
  });

  it('whose body is nothing is answered in words like any other', async () => {
    const reply = await t.app.inject({
      method: 'DELETE',
      url: endOtherSessions.path,
      payload: 'null',
      headers: {
        authorization: `Bearer ${(await as(t, { mo: w.mo })).token}`,
        'content-type': 'application/json',
        ...headers(randomUUID()),
      },
    });
    expect([reply.statusCode, reply.json()]).toEqual([200, { ended: 0 }]);
  });

  it('whose answer was lost with the process says that it is written', async () => {
    const key = randomUUID();
    const asked = { ...newGarage(), headers: headers(key) };
    await clerk.call(garages.create, asked);
    await t.deps.db.updateTable('operation_key').set({ status: null, answer: null }).where('key', '=', key).execute();
    const before = await written();
    const again = await clerk.call(garages.create, asked);
    expect([again.status, again.body.code]).toEqual([409, 'key_used']);
    expect(await written()).toEqual(before);
  });

  it('its answer is not readable in the table, and goes after two days', async () => {
    const key = randomUUID();
    await clerk.call(garages.create, { ...newGarage(), headers: headers(key) });
    const row = () => t.deps.db.selectFrom('operation_key').where('key', '=', key).selectAll().executeTakeFirst();
    expect(String((await row())!.answer)).not.toContain('account_no');
    t.setNow('2026-11-22T08:59:59Z');
    await forgetOldKeys(t.deps);
    expect(await row()).toBeDefined();
    t.setNow('2026-11-22T09:00:01Z');
    await forgetOldKeys(t.deps);
    expect(await row()).toBeUndefined();
  });
});
