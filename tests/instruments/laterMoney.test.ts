// Taking a merge back asks whose is what came since: money goes with its garage, left debts with who owned it, the rest is asked.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { takeDemand } from '../../contract/instruments/demands.ts';
import { mergeProfiles, undoMerge, undoView, type LaterRow } from '../../contract/instruments/merging.ts';
import { takePayment } from '../../contract/payments.ts';
import type { GarageCard } from '../../contract/garages.ts';
import { profiles, type ProfileCard } from '../../contract/profiles.ts';
import { checkPassword } from '../../contract/session.ts';
import { verifyLedger } from '../../server/balance/queries.ts';
import { debtOn } from '../../server/balance/queries/debt.ts';
import { hashPassword } from '../../server/session/passwords.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { newGarage, newPerson } from '../kit/rows.ts';
import { world, type World } from '../kit/world.ts';
import { charge, form, garageNow, inWork, move, save, tariff } from '../reregistrations/kit.ts';

const PASSWORD = 'Garage-2026';
let t: TestApp;
let w: World;
let admin: Caller;
let mo: Caller;
beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  [admin, mo] = await Promise.all([as(t, { mo: w.mo, isSuperuser: 2, role: 'superuser' }), as(t, { mo: w.mo })]);
  await t.deps.db
    .updateTable('app_user')
    .set({ password_hash: await hashPassword(PASSWORD) })
    .where('id', '=', admin.userId)
    .execute();
  for (const group of ['full', 'half'] as const) await tariff(t, group, 300_000);
});
afterAll(() => t.close());

const versionOf = async (id: number) =>
  (await t.deps.db.selectFrom('profile').where('id', '=', id).select('version').executeTakeFirstOrThrow()).version;
async function merge(stays: number, goes: number): Promise<number> {
  await admin.call(checkPassword, { params: { id: admin.userId }, body: { password: PASSWORD } });
  const versions = { stays: await versionOf(stays), goes: await versionOf(goes) };
  const done = await admin.call(mergeProfiles, { body: { stays, goes, versions, isWideningKnown: true } });
  if (done.status !== 200) throw new Error(done.text);
  return done.body.merge_id;
}
const view = async (id: number): Promise<LaterRow[]> => {
  const shown = await admin.call(undoView, { params: { id } });
  if (shown.status !== 200) throw new Error(shown.text);
  return shown.body.later;
};
const undo = (id: number, goes: Pick<LaterRow, 'table' | 'id'>[] = []) =>
  admin.call(undoMerge, { params: { id }, body: { goes } });
const owned = (po: number, ...people: [id: number, share?: string][]) =>
  newGarage(mo, po, {
    alreadyExistProfile: people.map(([profileId, share = null], nth) => ({ profileId, share, isPrimary: nth === 0 })),
    ownedSince: '2020-01-01',
  });
const person = (po = w.po, more: object = {}) => newPerson(mo, po, more);
async function pay(garage: number, kopecks: number) {
  const lines = [{ garage, amount: kopecks }];
  const reply = await mo.call(takePayment, {
    body: { date: '2026-11-20', lines, idempotencyKey: crypto.randomUUID() } as never,
  });
  if (reply.status !== 200) throw new Error(reply.text);
}
const tables = (rows: LaterRow[]) => rows.map(({ table, whose }) => [table, whose]);
const leftTo = async (garage: number, debtor: number) => (await debtOn(t.deps.db, garage, null, debtor)).debt_kopecks;
/** Sells a garage whole, the debt left to who sells. */
async function sell(garage: GarageCard) {
  const newOwner = [{ profileId: (await person()).id }];
  const card = await inWork(mo, form(garage.id, 1, { newOwner, debtAnswer: 'stays_old' }));
  const done = await move(mo, card, 'complete', { expected: card.preview.expected });
  if (done.status !== 200) throw new Error(done.text);
  return done.body;
}
const placesOf = async (id: number) =>
  (await t.deps.db.selectFrom('profile_place').where('profile_id', '=', id).select('po_id').execute())
    .map(({ po_id }) => po_id)
    .sort((a, b) => a - b);

