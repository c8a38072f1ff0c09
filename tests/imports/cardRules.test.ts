// One rule for both: what the card of a garage or of a person refuses, a registry never stores; what is not stored is named.
import fc from 'fast-check';
import { writeXlsx } from 'hucre/xlsx';
import { expect, it } from 'vitest';
import { GarageNumber, garages } from '../../contract/garages.ts';
import { ProfileCreate } from '../../contract/profiles.ts';
import type { ParsedRow } from '../../server/imports/rows.ts';
import { profileProblems } from '../../server/profiles/rules.ts';
import { readFile } from './toExpected.ts';

const titles = [
  '№ гаража',
  'Секция',
  'Тип',
  'Размер',
  'ФИО',
  'Дата рождения',
  'Телефон',
  'E-mail',
  'Паспорт',
  'Кем выдан паспорт',
  'Адрес прописки',
  'Адрес проживания',
  'Льгота',
  '№ удостоверения льготы',
  'Член ВОА с',
  '№ членского билета',
  'Дата постройки',
  'ПИБ',
  'Долг',
  'Примечание',
];
const long = (length: number) => 'Длинная строка, '.repeat(400).slice(0, length).trim();
const hostile = [
  null,
  '',
  ' ',
  '-',
  '0',
  -1,
  0.1,
  1e9,
  31,
  '31.02.2020',
  '12.05.2047',
  '31.12.1899',
  '01.01.0001',
  99_999,
  'а@б',
  'a@b.c',
  'a b@c.ru',
  'x@example.ru',
  '0000 000000',
  '4012 12345',
  '4012 123456',
  '89001112233',
  '8900111223',
  '+7 (812) 315-20-14',
  '43?',
  '39+40',
  '21,22',
  '12 и 13',
  '№ 45 А',
  '36"а"',
  '<b>1</b>',
  "'; drop table garage; --",
  '\u0000',
  '\u202Eгараж',
  '😀',
  '0,1х0,1',
  '6х4х31',
  '6,123х4,567',
  '5х4',
  'Инвалид I гр.',
  'Пенсионер',
  'Кирпич',
  'Иванов Иван Иванович',
  long(39),
  long(41),
  long(81),
  long(201),
  long(301),
  long(2001),
  long(4500),
];

/** What the texts of the domain say of values, written apart from the code. */
function independently({ garage, owners }: ParsedRow): string[] {
  const wrong: string[] = [];
  const check = (isRight: boolean, what: string) => isRight || wrong.push(what);
  const sides = [garage!.sizeX, garage!.sizeY, garage!.sizeZ].filter((side) => side !== null);
  check(/^[\p{Ll}\p{Lo}\d][\p{Ll}\p{Lo}\d/.-]{0,19}$/u.test(garage!.number), `number ${garage!.number}`);
  check(garage!.section.length <= 20, 'section');
  check(
    sides.every((side) => side >= 0.5 && side <= 30),
    `size ${sides.join()}`,
  );
  for (const owner of owners) {
    const today = new Date().toISOString().slice(0, 10);
    check(!owner.birthday || (owner.birthday > '1900-01-01' && owner.birthday <= today), `born ${owner.birthday}`);
    check(
      owner.phones.every((phone) => /^\+7\d{10}$/.test(phone)),
      `phones ${owner.phones.join()}`,
    );
    check(!owner.passport || /^\d{10}$/.test(owner.passport.series + owner.passport.number), 'passport');
    check(!owner.passport || !/^(\d)\1{9}$/.test(owner.passport.series + owner.passport.number), 'placeholder');
    check(owner.email === null || /^[^\s@]+@[^\s@]+\.[a-zа-я]{2,}$/i.test(owner.email), `e-mail ${owner.email}`);
  }
  return wrong;
}

