// Who pays at the desk: the payer of the day as he was shown, or a former owner to whom a debt was left.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { garageAllocation, garageDebt, garagePaymentQr } from '../../contract/balance.ts';
import { correctOperation, payments, takePayment } from '../../contract/payments.ts';
import { NO_DEBT_LEFT } from '../../server/balance/rules.ts';
import { verifyLedger } from '../../server/balance/queries.ts';
import { leaveDebtWithFormerOwner } from '../../server/balance/writing/transfers.ts';
import { act } from '../../server/kernel/act.ts';
import { nobody, type Ctx } from '../../server/kernel/ctx.ts';
import { postLines } from '../balance/posting.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { newGarage, newPerson } from '../kit/rows.ts';
import { world, type World } from '../kit/world.ts';
import { special } from './desk.ts';

let t: TestApp;
let w: World;
let po: Caller;
let mo: Caller;
beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  mo = await as(t, { mo: w.mo });
  po = await as(t, { po: w.po });
});
afterAll(async () => {
  expect(await verifyLedger(t.deps.db)).toEqual([]);
  await t.close();
});

const DATE = '2026-11-20';
/** A garage sold on 01.06.2026: 160 ₽ were left to the seller, the buyer owes 70 ₽. */
async function sold() {
  const [seller, buyer] = [await newPerson(mo, w.po), await newPerson(mo, w.po)];
  const { id } = await newGarage(mo, w.po, { alreadyExistProfile: [{ profileId: buyer.id, isPrimary: true }] });
  const line = { garage_id: id, sign: -1 as const, accrual_type_id: 1, payment_type_id: null };
  await postLines(t, w, [
    { ...line, owner_id: seller.id, amount_kopecks: 16_000, period_year: 2025, on_date: '2025-02-01' },
  ]);
  const now = () => t.deps.clock.now();
  const ctx: Ctx = { actor: nobody, db: t.deps.db, deps: t.deps, ip: '', fingerprint: '', now };
  await act(ctx, 'balance_operation.test', async ({ tx, log }) => {
    await log({ text: 'проба' });
    const place = { region_id: w.region, mo_id: w.mo, po_id: w.po };
    const when = { onDate: '2026-06-01', at: '2026-06-01T09:00:00.000Z', owners: null, before: null, since: null };
    const more = { idempotencyKey: randomUUID(), comment: 'Переоформление', createdBy: null };
    await leaveDebtWithFormerOwner(tx, seller.id, { garageId: id, place, ...when, ...more });
  });
  await postLines(t, w, [
    { ...line, owner_id: buyer.id, amount_kopecks: 7_000, period_year: 2026, on_date: '2026-07-01' },
  ]);
  return { id, seller, buyer };
}
const pay = (garage: number, amount: number, more: object = {}, key = randomUUID() as string) =>
  po.call(takePayment, {
    body: { idempotencyKey: key, date: DATE, paymentType: 1, lines: [{ garage, amount, ...more }] },
  });
const bill = async (id: number) => (await po.call(garageDebt, { params: { id } })).body;
const nameOf = async (id: number) =>
  (await t.deps.db.selectFrom('profile').where('id', '=', id).select('full_name').executeTakeFirstOrThrow()).full_name;

