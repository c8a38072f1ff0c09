// Papers of money by the way it came: cash has the order of the cash desk, a bank, a card or a telephone the receipt, and no other.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentTypeInfo, OTHER_KIND } from '../../contract/documents.ts';
import { documentKinds } from '../../contract/documents/kinds.ts';
import { specialOperation, takePayment } from '../../contract/payments.ts';
import { paymentTypeReference } from '../../contract/references.ts';
import { exchangeText } from '../bankStatements/files.ts';
import { load, postAll } from '../bankStatements/kit.ts';
import { as, testApp, type TestApp } from '../kit/app.ts';
import { newGarage } from '../kit/rows.ts';
import { charge, day, ownedGarage, pay, place, print, textOf, type Place } from './kit.ts';

let t: TestApp;
let at: Place;
let garage: number;
let person: number;
let times = 0;
beforeAll(async () => {
  t = await testApp();
  at = await place(t);
  const owned = await ownedGarage(at);
  [garage, person] = [owned.garage.id, owned.person.id];
  await charge(at, garage, 450_000);
});
afterAll(() => t.close());

const ORDER = 7;
const RECEIPT = 6;
const asked = { start_date: day, end_date: day };

/** A payment of the desk in some way; each of another sum, so that none is taken for a repeat. */
async function paid(paymentType: number, lines = [{ garage, amount: 10_000 }]): Promise<number> {
  times += 1;
  const { status, text, body } = await at.mo.call(takePayment, {
    body: {
      idempotencyKey: crypto.randomUUID(),
      date: '2026-03-04',
      paymentType,
      lines: lines.map((line) => ({ ...line, amount: line.amount + times * 100 })),
    },
  });
  if (status !== 200) throw new Error(text);
  return body.contribution;
}
const offered = async (contribution: number): Promise<number[]> =>
  (await at.po.call(documentTypeInfo, { body: { contribution_id: contribution } })).body.data.map(
    ({ id }: { id: number }) => id,
  );
const order = (contribution: number) =>
  print(t, at.po, { document_type_id: ORDER, contribution_id: contribution, number: String(700 + times), ...asked });
const receipt = (contribution: number) => print(t, at.po, { document_type_id: RECEIPT, contribution_id: contribution });

describe('what is offered and printed of a payment', () => {
  it('of cash the order alone; the receipt is refused and the order named instead', async () => {
    const cash = await paid(1);
    expect(await offered(cash)).toEqual([ORDER]);
    expect((await order(cash)).status).toBe(200);
    const { status, problem } = await receipt(cash);
    expect([status, problem.errors.document_type_id]).toEqual([422, expect.stringContaining('приходный ордер')]);
    expect([problem.code, problem.current.id]).toEqual([OTHER_KIND, ORDER]);
  });

  it.each([
    [2, 'Банк (расчётный счёт)'],
    [3, 'Терминал (карта)'],
    [4, 'СБП / онлайн'],
  ])(
    'way %i: the receipt alone, it says how and how much was paid; the order is refused by the name of the way',
    async (way, name) => {
      const money = await paid(way);
      expect(await offered(money)).toEqual([RECEIPT]);
      const { status, problem } = await order(money);
      expect([status, problem.errors.document_type_id]).toEqual([
        422,
        `Приходный ордер выписывают на наличные, а эта оплата — «${name}». Напечатайте квитанцию`,
      ]);
      expect([problem.code, problem.current.id]).toEqual([OTHER_KIND, RECEIPT]);
      const printed = await receipt(money);
      expect(printed.status).toBe(200);
      const text = await textOf(printed.bytes);
      expect(text).toContain(`4 марта 2026 г., ${name}`);
      expect(text).toContain(`${100 + times},00 (`);
      expect(text).toContain('Осталось к оплате');
    },
  );

  it('a way that people added is money and no cash', async () => {
    const root = await as(t, { region: at.w.region, isSuperuser: 2, role: 'superuser' });
    const { status, text, body } = await root.call(paymentTypeReference.create, {
      body: { name: 'Почтовый перевод', sort: 50, is_active: true, sign: 1 } as never,
    });
    expect([status, status === 200 ? '' : text]).toEqual([200, '']);
    expect(await offered(await paid(body.id))).toEqual([RECEIPT]);
  });

  it('what a statement of the bank brought', async () => {
    const { account_no } = await t.deps.db
      .selectFrom('garage')
      .where('id', '=', garage)
      .select('account_no')
      .executeTakeFirstOrThrow();
    const text = exchangeText('40703810900000012303', [{ sum: '123.00', purpose: `Членский взнос ЛС ${account_no}` }]);
    const { rows } = await load(t, at.mo, text);
    const { body } = await postAll(at.mo, rows);
    const [{ contribution }] = body.rows as [{ contribution: number }];
    expect(await offered(contribution)).toEqual([RECEIPT]);
    expect((await order(contribution)).problem.errors.document_type_id).toContain('Банк (расчётный счёт)');
    expect(await textOf((await receipt(contribution)).bytes)).toContain('123,00 (сто двадцать три) рубля 00 копеек');
  });

  it('a correction, a write-off, an offset bring no money: neither paper is offered or printed', async () => {
    for (const kind of ['correction', 'write_off'] as const) {
      const { status, text, body } = await at.mo.call(specialOperation, {
        body: {
          idempotencyKey: crypto.randomUUID(),
          kind,
          date: '2026-03-05',
          garage,
          amount: 5000,
          accrualType: 1,
          year: 2025,
          protocol: 'Протокол № 3 от 02.02.2026',
          comment: 'по решению бюро',
        },
      });
      if (status !== 200) throw new Error(text);
      expect(await offered(body.contribution)).toEqual([]);
      for (const paper of [await order(body.contribution), await receipt(body.contribution)])
        expect([paper.status, paper.problem.errors.document_type_id]).toEqual([
          422,
          'Этот документ не для такой операции',
        ]);
    }
  });

  it('a charge has the receipt and no order', async () => {
    const charged = await charge(at, garage, 100_000, '2026-02-02', 2024);
    expect(await offered(charged)).toEqual([RECEIPT]);
    expect((await order(charged)).problem.errors.document_type_id).toBe('Этот документ не для такой операции');
  });

  it('a kind that people made for money is printed of any', async () => {
    const root = await as(t, { region: at.w.region, isSuperuser: 2, role: 'superuser' });
    const made = await root.call(documentKinds.create, {
      body: {
        name: 'Подтверждение оплаты',
        sort: 90,
        is_po_specific: true,
        is_manual_numerated: false,
        date_mode: null,
        warns_of_repeat: false,
        is_personal: false,
        is_active: true,
        levels: ['po', 'mo'],
        contexts: ['contribution'],
      },
    });
    const { id } = made.body;
    for (const way of [1, 2]) {
      const money = await paid(way);
      expect(await offered(money)).toContain(id);
      expect((await print(t, at.po, { document_type_id: id, contribution_id: money })).status).toBe(200);
    }
    await root.call(documentKinds.update, {
      params: { id },
      body: { ...(await root.call(documentKinds.one, { params: { id } })).body, is_active: false } as never,
    });
  });
});

