// Notices of re-registrations: taken, returned, completed; to those who may be written to, once each, only where the МО wants it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { notifications, type NotificationRow } from '../../contract/notifications.ts';
import { informingHistory, type MessageRow } from '../../contract/notifications/messages.ts';
import { addConsent } from '../../contract/profiles.ts';
import type { ReregistrationCard } from '../../contract/reregistrations.ts';
import { doDue } from '../../server/jobs/due.ts';
import { noticeDue } from '../../server/notifications/writing/notices.ts';
import type { Caller, TestApp } from '../kit/app.ts';
import { newGarage, newPerson } from '../kit/rows.ts';
import type { World } from '../kit/world.ts';
import { bringPapers, form, move, save } from '../reregistrations/kit.ts';
import { mailingStage } from './kit.ts';

let t: TestApp;
let w: World;
let mo: Caller;
let po: Caller;
beforeAll(async () => {
  ({ t, w, mo, po } = await mailingStage());
});
afterAll(() => t.close());

const member = { isVOAMember: true, statusVoa: { id: 3 }, voaEntryDate: '2010-01-01' };
const turn = () => doDue(t.deps, [noticeDue]);
const notices = async (): Promise<NotificationRow[]> =>
  (await mo.call(notifications.list, { query: { filter: { madeByFilter: 'notice' } } })).body;
const rowsOf = async (notification: number): Promise<MessageRow[]> =>
  (await mo.call(informingHistory.list, { query: { filter: { notification }, range: [0, 99] } })).body;
const want = (reregistration_notices: string) =>
  t.deps.db.updateTable('mo').set({ reregistration_notices }).where('id', '=', w.mo).execute();

/** A sale: the old owner takes SMS, of the two new ones one takes letters, the other gave no consent. */
async function sale(): Promise<{ inWork: ReregistrationCard; old: number; comer: number; silent: number }> {
  const old = (await newPerson(mo, w.po, member)).id;
  await mo.call(addConsent, { params: { id: old }, body: { kind: 'sms_info', signedAt: '2026-01-10' } });
  const comer = (await newPerson(mo, w.po, { ...member, email: 'new@example.ru' })).id;
  const silent = (await newPerson(mo, w.po)).id;
  const garage = await newGarage(mo, w.po, { alreadyExistProfile: [{ profileId: old }], ownedSince: '2020-01-01' });
  const newOwner = [comer, silent].map((profileId, nth) => ({ profileId, share: '1/2', isPrimary: nth === 0 }));
  const card = await save(po, { ...form(garage.id, 1, { newOwner }), apply: true } as never);
  const taken = await move(mo, card, 'take');
  expect(taken.status, taken.text).toBe(200);
  return { inWork: taken.body, old, comer, silent };
}

describe('notices of a re-registration', () => {
  it('are nobody’s until the МО wants them', async () => {
    const { inWork } = await sale();
    expect(inWork.status).toBe(2);
    await turn();
    expect(await notices()).toEqual([]);
  });

  it('each step once: taken, returned; letters and SMS by consent, the one left out is named', async () => {
    await want('email_else_sms');
    const { inWork, old, comer, silent } = await sale();
    await turn();
    await turn();
    const [taken, ...none] = await notices();
    expect(none).toEqual([]);
    expect(taken).toMatchObject({ madeBy: 'notice', sender: null, title: expect.stringMatching(/взято в работу$/) });
    const rows = await rowsOf(taken!.id);
    expect(Object.fromEntries(rows.map((row) => [row.profile!.id, [row.channel, row.status]]))).toEqual({
      [old]: ['sms', 0],
      [comer]: ['mail', 0],
      [silent]: [null, 8],
    });
    expect(rows.find(({ channel }) => channel === 'sms')!.body).toMatch(
      /^ВОА КАС 12-3: переоформление гаража А-\d+ взято в работу\.$/,
    );
    expect((await mo.call(notifications.list)).body).toEqual([]);

    const returned = await move(mo, inWork, 'return', { comment: 'Нет справки' });
    expect(returned.status).toBe(200);
    await turn();
    expect((await notices()).map(({ title }) => title.split(': ')[1])).toEqual([
      'возвращено на доработку',
      'взято в работу',
    ]);
  });

  it('completed: both sides are told, the old owner too; withdrawn consent is not', async () => {
    const { inWork, old, comer } = await sale();
    const complete = await bringPapers(mo, inWork);
    await turn();
    await t.deps.db.deleteFrom('consent').where('profile_id', '=', old).execute();
    const before = (await notices()).length;
    const done = await move(mo, complete, 'complete');
    expect(done.status, done.text).toBe(200);
    await turn();
    const [completed, ...more] = await notices();
    expect(more).toHaveLength(before);
    expect(completed!.title).toMatch(/завершено$/);
    const rows = await rowsOf(completed!.id);
    expect(rows.find(({ profile }) => profile!.id === comer)).toMatchObject({ channel: 'mail', status: 0 });
    expect(rows.find(({ profile }) => profile!.id === old)).toMatchObject({ channel: null, status: 8 });
  });

  it('a notice that waited behind a closed gate for days is left out', async () => {
    await sale();
    const before = (await notices()).length;
    t.setNow('2026-11-24T09:00:00.000Z');
    await turn();
    t.setNow('2026-11-20T09:00:00.000Z');
    expect(await notices()).toHaveLength(before);
  });
});
