// What a row of a registry means beside the register: filled where empty, asked where different, a conflict for a person.
import { describe, expect, it } from 'vitest';
import type { ImportChoices } from '../../contract/importChoices.ts';
import { compareRow, groundsOf, noteOf } from '../../server/imports/differences.ts';
import { findPerson, planRow, type RowFacts } from '../../server/imports/plan.ts';
import { CODE_KEY, PASSPORT_KEY, type KnownGarage, type KnownPerson } from '../../server/imports/queries.ts';
import type { ParsedGarage, ParsedOwner } from '../../server/imports/readRow.ts';
import type { ParsedRow } from '../../server/imports/rows.ts';
import { nobody } from './owners.ts';

const owner = (more: Partial<ParsedOwner> = {}): ParsedOwner => ({ ...nobody, ...more });
type RowFields = Partial<Omit<ParsedRow, 'garage'>> & { garage?: Partial<ParsedGarage> | null };
const rowOf = ({ garage = {}, ...more }: RowFields = {}): ParsedRow => ({
  sheet: 0,
  row: 2,
  column: 0,
  table: 0,
  outcome: 'created',
  garage: garage && {
    section: '',
    number: '1',
    typeId: null,
    sizeX: null,
    sizeY: null,
    sizeZ: null,
    plain: { date_of_construction: null, pib_number: null } as ParsedGarage['plain'],
    basis: null,
    note: null,
    ...garage,
  },
  owners: [owner()],
  openingBalanceKopecks: 0,
  balanceParts: [],
  issues: [],
  attention: [],
  notes: '',
  raw: {},
  ...more,
});

const known = (more: Partial<KnownPerson> = {}): KnownPerson & { key: string; share?: string | null } => ({
  id: 1,
  version: 1,
  kind: 'person',
  key: '',
  lastName: 'Иванов',
  firstName: 'Иван',
  fatherName: 'Ильич',
  birthday: null,
  phones: [],
  email: null,
  registration_address: null,
  actual_address: null,
  pass: null,
  pass_masked: null,
  pass_cipher: null,
  privilege_id: 0,
  privilege: null,
  certificate: null,
  is_voa_member: false,
  voa_status_id: 1,
  voa_entry_date: null,
  ticket_number: null,
  consents: [],
  is_here: true,
  ...more,
});
const there = (more: Partial<KnownGarage> = {}): KnownGarage =>
  ({
    id: 1,
    version: 1,
    section: '',
    number: '1',
    owners: [known()],
    grounds: [],
    is_locked: false,
    type_id: 99,
    type_name: 'Прочее',
    size_x: null,
    size_y: null,
    size_z: null,
    note: null,
    updated_at: '',
    balance_kopecks: 0,
    has_money: false,
    date_of_construction: null,
    pib_number: null,
    ...more,
  }) as KnownGarage;

const noChoices: ImportChoices = { all: null, fields: {}, rows: {} };
const takeAll: ImportChoices = { ...noChoices, all: 'file' };
const compare = (
  row: ParsedRow,
  garage: KnownGarage | null,
  person: KnownPerson | null = null,
  choices: ImportChoices = noChoices,
) => compareRow(row, '0:2:0', garage, person, null, { choices, isLoaded: false, issuedOf: () => '' });
const asked = ({ differences }: ReturnType<typeof compare>) =>
  differences.map(({ field, was, becomes }) => [field, was, becomes]);

