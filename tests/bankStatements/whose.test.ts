// Whose a payment of the bank is: the payer of its day, or the former owner whose debt it closes.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { garageDebt } from '../../contract/balance.ts';
import * as c from '../../contract/bankStatements.ts';
import { leaveDebtWithFormerOwner } from '../../server/balance/writing/transfers.ts';
import { garagePaymentQr } from '../../server/balance/queries/paymentQr.ts';
import { verifyLedger } from '../../server/balance/queries.ts';
import { nobody, type Ctx } from '../../server/kernel/ctx.ts';
import { postLines } from '../balance/posting.ts';
import { actAlone } from '../kit/act.ts';
import { testApp, type TestApp } from '../kit/app.ts';
import { newGarage, newPerson } from '../kit/rows.ts';
import { cp1251, exchangeText } from './files.ts';
import { bank, load, postAll, rowsOf, send, type Bank } from './kit.ts';

let t: TestApp;
let b: Bank;
beforeAll(async () => {
  t = await testApp();
  b = await bank(t, 0);
});
afterAll(async () => {
  expect(await verifyLedger(t.deps.db)).toEqual([]);
  await t.close();
});

const surnames = ['Бурый', 'Серый', 'Синий', 'Белый', 'Чёрный', 'Рыжий', 'Алый', 'Седой', 'Сизый', 'Пегий', 'Чалый', 'Карий', 'Гнедой', 'Буланый']; // prettier-ignore
let nth = 0;
/** A garage of two people in turn: `seller` until 01.06.2026, `buyer` since; both owe when `left`. */
async function sold(left = true) {
  const person = () => newPerson(b.mo, b.w.po, { lastName: surnames[(nth += 1) % surnames.length]! + 'ов' });
  const [seller, buyer] = [await person(), await person()];
  const owner = [{ profileId: buyer.id, isPrimary: true }];
  const { id, account_no } = await newGarage(b.mo, b.w.po, { alreadyExistProfile: owner });
  const sale = '2026-06-01';
  await t.deps.db.updateTable('ownership').set({ started_on: sale }).where('garage_id', '=', id).execute();
  await t.deps.db
    .insertInto('ownership')
    .values({ garage_id: id, profile_id: seller.id, started_on: '2020-01-01', ended_on: sale, is_primary: true })
    .execute();
  const line = { garage_id: id, sign: -1 as const, accrual_type_id: 1, payment_type_id: null };
  if (left) {
    const old = { owner_id: seller.id, amount_kopecks: 16_000, period_year: 2025, on_date: '2025-02-01' };
    await postLines(t, b.w, [{ ...line, ...old }]);
    await actAlone(t, (tx) =>
      leaveDebtWithFormerOwner(tx, seller.id, {
        garageId: id,
        place: { region_id: b.w.region, mo_id: b.w.mo, po_id: b.w.po },
        onDate: sale,
        at: `${sale}T09:00:00.000Z`,
        owners: null,
        before: null,
        since: null,
        idempotencyKey: randomUUID(),
        comment: 'Переоформление',
        createdBy: null,
      }),
    );
    const own = { owner_id: buyer.id, amount_kopecks: 7_000, period_year: 2026, on_date: '2026-07-01' };
    await postLines(t, b.w, [{ ...line, ...own }]);
  }
  return { id, account_no, seller, buyer };
}
let paper = 0;
const loaded = (purpose: string, payer = '', sum = '160.00', date = '01.11.2026') =>
  load(t, b.po, exchangeText(b.account, [{ number: String((paper += 1)), date, sum, payer, purpose }]));
const bill = async (id: number) => {
  const { body } = await b.po.call(garageDebt, { params: { id } });
  return { debt: body.debt_kopecks, former: body.former.map((one: { debt_kopecks: number }) => one.debt_kopecks) };
};
const linesOf = (contribution: number) =>
  t.deps.db
    .selectFrom('balance_operation')
    .where('contribution_id', '=', contribution)
    .select(['owner_id', 'debtor_id'])
    .execute();

