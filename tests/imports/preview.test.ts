// Rows of a load as they are shown, found and corrected; what of them and of their layout is refused.
import { describe, expect, it } from 'vitest';
import type { ImportField, ImportIssueCode, ImportLayout, TableLayout } from '../../contract/importFields.ts';
import { NOT_LATER } from '../../contract/kernel/words.ts';
import { countKinds, filterRows, groupIssues, kindsOf, placesOf } from '../../server/imports/preview.ts';
import { asCardTakes } from '../../server/imports/refused.ts';
import type { RowPlan } from '../../server/imports/plan.ts';
import type { ParsedOwner } from '../../server/imports/readRow.ts';
import type { ParsedRow } from '../../server/imports/rows.ts';
import { problemsOf } from '../../server/imports/rules/layoutProblems.ts';

type Remark = [code: ImportIssueCode, field: ImportField, raw: string];
const rowOf = (row: number, remarks: Remark[] = [], more: Partial<ParsedRow> = {}): ParsedRow => ({
  sheet: 0,
  row,
  column: 0,
  table: 0,
  outcome: remarks.length ? 'created_with_warning' : 'created',
  garage: null,
  owners: [],
  openingBalanceKopecks: null,
  balanceParts: [],
  issues: remarks.map(([code, field, raw]) => ({ code, field, raw, message: '', told: '' })),
  attention: [],
  notes: '',
  raw: {},
  ...more,
});
const phone = (row: number, raw: string) => rowOf(row, [['phone_unparsable', 'phone', raw]]);
const ignored = (row: number) => rowOf(row, [], { outcome: 'ignored', ignoredAs: 'total' });

describe('cells under one remark', () => {
  it('stand together when they say the same, the most frequent first', () => {
    const rows = [phone(2, 'узнать'), phone(3, 'нет'), phone(4, 'нет'), rowOf(5, [['landline', 'phone', 'нет']])];
    expect(groupIssues(rows, 'phone_unparsable').map(({ raw, count }) => [raw, count])).toEqual([
      ['нет', 2],
      ['узнать', 1],
    ]);
  });

  it.each<[ImportIssueCode, ImportField, string, string | null]>([
    ['phone_unparsable', 'phone', '315-20-14', '8123152014'],
    ['phone_unparsable', 'phone', '315-20-14, +7 900 000-20-20', '8123152014, +7 900 000-20-20'],
    ['phone_unparsable', 'phone', '15-20-14', null],
    ['phone_unparsable', 'phone', '1315-20-14', null],
    ['phone_unparsable', 'phone', 'узнать', null],
    ['value_unknown', 'phone', '315-20-14', null],
    ['phone_unparsable', 'owner', '315-20-14', null],
  ])('%s of %s «%s» is offered as %s', (code, field, raw, offer) =>
    expect(groupIssues([rowOf(2, [[code, field, raw]])], code)).toEqual([{ field, raw, count: 1, offer }]),
  );

  it('are corrected where the remark, the field and, if it is given, the text are the same', () => {
    const rows = [
      phone(2, 'узнать'),
      phone(3, 'нет'),
      rowOf(4, [['phone_unparsable', 'owner', 'узнать']]),
      rowOf(5, [['landline', 'phone', 'узнать']]),
      rowOf(6, [
        ['value_unknown', 'email', 'x'],
        ['phone_unparsable', 'phone', 'узнать'],
      ]),
      rowOf(7),
    ];
    const lines = (raw?: string) =>
      placesOf(rows, { kind: 'phone_unparsable', field: 'phone', raw }).map(({ row }) => row);
    expect([lines('узнать'), lines()]).toEqual([
      [2, 6],
      [2, 3, 6],
    ]);
  });
});

describe('kinds of rows', () => {
  it('of a row are its remarks, each once, and why it is left out', () => {
    expect(kindsOf(undefined)).toEqual([]);
    expect(kindsOf(ignored(2))).toEqual(['total']);
    const twice: Remark[] = [
      ['value_unknown', 'email', 'x'],
      ['value_unknown', 'type', 'y'],
    ];
    expect(kindsOf(rowOf(2, twice))).toEqual(['value_unknown']);
  });

  it('refusals stand first, what was mended last, the most frequent before the rest', () => {
    const rows = [
      rowOf(2, [['name_case', 'owner', 'ИВАНОВ']]),
      rowOf(3, [['name_case', 'owner', 'ПЕТРОВ']]),
      phone(4, 'узнать'),
      rowOf(5, [['value_unknown', 'email', 'x']]),
      rowOf(6, [['value_unknown', 'type', 'y']]),
      rowOf(7, [['number_missing', 'number', '']]),
      rowOf(8, [['formula_value', 'debt', '']]),
      ignored(9),
    ];
    const former = new Map([
      ['0:9:0', new Set(['landline', 'total'])],
      ['0:10:0', new Set(['landline'])],
      ['0:2:0', new Set(['phone_unparsable'])],
    ]);
    const rowAt = (place: string) => rows.find((row) => place === `0:${row.row}:0`);
    const kinds = countKinds({ parsed: { rows } as never, rowAt }, former, { count: 1, done: 2 });
    expect(kinds.map(({ kind, count, done }) => [kind, count, done])).toEqual([
      ['number_missing', 1, 0],
      ['value_unknown', 2, 0],
      ['differs', 1, 2],
      ['phone_unparsable', 1, 1],
      ['formula_value', 1, 0],
      ['total', 1, 0],
      ['landline', 0, 2],
      ['name_case', 2, 0],
    ]);
  });
});

