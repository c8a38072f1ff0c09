// Account numbers, shares, dates of garages.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  accountNumber,
  becameProblem,
  firstDayFor,
  amnestyFor,
  garageProblems,
  isAccountNumber,
  luhnDigit,
  ownerSharesProblem,
  ownershipDateProblem,
  parseShare,
  sharesProblem,
} from '../../server/garages/rules.ts';
import { garageFields } from '../../contract/fields/garages.ts';
import { difference } from '../../server/kernel/difference.ts';
import { historyLines } from '../../server/garages/rules/history.ts';

describe('account numbers', () => {
  it('ПО 1123, garage 00045 is 1123000455', () => expect(accountNumber(1123, 45)).toBe('1123000455'));
  it('notice every changed digit and every swap of unlike neighbours but 09/90', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1001, max: 9999 }),
        fc.integer({ min: 1, max: 99_999 }),
        fc.integer({ min: 0, max: 9 }),
        fc.integer({ min: 1, max: 9 }),
        (po, seq, at, shift) => {
          const account = accountNumber(po, seq);
          const changed = account.slice(0, at) + ((Number(account[at]) + shift) % 10) + account.slice(at + 1);
          return isAccountNumber(account) && !isAccountNumber(changed);
        },
      ),
    );
  });
  it('a digit of its own for each prefix', () => expect(luhnDigit('112300045')).toBe(5));
});

describe('shares', () => {
  it.each([
    ['1/2', { num: 1, den: 2 }],
    ['', null],
    [null, null],
    ['2/1', undefined],
    ['0/3', undefined],
    ['половина', undefined],
    ['1/1000', { num: 1, den: 1000 }],
    ['1/1001', undefined],
    [' 2 / 3 ', { num: 2, den: 3 }],
  ] as const)('%s', (text, share) => expect(parseShare(text)).toEqual(share));
  describe('in the editor of a garage', () => {
    const present = [
      { id: 1, share: '1/2', is_primary: true },
      { id: 2, share: '1/2', is_primary: false },
    ];
    const row = (id: number, share: string | null = '1/2', isPrimary = id === 1) => ({ id, share, isPrimary });
    const changed = 'Состав владельцев изменился. Обновите страницу';
    const primary = 'Выберите одного владельца, который получает квитанции';
    it.each<[string, Parameters<typeof ownerSharesProblem>[0], ReturnType<typeof ownerSharesProblem>]>([
      ['as they are', [row(1), row(2)], { changed: false, problem: null }],
      ['written with spaces', [row(1, ' 1 / 2 '), row(2)], { changed: false, problem: null }],
      ['others', [row(1, '1/3'), row(2, '2/3')], { changed: true, problem: null }],
      ['left empty', [row(1, ''), row(2, ' ')], { changed: true, problem: null }],
      ['of one owner too few', [row(1)], { changed: true, problem: changed }],
      ['of somebody else', [row(1), row(3)], { changed: true, problem: changed }],
      ['with two primary owners', [row(1), row(2, '1/2', true)], { changed: true, problem: primary }],
      ['with none', [row(1, '1/2', false), row(2)], { changed: true, problem: primary }],
    ])('%s', (_name, form, answer) => expect(ownerSharesProblem(form, present)).toEqual(answer));
    it('what was empty and stays empty is no change; of no owners nothing is asked', () => {
      expect(ownerSharesProblem([row(1, '')], [{ id: 1, share: null, is_primary: true }]).changed).toBe(false);
      expect(ownerSharesProblem([], [])).toEqual({ changed: false, problem: null });
    });
  });
  it('sum to one exactly, or are all empty', () => {
    const of = (...texts: string[]) => sharesProblem(texts.map(parseShare));
    expect(of('1/3', '1/3', '1/3')).toBeNull();
    expect(of('', '')).toBeNull();
    expect(of('1/2', '1/3')).toBe('Сумма долей должна быть равна 1');
    expect(of('1/2', '')).toBe('Сумма долей должна быть равна 1');
    expect(of('1/2', 'x')).toBe('Доля пишется дробью: 1/2');
  });
  it('equal shares of any number of owners are one', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        (n) => sharesProblem(Array.from({ length: n }, () => ({ num: 1, den: n }))) === null,
      ),
    );
  });
});