describe('the payer of the day', () => {
  it('a payment before the sale is the seller’s, one of that day and after the buyer’s, whenever the file is loaded', async () => {
    const { account_no, seller, buyer } = await sold(false);
    for (const [date, who] of [
      ['20.05.2026', seller],
      ['01.06.2026', buyer],
      ['10.06.2026', buyer],
    ] as const) {
      const { rows } = await loaded(`ЛС ${account_no}`, '', '10.00', date);
      expect(rows[0]!.parts[0]!.owner).toBe(who.full_name);
      const posted = await postAll(b.po, rows);
      expect(await linesOf(posted.body.rows[0].contribution)).toEqual([{ owner_id: who.id, debtor_id: null }]);
    }
  });

  it('of owners without a primary one, the larger share stands first', async () => {
    const [small, large] = [await newPerson(b.mo, b.w.po), await newPerson(b.mo, b.w.po)];
    const { id, account_no } = await newGarage(b.mo, b.w.po, {
      alreadyExistProfile: [
        { profileId: small.id, isPrimary: true, share: '1/4' },
        { profileId: large.id, isPrimary: false, share: '3/4' },
      ] as never,
    });
    await t.deps.db.updateTable('ownership').set({ is_primary: false }).where('garage_id', '=', id).execute();
    const { rows } = await loaded(`ЛС ${account_no}`, '', '10.00');
    const posted = await postAll(b.po, rows);
    expect(await linesOf(posted.body.rows[0].contribution)).toEqual([{ owner_id: large.id, debtor_id: null }]);
  });
});

it('a payment without a number and without words is posted with neither', async () => {
  const { id } = await sold(false);
  const { rows } = await load(t, b.po, exchangeText(b.account, [{ number: '', date: '01.11.2026', sum: '12.00' }]));
  const put = await b.po.call(c.assignRow, {
    params: { id: rows[0]!.id },
    body: { version: 1, parts: [{ garage: id, amount_kopecks: 1_200 }] },
  });
  expect(put.status, put.text).toBe(200);
  const posted = await postAll(b.po, [put.body]);
  expect(posted.status).toBe(200);
  const line = await t.deps.db
    .selectFrom('balance_operation as o')
    .leftJoin('contribution_words as w', 'w.contribution_id', 'o.contribution_id')
    .where('o.contribution_id', '=', posted.body.rows[0].contribution)
    .select(['o.paper_no', 'w.comment'])
    .execute();
  expect(line).toEqual([{ paper_no: null, comment: null }]);
});

it('of a file of the МО every garage of its account may be named, whichever ПО it is of', async () => {
  const account = '40703810900000077777';
  await t.deps.db.updateTable('mo').set({ account }).where('id', '=', b.w.mo).execute();
  const there = await newGarage(b.mo, b.w.siblingPo);
  const doc = { number: '1', date: '01.11.2026', sum: '12.00' };
  const { rows } = await load(t, b.mo, exchangeText(account, [doc]));
  const put = await b.mo.call(c.assignRow, {
    params: { id: rows[0]!.id },
    body: { version: 1, parts: [{ garage: there.id, amount_kopecks: 1_200 }] },
  });
  expect(put.status, put.text).toBe(200);
  await t.deps.db.updateTable('mo').set({ account: null }).where('id', '=', b.w.mo).execute();
});

