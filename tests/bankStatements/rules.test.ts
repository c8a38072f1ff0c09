// Recognising payments, and what stands in the way of a row.
import { describe, expect, it } from 'vitest';
import { accountNumber } from '../../server/garages/rules.ts';
import { entryIn } from '../../server/bankStatements/rules/entry.ts';
import { match, registerOf } from '../../server/bankStatements/rules/match.ts';
import { partsProblems, resemblesText, rowRefusal, type RowFacts } from '../../server/bankStatements/rules/rows.ts';

describe('recognising', () => {
  const garage = (id: number, section: string, number: string, owners: string[], is_active = true) => ({
    id,
    section,
    number,
    account_no: accountNumber(1123, id),
    is_active,
    owners,
  });
  const register = registerOf([
    garage(45, 'А', '45', ['Петров Иван Сергеевич']),
    garage(46, 'Б', '45', ['Ёлкина Анна Петровна']),
    garage(47, 'А', '47а', ['Два Гаража Имеющий']),
    garage(48, 'А', '48', ['Два Гаража Имеющий']),
    garage(49, 'А', '49', ['Один Архивный Владелец'], false),
    garage(50, '3', '12/3', []),
  ]);
  const found = (purpose: string, payer = '') => {
    const { garage: id, certainty } = match(register, { purpose, payer });
    return [id, certainty];
  };
  const own = accountNumber(1123, 45);
  const wrong = `${own.slice(0, 9)}${(Number(own[9]) + 1) % 10}`;

  it('the example of the format', () => {
    expect(own).toBe('1123000455');
    expect(found('Членский взнос 2026 ЛС 1123000455 гараж 45')).toEqual([45, 'sure']);
  });
  it.each([
    `ЛС ${own}`,
    `лс:${own};`,
    `л/с №${own}`,
    `Л/СЧ ${own}`,
    `лиц. счёт ${own}`,
    `Лицевой счет: ${own}`,
    `лиц.сч. ${own}`,
    `ЛС ${own.slice(0, 4)} ${own.slice(4, 9)} ${own.slice(9)}`,
    `JIC ЛC ${own}`,
  ])('sure: %s', (purpose) => expect(found(purpose)).toEqual([45, 'sure']));
  it.each([
    [`Взнос ${own} без НДС`, 45],
    ['гараж 47а', 47],
    ['Гараж № 47A, 2026 год', 47],
    ['бокс 45 ряд Б', 46],
    ['за гараж №45, ряд № А', 45],
    ['гараж 12/3', 50],
    ['г. № 48', 48],
    ['гараж 48, 2026', 48],
    ['гараж 48, 4500 руб', 48],
    // The letter set apart is that of the number where there is such a garage.
    ['гараж 47 а за 2026 год', 47],
    ['бокс № 47-А', 47],
    ['гараж 48 а также электроэнергия', 48],
    // The account of one garage beside a number that others bear, in two rows: a person looks.
    [`ЛС ${accountNumber(1123, 48)} гараж 45`, 48],
  ])('likely: %s', (purpose, id) => expect(found(purpose)).toEqual([id, 'likely']));
  it.each([
    ['a wrong check digit', `ЛС ${wrong}`],
    ['an account of nobody', `ЛС ${accountNumber(1123, 999)}`],
    ['eleven digits', `ЛС ${own}1`],
    ['a number in two rows', 'гараж 45'],
    ['no such row', 'гараж 45 ряд 9'],
    ['two garages', 'гараж 47а и 48'],
    ['two garages by words', 'гараж 47а, гараж 48'],
    ['two accounts', `ЛС ${own}, ЛС ${accountNumber(1123, 48)}`],
    ['a year of a city', 'г. 48'],
  ])('none: %s', (_name, purpose) => expect(found(purpose)).toEqual([null, 'none']));
  it('a number with a letter set apart, where the number alone is a garage too, is asked about', () => {
    const two = registerOf([garage(45, 'А', '45', []), garage(46, 'А', '45а', []), garage(47, 'Б', '45', [])]);
    const of = (purpose: string) => match(two, { purpose, payer: '' });
    expect(of('гараж 45 а')).toMatchObject({ garage: null, certainty: 'none', reason: 'Гараж 45 или 45а? Выберите' });
    expect(of('гараж 45 а, ряд Б').garage).toBe(47);
    expect(of('гараж 45а')).toMatchObject({ garage: 46, certainty: 'likely' });
    // The account says which of them.
    expect(of(`ЛС ${accountNumber(1123, 46)} гараж 45 а`)).toMatchObject({ garage: 46, certainty: 'sure' });
  });
  it('by the payer: one garage only, any case, before «//»', () => {
    expect(found('Взнос', 'ЕЛКИНА АННА ПЕТРОВНА//г. Примерск//')).toEqual([46, 'possible']);
    expect(found('Взнос', 'Два Гаража Имеющий')).toEqual([null, 'none']);
    expect(found('Взнос', 'Один Архивный Владелец')).toEqual([null, 'none']);
    expect(found('Взнос', '')).toEqual([null, 'none']);
  });
  it('an archived garage is found by its account: the person decides', () => {
    expect(found(`ЛС ${accountNumber(1123, 49)}`)).toEqual([49, 'sure']);
  });

  const all = new Set([1, 2, 3, 6, 7, 8, 11]);
  const years = { from: 2019, to: 2027 };
  it.each([
    ['Членский взнос 2026', { accrual_type: 1, year: 2026 }],
    ['за охрану 2025; год=2025', { accrual_type: 7, year: 2025 }],
    ['Членский взнос 2026 ЛС 1123000455 гараж 45', { accrual_type: 1, year: 2026 }],
    // A type alone names nothing: the payment closes the oldest debt.
    ['электроэнергия', null],
    [`Членский взнос ЛС ${own}`, null],
    [`Членский взнос ЛС ${own} Сумма 2000-00 Без НДС`, null],
    ['Членский взнос 2062', null],
    ['Пени за 2024', { accrual_type: 11, year: 2024 }],
    ['пенсионер', null],
    ['членские 2025-2026', null],
    ['членский и целевой 2026', null],
    ['Взнос 2026', null],
    ['охрана гараж 2025', null],
    [`целевой взнос ЛС ${own} от 12.01.2025`, null],
  ])('%s', (purpose, entry) => expect(entryIn(purpose, all, years).entry).toEqual(entry));
  it('a payment of 2 025 roubles for two years names both, though one of them is its sum', () => {
    expect(entryIn('членские 2024-2025', all, years, 202_500).note).toContain('Названо лет: 2');
    expect(entryIn('членские 2025', all, years, 202_500).entry).toBeNull();
  });
  it('a type out of use is not named', () => expect(entryIn('целевой 2026', new Set([1]), years).entry).toBeNull());
});