describe('a garage of the register', () => {
  it('a size that agrees as far as it is known is filled; another one is asked', () => {
    const row = rowOf({ garage: { sizeX: 6, sizeY: 4, sizeZ: 2.5 } });
    expect(compare(row, there({ size_x: '6.00', size_y: '4.00' }))).toMatchObject({
      garage: { size_x: '6.00', size_y: '4.00', size_z: '2.50' },
      differences: [],
    });
    const other = compare(row, there({ size_x: '5.00' }));
    expect([other.garage, asked(other)]).toEqual([{}, [['size', '5.00', '6.00 × 4.00 × 2.50']]]);
  });

  it('a height that the file does not name stays', () => {
    const row = rowOf({ garage: { sizeX: 6, sizeY: 4 } });
    const taken = compare(row, there({ size_x: '5.00', size_y: '4.00', size_z: '2.50' }), null, takeAll);
    expect(taken.garage).toEqual({ size_x: '6.00', size_y: '4.00' });
    expect(asked(compare(row, there({ size_x: '6.00', size_y: '4.00', size_z: '2.50' })))).toEqual([]);
  });

  it('an empty text is filled as none is', () => {
    const row = rowOf({
      garage: { plain: { date_of_construction: null, pib_number: '12/3' } as ParsedGarage['plain'] },
    });
    for (const pib_number of [null, ''])
      expect(compare(row, there({ pib_number }))).toMatchObject({ garage: { pib_number: '12/3' }, differences: [] });
    expect(asked(compare(row, there({ pib_number: '7' })))).toEqual([['pib', '7', '12/3']]);
  });

  it.each([
    [-30_000, 'долга'],
    [30_000, 'переплаты'],
  ])('the money of %d kopecks is asked in words', (kopecks, word) => {
    const row = rowOf({ openingBalanceKopecks: -50_000, balanceParts: [{ year: null, kopecks: -50_000 }] });
    const found = compare(row, there({ has_money: true, balance_kopecks: kopecks }));
    expect([found.balance, asked(found)]).toEqual([0, [['debt', `300,00 ₽ ${word}`, '500,00 ₽ долга']]]);
  });

  it('a nought of the register is no debt and no overpayment', () => {
    const row = rowOf({ openingBalanceKopecks: 50_000, balanceParts: [{ year: null, kopecks: 50_000 }] });
    expect(asked(compare(row, there({ has_money: true })))).toEqual([['debt', '0,00 ₽', '500,00 ₽ переплаты']]);
  });
});

describe('a ground of ownership', () => {
  const two = [owner(), owner({ lastName: 'Петров' })];
  const noteAfter = (basis: string, grounds: string[]) =>
    compare(
      rowOf({ garage: { basis }, owners: two }),
      there({ grounds, owners: [known(), known({ lastName: 'Петров' })] }),
    ).garage.note;

  it('that the history of owners knows is no note; one of two that it does not know is', () => {
    expect(noteAfter('Договор | Дарение', [])).toBeUndefined();
    expect(noteAfter('Договор | Дарение', ['дарение', 'Договор'])).toBeUndefined();
    expect(noteAfter('Договор | Дарение', ['Договор'])).toBe('Основание: Договор | Дарение');
  });

  it('stands in the note where the row brings no owner', () => {
    expect(noteOf(rowOf({ garage: { basis: 'Договор', note: 'у ворот' } }), false)).toBe('у ворот\nОснование: Договор');
    expect(noteOf(rowOf({ garage: { basis: 'Договор', note: 'у ворот' } }), true)).toBe('у ворот');
    expect(noteOf(rowOf(), false)).toBeNull();
  });

  it('is one for all, or one for each; whoever has none came with the registry', () => {
    const of = (basis: string | null) => groundsOf(rowOf({ garage: { basis }, owners: two }));
    expect(of(null)).toEqual(['Загружено из реестра', 'Загружено из реестра']);
    expect(of('Договор')).toEqual(['Договор', 'Договор']);
    expect(of('Договор | Дарение')).toEqual(['Договор', 'Дарение']);
    expect(of(' | Дарение')).toEqual(['Загружено из реестра', 'Дарение']);
    expect(of('Договор | Дарение | Суд')).toEqual(['Договор | Дарение | Суд', 'Договор | Дарение | Суд']);
  });
});

