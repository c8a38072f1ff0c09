// Two lines of one garage, or of one person: what the second adds, what it says otherwise, what only repeats the first.
import { describe, expect, it } from 'vitest';
import { GARAGE_NOTE, type BalancePart, type ParsedGarage, type ParsedOwner } from '../../server/imports/readRow.ts';
import type { ParsedRow, ReadRow } from '../../server/imports/rows.ts';
import { shareInns } from '../../server/imports/rules/inns.ts';
import { filled, secondSays } from '../../server/imports/rules/toldTwice.ts';
import { joinLines } from '../../server/imports/secondLine.ts';
import { nobody as person } from './owners.ts';

describe('a garage', () => {
  const nothing: ParsedGarage = {
    section: '',
    number: '1',
    typeId: null,
    sizeX: null,
    sizeY: null,
    sizeZ: null,
    plain: { date_of_construction: null, pib_number: null, pib_date: null } as unknown as ParsedGarage['plain'],
    basis: null,
    note: null,
  };
  const part = (kopecks: number): BalancePart => ({ year: null, kopecks });
  const sumOf = (parts: BalancePart[]) => parts.reduce((sum, { kopecks }) => sum + kopecks, 0);
  type Line = { garage?: Partial<ParsedGarage>; parts?: BalancePart[]; raw?: ParsedRow['raw'] };
  function join(first: Line, second: Line, isSumTyped = false) {
    const line = ({ garage = {}, parts = [] }: Line) => ({
      garage: { ...nothing, ...garage },
      balanceParts: parts,
      openingBalanceKopecks: sumOf(parts),
    });
    return joinLines(
      { ...line(first), raw: first.raw ?? {} },
      { read: line(second), raw: second.raw ?? {} } as unknown as ReadRow,
      isSumTyped,
    );
  }
  const all: Partial<ParsedGarage> = {
    typeId: 1,
    sizeX: 6,
    sizeY: 4,
    sizeZ: 2.5,
    basis: 'Договор',
    note: 'ключ у соседа',
    plain: {
      date_of_construction: '1980-01-01',
      pib_number: '12/3',
      pib_date: null,
    } as unknown as ParsedGarage['plain'],
  };

  it('is filled from the second line where the first is empty', () => {
    expect(join({}, { garage: all })).toMatchObject({ garage: all, differ: [] });
  });

  it('is told once when both lines say the same, or the second says nothing', () => {
    expect(join({ garage: all }, { garage: all })).toMatchObject({ garage: all, differ: [] });
    expect(join({ garage: all }, {})).toMatchObject({ garage: all, differ: [] });
  });

  it('stands as the first line says, and the second is told field by field', () => {
    const other: Partial<ParsedGarage> = {
      typeId: 2,
      sizeX: 5,
      sizeY: 3.25,
      sizeZ: null,
      basis: 'Дарение',
      plain: {
        date_of_construction: '1990-01-01',
        pib_number: '7',
        pib_date: null,
      } as unknown as ParsedGarage['plain'],
    };
    const { garage, differ } = join({ garage: all }, { garage: other });
    expect(garage).toMatchObject(all);
    expect(differ.map(({ field, raw, shown, keeps }) => [field, raw, shown, keeps])).toEqual([
      ['type', '2', 'Оставлено «1»', true],
      ['basis', 'Дарение', 'Оставлено «Договор»', true],
      ['size', '5 × 3,25', 'Оставлено «6 × 4 × 2,5»', true],
      ['dateOfConstruction', '1990-01-01', 'Оставлено «1980-01-01»', true],
      ['pib', '7', 'Оставлено «12/3»', true],
    ]);
  });

  it('takes both notes while the ground of ownership still has a place beside them', () => {
    const most = GARAGE_NOTE / 2 - 20;
    const first = { garage: { note: 'я'.repeat(most - 12) } };
    expect(join(first, { garage: { note: 'у сторожа!' } }).garage.note).toHaveLength(most);
    const { garage, differ } = join(first, { garage: { note: 'у сторожа!!' } });
    expect([garage.note, differ.map(({ field, raw }) => [field, raw])]).toEqual([
      first.garage.note,
      [['note', 'у сторожа!!']],
    ]);
  });

  it('keeps its section: another one is told, the same one is not', () => {
    const first = { garage: { section: 'А' } };
    const differ = (section: string) =>
      join(first, { garage: { section }, raw: { section: `Ряд ${section}` } }).differ.map(({ field, raw }) => [
        field,
        raw,
      ]);
    expect([differ('А'), differ('Б')]).toEqual([[], [['section', 'Ряд Б']]]);
    expect(join(first, { garage: { section: '' } }).differ).toEqual([]);
  });

  it.each([
    ['a debt', -70_000, 'debt', 'долг 700,00\u00a0₽'],
    ['an overpayment', 70_000, 'credit', 'переплата 700,00\u00a0₽'],
  ] as const)('adds %s of the second line, and says so where the first has a sum', (_name, kopecks, field, raw) => {
    const joined = join({ parts: [part(-30_000)] }, { parts: [part(kopecks)] });
    expect(joined.openingBalanceKopecks).toBe(kopecks - 30_000);
    expect(joined.balanceParts).toEqual([part(-30_000), part(kopecks)]);
    expect(joined.differ).toEqual([
      {
        code: 'lines_differ',
        field,
        raw,
        shown: 'В первой долг 300,00\u00a0₽. Суммы сложены, проверьте',
        keeps: false,
      },
    ]);
    expect(join({}, { parts: [part(kopecks)] })).toMatchObject({ openingBalanceKopecks: kopecks, differ: [] });
  });

  it('adds nothing to a sum that a person wrote', () => {
    const joined = join({ parts: [part(-30_000)] }, { parts: [part(-70_000)] }, true);
    expect([joined.openingBalanceKopecks, joined.balanceParts, joined.differ]).toEqual([-30_000, [part(-30_000)], []]);
  });
});