describe('a former owner who owes', () => {
  it('pays his own debt and nothing else; the preview says so and names him', async () => {
    const { id, seller, buyer } = await sold();
    const ask = async (debtor?: number) =>
      (await po.call(garageAllocation, { params: { id }, query: { amount: 10_000, ...(debtor ? { debtor } : {}) } }))
        .body;
    expect(await ask()).toMatchObject({
      closes: [{ year: 2026, kopecks: 7_000 }],
      advance_kopecks: 3_000,
      payer: { id: buyer.id },
    });
    expect(await ask(seller.id)).toMatchObject({
      closes: [{ year: 2025, kopecks: 10_000, owed_after_kopecks: 6_000 }],
      advance_kopecks: 0,
      balance_kopecks: -16_000,
      balance_after_kopecks: -6_000,
      payer: { id: seller.id, full_name: await nameOf(seller.id) },
    });
    const taken = await pay(id, 10_000, { debtor: seller.id });
    expect(taken.status).toBe(200);
    expect(await bill(id)).toMatchObject({ debt_kopecks: 7_000, former: [{ id: seller.id, debt_kopecks: 6_000 }] });
    const lines = await t.deps.db
      .selectFrom('balance_operation')
      .where('contribution_id', '=', taken.body.contribution)
      .select(['owner_id', 'debtor_id'])
      .execute();
    expect(lines).toEqual([{ owner_id: seller.id, debtor_id: seller.id }]);
    // The list says whose it is: taken back at the desk, it is entered anew as his.
    const listed = await po.call(payments.list, { query: { filter: { garage: id } } });
    expect(listed.body).toMatchObject([{ payer: { id: seller.id }, debtor_id: seller.id }]);
    // Put right, it is still his.
    const corrected = await po.call(correctOperation, {
      params: { id: taken.body.lines[0].id },
      body: {
        idempotencyKey: randomUUID(),
        version: 1,
        money: { garage: id, amount: 16_000, date: DATE, paymentType: 1, reason: 'не та сумма' },
      } as never,
    });
    expect(corrected.status, JSON.stringify(corrected.body)).toBe(200);
    expect(await bill(id)).toMatchObject({ debt_kopecks: 7_000, former: [] });
  });

  it('gets back what he paid too much, and nothing of the garage’s own advance', async () => {
    const { id, seller, buyer } = await sold();
    // The desk shows the former owner as the payer: of the garage it is another.
    expect((await pay(id, 20_000, { debtor: seller.id, payer: seller.id })).status).toBe(200);
    expect((await bill(id)).former).toMatchObject([{ id: seller.id, debt_kopecks: 0, advance_kopecks: 4_000 }]);
    expect((await pay(id, 9_000)).status).toBe(200);
    const back = (amount: number, debtor: number | null, more: object = {}) =>
      special(po, 'refund', id, amount, { comment: 'Переплата', debtor, ...more });
    expect((await back(4_001, seller.id)).body.errors).toEqual({
      amount: 'Вернуть можно не больше аванса: 40,00\u00a0₽',
    });
    expect((await back(1_000, buyer.id)).body.errors.debtor).toContain('аванс гаража остаётся за гаражом');
    expect(Object.keys((await back(4_000, seller.id, { date: DATE.replace('20', '19') })).body.errors)).toContain(
      'date',
    );
    const done = await back(4_000, seller.id);
    expect(done.status, JSON.stringify(done.body)).toBe(200);
    const line = await t.deps.db
      .selectFrom('balance_operation')
      .where('id', '=', done.body.lines[0].id)
      .select(['owner_id', 'debtor_id', 'sign'])
      .executeTakeFirstOrThrow();
    expect(line).toEqual({ owner_id: seller.id, debtor_id: seller.id, sign: -1 });
    expect((await back(1, seller.id)).body.errors).toEqual({ amount: 'У прежнего владельца нет аванса' });
    expect(await bill(id)).toMatchObject({ advance_kopecks: 2_000, former: [] });
    expect((await back(2_000, null)).status).toBe(200);
    expect(await bill(id)).toMatchObject({ balance_kopecks: 0 });
  });

  it('somebody to whom nothing was left is refused at the field', async () => {
    const { id, buyer } = await sold();
    const stranger = await newPerson(mo, w.po);
    for (const debtor of [stranger.id, buyer.id])
      expect((await pay(id, 100, { debtor })).body.errors).toEqual({
        'lines.0.debtor': 'За этим человеком по гаражу долга нет',
      });
    const asked = await po.call(garageAllocation, { params: { id }, query: { amount: 100, debtor: stranger.id } });
    expect([asked.status, asked.body.errors.debtor]).toEqual([422, 'За этим человеком по гаражу долга нет']);
    expect((await bill(id)).former).toMatchObject([{ debt_kopecks: 16_000 }]);
  });
});