describe('owners and shares', () => {
  const [ivan, petr] = [known(), known({ id: 2, lastName: 'Петров' })];
  const pair = (one: string | null, other: string | null) => [
    owner({ share: one }),
    owner({ lastName: 'Петров', share: other }),
  ];
  const found = (owners: ParsedOwner[], register: KnownGarage['owners']) =>
    compare(rowOf({ owners }), there({ owners: register }), null, takeAll).differences;
  const halves = [
    { ...ivan, share: '1/2' },
    { ...petr, share: '1/2' },
  ];

  it.each<[string, ParsedOwner[], KnownGarage['owners']]>([
    ['the same shares', pair('1/2', '1/2'), halves],
    ['2/4, which is 1/2', pair('2/4', '2/4'), halves],
    ['no shares', pair(null, null), halves],
    [
      'shares of two of one name',
      [owner({ share: '1/3' }), owner({ share: '2/3' })],
      [
        { ...ivan, share: '2/3' },
        { ...ivan, id: 3, share: '1/3' },
      ],
    ],
  ])('%s say nothing else', (_name, owners, register) => expect(found(owners, register)).toEqual([]));

  it.each<[string, ParsedOwner[], string]>([
    ['other shares', pair('1/3', '2/3'), 'Иванов Иван Ильич (1/3); Петров Иван Ильич (2/3)'],
    ['a share of one alone', pair('1/2', null), 'Иванов Иван Ильич (1/2); Петров Иван Ильич'],
    ['one of two', [owner({ fatherName: null })], 'Иванов Иван'],
  ])('%s are told and never taken from a file', (_name, owners, becomes) => {
    expect(found(owners, halves)).toEqual([
      {
        field: 'owners',
        was: 'Иванов Иван Ильич (1/2); Петров Иван Ильич (1/2)',
        becomes,
        choice: 'keep',
        locked: 'Владельцев и доли меняет переоформление',
      },
    ]);
  });
});

describe('a person of the register', () => {
  const told = (more: Partial<ParsedOwner>, person: Partial<KnownPerson>, raw: ParsedRow['raw'] = {}) =>
    compare(rowOf({ owners: [owner(more)], raw }), null, known(person));

  it.each<[string, Partial<KnownPerson>, string[][]]>([
    ['is no member', { voa_status_id: 1 }, []],
    ['is one, no day is known', { voa_status_id: 3, is_voa_member: true }, []],
    // Whoever left or was put out is no member again for a file.
    ['left the society', { voa_status_id: 4 }, [['voaEntryDate', '', '05.06.1990']]],
    [
      'is honoured, no day is known',
      { voa_status_id: 5, is_voa_member: true },
      [['voaEntryDate', 'член, дата не указана', '05.06.1990']],
    ],
    [
      'came on another day',
      { voa_status_id: 3, is_voa_member: true, voa_entry_date: '1991-01-01' },
      [['voaEntryDate', '01.01.1991', '05.06.1990']],
    ],
    [
      'came that day and is a member no more',
      { voa_status_id: 4, voa_entry_date: '1990-06-05' },
      [['voaEntryDate', '05.06.1990', '05.06.1990']],
    ],
  ])('who %s', (_name, person, differences) => {
    const changes = told({ isVoaMember: true, voaEntryDate: '1990-06-05' }, person);
    expect(asked(changes)).toEqual(differences);
    expect(changes.person).toEqual(differences.length ? {} : { voa_entry_date: '1990-06-05' });
  });
  it('a member since the day of the file has nothing to be asked', () => {
    const same = { voa_status_id: 3, is_voa_member: true, voa_entry_date: '1990-06-05' };
    expect(told({ isVoaMember: true, voaEntryDate: '1990-06-05' }, same)).toMatchObject({
      person: {},
      differences: [],
    });
  });

  it('a privilege is told with its paper where it has one', () => {
    const other = { privilege_id: 5, privilege: 'Инвалид III группы' };
    const raw = { privilege: 'Инвалид II гр.' };
    const becomes = (privilegeCertificate: string | null) =>
      asked(told({ privilegeId: 4, privilegeCertificate }, other, raw))[0];
    expect([becomes('12'), becomes(null)]).toEqual([
      ['privilege', 'Инвалид III группы', 'Инвалид II гр., № 12'],
      ['privilege', 'Инвалид III группы', 'Инвалид II гр.'],
    ]);
  });

  const paper = (signed_at: string, revoked_at: string | null = null) => ({
    kind: 'pd_processing',
    signed_at,
    revoked_at,
    doc_no: null,
  });
  const said = (given: boolean, signedAt: string | null = null) => ({
    consents: [{ field: 'consentPd' as const, given, signedAt, docNo: null }],
  });
  it.each<[string, ReturnType<typeof said>, KnownPerson['consents'], string[][]]>([
    ['no day against a paper in force', said(true), [paper('2024-02-01')], []],
    ['the day of the paper in force', said(true, '2024-02-01'), [paper('2024-02-01')], []],
    [
      'another day',
      said(true, '2025-05-05'),
      [paper('2024-02-01')],
      [['consentPd', 'да, 01.02.2024', 'да, 05.05.2025']],
    ],
    ['«нет» where there is none', said(false), [], []],
    ['«нет» where it was revoked', said(false), [paper('2024-02-01', '2025-01-01')], []],
    ['«нет» against a paper in force', said(false), [paper('2024-02-01')], [['consentPd', 'да, 01.02.2024', 'нет']]],
    [
      'a consent that was revoked since',
      said(true),
      [paper('2024-02-01', '2025-01-01')],
      [['consentPd', 'отозвано 01.01.2025', 'да, без даты']],
    ],
  ])('consent: %s', (_name, consents, papers, differences) => {
    const changes = told(consents, { consents: papers });
    expect([asked(changes), changes.person]).toEqual([differences, {}]);
  });
  it('a consent that nobody asked for yet is taken', () => {
    expect(told(said(true), {}).person.consents).toEqual(said(true).consents);
  });
});

