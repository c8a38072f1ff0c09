// Former owners: written to about the debt that was left to them, which is what their message says, and about nothing else.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { countReceivers } from '../../contract/notifications/checking.ts';
import { richFromPlain } from '../../contract/kernel/richTextFold.ts';
import type { MailingSelection } from '../../contract/notifications.ts';
import { leaveDebtWithFormerOwner, returnDebtToOwners, type Transfer } from '../../server/balance/writing/transfers.ts';
import { actAlone } from '../kit/act.ts';
import type { Caller, TestApp } from '../kit/app.ts';
import { newGarage } from '../kit/rows.ts';
import type { World } from '../kit/world.ts';
import { charged } from './charged.ts';
import { mailing, mailingStage, owner, preview, sendAs } from './kit.ts';

let t: TestApp;
let w: World;
let mo: Caller;
let po: Caller;
beforeAll(async () => {
  ({ t, w, mo, po } = await mailingStage());
});
afterAll(() => t.close());

const garageOf = async (id: number) =>
  (await t.deps.db.selectFrom('ownership').where('profile_id', '=', id).select('garage_id').executeTakeFirstOrThrow())
    .garage_id;
/** Sold last week: the place still works with him. */
const sell = (id: number) =>
  t.deps.db.updateTable('ownership').set({ ended_on: '2026-11-13' }).where('profile_id', '=', id).execute();
const place = () => ({ region_id: w.region, mo_id: w.mo, po_id: w.po });
/** A document that moves what is open for his garage: to him alone, or back to its owners. */
async function moved(id: number, isBack = false) {
  const transfer: Transfer = {
    garageId: await garageOf(id),
    onDate: '2026-11-13',
    owners: null,
    before: null,
    since: null,
    idempotencyKey: crypto.randomUUID(),
    place: place(),
    comment: 'Переоформление',
    createdBy: mo.userId,
    at: '2026-11-13T09:00:00Z',
  };
  await actAlone(t, (tx) =>
    isBack ? returnDebtToOwners(tx, id, id, transfer) : leaveDebtWithFormerOwner(tx, id, transfer),
  );
}
/** Sold, and what was owed stayed with him. */
async function debtor(kopecks = 450_00) {
  const id = await owner(mo, w.po, { sms: true });
  await charged(mo, id, kopecks);
  await moved(id);
  await sell(id);
  return id;
}
const said = async (people: readonly number[], more: object = {}) => {
  const body = mailing(people, { channel: 'sms', ...more });
  const seen = await preview(po, body);
  const counted = (await po.call(countReceivers, { body: body as never })).body;
  expect(counted.reasons).toEqual(seen.receiverCounter.reasons);
  expect(counted.sms).toBe(seen.receiverCounter.sms);
  return seen;
};

it.each(['news', 'meeting', 'ads', 'debt'])('who sold last week and owes nothing is told nothing: %s', async (kind) => {
  const id = await owner(mo, w.po, { sms: true });
  expect((await said([id], { kind: 'news' })).receiverCounter.reasons).toEqual({});
  await sell(id);
  expect((await said([id], { kind })).receiverCounter.reasons).toEqual({ former: 1 });
});

it('who owes is told of it by a mailing about debts alone: his sum, its garage, by types', async () => {
  const id = await debtor();
  expect((await said([id], { kind: 'meeting' })).receiverCounter.reasons).toEqual({ former: 1 });
  // Whoever bought it owes for the same garage, and reads of his own.
  const buyer = await owner(mo, w.po, { sms: true });
  const sold = await garageOf(id);
  await sql`update ownership set garage_id = ${sold} where profile_id = ${buyer}`.execute(t.deps.db);
  await charged(mo, buyer, 70_00, '2026-02-15', 3);
  const body = mailing([id, buyer], { channel: 'sms', sms_text: 'долг {Долг} р., {Гараж}, {ДолгПоВидам}' });
  const sent = await sendAs(po, body);
  expect(sent.status).toBe(200);
  const { number } = await t.deps.db
    .selectFrom('garage')
    .where('id', '=', sold)
    .select('number')
    .executeTakeFirstOrThrow();
  const { rows } = await sql<{ profile_id: number; body: string }>`select profile_id, body from notification_message
    where notification_id = ${sent.id}`.execute(t.deps.db);
  const textOf = (person: number) => rows.find(({ profile_id }) => profile_id === person)!.body;
  expect(textOf(id)).toMatch(new RegExp(`^долг 450 р\\., гараж А-${number}, [^;]+ 450,00 ₽$`));
  expect(textOf(buyer)).toMatch(new RegExp(`^долг 70 р\\., гараж А-${number}, [^;]+ 70,00 ₽$`));
});

it('the preview says what the sent message does, and no warning calls him debtless', async () => {
  const id = await debtor(1200_50);
  const seen = await said([id], { email_text: richFromPlain('т') });
  expect(seen.sample!.sms).toMatch(/долг 1201 р\., гараж А-\d+/);
  expect(seen.check).toMatchObject({ empty_people: 0, debtless: { people: 0 } });
});

it('a filter finds those to whom a debt was left', async () => {
  const id = await debtor();
  const nobody = await owner(mo, w.po, { sms: true });
  const present = await owner(mo, w.po, { sms: true });
  await charged(mo, present, 300_00);
  const selection = { of: 'profiles', all: true, filter: { debt: 'left' }, included: [], excluded: [] };
  const { receivers } = await said([], { selection: selection as MailingSelection });
  const found = receivers.map((one) => one.id);
  expect(found).toContain(id);
  expect(found).not.toContain(nobody);
  expect(found).not.toContain(present);
});

it('who no more owes what was left; who owns another garage, or buys one, is no former one', async () => {
  const paid = await debtor();
  await moved(paid, true);
  expect((await said([paid])).receiverCounter.reasons).toEqual({ former: 1 });
  const other = await owner(mo, w.po, { sms: true });
  await sell(other);
  await newGarage(mo, w.po, { alreadyExistProfile: [{ profileId: other }], ownedSince: '2020-01-01' });
  expect((await said([other], { kind: 'news' })).receiverCounter).toMatchObject({ sms: 1, none: 0 });
  const buys = await owner(mo, w.po, { sms: true });
  const { id: matter } = await t.deps.db
    .insertInto('reregistration')
    .values({
      garage_id: await garageOf(other),
      region_id: w.region,
      mo_id: w.mo,
      po_id: w.po,
      status: 1,
      reason_id: 1,
      date_request: '2026-11-01',
      on_date: '2026-11-01',
      author_id: mo.userId,
      last_event_at: '2026-11-01T00:00:00Z',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await t.deps.db
    .insertInto('reregistration_party')
    .values({ reregistration_id: matter, side: 'new', nth: 1, profile_id: buys })
    .execute();
  await sell(buys);
  expect((await said([buys], { kind: 'news' })).receiverCounter).toMatchObject({ sms: 1, none: 0 });
});