describe('forms and dates', () => {
  const form = { type: { value: 1 }, sizeX: 6, sizeY: 4, sizeZ: null, dateOfConstruction: '1990-01-01', pibDate: null };
  it('accepts a good form', () =>
    expect(garageProblems(form, { today: '2026-11-20', type: { has_size: true } })).toEqual({}));
  it('tells everything at once', () => {
    const errors = garageProblems(
      { ...form, dateOfConstruction: '2027-01-01', pibDate: '1899-12-31' },
      { today: '2026-11-20', type: { has_size: false } },
    );
    expect(errors).toEqual({
      dateOfConstruction: 'Дата не может быть позже сегодняшней',
      pibDate: 'Введите корректную дату',
      sizeX: 'У этого типа нет размеров',
    });
  });
  const facts = { today: '2026-11-20', type: { has_size: false } };
  const bare = { ...form, sizeX: null, sizeY: null };
  it('a card goes back to 1900, a paper to the day of building', () => {
    expect(garageProblems({ ...bare, dateOfConstruction: '1900-01-01' }, facts)).toEqual({});
    expect(garageProblems({ ...bare, dateOfConstruction: '1899-12-31' }, facts)).toEqual({
      dateOfConstruction: 'Введите корректную дату',
    });
    expect(garageProblems({ ...bare, pibDate: '1990-01-01' }, facts)).toEqual({});
    expect(garageProblems({ ...bare, pibDate: '1989-12-31' }, facts)).toEqual({
      pibDate: 'Справка ПИБ не может быть раньше постройки',
    });
    expect(garageProblems({ ...bare, dateOfConstruction: null, pibDate: '1989-12-31' }, facts)).toEqual({});
  });
  it.each(['sizeX', 'sizeY', 'sizeZ'])('a type without sizes takes no %s', (size) => {
    expect(garageProblems(bare, facts)).toEqual({});
    expect(garageProblems({ ...bare, [size]: 1 }, facts)).toEqual({ sizeX: 'У этого типа нет размеров' });
  });
  it('an ownership begins and ends in its time', () => {
    expect(ownershipDateProblem('2026-11-21', { today: '2026-11-20', notBefore: null })).toBe(
      'Дата не может быть позже сегодняшней',
    );
    expect(ownershipDateProblem('2020-01-01', { today: '2026-11-20', notBefore: '2020-01-02' })).toBe(
      'Дата не может быть раньше 02.01.2020',
    );
    expect(ownershipDateProblem('2020-01-02', { today: '2026-11-20', notBefore: '2020-01-02' })).toBeNull();
  });
  it('the amnesty takes capital garages built before 30.12.2004, up to its last day', () => {
    const found = (built: string | null, is_capital = true, today = '2026-09-01') =>
      amnestyFor({ built, is_capital }, today, '2026-09-01');
    expect([found('2004-12-29'), found('2004-12-30'), found('1990-01-01', false), found(null)]).toEqual([
      '2026-09-01',
      null,
      null,
      null,
    ]);
    expect(found('2004-12-29', true, '2026-09-02')).toBeNull();
  });
});