describe('the plan of a row', () => {
  const plan = (row: ParsedRow, people: [string, KnownPerson][] = [], more: Partial<RowFacts> = {}) => {
    const { step, text } = planRow(row, {
      garage: undefined,
      isLoaded: false,
      people: new Map(people),
      keysOf: (one) => [...(one.code ? [CODE_KEY + one.code] : []), `${PASSPORT_KEY}1`, one.lastName],
      passportHash: null,
      choices: noChoices,
      issuedOf: () => '',
      ...more,
    });
    return [step, text];
  };
  const petr = known({ id: 2, lastName: 'Петров' });
  const changed = 'Гараж уже есть, владелец в реестре другой: Иванов Иван Ильич. Владельцы не изменены';

  it('a passport of somebody else is a conflict, unless both own the garage under their own names', () => {
    const told = 'Паспорт уже записан за другим человеком: Петров Иван Ильич. Строка не загружена, решите, чей он';
    expect(plan(rowOf(), [[`${PASSPORT_KEY}1`, petr]])).toEqual(['conflict', told]);
    const both = there({ owners: [known(), petr] });
    const row = rowOf({ owners: [owner(), owner({ lastName: 'Петров' })] });
    expect(plan(row, [[`${PASSPORT_KEY}1`, petr]], { garage: both })[0]).toBe('same');
    // Another owner of the same garage whom the row does not name: the passport is his.
    expect(plan(rowOf(), [[`${PASSPORT_KEY}1`, petr]], { garage: both })).toEqual(['conflict', told]);
  });

  it('whom the load has met under another code is somebody else', () => {
    const facts = { people: new Map([['Иванов', known({ codes: ['c1'] })]]), keysOf: () => ['Иванов'] };
    const personOf = (code?: string) => findPerson(owner(code ? { code } : {}), facts).person?.id ?? null;
    expect([personOf('c2'), personOf('c1'), personOf()]).toEqual([null, 1, 1]);
  });

  it.each<[string, Partial<ParsedOwner>, Partial<KnownPerson>, string]>([
    ['the same name', {}, {}, 'same'],
    ['initials that fit', { firstName: 'И.', fatherName: 'И.' }, {}, 'same'],
    ['a name that fits initials of the register', {}, { firstName: 'И.', fatherName: null }, 'same'],
    ['initials that do not fit', { firstName: 'П.', fatherName: 'И.' }, {}, 'conflict'],
    ['a shorter name, not initials', { fatherName: null }, {}, 'conflict'],
    [
      'initials under another birthday',
      { firstName: 'И.', birthday: '1960-01-01' },
      { birthday: '1961-01-01' },
      'conflict',
    ],
  ])('an owner with %s', (_name, told, register, step) => {
    const garage = there({ owners: [known(register)] });
    expect(plan(rowOf({ owners: [owner(told)] }), [], { garage })[0]).toBe(step);
  });

  it('an organisation of one ИНН is one, however it is spelt; without ИНН it is its name', () => {
    const firm = (lastName: string, inn: string | null) => ({
      lastName,
      firstName: null,
      fatherName: null,
      organisation: { inn },
    });
    const step = (told: Partial<ParsedOwner>, register: Partial<KnownPerson>) =>
      plan(rowOf({ owners: [owner(told)] }), [], { garage: there({ owners: [known(register)] }) })[0];
    expect(step(firm('Луч ООО', '7707083893'), firm('ООО «Луч»', '7707083893'))).toBe('same');
    expect(step(firm('Луч ООО', '7707083893'), firm('ООО «Луч»', '7728168971'))).toBe('conflict');
    expect(step(firm('Луч ООО', null), firm('ООО «Заря»', null))).toBe('conflict');
  });

  it('one unknown owner of two is a conflict', () => {
    expect(plan(rowOf(), [], { garage: there({ owners: [petr] }) })).toEqual(['conflict', changed]);
    const two = rowOf({ owners: [owner(), owner({ lastName: 'Чужов' })] });
    expect(plan(two, [], { garage: there() })[0]).toBe('conflict');
  });

  describe('of people', () => {
    const line = (more: Partial<ParsedOwner> = {}, fields: RowFields = {}) =>
      rowOf({ garage: null, owners: [owner(more)], ...fields });
    const here: [string, KnownPerson] = ['Иванов', known()];
    it.each<[string, ParsedRow, [string, KnownPerson][], Partial<RowFacts>, string[]]>([
      ['nobody is read', line({}, { owners: [] }), [], {}, ['skip', 'Не загружено: имя не прочитано']],
      ['he is new', line(), [], {}, ['create', 'Человек записан']],
      ['he is known', line(), [here], {}, ['same', 'Без изменений']],
      ['he is known elsewhere', line(), [['Иванов', known({ is_here: false })]], {}, ['update', 'Человек дополнен']],
      ['a line adds to him', line({ email: 'a@example.ru' }), [here], {}, ['update', 'Человек дополнен']],
      [
        'a line says otherwise',
        line({ ticketNumber: '12' }),
        [['Иванов', known({ ticket_number: '13' })]],
        {},
        [
          'same',
          'Оставлено как в реестре. Отличается от реестра, не изменено: номер членского билета (в реестре «13», в файле «12»)',
        ],
      ],
      [
        'the line was loaded before and he is gone',
        line(),
        [],
        { isLoaded: true },
        ['same', 'Уже загружали: сейчас человека в реестре нет. Не изменено'],
      ],
      ['the line was loaded before and he is there', line(), [here], { isLoaded: true }, ['same', 'Без изменений']],
      ['a line above has told of him', line({}, { isNamed: true }), [here], {}, ['same', 'Взято из строки выше']],
      [
        'his code is of somebody else',
        line({ code: 'c1' }),
        [[`${CODE_KEY}c1`, petr]],
        {},
        [
          'conflict',
          'В реестре это другой человек или другое имя: Петров Иван Ильич. Строка не загружена, решите, кто он',
        ],
      ],
      [
        'his passport is of somebody else',
        line(),
        [[`${PASSPORT_KEY}1`, petr]],
        {},
        [
          'conflict',
          'В реестре это другой человек или другое имя: Петров Иван Ильич. Строка не загружена, решите, кто он',
        ],
      ],
      [
        'one of two is new',
        line({}, { owners: [owner(), owner({ lastName: 'Новых' })] }),
        [here],
        {},
        ['create', 'Человек записан'],
      ],
      [
        'one of two is known elsewhere',
        line({}, { owners: [owner(), owner({ lastName: 'Петров' })] }),
        [here, ['Петров', { ...petr, is_here: false }]],
        {},
        ['update', 'Человек дополнен'],
      ],
    ])('%s', (_name, row, people, facts, expected) => expect(plan(row, people, facts)).toEqual(expected));
  });
});
