// Live events of an act: as many records as one likes, what PostgreSQL can't carry is said shorter.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { act, LIVE_CHANNEL } from '../../server/kernel/act.ts';
import { testApp, type TestApp } from '../kit/app.ts';
import { nobodyCtx } from '../kit/act.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

it('an act over five thousand records is kept, and those who listen read all of them again', async () => {
  const heard: string[] = [];
  const stop = await t.deps.engine.listen(LIVE_CHANNEL, (said) => void heard.push(said));
  const ids = Array.from({ length: 5000 }, (_, nth) => nth + 1);
  for (const some of [[7], ids])
    await act(nobodyCtx(t), 'garage.update', async ({ log, emit }) => {
      await emit({ everybody: true }, { type: 'records_changed', message: { resource: 'spoken', ids: some } });
      await log({ text: 'проба' });
    });
  const spoken = () =>
    heard.filter((said) => said.includes('"spoken"')).map((said) => JSON.parse(said).message.message.ids);
  await expect.poll(spoken).toEqual([[7], []]);
  await stop();
});
