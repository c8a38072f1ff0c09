// A write is told in the log, or it is not kept.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { act, type LogEntry } from '../../server/kernel/act.ts';
import { intentOf } from '../../server/kernel/keys.ts';
import { nobodyCtx } from '../kit/act.ts';
import { testApp, type TestApp } from '../kit/app.ts';
import { world } from '../kit/world.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

it('an act that wrote no line of the log is a fault, and nothing of it is kept', async () => {
  const { po } = await world(t.deps.db);
  const nameNow = async () =>
    (await t.deps.db.selectFrom('po').where('id', '=', po).select('name').executeTakeFirstOrThrow()).name;
  const before = await nameNow();
  const silent = act(nobodyCtx(t), 'po.update', async ({ tx }) => {
    await tx.updateTable('po').set({ name: 'Молча' }).where('id', '=', po).execute();
  });
  await expect(silent).rejects.toThrow('po.update wrote no log line');
  expect(await nameNow()).toBe(before);
});

it('a line of a copy that does not say what was taken is a fault, and nothing of it is kept', async () => {
  const count = async () =>
    (await t.deps.db.selectFrom('action_log').where('verb', 'like', 'copy.%').select('id').execute()).length;
  const before = await count();
  const line = (after: unknown) =>
    act(nobodyCtx(t), 'copy.export', ({ log }) => log({ text: 'Выгрузка', ...(after ? { after } : {}) } as LogEntry));
  await expect(line(undefined)).rejects.toThrow('copy.export does not say what was taken');
  await expect(line({ file: 'а.csv' })).rejects.toThrow('does not say what was taken');
  expect(await count()).toBe(before);
  await line({ file: 'а.csv', of: 'Гаражи', reason: null });
  expect(await count()).toBe(before + 1);
});

it('people of a line stand in it up to two hundred, more of them beside it; each once', async () => {
  const people = (count: number) => Array.from({ length: count }, (_, nth) => nth + 1);
  const kept = async (shown: number[]) => {
    await act(nobodyCtx(t), 'profile.reveal', ({ log }) => log({ text: 'Показаны', people: shown }));
    const line = await t.deps.db
      .selectFrom('action_log')
      .orderBy('id', 'desc')
      .select(['id', 'after'])
      .executeTakeFirstOrThrow();
    const beside = await t.deps.db.selectFrom('log_seen').where('line_id', '=', line.id).select('people').execute();
    return [(line.after as { people: number[] } | null)?.people.length ?? 0, beside[0]?.people.length ?? 0];
  };
  expect(await kept([])).toEqual([0, 0]);
  expect(await kept([...people(200), 200, 1])).toEqual([200, 0]);
  expect(await kept(people(201))).toEqual([0, 201]);
});

it('of a call that came with a key the first act alone takes it; the line says nothing of what is not known', async () => {
  const ctx = { ...nobodyCtx(t), intent: intentOf('key-of-two-acts', ['POST', '/']) };
  const { userId } = ctx.actor;
  expect(userId).toBe(0);
  const user = await t.deps.db
    .insertInto('app_user')
    .values({ email: 'two-acts@example.ru' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const own = { ...ctx, actor: { ...ctx.actor, userId: user.id } };
  for (const nth of [1, 2]) await act(own, 'po.update', ({ log }) => log({ text: `дело ${nth}` }));
  const lines = await t.deps.db
    .selectFrom('action_log')
    .where('user_id', '=', user.id)
    .orderBy('id')
    .select(['text', 'ip', 'device'])
    .execute();
  expect(lines).toEqual([
    { text: 'дело 1', ip: null, device: null },
    { text: 'дело 2', ip: null, device: null },
  ]);
});