describe('rows that are looked for', () => {
  const rows = [
    phone(2, 'узнать'),
    rowOf(3, [], { raw: { owner: 'Ёлкин Пётр' } }),
    ignored(4),
    rowOf(5, [['landline', 'phone', '']], { raw: { owner: 'Ёлкин Иван' } }),
  ];
  const former = new Map([['0:3:0', new Set(['phone_unparsable'])]]);
  const differs = (row: ParsedRow) => (row.row === 3 ? 'open' : row.row === 5 ? 'done' : null);
  const found = (filter: Parameters<typeof filterRows>[1]) =>
    filterRows(rows, filter, differs, former).map(({ row }) => row);
  it.each<[Parameters<typeof filterRows>[1], number[]]>([
    [{}, [2, 3, 4, 5]],
    [{ outcome: 'created' }, [3]],
    [{ kind: 'phone_unparsable' }, [2, 3]],
    [{ kind: 'phone_unparsable', state: 'open' }, [2]],
    [{ kind: 'phone_unparsable', state: 'done' }, [3]],
    [{ kind: 'landline' }, [5]],
    [{ kind: 'landline', state: 'done' }, []],
    [{ kind: 'total' }, [4]],
    [{ kind: 'differs' }, [3, 5]],
    [{ kind: 'differs', state: 'done' }, [5]],
    [{ q: 'елкин' }, [3, 5]],
    [{ q: ' ПЁТР ёлкин ' }, [3]],
    [{ q: 'елкин', kind: 'landline' }, [5]],
  ])('%j', (filter, lines) => expect(found(filter)).toEqual(lines));

  it('are found by what they say now, not by what they said before', () => {
    const owner = { lastName: 'Орлов', firstName: null, fatherName: null, share: null, phones: [] };
    const raw = { owner: 'он же' };
    const shown = (more: Partial<ParsedRow>, q: string) =>
      filterRows([rowOf(2, [], { raw, ...more })], { q }, differs, new Map()).length;
    const owners = [owner as unknown as ParsedOwner];
    expect([shown({}, 'орлов'), shown({ owners }, 'орлов'), shown({}, 'орлов')]).toEqual([0, 1, 0]);
    const sum = { owners, openingBalanceKopecks: -12_345 };
    expect([shown({ owners }, '123,45'), shown(sum, '123,45'), shown({ owners }, '123,45')]).toEqual([0, 1, 0]);
  });
});