describe('the first day of an owner', () => {
  const ownership = (profile_id: number, started_on: string | null, ended_on: string | null = null) => ({
    profile_id,
    started_on,
    ended_on,
  });
  it('is any day for the first one known', () => expect(firstDayFor(1, [])).toBeNull());
  it('is not before the present owners began, where that is known', () => {
    expect(firstDayFor(3, [ownership(1, '2015-01-01'), ownership(2, '2010-01-01')])).toBe('2010-01-01');
    expect(firstDayFor(3, [ownership(1, '2015-01-01'), ownership(2, null)])).toBeNull();
  });
  it('of an empty garage is not before the last one left', () =>
    expect(firstDayFor(3, [ownership(1, '2010-01-01', '2015-01-01'), ownership(2, '2015-01-01', '2019-01-01')])).toBe(
      '2019-01-01',
    ));
  it('of a returning owner is not before he left', () =>
    expect(firstDayFor(1, [ownership(1, '2000-01-01', '2019-01-01'), ownership(2, '2010-01-01')])).toBe('2019-01-01'));
});

describe('what stands in the place of an archived garage', () => {
  const here = (number: string, is_active = true) => ({ number, is_active });
  const one = 'Выберите гараж, с которым он объединён: он остаётся в реестре';
  const two = 'Выберите гаражи, на которые он разделён: не меньше двух';
  const gone = 'Гараж № 8 в архиве: выберите действующий';
  it.each<[Parameters<typeof becameProblem>[0], number[], ReturnType<typeof here>[], string | null]>([
    ['demolished', [], [], null],
    ['demolished', [2], [here('2')], 'Другие гаражи называют только у объединённого и разделённого'],
    ['merged', [2], [here('2')], null],
    ['merged', [], [], one],
    ['merged', [2, 3], [here('2'), here('3')], one],
    ['merged', [1], [here('1')], 'Гараж не может встать на своё место: выберите другой'],
    ['merged', [2], [], 'Гараж не найден в этом ПО'],
    ['merged', [2], [here('8', false)], gone],
    ['split', [2, 3], [here('2'), here('3')], null],
    ['split', [2, 3, 4], [here('2'), here('3'), here('4')], null],
    ['split', [2], [here('2')], two],
    ['split', [], [], two],
    ['split', [1, 2], [here('1'), here('2')], 'Гараж не может встать на своё место: выберите другой'],
    ['split', [2, 3], [here('2')], 'Гараж не найден в этом ПО'],
    ['split', [2, 3], [here('2'), here('8', false)], gone],
  ])('%s, garages %j of %j: %s', (reason, asked, found, problem) =>
    expect(becameProblem(reason, 1, asked, found)).toBe(problem),
  );
});

describe('a save in the log', () => {
  it('says what became of what, a long text is only named', () => {
    const { parts, before, after } = difference(
      garageFields,
      { number: '45', size_x: '6.00', date_of_construction: null, note: 'раз', type_id: 1, version: 3 },
      { number: '44', size_x: null, date_of_construction: '1987-05-12', note: 'два', type_id: 1 },
    );
    expect(parts).toEqual(['номер 45 → 44', 'длина 6,00 м → —', 'дата постройки — → 12.05.1987', 'примечание']);
    expect(before).toEqual({ number: '45', size_x: '6.00', date_of_construction: null, note: 'раз' });
    expect(Object.keys(after)).toEqual(Object.keys(before));
  });
});