describe('the garage changes hands while a payment is entered', () => {
  it('the same sum is refused with both names, and taken once the new payer was shown', async () => {
    const { id, buyer } = await sold();
    const next = await newPerson(mo, w.po);
    const seen = (await po.call(garageAllocation, { params: { id }, query: { amount: 7_000, date: DATE } })).body.payer;
    expect(seen.id).toBe(buyer.id);
    const change = { is_primary: false, ended_on: '2026-11-01' };
    await t.deps.db.updateTable('ownership').set(change).where('garage_id', '=', id).execute();
    const place = { garage_id: id, profile_id: next.id };
    await t.deps.db
      .insertInto('ownership')
      .values({ ...place, is_primary: true, started_on: '2026-11-01' } as never)
      .execute();
    const key = randomUUID();
    const refused = await pay(id, 7_000, { payer: seen.id }, key);
    expect([refused.status, refused.body.code]).toEqual([409, 'payer_changed']);
    const [was, now] = [await nameOf(buyer.id), await nameOf(next.id)];
    expect(refused.body.errors['lines.0.garage']).toContain(`был ${was}, стал ${now}`);
    expect((await bill(id)).debt_kopecks).toBe(7_000);
    // The same payment, with the payer that is shown now.
    expect((await pay(id, 7_000, { payer: next.id }, key)).status).toBe(200);
    const again = await pay(id, 7_000, { payer: seen.id }, key);
    expect([again.status, again.body.isRepeat]).toEqual([200, true]);
    expect((await bill(id)).debt_kopecks).toBe(0);
  });

  it('a payer whose card was joined to the one that stands now is the same', async () => {
    const { id, buyer } = await sold();
    const double = await newPerson(mo, w.po);
    await t.deps.db.updateTable('profile').set({ merged_into: buyer.id }).where('id', '=', double.id).execute();
    expect((await pay(id, 7_000, { payer: double.id })).status).toBe(200);
    const other = await newPerson(mo, w.po);
    expect((await pay(id, 7_001, { payer: other.id })).body.code).toBe('payer_changed');
  });

  it('who shows nobody is not held to anybody', async () => {
    const { id } = await sold();
    expect((await pay(id, 7_000)).status).toBe(200);
  });
});

describe('a debt that is written off', () => {
  const writeOff = (garage: number, amount: number, more: object = {}) =>
    special(po, 'write_off', garage, amount, { protocol: 'Протокол № 5', ...more });

  it('is that of the present owners, or of the former one who is named, and no deeper', async () => {
    const { id, seller, buyer } = await sold();
    expect((await writeOff(id, 7_001)).body.errors).toEqual({
      amount: 'Списать можно не больше долга: 70,00\u00a0₽',
    });
    expect((await writeOff(id, 1, { debtor: buyer.id })).body.errors).toEqual({ debtor: NO_DEBT_LEFT });
    expect((await special(po, 'correction', id, 1, { comment: 'Нет', debtor: seller.id })).body.errors).toEqual({
      debtor: 'Прежнего владельца указывают только при списании долга и возврате',
    });
    expect((await writeOff(id, 16_001, { debtor: seller.id })).body.errors).toEqual({
      amount: 'Списать можно не больше долга: 160,00\u00a0₽',
    });
    expect((await writeOff(id, 16_000, { debtor: seller.id })).status).toBe(200);
    const balance = await t.deps.db
      .selectFrom('garage_balance')
      .where('garage_id', '=', id)
      .select(['debt_kopecks', 'former_kopecks', 'advance_kopecks'])
      .executeTakeFirstOrThrow();
    expect(balance).toEqual({ debt_kopecks: 7_000, former_kopecks: 0, advance_kopecks: 0 });
    expect((await writeOff(id, 1, { debtor: seller.id })).body.errors).toEqual({
      amount: 'У прежнего владельца нет долга: списывать нечего',
    });
  });
});

it('who was shown is named only where his place is: a number tells nobody’s name', async () => {
  const { id, seller } = await sold();
  const foreign = await as(t, { mo: w.foreignMo });
  const stranger = await newPerson(foreign, w.foreignPo);
  const said = async (payer: number) => (await pay(id, 100, { payer })).body.message as string;
  expect(await said(stranger.id)).toContain('был другой, стал');
  expect(await said(stranger.id)).not.toContain(stranger.lastName);
  expect(await said(seller.id)).toContain(`был ${await nameOf(seller.id)}`);
});