describe('what no card takes', () => {
  const plan = (more: object = {}) =>
    ({ step: 'create', addsOwners: true, person: null, changes: { person: {} }, ...more }) as unknown as RowPlan;
  const firm = (lastName: string, inn: string | null) =>
    ({ lastName, organisation: { inn } }) as unknown as ParsedOwner;
  const man = (more: object = {}) =>
    ({ lastName: 'Иванов', privilegeId: 4, privilegeCertificate: '12', ...more }) as unknown as ParsedOwner;
  const health = new Set([4]);
  const taken = (
    owners: ParsedOwner[],
    raw: ParsedRow['raw'],
    known = false,
    of = plan(),
    attention: ParsedRow['attention'] = [],
  ) => asCardTakes(rowOf(2, [], { owners, raw, attention }), of, health, () => known);
  const said = (row: ParsedRow | null) =>
    row && [
      row.owners.map((one) => one.lastName),
      row.issues.map(({ code, field }) => [code, field]),
      row.attention.map(({ raw }) => raw),
    ];

  it('an organisation without ИНН that the register does not know: its text and what is told of it stay with the garage', () => {
    expect(said(taken([firm('ООО «Луч»', null)], { owner: 'ООО «Луч»', phone: '89001110001' }))).toEqual([
      [],
      [['inn_missing', 'owner']],
      ['ООО «Луч»', '89001110001'],
    ]);
    expect(said(taken([firm('ООО «Луч»', null)], { lastName: 'ООО «Луч»' }))).toEqual([
      [],
      [['inn_missing', 'lastName']],
      ['ООО «Луч»'],
    ]);
    for (const row of [
      taken([firm('ООО «Луч»', '7707083893')], { owner: 'ООО «Луч»' }),
      taken([firm('ООО «Луч»', null)], { owner: 'ООО «Луч»' }, true),
      taken([firm('ООО «Луч»', null)], { owner: 'ООО «Луч»' }, false, plan({ addsOwners: false })),
    ])
      expect(row).toBeNull();
  });

  it('beside another owner the facts of the row are his, and a text is kept once', () => {
    const raw = { owner: 'Иванов; ООО «Луч»', phone: '89001110001' };
    const kept = [{ field: 'owner' as const, title: 'ФИО', raw: raw.owner }];
    expect(said(taken([man({ privilegeId: 0 }), firm('ООО «Луч»', null)], raw, false, plan(), kept))).toEqual([
      ['Иванов'],
      [['inn_missing', 'owner']],
      [raw.owner],
    ]);
  });

  it.each<[string, ParsedOwner, object, boolean]>([
    ['a stranger to the society', man(), {}, true],
    ['a new member', man({ isVoaMember: true }), {}, false],
    ['whom another privilege is of', man({ privilegeId: 12 }), {}, false],
    ['a member of the register', man(), { person: { is_voa_member: true, consents: [] } }, false],
    [
      'who enters by this row',
      man(),
      { person: { is_voa_member: false, consents: [] }, changes: { person: { voa_entry_date: '1990-01-01' } } },
      false,
    ],
    ['who gave his consent', man(), { person: { consents: [{ kind: 'health', revoked_at: null }] } }, false],
    ['who took it back', man(), { person: { consents: [{ kind: 'health', revoked_at: '2025-01-01' }] } }, true],
    ['who gave another consent', man(), { person: { consents: [{ kind: 'pd_processing', revoked_at: null }] } }, true],
    ['who has the privilege already', man(), { person: { privilege_id: 4, consents: [] } }, false],
    ['who has another one', man(), { person: { privilege_id: 5, consents: [] } }, true],
    ['whose row is in conflict', man(), { step: 'conflict' }, false],
    ['whose row is left out', man(), { step: 'skip' }, false],
  ])('a privilege that tells of health: %s', (_name, owner, more, isRefused) => {
    const row = taken([owner], { privilege: 'инвалид II гр.', privilegeCertificate: '12' }, false, plan(more));
    if (!isRefused) return expect(row).toBeNull();
    expect(said(row)).toEqual([['Иванов'], [['privilege_unconsented', 'privilege']], ['инвалид II гр.', '12']]);
    expect(row!.owners[0]).toMatchObject({ privilegeId: 0, privilegeCertificate: null });
  });
});

describe('a layout that cannot be loaded', () => {
  const table = (fields: (ImportField | null)[], more: Partial<TableLayout> = {}) =>
    ({
      sheetIndex: 0,
      headerRow: 1,
      firstRow: 2,
      lastRow: null,
      fate: 'load',
      columns: fields.map((field, index) => ({ index, title: '', field })),
      ...more,
    }) as unknown as TableLayout;
  const problems = (tables: TableLayout[], balanceDate?: string, closed: string | null = null) =>
    problemsOf({ tables, answers: {} } as ImportLayout, 1, balanceDate, '2026-12-01', closed);
  const [nameless, nobody, twice, lost] = [
    'Укажите, в каком столбце номер гаража',
    'Чтобы взять людей или совладельцев, укажите, в каком столбце Ф. И. О.',
    'Номер гаража может быть только в одном столбце',
    'Такого листа или заголовка в книге нет',
  ];
  it.each<[string, TableLayout, string | null]>([
    ['a number', table(['number']), null],
    ['a place', table(['place']), null],
    ['a number with its owner', table(['numberAndOwner']), null],
    ['owners alone', table(['owner']), nameless],
    ['owners alone, left out', table(['owner'], { fate: 'skip' }), null],
    ['debts without a number', table(['debt'], { fate: 'money' }), nameless],
    ['people by their names', table(['owner'], { fate: 'people' }), null],
    ['people by their surnames', table(['lastName'], { fate: 'people' }), null],
    ['people without names', table(['number'], { fate: 'people' }), nobody],
    ['co-owners', table(['number', 'owner'], { fate: 'owners' }), null],
    ['co-owners by their surnames', table(['number', 'lastName'], { fate: 'owners' }), null],
    ['co-owners without names', table(['number'], { fate: 'owners' }), nobody],
    ['two numbers', table(['number', 'number']), twice],
    ['a sheet that the book has not', table(['number'], { sheetIndex: 1 }), lost],
    ['a sheet that the book has not, left out', table(['number'], { sheetIndex: 1, fate: 'skip' }), lost],
    ['a header below the last row', table(['number'], { headerRow: 6, lastRow: 5 }), lost],
    ['a header on the last row', table(['number'], { headerRow: 5, lastRow: 5 }), null],
  ])('%s: %#', (_name, one, text) => {
    expect(problems([table(['number']), one])).toEqual(text === null ? {} : { layout: text });
  });

  it('a day of balances that is ahead or in the closed books', () => {
    const day = (balanceDate: string, closed: string | null = null) => problems([], balanceDate, closed).balanceDate;
    expect([day('2026-12-01'), day('2026-12-02')]).toEqual([undefined, NOT_LATER]);
    expect([day('2026-01-01', '2025-12-31'), day('2025-12-31', '2025-12-31')]).toEqual([undefined, expect.any(String)]);
  });
});