describe('history', () => {
  const owner = (
    full_name: string,
    started_on: string | null,
    ended_on: string | null = null,
    share: string | null = null,
  ) => ({
    id: 1,
    full_name,
    share,
    started_on,
    ended_on,
    start_reason: null,
    end_reason: null,
    documents_checked: false,
    is_transit: false,
    entered_by: null,
  });
  const told = (owners: Parameters<typeof historyLines>[0]) => historyLines(owners, []).map((line) => line.text);
  it('one leaves, another comes', () =>
    expect(told([owner('Анна', '2006-01-01', '2019-01-01'), owner('Иван', '2019-01-01')])).toEqual([
      'Сменился владелец: Анна → Иван',
      'Владелец: Анна',
    ]));
  it('several at once, with shares; a co-owner later; one of them leaves', () =>
    expect(
      told([
        owner('Анна', '2006-01-01', null, '1/2'),
        owner('Иван', '2006-01-01', '2020-01-01', '1/2'),
        owner('Олег', '2010-01-01'),
      ]),
    ).toEqual(['Больше не владелец: Иван', 'Новый совладелец: Олег', 'Владельцы: Анна, доля 1/2; Иван, доля 1/2']));
  it('who only passed it on is told so', () =>
    expect(
      told([
        owner('Анна', '2006-01-01', '2019-01-01'),
        { ...owner('Пётр', '2019-01-01', '2019-03-01'), is_transit: true },
        owner('Иван', '2019-03-01'),
      ]),
    ).toEqual(['Сменился владелец: Пётр → Иван', 'Сменился владелец: Анна → Пётр, промежуточно', 'Владелец: Анна']));
  it.each([
    ['two leave for one', [owner('Анна', null, '2019-01-01'), owner('Олег', null, '2019-01-01'), owner('Иван', '2019-01-01')], 'Сменились владельцы: Анна, Олег → Иван'], // prettier-ignore
    ['one leaves for two', [owner('Анна', null, '2019-01-01'), owner('Олег', '2019-01-01'), owner('Иван', '2019-01-01')], 'Сменились владельцы: Анна → Олег; Иван'], // prettier-ignore
    ['two leave', [owner('Анна', null, '2019-01-01'), owner('Олег', null, '2019-01-01')], 'Больше не владельцы: Анна, Олег'], // prettier-ignore
    ['two come beside one whose day is not known', [owner('Анна', null), owner('Олег', '2019-01-01'), owner('Иван', '2019-01-01')], 'Новые совладельцы: Олег; Иван'], // prettier-ignore
    ['one comes before another', [owner('Анна', '2020-01-01'), owner('Олег', '2019-01-01')], 'Владелец: Олег'],
    ['a share is taken away', [{ ...owner('Анна', '2006-01-01'), shares: [{ day: '2019-01-01', share: null }] }], 'Изменились доли: Анна, без доли'], // prettier-ignore
    ['a share is given', [{ ...owner('Анна', '2006-01-01'), shares: [{ day: '2019-01-01', share: '1/2' }] }], 'Изменились доли: Анна, доля 1/2'], // prettier-ignore
  ])('%s', (_name, owners, text) =>
    expect(historyLines(owners, []).find(({ at }) => at === '2019-01-01')!.text).toBe(text),
  );
  it('papers are checked when they are of all who came; grounds and hands are told once, none of nobody', () => {
    const came = (checked: boolean, entered_by: string | null = 'Бухгалтер') => ({
      ...owner('Анна', '2019-01-01'),
      start_reason: 'дарение',
      documents_checked: checked,
      entered_by,
    });
    const told = (...owners: ReturnType<typeof came>[]) => {
      const [{ basis, who }] = historyLines(owners, []) as [ReturnType<typeof historyLines>[number]];
      return [basis, who];
    };
    expect(told(came(true), came(true))).toEqual(['дарение, документы проверены', 'Бухгалтер']);
    expect(told(came(true), came(false))).toEqual(['дарение', 'Бухгалтер']);
    expect(told(came(false, null))).toEqual(['дарение', null]);
    const [{ basis, who }] = historyLines([owner('Анна', '2019-01-01')], []) as [
      ReturnType<typeof historyLines>[number],
    ];
    expect([basis, who]).toEqual([null, null]);
  });
  it('what the log says of the card stands apart from what it says of a re-registration', () => {
    const line = (id: number, verb: string) => ({ id, at: '2019-01-01T10:00:00Z', who: 'Мы', verb, text: 'Слова' });
    expect(
      historyLines([], [line(2, 'reregistration_complete'), line(1, 'garage_update')]).map(({ kind }) => kind),
    ).toEqual(['reregistration', 'card']);
  });
  it('an owner without dates is not told', () => expect(told([owner('Анна', null)])).toEqual([]));
});
