// A write is told in the log, or it is not kept.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { act } from '../../server/kernel/act.ts';
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