it('the QR names whom the charge of today names: without a primary owner the larger share', async () => {
  const [less, more] = [await newPerson(mo, w.po), await newPerson(mo, w.po)];
  const { id } = await newGarage(mo, w.po, {
    alreadyExistProfile: [
      { profileId: less.id, share: '1/3' },
      { profileId: more.id, share: '2/3' },
    ],
    ownedSince: '2020-01-01',
  });
  await t.deps.db.updateTable('ownership').set({ is_primary: false }).where('garage_id', '=', id).execute();
  const requisites = {
    payee_name: 'ПО',
    inn: '9999000006',
    bank_name: 'ДЕМО-БАНК',
    bik: '040000999',
    account: '40703810900000012303',
    corr_account: null,
  };
  await t.deps.db.updateTable('po').set(requisites).where('id', '=', w.po).execute();
  const { status, body, text } = await po.call(garagePaymentQr, { params: { id }, query: { amount: 100 } });
  expect(status, text).toBe(200);
  expect(body.text).toContain(`LastName=${more.lastName}`);
});

describe('a correction that raises a debt', () => {
  const owned = async () => {
    const person = await newPerson(mo, w.po);
    return (await newGarage(mo, w.po, { alreadyExistProfile: [{ profileId: person.id, isPrimary: true }] })).id;
  };
  const raise = (garage: number, amount: number, more: object = {}) =>
    special(po, 'correction', garage, amount, { comment: 'Недоначислено', direction: 'raise', ...more });

  it('keeps the type and the year it names: in the bill, its age, the ledger', async () => {
    const id = await owned();
    const done = await raise(id, 12_300, { accrualType: 3, year: 2025, date: '2026-03-05' });
    expect(done.status, JSON.stringify(done.body)).toBe(200);
    expect(await pay(id, 2_300, { accrualType: 3, year: 2025 })).toMatchObject({ status: 200 });
    const { lines, debt_kopecks } = await bill(id);
    expect(debt_kopecks).toBe(10_000);
    expect(lines).toMatchObject([
      {
        accrual_type_id: 3,
        accrual_type: 'Целевой',
        year: 2025,
        accrued_kopecks: 12_300,
        paid_kopecks: 2_300,
        owed_kopecks: 10_000,
        charges: [{ id: done.body.lines[0].id, on_date: '2026-03-05', kopecks: 12_300, owed_kopecks: 10_000 }],
        paid_by: [{ kopecks: 2_300, is_named: true }],
      },
    ]);
    const line = await t.deps.db
      .selectFrom('balance_operation')
      .where('id', '=', done.body.lines[0].id)
      .select(['sign', 'accrual_type_id', 'period_year', 'payment_type_id'])
      .executeTakeFirstOrThrow();
    expect(line).toEqual({ sign: -1, accrual_type_id: 3, period_year: 2025, payment_type_id: 6 });
  });

  it('and names nothing is «Возвраты и корректировки», which adds up to what it is made of', async () => {
    const id = await owned();
    expect((await pay(id, 200)).status).toBe(200);
    const first = await raise(id, 700, { date: '2026-11-20' });
    const second = await raise(id, 90);
    expect((await pay(id, 130)).status).toBe(200);
    const { lines, debt_kopecks, balance_kopecks } = await bill(id);
    // 200 of the first were given out of the advance: what nothing covered is owed.
    expect(lines).toMatchObject([
      {
        accrual_type_id: null,
        accrual_type: 'Возвраты и корректировки',
        accrued_kopecks: 590,
        paid_kopecks: 130,
        owed_kopecks: 460,
        charges: [
          { id: first.body.lines[0].id, kopecks: 500, owed_kopecks: 370 },
          { id: second.body.lines[0].id, kopecks: 90, owed_kopecks: 90 },
        ],
        paid_by: [{ kopecks: 130 }],
      },
    ]);
    expect([debt_kopecks, balance_kopecks]).toEqual([460, -460]);
    for (const line of lines) {
      const sum = (of: { kopecks: number }[]) => of.reduce((total, { kopecks }) => total + kopecks, 0);
      expect([sum(line.charges), sum(line.paid_by)]).toEqual([line.accrued_kopecks, line.paid_kopecks]);
      expect(line.accrued_kopecks - line.paid_kopecks).toBe(line.owed_kopecks);
    }
  });
});
