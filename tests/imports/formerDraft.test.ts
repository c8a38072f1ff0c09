// A draft that gets more sheets keeps what a person has done in it: columns, fates and answers move to where their tables stand now.
import { describe, expect, it } from 'vitest';
import type { ImportField, ImportLayout, ImportQuestion, TableLayout } from '../../contract/importFields.ts';
import { keepFormer } from '../../server/imports/rules/formerDraft.ts';

const table = (field: ImportField | null, more: Partial<TableLayout> = {}): TableLayout => ({
  sheetIndex: 0,
  firstRow: 2,
  lastRow: null,
  firstColumn: 0,
  headerRow: 1,
  columns: [{ index: 0, title: 'Номер', field, confidence: 1 }],
  sectionFrom: null,
  section: '',
  fate: 'load',
  check: null,
  why: '',
  ...more,
});
const question = { id: 'debt:0:3' } as ImportQuestion;
function kept(
  fresh: TableLayout[],
  former: TableLayout[],
  answers: ImportLayout['answers'] = {},
  own: ImportLayout['answers'] = {},
) {
  const proposal = { layout: { tables: fresh, answers: own }, questions: [question] };
  return keepFormer(proposal, { tables: former, answers });
}
const tablesOf = (...given: Parameters<typeof kept>) => kept(...given).layout.tables;

describe('a table that was there', () => {
  const former = table('number', { fate: 'money', section: 'А', why: 'сверено', lastRow: 9 });

  it('keeps its columns, its fate and its section', () => {
    expect(tablesOf([table('rowNumber')], [former])).toEqual([former]);
  });
  it('is found by its sheet, its header and its first column, wherever it stands among the others', () => {
    const other = table('debt', { sheetIndex: 1 });
    expect(tablesOf([other, table('rowNumber')], [former])).toEqual([other, former]);
    expect(tablesOf([table('rowNumber')], [other, former])).toEqual([former]);
  });
  it.each([{ sheetIndex: 1 }, { headerRow: 3 }, { firstColumn: 4 }] as Partial<TableLayout>[])(
    'is another one with %j',
    (place) => {
      const fresh = table('rowNumber', place);
      expect(tablesOf([fresh], [former])).toEqual([fresh]);
      expect(tablesOf([table('rowNumber')], [{ ...former, ...place }])).toEqual([table('rowNumber')]);
    },
  );
  it('takes names of ПО from the new layout alone', () => {
    expect(tablesOf([table('rowNumber', { po: ['КАС № 1'] })], [former])).toEqual([{ ...former, po: ['КАС № 1'] }]);
    expect(tablesOf([table('rowNumber', { po: ['КАС № 1'] })], [{ ...former, po: ['КАС № 2'] }])).toEqual([
      { ...former, po: ['КАС № 1'] },
    ]);
    const [bare] = tablesOf([table('rowNumber')], [{ ...former, po: ['КАС № 2'] }]);
    expect(Object.keys(bare!)).not.toContain('po');
  });
  it('without any former one all is new', () => {
    expect(tablesOf([table('rowNumber'), table('debt', { sheetIndex: 1 })], [])).toEqual([
      table('rowNumber'),
      table('debt', { sheetIndex: 1 }),
    ]);
  });
});

describe('answers', () => {
  const [first, second] = [table('number', { sheetIndex: 3 }), table('debt', { sheetIndex: 5 })];
  it('go with their tables; those of tables that are gone are forgotten', () => {
    const fresh = [table('note'), second, first];
    const answers = { 'debt:0:3': '3', 'sign:1:4': 'plus', 'tables:2:0': 'skip' };
    expect(kept(fresh, [first, second, table('size', { sheetIndex: 9 })], answers).layout.answers).toEqual({
      'debt:2:3': '3',
      'sign:1:4': 'plus',
    });
  });
  it('stand beside the new ones and over them', () => {
    const own = { 'debt:0:3': 'none', 'owner:0:1': 'both' };
    expect(kept([first], [first], { 'debt:0:3': '3' }, own).layout.answers).toEqual({
      'debt:0:3': '3',
      'owner:0:1': 'both',
    });
  });
});

it('questions are those of the new layout', () => {
  expect(kept([table('number')], [table('number')]).questions).toEqual([question]);
});