describe('the receipt of a payment', () => {
  it('with nothing owed says so and asks for nothing', async () => {
    const own = await ownedGarage(at, { lastName: 'Беспалов', passNum: '200200' });
    await charge(at, own.garage.id, 30_000);
    const money = await paid(4, [{ garage: own.garage.id, amount: 30_000 - (times + 1) * 100 }]);
    const text = await textOf((await receipt(money)).bytes);
    expect(text).toContain('300,00 (триста) рублей 00 копеек');
    expect(text).toContain('Долга по гаражу на 20 ноября 2026 г. нет.');
    expect(text).not.toContain('к оплате:');
    expect(text).not.toContain('Оплата по QR');
  });

  it('of several payers or several ПО is of none of them', async () => {
    const other = (await ownedGarage(at, { passNum: '765432' })).garage.id;
    const two = await paid(2, [
      { garage, amount: 10_000 },
      { garage: other, amount: 10_000 },
    ]);
    expect((await receipt(two)).problem.errors).toEqual({
      form: 'В оплате несколько плательщиков: проведите и напечатайте оплату каждого отдельно',
    });
    const elsewhere = await newGarage(at.mo, at.w.siblingPo, { alreadyExistProfile: [{ profileId: person }] });
    const across = await paid(2, [
      { garage, amount: 10_000 },
      { garage: elsewhere.id, amount: 10_000 },
    ]);
    const whole = { document_type_id: RECEIPT, contribution_id: across, specific_po: at.w.po };
    expect((await print(t, at.mo, whole)).problem.errors).toEqual({
      form: 'В оплате гаражи нескольких ПО: проведите и напечатайте оплату каждого отдельно',
    });
  });

  it('of several garages names them all and asks for nothing', async () => {
    const other = (await ownedGarage(at, { lastName: 'Двойкин', passNum: '300300' })).garage;
    await t.deps.db.updateTable('ownership').set({ profile_id: person }).where('garage_id', '=', other.id).execute();
    const money = await paid(2, [
      { garage, amount: 1000 },
      { garage: other.id, amount: 1000 },
    ]);
    const text = await textOf((await receipt(money)).bytes);
    expect(text).toContain('Гаражи');
    expect(text).not.toContain('Осталось к оплате');
  });

  it('for one who has sold the garage since does not tell what the new owner owes', async () => {
    const sold = await ownedGarage(at, { lastName: 'Продавцов', passNum: '400400' });
    await charge(at, sold.garage.id, 777_700);
    const money = await paid(2, [{ garage: sold.garage.id, amount: 100 }]);
    const next = await ownedGarage(at, { lastName: 'Покупаев', passNum: '500500' });
    await t.deps.db
      .updateTable('ownership')
      .set({ ended_on: '2026-06-01' })
      .where('garage_id', '=', sold.garage.id)
      .execute();
    await t.deps.db
      .insertInto('ownership')
      .values({ garage_id: sold.garage.id, profile_id: next.person.id, started_on: '2026-06-01', is_primary: true })
      .execute();
    const text = await textOf((await receipt(money)).bytes);
    expect(text).toContain('Продавцов Иван Сергеевич');
    expect(text).not.toContain('Осталось к оплате');
    expect(text).not.toContain('Долга по гаражу');
  });
});

describe('the claim to a court', () => {
  it('begins at the first charge that is not paid, or earlier where the period asked for does', async () => {
    const own = (await ownedGarage(at, { lastName: 'Должников', passNum: '600600' })).garage.id;
    await charge(at, own, 40_000, '2025-03-01', 2024);
    await pay(at, own, 40_000, '2025-04-01');
    await charge(at, own, 50_000, '2026-02-01');
    const claim = async (start_date: string) => {
      const printed = await print(t, at.po, { document_type_id: 17, garage_id: own, start_date, end_date: day });
      expect(printed.problem).toBeNull();
      return textOf(printed.bytes);
    };
    expect(await claim('2026-05-01')).toContain('За период с 1 февраля 2026 г. по 20 ноября 2026 г.');
    expect(await claim('2025-12-01')).toContain('За период с 1 декабря 2025 г. по 20 ноября 2026 г.');
  });
});