describe('a former owner who owes', () => {
  it('pays by the receipt printed for him: his debt is closed, that of the present owner stays', async () => {
    const { id, account_no, seller } = await sold();
    const requisites = { payee_name: 'ПО', inn: '9999000006', bank_name: 'ДЕМО-БАНК', bik: '040000999', account: '40703810900000012303', corr_account: null }; // prettier-ignore
    await t.deps.db.updateTable('po').set(requisites).where('id', '=', b.w.po).execute();
    const now = () => t.deps.clock.now();
    const actor = { ...nobody, userId: 1, po: b.w.po, mo: b.w.mo, region: b.w.region };
    const ctx = { actor, db: t.deps.db, deps: t.deps, ip: '', fingerprint: '', now } as Ctx;
    const qr = await garagePaymentQr(ctx, id, { debtor: seller.id });
    await t.deps.db.updateTable('po').set({ account: b.account }).where('id', '=', b.w.po).execute();
    expect(qr.problems).toEqual([]);
    expect(qr.purpose).toContain(`ЛС ${account_no}/${seller.id}`);
    // The bank says nothing of the payer.
    const { rows } = await loaded(qr.purpose, 'ПАО СБЕРБАНК');
    expect(rows[0]).toMatchObject({ group: 'sure', preticked: true });
    expect(rows[0]!.parts[0]).toMatchObject({
      owner: seller.full_name,
      debtor: { id: seller.id, full_name: seller.full_name, debt_kopecks: 16_000 },
      accrual_type: { id: 1 },
      year: 2025,
    });
    const posted = await postAll(b.po, rows);
    expect(await linesOf(posted.body.rows[0].contribution)).toEqual([{ owner_id: seller.id, debtor_id: seller.id }]);
    expect(await bill(id)).toEqual({ debt: 7_000, former: [] });

    // Paid twice: the debt is closed, a person looks at the money.
    const again = await loaded(qr.purpose, 'ПАО СБЕРБАНК', '160.01');
    expect(again.rows[0]).toMatchObject({ group: 'likely', preticked: false });
    expect(again.rows[0]!.reason).toContain(`прежний владелец ${seller.full_name}, долга за ним нет`);
  });

  it('named by the payer alone he is suggested, never sure; the present owner is sure, a stranger is asked about', async () => {
    const { account_no, seller, buyer } = await sold();
    const [his] = (await loaded(`ЛС ${account_no}`, `ПАО СБЕРБАНК//${seller.full_name}//`)).rows;
    expect(his).toMatchObject({ group: 'likely', preticked: false });
    expect(his!.parts[0]!.debtor?.id).toBe(seller.id);
    const [present] = (await loaded(`ЛС ${account_no}`, buyer.full_name)).rows;
    expect(present).toMatchObject({ group: 'sure', preticked: true });
    expect(present!.parts[0]).toMatchObject({ owner: buyer.full_name, debtor: null });
    const [stranger] = (await loaded(`ЛС ${account_no}`, 'Чужой Прохожий Иванович')).rows;
    expect(stranger).toMatchObject({ group: 'likely', preticked: false });
    expect(stranger!.reason).toContain(`Долг есть и за прежним владельцем: ${seller.full_name}`);
    expect(stranger!.parts[0]!.debtor).toBeNull();
    // Without a word of the garage his name leads to it.
    const [bare] = (await loaded('взнос', seller.full_name)).rows;
    expect(bare).toMatchObject({ group: 'possible' });
    expect(bare!.parts[0]!.debtor?.id).toBe(seller.id);
  });

  it('in a registry of the bank too: by his mark, and by his name', async () => {
    const { account_no, seller } = await sold();
    const { id, rows } = await loaded('Перевод по реестру', '', '30.00');
    const csv = `ЛС;ФИО;Сумма\r\n${account_no}/${seller.id};Кто-то Там;10,00\r\n${account_no};${seller.full_name};20,00\r\n`;
    const sent = await send(t, b.po, c.attachBankRegistry, cp1251(csv), { params: { id: rows[0]!.id } });
    expect(sent.status).toBe(200);
    const children = (await rowsOf(b.po, id)).filter((row) => row.parent_id !== null);
    expect(children.map((row) => [row.group, row.parts[0]!.debtor?.id])).toEqual([
      ['sure', seller.id],
      ['likely', seller.id],
    ]);
  });

  it('is chosen by the card that his was joined to as well', async () => {
    const { id, account_no, seller } = await sold();
    const kept = await newPerson(b.mo, b.w.po);
    await t.deps.db.updateTable('profile').set({ merged_into: kept.id }).where('id', '=', seller.id).execute();
    for (const debtor of [kept.id, seller.id]) {
      const { rows } = await loaded(`ЛС ${account_no}`, '', '160.00');
      const put = await b.po.call(c.assignRow, {
        params: { id: rows[0]!.id },
        body: { version: 1, parts: [{ garage: id, debtor, amount_kopecks: 16_000 }] },
      });
      expect(put.status, put.text).toBe(200);
      expect(put.body.parts[0].debtor.id).toBe(seller.id);
    }
  });

  it('is chosen by hand; somebody to whom nothing was left is refused; a debt that is gone stops the posting', async () => {
    const { id, account_no, seller, buyer } = await sold();
    const { rows } = await loaded(`ЛС ${account_no}`, '', '160.00');
    const put = (debtor: number) =>
      b.po.call(c.assignRow, {
        params: { id: rows[0]!.id },
        body: { version: 1, parts: [{ garage: id, debtor, amount_kopecks: 16_000 }] },
      });
    for (const stranger of [buyer.id, 999_999])
      expect((await put(stranger)).body.errors).toEqual({ 'parts.0.debtor': 'За этим человеком по гаражу долга нет' });
    const chosen = await put(seller.id);
    expect(chosen.body).toMatchObject({ group: 'assigned', preticked: true, refusal: null });
    const line = { garage_id: id, sign: 1 as const, accrual_type_id: null, payment_type_id: 1, period_year: 2026 };
    const his = { owner_id: seller.id, debtor_id: seller.id, on_date: '2026-11-02' };
    await postLines(t, b.w, [{ ...line, ...his, amount_kopecks: 16_000 }]);
    const [now] = await rowsOf(b.po, rows[0]!.statement_id);
    expect(now!.refusal).toBe(`За прежним владельцем ${seller.full_name} долга больше нет: выберите, чей это платёж`);
    expect((await postAll(b.po, [now!])).status).toBe(422);
  });
});