describe('a debt left after the merge', () => {
  it('goes back with the garage that was sold, and an annulment finds it there', async () => {
    const [a, b] = [await person(), await person(w.siblingPo)];
    const garage = await owned(w.po, [a.id]);
    await charge(mo, garage.id, 450_000);
    const id = await merge(b.id, a.id);
    const sold = await sell(garage);
    expect(await leftTo(garage.id, b.id)).toBe(450_000);
    const rows = await view(id);
    expect(tables(rows)).toContainEqual(['left_debt', 'goes']);
    expect(rows.find(({ table }) => table === 'left_debt')!.words).toContain('4 500,00'.replace(' ', '\u00a0'));
    expect((await undo(id)).status).toBe(200);
    expect([await leftTo(garage.id, a.id), await leftTo(garage.id, b.id)]).toEqual([450_000, 0]);
    const card = (await mo.call(profiles.one, { params: { id: a.id } })).body as ProfileCard;
    expect(JSON.stringify(card)).toContain('450000');
    expect(await verifyLedger(t.deps.db)).toEqual([]);
    // The case tells whose it is, too: taken back, the debt is his again as an owner's.
    const back = await move(mo, sold, 'annul', { comment: 'Ошиблись' });
    expect(back.status, back.text).toBe(200);
    const again = await garageNow(mo, garage.id);
    expect(again.owners.map((owner) => owner.profile_id)).toEqual([a.id]);
    expect([again.balance_kopecks, again.former_kopecks]).toEqual([-450_000, 0]);
    expect(await verifyLedger(t.deps.db)).toEqual([]);
  });
});

describe('charges since the merge', () => {
  it('of a garage that returns are those of its owner: his debt stops the sale of his share', async () => {
    const [a, b, c] = [await person(), await person(w.siblingPo), await person()];
    const garage = await owned(w.po, [a.id, '1/2'], [c.id, '1/2']);
    const id = await merge(b.id, a.id);
    await charge(mo, garage.id, 450_000);
    await pay(garage.id, 50_000);
    const rows = await view(id);
    expect(tables(rows).filter(([table]) => table === 'balance_operation')).toEqual([
      ['balance_operation', 'goes'],
      ['balance_operation', 'goes'],
    ]);
    // By rule, so it is not for an answer to say.
    expect((await undo(id, [{ table: 'balance_operation', id: rows[0]!.id }])).status).toBe(422);
    expect((await undo(id)).status).toBe(200);
    const bill = await debtOn(t.deps.db, garage.id, null);
    expect(JSON.stringify(bill)).toContain(`"${a.full_name}"`);
    const owner = garage.owners.find((one) => one.profile_id === a.id)!;
    const leaving = { leaving: [owner.id], newOwner: [{ profileId: (await person()).id, share: '1/2' }] };
    const blocked = await save(mo, { ...form(garage.id, 1, leaving), apply: true } as never);
    expect(
      blocked.preview.checks
        .filter(({ state }) => state === 'blocks')
        .map(({ text }) => text)
        .join(),
    ).toContain('Есть долг');
    expect(await verifyLedger(t.deps.db)).toEqual([]);
  });

  it('of a garage of both are asked, one by one', async () => {
    const [a, b] = [await person(), await person()];
    const garage = await owned(w.po, [b.id, '1/2'], [a.id, '1/2']);
    const id = await merge(b.id, a.id);
    await charge(mo, garage.id, 450_000);
    await pay(garage.id, 50_000);
    const rows = await view(id);
    expect(rows.map(({ table, whose }) => [table, whose])).toEqual([
      ['balance_operation', 'ask'],
      ['balance_operation', 'ask'],
    ]);
    const [, paid] = rows;
    expect(paid!.words).toMatch(/^Платёж, гараж .*500,00.*20\.11\.2026$/);
    expect((await undo(id, [paid!])).status).toBe(200);
    const said = await t.deps.db.selectFrom('line_person').where('merge_id', '=', id).selectAll().execute();
    expect(said.map(({ line_id, profile_id }) => [Number(line_id), profile_id])).toEqual([[paid!.id, a.id]]);
  });

  it('of a garage that came since follow the answer about it', async () => {
    const [a, b] = [await person(), await person()];
    const id = await merge(b.id, a.id);
    const garage = await owned(w.siblingPo, [b.id]);
    await charge(mo, garage.id, 100_000);
    const rows = await view(id);
    const came = rows.find(({ table }) => table === 'ownership')!;
    expect(rows.find(({ table }) => table === 'balance_operation')).toMatchObject({
      whose: 'follows',
      follows: came.id,
    });
    expect((await undo(id, [{ table: 'ownership', id: came.id }])).status).toBe(200);
    const said = await t.deps.db.selectFrom('line_person').where('merge_id', '=', id).select('profile_id').execute();
    expect(said).toEqual([{ profile_id: a.id }]);
    expect(await placesOf(a.id)).toEqual([w.po, w.siblingPo]);
  });
});

