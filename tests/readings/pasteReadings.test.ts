// A column copied from a spreadsheet, laid over the garages: in order down from a cell, or by the numbers that stand beside.
import { describe, expect, it } from 'vitest';
import type { ReadingRow } from '../../contract/readings.ts';
import { isTable, pasteReadings } from '../../resources/readings/pasteReadings.ts';
import { noReadings, type Reading } from '../../resources/readings/readings.ts';

const rowOf = (id: number, section: string, number: string, previous: number | null = null): ReadingRow => ({
  garage: { id, section, number } as ReadingRow['garage'],
  owner: null,
  previous,
  previous_on: null,
  entered: null,
});
const park = [
  rowOf(1, 'А', '1', 100),
  rowOf(2, 'А', '2', 200),
  rowOf(3, 'Б', '1'),
  rowOf(4, '', '45'),
  rowOf(5, 'Б', '7а'),
];

/** What was filled, by garage, with whatever else was told. */
function paste(text: string, start: { row: number; part: keyof Reading } = { row: 0, part: 'now' }, rows = park) {
  const { readings, ...told } = pasteReadings(text, rows, start, noReadings);
  const part = start.part;
  return {
    filled: Object.fromEntries(Object.entries(readings.values).map(([id, one]) => [id, one[part]])),
    told: { ...told },
    values: readings.values,
  };
}
const nothing = { filled: 0, unknown: [], several: [], notNumbers: [], beyond: 0 };

it.each([
  ['1', false],
  ['1 234,5', false],
  [' 1\n', false],
  ['\t1\t', false],
  ['1\t2', true],
  ['1\n2', true],
  ['', false],
])('%j is a table: %s', (text, is) => expect(isTable(text)).toBe(is));

describe('one column goes down from the cell', () => {
  it('in order, an empty cell leaves its garage alone', () => {
    const pasted = paste('110\n\n120');
    expect(pasted.filled).toEqual({ 1: 110, 3: 120 });
    expect(pasted.told).toEqual({ ...nothing, filled: 2 });
    expect(paste('110\n \n120').told).toEqual({ ...nothing, filled: 2 });
    expect(paste('110\r\n210\r120').filled).toEqual({ 1: 110, 2: 210, 3: 120 });
  });
  it('from the cell where it was pasted, and no further than the last garage', () => {
    const pasted = paste('1\n2\n3\n4', { row: 3, part: 'now' });
    expect([pasted.filled, pasted.told]).toEqual([
      { 4: 1, 5: 2 },
      { ...nothing, filled: 2, beyond: 2 },
    ]);
  });
  it('lines at the end of what was copied are no cells', () => {
    expect(paste('1\n2\n\r\n\n', { row: 3, part: 'now' }).told).toEqual({ ...nothing, filled: 2 });
  });
  it('its head stands on no garage; a number at the top and an empty cell do', () => {
    expect(paste('Показание\n110\n210').filled).toEqual({ 1: 110, 2: 210 });
    expect(paste('Показание\n110\n210').told).toEqual({ ...nothing, filled: 2 });
    expect(paste('Показание\n110', { row: 2, part: 'now' }).filled).toEqual({ 3: 110 });
    expect(paste('\n110').filled).toEqual({ 2: 110 });
  });
  it('goes into the part it was pasted into, beside what the meter showed before', () => {
    expect(paste('50', { row: 0, part: 'was' }).values).toEqual({ 1: { was: 50, now: null, used: null } });
    expect(paste('50', { row: 0, part: 'used' }).values).toEqual({ 1: { was: 100, now: null, used: 50 } });
    expect(paste('150').values).toEqual({ 1: { was: 100, now: 150, used: null } });
  });
  it('words between numbers are named by their garage and take no place', () => {
    const pasted = paste('110\nнет света\n120\n-5');
    expect([pasted.filled, pasted.told]).toEqual([
      { 1: 110, 3: 120 },
      { ...nothing, filled: 2, notNumbers: ['А 2', '45'] },
    ]);
  });
  it('a word below the last garage is beyond too', () => {
    expect(paste('1\nслово', { row: 4, part: 'now' }).told).toEqual({ ...nothing, filled: 1, beyond: 1 });
  });
});

