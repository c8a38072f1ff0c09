// The journal of mailings: each filter names what it says, in the asker's place alone; what can be chosen is of that place too.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { messageTemplates } from '../../contract/messageTemplates.ts';
import * as contract from '../../contract/notifications.ts';
import { as, type Caller, type TestApp } from '../kit/app.ts';
import type { World } from '../kit/world.ts';
import { mailing, mailingStage, owner, sendAs } from './kit.ts';

let t: TestApp;
let w: World;
let mo: Caller;
let po: Caller;
let sibling: Caller;
let foreign: Caller;
let template: number;
/** Mailings by their names. */
let sent: Record<string, number>;
beforeAll(async () => {
  ({ t, w, mo, po } = await mailingStage());
  [sibling, foreign] = await Promise.all([as(t, { po: w.siblingPo }), as(t, { po: w.foreignPo })]);
  const far = await as(t, { mo: w.foreignMo });
  template = (
    await po.call(messageTemplates.create, {
      body: { template_name: 'Субботник', sms_text: 'Субботник {ПО}', is_personal: true },
    })
  ).body.id;
  const send = async (who: Caller, place: number, more: object = {}) => {
    const desk = place === w.foreignPo ? far : mo;
    return (await sendAs(who, mailing([await owner(desk, place, { sms: true })], more))).id;
  };
  sent = {
    plain: await send(po, w.po),
    templated: await send(po, w.po, { template, title: 'Ёлка во дворе' }),
    neighbour: await send(sibling, w.siblingPo),
    ofMo: await send(mo, w.po),
    far: await send(foreign, w.foreignPo),
  };
});
afterAll(() => t.close());

async function named(who: Caller, filter: object): Promise<string[]> {
  const { status, body, text } = await who.call(contract.notifications.list, { query: { filter, range: [0, 99] } });
  expect(status, text).toBe(200);
  const ids = (body as { id: number }[]).map(({ id }) => id);
  return Object.entries(sent).flatMap(([name, id]) => (ids.includes(id) ? [name] : []));
}

it('by template, sender, ПО, МО and words, each alone and together', async () => {
  expect(await named(mo, {})).toEqual(['plain', 'templated', 'neighbour', 'ofMo']);
  expect(await named(mo, { templateFilter: [0] })).toEqual(['plain', 'neighbour', 'ofMo']);
  expect(await named(mo, { templateFilter: [template] })).toEqual(['templated']);
  expect(await named(mo, { templateFilter: [0, template] })).toEqual(['plain', 'templated', 'neighbour', 'ofMo']);
  expect(await named(mo, { senderFilter: [po.userId] })).toEqual(['plain', 'templated']);
  expect(await named(mo, { senderFilter: [sibling.userId, mo.userId] })).toEqual(['neighbour', 'ofMo']);
  expect(await named(mo, { fromPOFilter: [w.siblingPo] })).toEqual(['neighbour']);
  expect(await named(mo, { fromPOFilter: [w.po], templateFilter: [0] })).toEqual(['plain']);
  expect(await named(mo, { fromMOFilter: [w.mo] })).toEqual(['plain', 'templated', 'neighbour', 'ofMo']);
  expect(await named(mo, { nameFilter: 'ЕЛКА' })).toEqual(['templated']);
});

it('another place is nobody’s answer, whatever is asked', async () => {
  expect(await named(po, {})).toEqual(['plain', 'templated']);
  for (const filter of [
    { fromPOFilter: [w.foreignPo] },
    { fromMOFilter: [w.foreignMo] },
    { senderFilter: [foreign.userId] },
  ])
    expect(await named(mo, filter), JSON.stringify(filter)).toEqual([]);
  expect(await named(foreign, { fromPOFilter: [w.po] })).toEqual([]);
});

it('senders to choose from have a name and sent here', async () => {
  const senders = async (who: Caller) =>
    (await who.call(contract.notificationLists)).body.senders as { id: number; full_name: string }[];
  const before = await senders(mo);
  expect(new Set(before.map(({ id }) => id))).toEqual(new Set([po.userId, sibling.userId, mo.userId]));
  expect(before.find(({ id }) => id === po.userId)!.full_name).toMatch(/^Чиновников\d+ Пётр Ильич$/);
  expect((await senders(foreign)).map(({ id }) => id)).toEqual([foreign.userId]);
  await sql`update app_user set last_name = '', first_name = ' ', father_name = '' where id = ${sibling.userId}`.execute(
    t.deps.db,
  );
  expect((await senders(mo)).map(({ id }) => id)).not.toContain(sibling.userId);
});