describe('what is no money', () => {
  it('papers, messages and a demand are asked; the demand stops the one who made it', async () => {
    const [a, b] = [await person(), await person()];
    const id = await merge(b.id, a.id);
    const place = { region_id: w.region, mo_id: w.mo, po_id: w.po };
    const type = await t.deps.db.selectFrom('document_type').select('id').orderBy('id').executeTakeFirstOrThrow();
    await t.deps.db
      .insertInto('document')
      .values({
        ...place,
        type_id: type.id,
        context: 'profile',
        profile_id: b.id,
        number: '78',
        year: 2026,
        on_date: '2026-11-20',
        state: 'valid',
        check_code: `later-${b.id}`,
        printed_at: '2026-11-20T09:00:00Z',
      })
      .execute();
    const mailing = await t.deps.db
      .insertInto('notification')
      .values({ ...place, status: 3, kind: 'news', selection: '{}', sent_from: 'МО' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await t.deps.db
      .insertInto('notification_message')
      .values({ notification_id: mailing.id, receiver: `p${b.id}`, profile_id: b.id, person_name: 'К', status: 2 })
      .execute();
    const asked = await mo.call(takeDemand, {
      params: { id: b.id },
      body: { kind: 'revoked', onDate: '2026-11-20', ground: 'Заявление' },
    });
    expect(asked.status, asked.text).toBe(200);
    await sql`insert into unsubscription (profile_id, kind, channel, source, at) values (${b.id}, 'debt', 'mail', 'link', '2026-11-20T10:00:00Z')`.execute(
      t.deps.db,
    );
    const rows = await view(id);
    expect(tables(rows)).toEqual([
      ['document', 'ask'],
      ['notification_message', 'ask'],
      ['processing_demand', 'ask'],
    ]);
    expect((await undo(id, rows)).status).toBe(200);
    const now = async (who: number) => ({
      papers: (await t.deps.db.selectFrom('document').where('profile_id', '=', who).select('id').execute()).length,
      messages: (
        await t.deps.db.selectFrom('notification_message').where('profile_id', '=', who).select('id').execute()
      ).length,
      isRestricted:
        (await t.deps.db.selectFrom('profile').where('id', '=', who).select('restricted_at').executeTakeFirstOrThrow())
          .restricted_at !== null,
      refusals: (await t.deps.db.selectFrom('unsubscription').where('profile_id', '=', who).select('kind').execute())
        .length,
    });
    expect(await now(a.id)).toEqual({ papers: 1, messages: 1, isRestricted: true, refusals: 1 });
    expect(await now(b.id)).toEqual({ papers: 0, messages: 0, isRestricted: false, refusals: 1 });
  });

  it('a place is kept where the card that stays has an open case', async () => {
    const [a, b, seller] = [await person(w.siblingPo), await person(), await person(w.siblingPo)];
    const garage = await owned(w.siblingPo, [seller.id]);
    const id = await merge(b.id, a.id);
    await save(mo, { ...form(garage.id, 1, { newOwner: [{ profileId: b.id }] }), apply: true } as never);
    expect((await undo(id)).status).toBe(200);
    expect(await placesOf(b.id)).toEqual([w.po, w.siblingPo]);
    // Where nothing ties him he is not known any more.
    const [other, third] = [await person(w.siblingPo), await person()];
    expect((await undo(await merge(third.id, other.id))).status).toBe(200);
    expect(await placesOf(third.id)).toEqual([w.po]);
  });

  it('a place is kept where a debt was left to the card that stays', async () => {
    const [a, b] = [await person(w.siblingPo), await person()];
    const id = await merge(b.id, a.id);
    const garage = await owned(w.siblingPo, [b.id]);
    await charge(mo, garage.id, 100_000);
    await sell(garage);
    expect((await undo(id)).status).toBe(200);
    expect(await leftTo(garage.id, b.id)).toBe(100_000);
    expect(await placesOf(b.id)).toEqual([w.po, w.siblingPo]);
  });
});