describe('what is a number', () => {
  const read = (cell: string) => paste(`1\n${cell}`).filled[2];
  it.each([
    ['1 234,5', 1234.5],
    ['1\u00a0234,5', 1234.5],
    ['1 234 567', 1_234_567],
    ['1\u202f234.56', 1234.56],
    ['0', 0],
    ['007', 7],
    ['12345678', 12_345_678],
    ['123456789', undefined],
    ['1,234', undefined],
    ['1.5.2', undefined],
    ['1,2,3', undefined],
    ['12,', undefined],
    [',5', undefined],
    ['-5', undefined],
    ['5 кВт', undefined],
    ['№ 5', undefined],
  ])('%j: %s', (cell, value) => expect(read(cell)).toBe(value));
});

describe('of more columns the first names the garage', () => {
  it('by section and number in one cell or in two, in whatever order', () => {
    const pasted = paste('Б 1\t300\nА-2\t210\n45\t9');
    expect([pasted.filled, pasted.told]).toEqual([
      { 2: 210, 3: 300, 4: 9 },
      { ...nothing, filled: 3 },
    ]);
    expect(paste('А\t2\t210\nБ\t1\t300').filled).toEqual({ 2: 210, 3: 300 });
    // Its section stands empty, its number beside it.
    expect(paste('\t45\t9\nА\t1\t110').filled).toEqual({ 1: 110, 4: 9 });
  });
  it('where it was pasted does not matter', () => {
    expect(paste('А 1\t110', { row: 4, part: 'now' }).filled).toEqual({ 1: 110 });
  });
  it('letters that look alike, small ones, spaces, dots and «№» are all one', () => {
    // Latin A, B, E… beside Cyrillic ones.
    expect(paste('A 2\t210').filled).toEqual({ 2: 210 });
    expect(paste('а.2\t210').filled).toEqual({ 2: 210 });
    expect(paste('№ 45\t9').filled).toEqual({ 4: 9 });
    expect(paste('б-7А\t8').filled).toEqual({ 5: 8 });
    expect(paste('Б7a\t8').filled).toEqual({ 5: 8 });
    const all = [rowOf(1, 'АВСЕНКМОРТХУЁ', '1')];
    expect(paste('ABCEHKMOPTXYЕ, 1\t5', { row: 0, part: 'now' }, all).filled).toEqual({ 1: 5 });
  });
  it('a number alone names its garage while there is no other of it', () => {
    expect(paste('2\t210\n7а\t8').filled).toEqual({ 2: 210, 5: 8 });
    const pasted = paste('1\t5\n45\t9');
    expect([pasted.filled, pasted.told]).toEqual([{ 4: 9 }, { ...nothing, filled: 1, several: ['1'] }]);
    // Three of them are several too, and the same whole name twice is.
    const rows = [rowOf(1, 'А', '1'), rowOf(2, 'Б', '1'), rowOf(3, 'В', '1'), rowOf(4, 'Г', '8'), rowOf(5, 'г', '8')];
    expect(paste('1\t5\nГ 8\t5\nА 1\t6', undefined, rows).told).toEqual({
      ...nothing,
      filled: 1,
      several: ['1', 'Г 8'],
    });
  });
  it('the whole name of a garage without a section is its own, whatever numbers other sections have', () => {
    const rows = [rowOf(1, 'А', '45'), rowOf(2, '', '45'), rowOf(3, 'А', '4'), rowOf(4, '', 'а4')];
    expect(paste('45\t9', undefined, rows).filled).toEqual({ 2: 9 });
    expect(paste('А 45\t9', undefined, rows).filled).toEqual({ 1: 9 });
    // «А» with 4 and «а4» without a section are one and the same word.
    expect(paste('А4\t9\n4\t1', undefined, rows).told).toEqual({ ...nothing, filled: 1, several: ['А4'] });
  });
  it('one that is not here is named as it was typed', () => {
    const pasted = paste(' В 9 \t5\nА 1\t110\nВ\t9\t5\n\t99\t5');
    expect([pasted.filled, pasted.told]).toEqual([{ 1: 110 }, { ...nothing, filled: 1, unknown: ['В 9', 'В', '99'] }]);
  });
  it('letters before a number are a section only where a value stands beside them', () => {
    const rows = [rowOf(1, '', 'Б'), rowOf(2, '', 'Б4')];
    expect(paste('Б\t4', undefined, rows).filled).toEqual({ 1: 4 });
    expect(paste('Б\t4\t9', undefined, rows).filled).toEqual({ 2: 9 });
  });
  it('a title over the table is no row of it', () => {
    expect(paste('Гаражи\nА 1\t110').filled).toEqual({ 1: 110 });
    expect(paste('А 1\t110\nВсего').told).toEqual({ ...nothing, filled: 1, unknown: ['Всего'] });
  });
  it('a number in the first of three cells is that of a garage, not a section', () => {
    const rows = [rowOf(1, '', '4'), rowOf(2, '', '45')];
    expect(paste('4\t5\t6', undefined, rows).values).toEqual({ 1: { was: 5, now: 6, used: null } });
  });
  it('two numbers are what the meter showed before and now, the last two of more', () => {
    expect(paste('А 1\t90\t110').values).toEqual({ 1: { was: 90, now: 110, used: null } });
    expect(paste('А 1\tПетров\t90\t110').values).toEqual({ 1: { was: 90, now: 110, used: null } });
    expect(paste('А 1\t7\t90\t110').values).toEqual({ 1: { was: 90, now: 110, used: null } });
    expect(paste('А 1\tПетров\t110').values).toEqual({ 1: { was: 100, now: 110, used: null } });
    expect(paste('А 1\t90\t110', { row: 0, part: 'was' }).values).toEqual({ 1: { was: 90, now: 110, used: null } });
  });
  it('of the used kWh the last number alone counts', () => {
    expect(paste('А 1\t90\t20', { row: 0, part: 'used' }).values).toEqual({ 1: { was: 100, now: null, used: 20 } });
  });
  it('the head of the table, empty lines and garages without a value are passed over', () => {
    const pasted = paste('Гараж\tПоказание\n\t\nА 1\t\nА 2\t210');
    expect([pasted.filled, pasted.told]).toEqual([{ 2: 210 }, { ...nothing, filled: 1 }]);
    // A head in the midst is a garage that is not here.
    expect(paste('А 2\t210\nГараж\tПоказание').told).toEqual({ ...nothing, filled: 1, unknown: ['Гараж'] });
  });
  it('words in place of a reading are told by the garage', () => {
    expect(paste('А 2\t210\nА 1\t\tсломан').told).toEqual({ ...nothing, filled: 1, notNumbers: ['А 1'] });
    expect(paste('А 2\t210\n\t45\tсломан').told).toEqual({ ...nothing, filled: 1, notNumbers: ['45'] });
    expect(paste('А 2\t210\nА 1\tсломан').told).toEqual({ ...nothing, filled: 1, notNumbers: ['А 1'] });
    expect(paste('А 2\t210\nА\t1\tсломан').told).toEqual({ ...nothing, filled: 1, notNumbers: ['А 1'] });
  });
});

it('goes on from what is typed already', () => {
  const typed = {
    mode: 'meter' as const,
    values: { 1: { was: 90, now: 95, used: null }, 3: { was: 1, now: 2, used: null } },
  };
  const { readings } = pasteReadings('110', park, { row: 0, part: 'now' }, typed);
  expect(readings).toEqual({
    mode: 'meter',
    values: { 1: { was: 90, now: 110, used: null }, 3: { was: 1, now: 2, used: null } },
  });
});
