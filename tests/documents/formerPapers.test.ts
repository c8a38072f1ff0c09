// Papers of a debt that was left to a former owner: of him and of it alone; the day to pay by on receipts; balances moved in an act.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { garageDebt } from '../../contract/balance.ts';
import { postAccrual } from '../../contract/contributions/charging.ts';
import { addOwner, removeOwner } from '../../contract/garages.ts';
import { testApp, type TestApp } from '../kit/app.ts';
import { newPerson } from '../kit/rows.ts';
import { charge, day, ownedGarage, pay, place, print, textOf, type Place } from './kit.ts';

let t: TestApp;
let at: Place;
let garage: number;
let seller: number;
let buyer: number;
beforeAll(async () => {
  t = await testApp();
  at = await place(t);
  const first = await ownedGarage(at);
  [garage, seller] = [first.garage.id, first.person.id];
  await charge(at, garage, 671_200);
  buyer = (await newPerson(at.mo, at.w.po, { lastName: 'Новиков', firstName: 'Олег', fatherName: 'Павлович' })).id;
  await at.mo.call(addOwner, { params: { id: garage }, body: { profileId: buyer, isPrimary: true, date: day } });
  const owners = await t.deps.db
    .selectFrom('ownership')
    .where('garage_id', '=', garage)
    .where('profile_id', '=', seller)
    .select('id')
    .executeTakeFirstOrThrow();
  const removed = await at.mo.call(removeOwner, {
    params: { id: garage, ownershipId: owners.id },
    body: { date: day, debtAnswer: 'stays_old' },
  });
  expect(removed.status, removed.text).toBe(200);
  const later = await at.mo.call(postAccrual, {
    body: {
      isAllGaragSelected: false,
      includedGarages: [garage],
      accrualType: { value: 4 },
      contributionAmount: 30_000,
      contributionDate: day,
      idempotencyKey: crypto.randomUUID(),
      expected: { garages: 1, amount_kopecks: 30_000 },
    },
  });
  expect(later.status, later.text).toBe(200);
});
afterAll(() => t.close());

const one = { start_date: day, end_date: day };
const period = { start_date: '2026-01-01', end_date: day };
const printed = async (body: object) => {
  const paper = await print(t, at.mo, { garage_id: garage, ...body } as Parameters<typeof print>[2]);
  expect(paper.problem).toBe(null);
  return textOf(paper.bytes);
};

describe('of a former owner', () => {
  it('the notice, the application to a court and the act tell of his debt alone', async () => {
    const po = { specific_po: at.w.po, profile_id: seller };
    const notice = await printed({ document_type_id: 16, ...po, ...one });
    expect(notice).toContain('6 712,00');
    expect(notice).toContain('Петрову Ивану Сергеевичу');
    expect(notice).not.toMatch(/Новиков|300,00/);
    const court = await printed({ document_type_id: 17, ...po, ...period });
    expect(court).toContain('Должник был владельцем до 20 ноября 2026 г. гаража');
    expect(court).toContain('6 712,00');
    const act = await printed({ document_type_id: 8, ...po, ...period });
    expect(act).toContain('Прежний владелец, за которым остался долг: Петров Иван Сергеевич');
    expect(act).toMatch(/задолженность владельца 6 712,00/);
    expect(act).not.toContain('300,00');
  });

  it('papers of the present owners know nothing of it, and the act says what was moved away', async () => {
    const notice = await printed({ document_type_id: 16, specific_po: at.w.po, ...one });
    expect(notice).toContain('300,00');
    expect(notice).not.toMatch(/6 712,00|Петров/);
    const act = await printed({ document_type_id: 8, specific_po: at.w.po, ...period });
    expect(act).toMatch(/Перенесено \(− на этот счёт\) 6 712,00/);
    expect(act).toMatch(/Сальдо на конец долг 300,00/);
    expect(act).toContain('Владелец: Новиков Олег Павлович');
  });

  it('other papers, and people without a debt there, are refused in words', async () => {
    const other = await print(t, at.mo, {
      garage_id: garage,
      profile_id: seller,
      document_type_id: 14,
      specific_po: at.w.po,
    });
    expect(other.problem.errors.profile_id).toBe('Этот документ печатают нынешним владельцам');
    const stranger = (await newPerson(at.mo, at.w.po)).id;
    const none = await print(t, at.mo, {
      garage_id: garage,
      profile_id: stranger,
      document_type_id: 16,
      specific_po: at.w.po,
      ...one,
    });
    expect(none.problem.errors.profile_id).toBe('За этим человеком по гаражу долга нет');
  });
});

describe('the day to pay by', () => {
  it('stands on the receipt and in the bill: that of the year ahead, or that it is over', async () => {
    const { body } = await at.mo.call(garageDebt, { params: { id: garage } });
    const dues = body.lines.flatMap((line: { charges: { due_on: string | null }[] }) => line.charges);
    expect(dues).toContainEqual(expect.objectContaining({ due_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) }));
    const fresh = (await ownedGarage(at, { passNum: '654321' })).garage.id;
    await charge(at, fresh, 45_000);
    await pay(at, fresh, 1_000);
    const receipt = await print(t, at.mo, { garage_id: fresh, document_type_id: 6, specific_po: at.w.po });
    expect(receipt.problem).toBe(null);
    expect(await textOf(receipt.bytes)).toMatch(/Срок оплаты (до \d|сразу: срок прошёл)/);
  });
});
