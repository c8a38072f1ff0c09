// What readers of printed papers stumbled over: the last payment, shares nobody wrote down, a telephone, words that belong together.
import { getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { specialOperation } from '../../contract/payments.ts';
import { checkUrlOf } from '../../server/documents/writing/printing.ts';
import { plainText } from '../../contract/kernel/richTextFold.ts';
import { richLines } from '../../server/documents/paper/richLines.ts';
import { withoutEmpty } from '../../server/documents/rules/values.ts';
import { held } from '../../server/kernel/paper/words.ts';
import { attendanceSheet } from '../../server/documents/rules/pile.ts';
import { testApp, type TestApp } from '../kit/app.ts';
import { newGarage, newPerson } from '../kit/rows.ts';
import { form, save } from '../reregistrations/kit.ts';
import { charge, day, ownedGarage, pay, place, print, textOf, type Place } from './kit.ts';

let t: TestApp;
let at: Place;
beforeAll(async () => {
  t = await testApp({ PUBLIC_URL: 'https://reestr.example.ru' });
  at = await place(t);
});
afterAll(() => t.close());
const one = { start_date: day, end_date: day };
const said = async (body: Parameters<typeof print>[2]) => {
  const { problem, bytes } = await print(t, at.po, body);
  expect(problem).toBeNull();
  return textOf(bytes);
};

it('the last payment is the whole that was paid, not a part of it; a write-off after it is none', async () => {
  const { garage } = await ownedGarage(at);
  await charge(at, garage.id, 450_000, '2026-02-01', 2026);
  await charge(at, garage.id, 87_210, '2026-02-01', 2026, 3);
  await pay(at, garage.id, 550_000);
  await charge(at, garage.id, 30_000, '2026-04-01', 2026, 2);
  const { status, text } = await at.mo.call(specialOperation, {
    body: {
      idempotencyKey: crypto.randomUUID(),
      kind: 'write_off',
      date: '2026-05-05',
      garage: garage.id,
      amount: 17_210,
      accrualType: 2,
      year: 2026,
      protocol: 'Протокол № 3 от 02.02.2026',
    } as never,
  });
  expect([status, status === 200 ? '' : text]).toEqual([200, '']);
  expect(await said({ document_type_id: 2, garage_id: garage.id, ...one })).toContain(
    'Последняя оплата в сумме 5 500,00 (пять тысяч пятьсот) рублей 00 копеек принята 4 марта 2026 г.',
  );
});

const claim = (garage_id: number, end = day) => ({
  document_type_id: 17,
  garage_id,
  start_date: '2025-01-01',
  end_date: end,
});

describe('what is not due yet', () => {
  it('is not claimed: a court is asked for what is overdue, the notice tells the rest apart', async () => {
    const { garage } = await ownedGarage(at);
    // Yearly: due on the last day of its year.
    await charge(at, garage.id, 450_000, '2025-02-01', 2025);
    await charge(at, garage.id, 500_000, '2026-02-01', 2026);
    await pay(at, garage.id, 100_000);
    const court = await said(claim(garage.id));
    expect(court).toContain(
      'взносы внесены не полностью, задолженность, срок оплаты которой прошёл, составляет 3 500,00',
    );
    expect(court).toContain('Всего 4 500,00 1 000,00 3 500,00');
    expect(court).not.toContain('5 000,00');
    const notice = await said({ document_type_id: 16, garage_id: garage.id, ...one });
    expect(notice).toContain('числится долг');
    expect(notice).toContain('Всего 9 500,00 1 000,00 8 500,00');
    expect(notice).toContain('Из этой суммы срок оплаты ещё не наступил: 5 000,00 (пять тысяч) рублей 00 копеек.');
    expect(notice).toContain(
      'Просим оплатить просроченную часть долга, 3 500,00 (три тысячи пятьсот) рублей 00 копеек, до 20 декабря 2026 г. (в течение 30 дней), остальное — до 31 декабря 2026 г.',
    );
    // Every table of a debt tells the day of each line; the act tells the debt apart as the notice does.
    const lines = [
      /2025 Членский годовой взнос прошёл 31\.12\.2025 4 500,00/,
      /2026 Членский годовой взнос до 31\.12\.2026 5 000,00/,
    ];
    for (const line of lines) expect(notice).toMatch(line);
    expect(court).toMatch(lines[0]!);
    const receipt = await said({ document_type_id: 6, garage_id: garage.id });
    expect(receipt).toMatch(/взнос 2025 прошёл 31\.12\.2025 4 500,00 3 500,00 0,00 3 500,00/);
    expect(receipt).toMatch(/взнос 2026 до 31\.12\.2026 5 000,00 5 000,00 0,00 5 000,00/);
    expect(receipt).toContain('К оплате: 8 500,00 ₽ (восемь тысяч пятьсот рублей 00 копеек)');
    const act = await said({ document_type_id: 8, garage_id: garage.id, start_date: '2025-01-01', end_date: day });
    expect(act).toContain('задолженность владельца 8 500,00 ₽, из неё срок оплаты 5 000,00 ₽ ещё не наступил.');
  });

  it('may be paid on its day; the day after it is overdue', async () => {
    const { garage } = await ownedGarage(at);
    // Thirty days from its own, as it is of no year: 20 November is the last.
    await charge(at, garage.id, 70_000, '2026-10-21', 2026, 2);
    const { problem } = await print(t, at.po, claim(garage.id));
    expect(problem).toMatchObject({
      message: 'Срок оплаты ещё не наступил: взыскивать нечего. Напечатайте «Уведомление о задолженности»',
      current: { id: 16 },
    });
    const early = await said({ document_type_id: 16, garage_id: garage.id, ...one });
    // Nothing is overdue: no claim, no threat.
    expect(early).toContain('УВЕДОМЛЕНИЕ о взносах к оплате');
    expect(early).toContain('за вами числится к оплате по гаражу');
    expect(early).not.toMatch(/долг|задолженност/);
    expect(early).toContain('Срок оплаты ещё не наступил. Просим');
    expect(early).not.toContain('суд');
    expect(early).toContain('Просим оплатить до 20 ноября 2026 г. Получатель');
    const { garage: other } = await ownedGarage(at);
    await charge(at, other.id, 70_000, '2026-10-20', 2026, 2);
    expect(await said(claim(other.id))).toContain('составляет 700,00');
    const late = await said({ document_type_id: 16, garage_id: other.id, ...one });
    expect(late).not.toContain('ещё не наступил');
    expect(late).toContain('УВЕДОМЛЕНИЕ (ПРЕТЕНЗИЯ) о задолженности по взносам');
    expect(late).toContain('Если просроченный долг не будет оплачен в срок, ');
    expect(late).toContain('Просим оплатить долг до 20 декабря 2026 г. (в течение 30 дней).');
  });
});

it('what is left to be written by hand says what goes there', async () => {
  const { garage } = await ownedGarage(at);
  const text = await said({ document_type_id: 3, garage_id: garage.id, number: '7', ...one });
  expect(text).toMatch(/внесён полностью «_+» _+ 20_+ г\. в сумме _+ рублей/);
});

it('of owners whose shares nobody wrote down none has the whole; who owns alone has', async () => {
  const [first, second] = [
    await newPerson(at.mo, at.w.po, {
      lastName: 'Орлов',
      firstName: 'Пётр',
      fatherName: 'Ильич',
      passSeria: '9999',
      passNum: '111111',
    }),
    await newPerson(at.mo, at.w.po, {
      lastName: 'Орлова',
      firstName: 'Вера',
      fatherName: 'Львовна',
      passSeria: '9999',
      passNum: '111112',
    }),
  ];
  const both = await newGarage(at.mo, at.w.po, {
    alreadyExistProfile: [{ profileId: first.id }, { profileId: second.id }],
    ownedSince: '2019-08-02',
  });
  const alone = await newGarage(at.mo, at.w.po, {
    alreadyExistProfile: [{ profileId: first.id }],
    ownedSince: '2019-08-02',
  });
  for (const type of [4, 14]) {
    const about = (garage_id: number) => said({ document_type_id: type, garage_id, ...(type === 4 && one) });
    expect((await about(both.id)).match(/не указана/g)).toHaveLength(2);
    expect(await about(alone.id)).not.toContain('не указана');
  }
  const people = [
    { name: 'Орлов П. И.', share: null, garage: 'А 1', garage_id: 1 },
    { name: 'Орлова В. Л.', share: null, garage: 'А 1', garage_id: 1 },
    // Of another ПО, under the same number.
    { name: 'Попов И. И.', share: null, garage: 'А 1', garage_id: 2 },
  ];
  expect(attendanceSheet('КАС № 1', '5 марта 2026 г.', people).match(/не указана/g)).toHaveLength(2);
});

it('a number of ПИБ is not said twice; a ground stands inside its sentence in small letters', async () => {
  const { garage } = await ownedGarage(at, { passNum: '555555' });
  await t.deps.db
    .updateTable('garage')
    .set({ pib_number: 'ПИБ-1103', pib_date: '2006-06-03' })
    .where('id', '=', garage.id)
    .execute();
  await t.deps.db
    .updateTable('ownership')
    .set({ start_reason: 'Купля-продажа' })
    .where('garage_id', '=', garage.id)
    .execute();
  const share = await said({ document_type_id: 3, garage_id: garage.id, number: '31', ...one });
  expect(share).toContain('справка проектно-инвентаризационного бюро (ПИБ) № 1103 от 3 июня 2006 г.');
  expect(share).toContain('Основание передачи владельцу: купля-продажа.');
  expect(await said({ document_type_id: 4, garage_id: garage.id, ...one })).toContain('(ПИБ): № 1103 от 03.06.2006');
  expect(await said({ document_type_id: 14, garage_id: garage.id })).toContain('Справка ПИБ 1103 от 03.06.2006');
  expect(await said({ document_type_id: 5, garage_id: garage.id, number: '32', ...one })).toContain(
    'Основание: купля-продажа.',
  );
});

it('an application says a telephone as people read it', async () => {
  const { garage } = await ownedGarage(at, { passNum: '333333' });
  const buyer = await newPerson(at.mo, at.w.po, {
    lastName: 'Кузнецова',
    firstName: 'Анна',
    fatherName: 'Павловна',
    phoneNumberList: ['+79000000370'],
  });
  const gift = await save(at.mo, {
    ...form(garage.id, 2, { newOwner: [{ profileId: buyer.id }] }),
    apply: true,
  } as never);
  expect(await said({ document_type_id: 9, reregistration_id: gift.id })).toContain('+7 900 000-03-70');
  // Of a gift nothing is sold.
  expect(await said({ document_type_id: 12, reregistration_id: gift.id, ...one })).toContain(
    'Земельный участок не передаётся',
  );
});

it('papers for others write out once what the society calls in short', async () => {
  const { garage, person } = await ownedGarage(at, { passNum: '454545' });
  await charge(at, garage.id, 450_000);
  const head =
    /^Всероссийское общество автомобилистов \(ВОА\) .* Невское МО \d* ?\(местное отделение\) КАС № 12-3 \(коллективная автостоянка, первичная организация — ПО\)/;
  const foot =
    'МО — местное отделение, КАС — коллективная автостоянка, ПО — первичная организация, ВОА — Всероссийское общество автомобилистов';
  const member = (await said({ document_type_id: 1, garage_id: garage.id })).replace(/^ВОА /, '');
  expect(member).toMatch(head);
  expect(member).not.toContain(foot);
  expect(await said({ document_type_id: 6, garage_id: garage.id })).toContain(foot);
  expect(await said({ document_type_id: 15, profile_id: person.id, number: '45', ...one })).toContain(foot);
});

it('who is asked for money reads by what decision; a decision nobody named is not spoken of', async () => {
  const { garage } = await ownedGarage(at, { passNum: '464646' });
  await charge(at, garage.id, 450_000, '2025-02-01', 2025);
  const notice = { document_type_id: 16, garage_id: garage.id, ...one };
  expect(await said(notice)).not.toContain('Основание');
  expect(await said(claim(garage.id))).toContain('решение об установлении взносов; уведомление');
  await charge(at, garage.id, 500_000, '2026-02-01', 2026, 1, 'Протокол № 1 от 20.01.2026');
  await charge(at, garage.id, 70_000, '2026-02-02', 2025, 3, 'Протокол № 4 от 12.01.2025');
  expect(await said(notice)).toContain('Основание взносов протокол № 1 от 20.01.2026; протокол № 4 от 12.01.2025');
  // What is not claimed yet is not the ground of a claim.
  expect(await said(claim(garage.id))).toContain(
    'решение об установлении взносов (протокол № 4 от 12.01.2025); уведомление',
  );
});

it('a debt of three years of two kinds is one sheet on paper: an application for a court order, a notice, a receipt', async () => {
  const { garage } = await ownedGarage(at, { passNum: '444444' });
  for (const year of [2024, 2025, 2026])
    for (const [type, kopecks] of [
      [1, 450_000],
      [3, 125_800],
    ] as const)
      await charge(at, garage.id, kopecks, '2026-02-01', year, type, `Протокол № 1 от 20.01.${year}`);
  for (const body of [
    { document_type_id: 17, garage_id: garage.id, start_date: '2026-01-01', end_date: day },
    { document_type_id: 16, garage_id: garage.id, ...one },
    { document_type_id: 6, garage_id: garage.id },
  ]) {
    const { bytes } = await print(t, at.po, body);
    expect((await getDocumentProxy(bytes.slice())).numPages, `kind ${body.document_type_id}`).toBe(1);
  }
});

it.each([
  ['КАС № 12-3', 'КАС №~12-3'],
  ['протокол № ', 'протокол №~'],
  ['28 марта 2027 г. в 12:00', '28~марта 2027~г. в~12:00'],
  ['кирпич, 6,00 × 4,00 × 2,50 м', 'кирпич, 6,00 × 4,00 × 2,50~м'],
  ['14,21 м²', '14,21~м²'],
  ['долг 5 684,90 ₽', 'долг 5 684,90~₽'],
  ['КАС № 12-А, «Юго-Запад»', 'КАС №~12\u2011А, «Юго-Запад»'],
  // Not units, not dates, not an hour.
  ['4 машины и 12 марта', '4 машины и 12 марта'],
  ['уплачено 4,50 можно', 'уплачено 4,50 можно'],
  ['в 12 гараже', 'в 12 гараже'],
])('«%s» keeps together what belongs together', (text, kept) => {
  expect(held(text).replaceAll('\u00a0', '~')).toBe(kept);
});

it('where a paper is checked stands on it where the house has an address, and in the demo world', () => {
  const at = (settings: object) =>
    checkUrlOf({ deps: { settings: { publicUrl: 'http://here', ...settings } } } as never, 'A-1');
  expect(at({ DEMO: false })).toBeNull();
  expect(at({ DEMO: true })).toBe('http://here/d/A-1');
  expect(at({ DEMO: false, PUBLIC_URL: 'http://here' })).toBe('http://here/d/A-1');
});

it('what nobody knows leaves no commas behind; who has no patronymic is greeted either way', async () => {
  const { garage } = await ownedGarage(at, { birthday: null, fatherName: null, passNum: '777001' });
  const member = await said({ document_type_id: 1, garage_id: garage.id });
  expect(member).toMatch(/выдана Петрову Ивану, в том, что он\(а\) является/);
  expect(await said({ document_type_id: 5, garage_id: garage.id, number: '91', ...one })).toMatch(
    /, Петрову Ивану\. Основание/,
  );
  await charge(at, garage.id, 450_000);
  expect(await said({ document_type_id: 16, garage_id: garage.id, ...one })).toContain('Уважаемый(ая) Иван!');
});

it.each([
  ['Дана {ФИО}, {Льгота}, в том', 'Дана Петров, в том'],
  ['Дана {ФИО}, {Льгота}.', 'Дана Петров.'],
  ['{Льгота}, {ФИО}: владеет', 'Петров: владеет'],
  ['Дана {Льгота} {ФИО}', 'Дана Петров'],
  ['Дана {ФИО}, {Льгота}, {Льгота}', 'Дана Петров'],
  ['Дана {ФИО} {Льгота} вчера, {ФИО}', 'Дана Петров вчера, Петров'],
  ['{Льгота} {Льгота}!', ''],
])('«%s» without a privilege is «%s»', (text, words) => {
  const values = { ФИО: 'Петров', Льгота: '' };
  expect(plainText(withoutEmpty(richLines(text), values), values)).toBe(words);
});

it('a claim on an organisation names its ИНН, not a day of birth', async () => {
  const { garage, person } = await ownedGarage(at, { passNum: '777002' });
  await charge(at, garage.id, 450_000, '2025-02-01', 2025);
  await t.deps.db
    .updateTable('profile')
    .set({ kind: 'organisation', last_name: 'ООО «Ромашка»', first_name: '', father_name: '', inn: '7707083893' })
    .where('id', '=', person.id)
    .execute();
  const text = await said(claim(garage.id));
  expect(text).toMatch(/Должник ООО «Ромашка» ИНН 7707083893/);
  expect(text).not.toContain('рождения');
});