describe('what stands in the way of a row', () => {
  const calendar = { today: '2026-11-20', closedUntil: '2026-01-31' };
  const part = { amount: 450_000, year: null as number | null, is_active: true, place: 'А 1', debtor: null };
  const open: RowFacts = {
    kind: 'incoming',
    on_date: '2026-02-14',
    amount_kopecks: 450_000,
    is_skipped: false,
    has_registry: false,
    standing_kopecks: 0,
    left_kopecks: 450_000,
    posted_elsewhere: false,
    parts: [part],
  };
  const refusal = (more: Partial<RowFacts>) => rowRefusal({ ...open, ...more }, calendar)?.replaceAll('\u00a0', ' ');
  const most = 1_000_000_000;
  const debtor = (debt_kopecks: number) => ({ full_name: 'Иванов И. И.', debt_kopecks });

  it.each<[Partial<RowFacts>, string | undefined]>([
    [{}, undefined],
    [{ kind: 'outgoing' }, 'Это списание: проводятся только поступления'],
    [{ kind: 'duplicate' }, 'Этот документ уже загружен раньше'],
    [{ kind: 'withdrawn' }, 'Выписку отозвали: её строки больше не разносятся. Обновите страницу'],
    [{ has_registry: true }, 'Проводятся строки приложенного реестра'],
    [{ left_kopecks: 0, standing_kopecks: 450_000 }, 'Уже проведено'],
    [{ posted_elsewhere: true }, 'Этот платёж уже проведён из другого файла'],
    [{ is_skipped: true }, 'Строка пропущена: верните её, чтобы провести'],
    [{ parts: [] }, 'Выберите гараж'],
    [{ parts: [], standing_kopecks: 200_000, left_kopecks: 250_000 }, 'Назначьте остаток 2 500,00 ₽'],
    [{ parts: [{ ...part, amount: 449_999 }] }, 'Части не дают сумму платежа 4 500,00 ₽'],
    [{ parts: [part, part] }, 'Части не дают сумму платежа 4 500,00 ₽'],
    [{ standing_kopecks: 200_000, left_kopecks: 250_000 }, 'Части не дают остаток 2 500,00 ₽'],
    [{ parts: [{ ...part, amount: most }], left_kopecks: most }, undefined],
    [
      { parts: [{ ...part, amount: most + 1 }], left_kopecks: most + 1 },
      'Одному гаражу не больше 10 000 000,00 ₽: разделите платёж',
    ],
    [
      { parts: [{ ...part, amount: 1 }, { ...part, amount: most + 1 }], left_kopecks: most + 2 }, // prettier-ignore
      'Одному гаражу не больше 10 000 000,00 ₽: разделите платёж',
    ],
    [
      { parts: [{ ...part, amount: 1 }, { ...part, amount: 449_999, year: 2028 }] }, // prettier-ignore
      'Год не позже следующего',
    ],
    [{ parts: [{ ...part, is_active: false }] }, 'Гараж А 1 в архиве: верните его или выберите другой'],
    [{ parts: [{ ...part, debtor: debtor(1) }] }, undefined],
    [
      { parts: [{ ...part, debtor: debtor(0) }] },
      'За прежним владельцем Иванов И. И. долга больше нет: выберите, чей это платёж',
    ],
    [{ parts: [{ ...part, year: 2027 }] }, undefined],
    [{ parts: [{ ...part, year: 2028 }] }, 'Год не позже следующего'],
    [{ on_date: '2026-11-20' }, undefined],
    [{ on_date: '2026-11-21' }, 'Дата не может быть позже сегодняшней'],
    [{ on_date: '2026-02-01' }, undefined],
    [{ on_date: '2026-01-31' }, 'Период закрыт до 31.01.2026'],
  ])('%j: %s', (more, said) => expect(refusal(more)).toBe(said));

  it('a payment like another is told with what is known of it', () => {
    const like = { on_date: '2026-02-12', amount_kopecks: 450_000, place: 'А 45' };
    const told = (method: string | null, paper_no: string | null) =>
      resemblesText({ ...like, method, paper_no }).replaceAll('\u00a0', ' ');
    const text = 'Похоже на платёж 4 500,00 ₽ от 12.02.2026 по гаражу А 45';
    expect(told('Касса', 'ПКО 7')).toBe(`${text} (Касса, ПКО 7)`);
    expect(told('Касса', null)).toBe(`${text} (Касса)`);
    expect(told(null, null)).toBe(text);
  });

  it('the parts of an assignment give the whole of what is left; each goes to a garage that stands', () => {
    const garage = { is_active: true, place: 'А 1' };
    const fact = { garage, strangeDebtor: false, knownType: true };
    const problems = (amounts: number[], facts = amounts.map(() => fact), year: number | null = null) =>
      partsProblems(
        amounts.map((amount_kopecks) => ({ amount_kopecks, year })),
        facts,
        open,
        calendar,
      );
    expect(problems([])).toEqual({});
    expect(problems([200_000, 250_000], undefined, 2027)).toEqual({});
    expect(problems([450_000], undefined, 2028)).toEqual({ 'parts.0.year': 'Год не позже следующего' });
    expect(Object.keys(problems([449_999]))).toEqual(['parts']);
    const archived = { ...fact, garage: { ...garage, is_active: false } };
    expect(problems([450_000], [archived])).toEqual({ 'parts.0.garage': 'Гараж А 1 в архиве' });
  });
});
