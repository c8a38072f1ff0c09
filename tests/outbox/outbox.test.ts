// The outbox: who may look.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as contract from '../../contract/outbox.ts';
import { as, caller, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { world, type World } from '../kit/world.ts';

let t: TestApp;
let w: World;
let mine: Caller;
beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  mine = await as(t, { mo: w.mo });
});
afterAll(() => t.close());

describe('the outbox', () => {
  let root: Caller;
  const letters = async (q?: string) => {
    const { status, body, headers } = await root.call(contract.outbox.list, {
      query: { filter: q ? { q } : {}, sort: ['created_at', 'DESC'] },
    });
    expect(status).toBe(200);
    return { subjects: body.map((one: { subject: string }) => one.subject), range: headers['content-range'] };
  };
  beforeAll(async () => {
    root = await as(t, { region: w.region, isSuperuser: 2, role: 'superuser' });
    await t.deps.db
      .insertInto('mail_outbox')
      .values([
        { recipient: 'first@example.ru', subject: 'Сброс пароля', body_text: 'а', created_at: '2026-11-01T09:00:00Z' },
        { recipient: 'second@example.ru', subject: '100 % скидка', body_text: 'б', created_at: '2026-11-02T09:00:00Z' },
      ])
      .execute();
  });
  it('lists letters, newest first, and finds by address and subject', async () => {
    expect(await letters()).toEqual({ subjects: ['100 % скидка', 'Сброс пароля'], range: 'outbox 0-1/2' });
    expect((await letters('FIRST@')).subjects).toEqual(['Сброс пароля']);
    expect((await letters('пароля')).subjects).toEqual(['Сброс пароля']);
    expect((await letters('%')).subjects).toEqual(['100 % скидка']);
    expect((await letters('нет такого')).subjects).toEqual([]);
  });
  it('opens one letter; an absent one is not found', async () => {
    const { id } = await t.deps.db.selectFrom('mail_outbox').select('id').orderBy('id').executeTakeFirstOrThrow();
    expect((await root.call(contract.outbox.one, { params: { id } })).body).toMatchObject({
      recipient: 'first@example.ru',
    });
    expect((await root.call(contract.outbox.one, { params: { id: 999_999 } })).status).toBe(404);
  });
  it('is closed to everybody else', async () => {
    expect((await mine.call(contract.outbox.list)).status).toBe(403);
    expect((await mine.call(contract.outbox.one, { params: { id: 1 } })).status).toBe(403);
    const support = await as(t, { region: w.region, isSuperuser: 1 });
    expect((await support.call(contract.outbox.list)).status).toBe(403);
    expect((await caller(t.app)(contract.outbox.list)).status).toBe(401);
  });
});
