// Whom a list may be given to and a report sent to: people who work at the actor's place or below it, nobody of another place.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { reportReceivers } from '../../contract/reports.ts';
import { taskPeople } from '../../contract/tasks.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { world, type World } from '../kit/world.ts';

let t: TestApp;
let w: World;
/** A second organisation beside the first. */
let other: World;
let head: Caller;
let chairman: Caller;
let neighbour: Caller;
let cousin: Caller;
let regional: Caller;
let stranger: Caller;
beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  other = await world(t.deps.db);
  // One after another: they are listed by name, as they were made.
  head = await as(t, { mo: w.mo });
  chairman = await as(t, { po: w.po });
  neighbour = await as(t, { po: w.siblingPo });
  cousin = await as(t, { mo: w.siblingMo });
  regional = await as(t, { region: w.region });
  stranger = await as(t, { po: other.po });
  for (const place of [{ mo: w.foreignMo }, { region: other.region }, { mo: other.mo }, { po: other.siblingPo }])
    await as(t, place);
  const gone = await as(t, { po: w.po });
  await t.deps.db.updateTable('app_user').set({ is_active: false }).where('id', '=', gone.userId).execute();
});
afterAll(() => t.close());

const seen = async (who: Caller, call: typeof taskPeople | typeof reportReceivers): Promise<[number, string][]> =>
  (await who.call(call)).body.data.map(({ id, place }: { id: number; place: string }) => [id, place]);

it.each([
  ['a list is given', taskPeople],
  ['a report is sent', reportReceivers],
])('to whom %s: people of the place and below it, of another place nobody', async (_, call) => {
  const ofMo = [
    [head.userId, expect.stringMatching(/^Невское МО \d+$/)],
    [chairman.userId, 'КАС № 12-3'],
    [neighbour.userId, 'КАС № 12-10'],
  ];
  expect(await seen(chairman, call)).toEqual([[chairman.userId, 'КАС № 12-3']]);
  expect(await seen(head, call)).toEqual(ofMo);
  expect(await seen(regional, call)).toEqual([
    ...ofMo,
    [cousin.userId, expect.stringMatching(/^Ладожское МО \d+$/)],
    [regional.userId, expect.stringMatching(/^Северный регион \d+$/)],
  ]);
  expect(await seen(stranger, call)).toEqual([[stranger.userId, 'КАС № 12-3']]);
});

it('of who works in two organisations each sees its own place alone', async () => {
  const both = await as(t, { po: w.cousinPo });
  await as(t, { po: other.siblingPo, same: both });
  const placeFor = async (who: Caller) => (await seen(who, taskPeople)).find(([id]) => id === both.userId)?.[1];
  expect(await placeFor(cousin)).toBe('КАС № 2');
  const theirs = await as(t, { mo: other.mo });
  expect(await placeFor(theirs)).toBe('КАС № 12-10');
  expect(await placeFor(head)).toBeUndefined();
});
