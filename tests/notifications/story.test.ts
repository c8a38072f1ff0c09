// What was done with a mailing stands in the log as its own story, for who may see its place.
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as log from '../../contract/actionLog.ts';
import * as contract from '../../contract/notifications.ts';
import { as, type Caller, type TestApp } from '../kit/app.ts';
import type { World } from '../kit/world.ts';
import { mailing, mailingStage, owner, sendAs } from './kit.ts';

let t: TestApp;
let w: World;
let mo: Caller;
let po: Caller;
beforeAll(async () => {
  ({ t, w, mo, po } = await mailingStage());
});
afterAll(() => t.close());

const story = async (who: Caller, id: number) => {
  const query = { filter: { tab: 'all', object: `notification:${id}` }, sort: '["at","ASC"]', range: '[0,99]' };
  const reply = await who.call(log.actionLog.list, { query: query as never });
  return (reply.body as log.ActionRow[]).map(({ verb, user }) => [verb, user]);
};

it('a draft, its sending and its recall are lines of one story; another mailing and another place have none of it', async () => {
  const body = mailing([await owner(mo, w.po, { sms: true })]);
  const sent = await sendAs(po, body);
  expect(sent.status).toBe(200);
  const other = await sendAs(po, mailing([await owner(mo, w.po, { sms: true })]));
  expect((await po.call(contract.stopNotification, { params: { id: sent.id } })).status).toBeLessThan(300);
  const lines = await story(mo, sent.id);
  const verbs = lines.map(([verb]) => verb);
  expect(verbs[0]).toBe('notification.draft');
  expect(verbs).toContain('notification.send');
  expect(verbs.at(-1)).toBe('notification.cancel');
  expect(await story(mo, other.id)).not.toHaveLength(0);
  expect((await story(mo, other.id)).map(([verb]) => verb)).not.toContain('notification.cancel');
  expect(await story(await as(t, { po: w.foreignPo }), sent.id)).toEqual([]);
  expect(await story(await as(t, { po: w.siblingPo }), sent.id)).toEqual([]);
});