describe('a person', () => {
  const consent = (field: 'consentPd' | 'consentSms', signedAt: string | null) => ({
    field,
    given: true,
    signedAt,
    docNo: null,
  });
  const facts: [string, Partial<ParsedOwner>, Partial<ParsedOwner>][] = [
    ['birthday', { birthday: '1960-02-01' }, { birthday: '1961-02-01' }],
    ['phones', { phones: ['+79001110001'] }, { phones: ['+79001110002'] }],
    ['e-mail', { email: 'a@example.ru' }, { email: 'b@example.ru' }],
    ['address of registration', { registrationAddress: 'Псков' }, { registrationAddress: 'Луга' }],
    ['address where he lives', { actualAddress: 'Псков' }, { actualAddress: 'Луга' }],
    [
      'passport',
      { passport: { series: '4510', number: '123457' } },
      { passport: { series: '4510', number: '123458' } },
    ],
    ['issuer', { passportIssued: 'ОВД Луги' }, { passportIssued: 'ОВД Пскова' }],
    ['privilege', { privilegeId: 4 }, { privilegeId: 5 }],
    ['paper of the privilege', { privilegeCertificate: '12' }, { privilegeCertificate: '13' }],
    [
      'day of entry',
      { isVoaMember: true, voaEntryDate: '1990-01-01' },
      { isVoaMember: true, voaEntryDate: '1991-01-01' },
    ],
    ['ticket', { ticketNumber: '12' }, { ticketNumber: '13' }],
    ['consent', { consents: [consent('consentPd', '2024-02-01')] }, { consents: [consent('consentPd', null)] }],
  ];
  it.each(facts)('%s: empty, the same and other', (_name, one, other) => {
    const [known, told] = [
      { ...person, ...one },
      { ...person, ...other },
    ];
    expect([secondSays(known, known), secondSays(known, person), secondSays(person, known)]).toEqual([
      'same',
      'same',
      'more',
    ]);
    expect(secondSays(known, told)).toBe('otherwise');
    expect(filled(person, known)).toEqual(known);
    expect(filled(known, told)).toEqual(known);
  });

  it('phones in another order are the same; one other fact is otherwise whatever is more', () => {
    const phones = ['+79001110001', '+79001110002'];
    expect(secondSays({ ...person, phones }, { ...person, phones: phones.toReversed() })).toBe('same');
    const [first, second] = [
      { ...person, email: 'a@example.ru' },
      { ...person, email: 'b@example.ru', phones },
    ];
    expect(secondSays(first, second)).toBe('otherwise');
  });

  it('papers of two kinds stand side by side', () => {
    const [pd, sms] = [consent('consentPd', '2024-02-01'), consent('consentSms', null)];
    const [first, second] = [
      { ...person, consents: [pd] },
      { ...person, consents: [sms] },
    ];
    expect([secondSays(first, second), filled(first, second).consents]).toEqual(['more', [pd, sms]]);
  });
});

describe('an organisation', () => {
  const row = (...owners: [name: string, inn: string | null][]) =>
    ({
      owners: owners.map(([lastName, inn]) => ({
        ...person,
        lastName,
        firstName: null,
        fatherName: null,
        organisation: { inn },
      })),
    }) as unknown as ParsedRow;
  const innsOf = (rows: ParsedRow[]) => rows.map(({ owners }) => owners.map(({ organisation }) => organisation?.inn));

  it('has the ИНН that another row of the same name gives, and nobody else has', () => {
    const man = { owners: [person] } as unknown as ParsedRow;
    const both = row(['ООО «Луч»', null], ['ООО «Заря»', null]);
    both.owners.push(person);
    const rows = [row(['ООО «Луч»', null]), row(['ООО «ЛУЧ»', '7707083893']), both, man];
    shareInns(rows);
    expect(innsOf(rows)).toEqual([['7707083893'], ['7707083893'], ['7707083893', null, undefined], [undefined]]);
  });

  it('keeps its own, and takes none where two of one name differ', () => {
    const rows = [row(['ООО «Луч»', '7707083893']), row(['ООО «Луч»', '7728168971']), row(['ООО «Луч»', null])];
    shareInns(rows);
    expect(innsOf(rows)).toEqual([['7707083893'], ['7728168971'], [null]]);
    const two = [row(['ООО «Луч»', '7707083893'], ['ООО «Заря»', null]), row(['ООО «Луч»', '7707083893'])];
    shareInns(two);
    expect(innsOf(two)).toEqual([['7707083893', null], ['7707083893']]);
  });
});