/** What the cards would say of the row. */
function refusals(row: ParsedRow): string[] {
  const garage = row.garage!;
  const body = {
    section: garage.section,
    number: garage.number,
    type: { value: garage.typeId ?? 99 },
    sizeX: garage.sizeX,
    sizeY: garage.sizeY,
    sizeZ: garage.sizeZ,
    dateOfConstruction: garage.plain.date_of_construction,
    pibNumber: garage.plain.pib_number,
    note: [garage.note, garage.basis && `Основание: ${garage.basis}`].filter(Boolean).join('\n') || null,
    version: 1,
  };
  const said = garages.update.body!.safeParse(body);
  const wrong = said.success ? [] : said.error.issues.map((one) => `${one.path.join('.')}: ${one.message}`);
  if (GarageNumber.safeParse(garage.number).data !== garage.number) wrong.push(`number changes: ${garage.number}`);
  for (const owner of row.owners) {
    const person = {
      lastName: owner.lastName,
      firstName: owner.firstName,
      fatherName: owner.fatherName,
      birthday: owner.birthday,
      passSeria: owner.passport?.series ?? null,
      passNum: owner.passport?.number ?? null,
      passText: owner.passport ? owner.passportIssued : null,
      registrationAddress: owner.registrationAddress,
      actualAddress: owner.actualAddress,
      email: owner.email,
      phoneNumberList: owner.phones,
      privilege: { value: owner.privilegeId },
      privilegeCertificateNumber: owner.privilegeCertificate,
      isVOAMember: owner.isVoaMember,
      voaEntryDate: owner.voaEntryDate,
      ticketNumber: owner.ticketNumber,
    };
    const read = ProfileCreate.safeParse(person);
    if (!read.success) {
      wrong.push(...read.error.issues.map((one) => `${one.path.join('.')}: ${one.message}`));
      continue;
    }
    const facts = {
      today: new Date().toISOString().slice(0, 10),
      privilege: { is_health: false, needs_certificate: false },
      status: { is_member: owner.isVoaMember },
      hasHealthConsent: true,
      former: null,
    };
    wrong.push(...Object.entries(profileProblems(read.data as never, facts)).map(([key, text]) => `${key}: ${text}`));
  }
  return wrong;
}

it('no hostile value of any cell is stored against the rules of the cards', async () => {
  const plain = Array.from({ length: 8 }, (_, at) => [at + 500, 'А', 'Кирпич', '6х4', 'Обычный Иван Ильич']);
  let stored = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(...titles.map(() => fc.constantFrom(...hostile))), { minLength: 20, maxLength: 20 }),
      async (cells) => {
        // Half of the rows keep a good number and name, so that the other cells are judged.
        const rows = cells.map((row, at) =>
          at % 2 ? [at + 1, 'Б', ...row.slice(2, 4), 'Проверкин Олег Ильич', ...row.slice(5)] : row,
        );
        const bytes = await writeXlsx({ sheets: [{ name: 'Лист', rows: [titles, ...plain, ...rows] }] } as never);
        for (const row of (await readFile(bytes, 'a.xlsx')).rows) {
          if (row.outcome !== 'created' && row.outcome !== 'created_with_warning') continue;
          stored += 1;
          expect([...refusals(row), ...independently(row)]).toEqual([]);
        }
      },
    ),
    { numRuns: 60, seed: 14, endOnFailure: true },
  );
  expect(stored).toBeGreaterThan(600);
});

it('a text that is too long for its field waits beside the garage and is named', async () => {
  const address = long(301);
  const row = titles.map((title) =>
    title === '№ гаража' ? 1 : title === 'ФИО' ? 'Проверкин Олег Ильич' : null,
  ) as unknown[];
  row[titles.indexOf('Адрес прописки')] = address;
  row[titles.indexOf('ПИБ')] = long(201);
  const bytes = await writeXlsx({ sheets: [{ name: 'Лист', rows: [titles, row] }] } as never);
  const [read] = (await readFile(bytes, 'a.xlsx')).rows;
  expect(read!.owners[0]!.registrationAddress).toBeNull();
  expect(read!.garage!.plain.pib_number).toBeNull();
  expect(read!.issues.map((issue) => [issue.code, issue.field])).toEqual(
    expect.arrayContaining([
      ['value_too_long', 'registrationAddress'],
      ['value_too_long', 'pib'],
    ]),
  );
  expect(read!.attention.map((one) => one.raw)).toEqual(expect.arrayContaining([address]));
});
