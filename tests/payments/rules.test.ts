// Rules of payments, word by word: years, write-offs, offsets between garages, what may be changed.
import { describe, expect, it } from 'vitest';
import type { Actor } from '../../contract/kernel/scope.ts';
import {
  bringsMoney,
  editRefusal,
  formerOf,
  paymentProblems,
  specialProblems,
  type Facts,
  type GarageFact,
  type LineFacts,
  type Special,
} from '../../server/payments/rules.ts';
import { nobody } from '../../server/kernel/ctx.ts';

const garage = (id: number, more: Partial<GarageFact> = {}): GarageFact => ({
  id,
  label: `А ${id}`,
  po_id: 3,
  po_name: 'КАС № 1',
  is_active: true,
  debt_kopecks: 0,
  advance_kopecks: 0,
  owners: [],
  formers: [],
  payer: null,
  day_closed: false,
  ...more,
});
const facts = (...garages: GarageFact[]): Facts => ({
  today: '2026-11-20',
  closedUntil: null,
  method: { id: 1, sign: 1, is_active: true },
  types: new Set([1]),
  garages: new Map(garages.map((one) => [one.id, one])),
});
const special = (more: Partial<Special>): Special => ({
  kind: 'write_off',
  date: '2026-11-20',
  garage: 1,
  toGarage: null,
  amount: 100,
  accrualType: null,
  year: null,
  debtor: null,
  protocol: '№ 1',
  comment: 'причина',
  ...more,
});

describe('a payment', () => {
  const problems = (year: number) =>
    paymentProblems(
      { date: '2026-11-20', lines: [{ garage: 1, accrualType: 1, year, amount: 100, comment: null } as never] },
      facts(garage(1)),
    );
  it('names a year up to the next one', () => {
    expect(problems(2027)).toEqual({});
    expect(problems(2028)).toEqual({ 'lines.0.year': 'Год не позже следующего' });
  });
  it('is brought by methods that take money in', () => {
    expect(bringsMoney({ id: 1, sign: 1 })).toBe(true);
    expect([bringsMoney({ id: 1, sign: -1 }), bringsMoney({ id: 5, sign: 1 })]).toEqual([false, false]);
  });
  it('of a former owner is found by his card and by the number in the lines', () => {
    const formers = [
      { id: 7, person: 70, full_name: 'Прежний' },
      { id: 8, person: 80, full_name: 'Другой' },
    ];
    expect([7, 70, 8, 80, 9, null].map((person) => formerOf({ formers }, person)?.id)).toEqual([
      7,
      7,
      8,
      8,
      undefined,
      undefined,
    ]);
  });
});

describe('a write-off', () => {
  const amount = (owed: number, more: Partial<Special>, debt_kopecks = 0) =>
    specialProblems(special(more), facts(garage(1, { debt_kopecks })), owed, { thatDay: 0, now: 0 }).amount?.replaceAll(
      '\u00a0',
      ' ',
    );
  it.each([
    [100, {}, 100, undefined],
    [99, {}, 99, 'Списать можно не больше долга: 0,99 ₽'],
    [0, {}, 0, 'У гаража А 1 нет долга: списывать нечего'],
    [0, { accrualType: 1, year: 2026 }, 0, 'У гаража А 1 нет долга: списывать нечего'],
    [0, { accrualType: 1, year: 2026 }, 500, 'По этому взносу долга нет: списывать нечего'],
  ])('of what %d kopecks are owed for, %j, the garage owing %d: %s', (owed, more, debt, text) =>
    expect(amount(owed, more, debt)).toBe(text),
  );
});

describe('an offset', () => {
  const to = (other: GarageFact | null, owners = [7, 8]) =>
    specialProblems(
      special({ kind: 'offset', toGarage: 2 }),
      facts(garage(1, { owners }), ...(other ? [other] : [])),
      0,
      { thatDay: 100, now: 100 },
    );
  it.each<[string, GarageFact | null, Record<string, string>]>([
    ['one of its owners owns', garage(2, { owners: [8, 9] }), {}],
    ['none of them owns', garage(2, { owners: [9] }), { toGarage: 'Зачёт возможен только между гаражами одного владельца' }], // prettier-ignore
    ['nobody owns', garage(2), { toGarage: 'Зачёт возможен только между гаражами одного владельца' }],
    ['is in the archive', garage(2, { owners: [7], is_active: false }), { toGarage: 'Гараж в архиве: оплата не принимается' }], // prettier-ignore
    ['is not there', null, { toGarage: 'Гараж не найден' }],
  ])('to a garage that %s: %j', (_name, other, errors) => expect(to(other)).toEqual(errors));
  it('from a garage without owners goes nowhere', () =>
    expect(to(garage(2), [])).toEqual({ toGarage: 'Зачёт возможен только между гаражами одного владельца' }));
});

describe('a line may be changed', () => {
  const accountant: Actor = { ...nobody, userId: 5, region: 1, mo: 2, capabilities: [2] };
  const line: LineFacts = {
    kind: 'payment',
    source: 'desk',
    on_date: '2026-11-20',
    payment_type_id: 1,
    payment_sign: 1,
    created_by: 5,
    created_on: '2026-11-20',
    is_reversed: false,
    is_transfer: false,
    case_no: null,
    day_closed: false,
  };
  const said = (more: Partial<LineFacts>) => {
    const refused = editRefusal(accountant, { ...line, ...more }, null);
    return refused && JSON.stringify(refused);
  };
  it.each<[string, Partial<LineFacts>, string | null]>([
    ['of the desk', {}, null],
    ['of a registry that was loaded', { source: 'import' }, 'Запись сделана загрузкой реестра'],
    ['of a charge', { kind: 'accrual' }, 'Начисление изменяется в карточке документа'],
    ['that undoes', { kind: 'reversal' }, 'Сторно не изменяется'],
    ['that moves a debt', { is_transfer: true }, 'Перенос долга отдельно не отменяется'],
    ['that moves a debt for a case', { is_transfer: true, case_no: 12 }, 'вместе с переоформлением № 12'],
    ['that undoes a move', { is_transfer: true, kind: 'reversal' }, 'Сторно не изменяется'],
    ['that is undone', { is_reversed: true }, 'Уже сторнировано'],
    ['of a desk that is closed', { day_closed: true }, 'Касса за 20.11.2026 закрыта'],
  ])('one %s: %j: %s', (_name, more, text) =>
    text === null ? expect(said(more)).toBeNull() : expect(said(more)).toContain(text),
  );
});
