// A title that promises one thing over cells that hold another: asked before a whole column is lost or loaded as what it is not.
import { writeXlsx, type CellValue } from 'hucre/xlsx';
import { expect, it } from 'vitest';
import { proposeLayout } from '../../server/imports/rules/layout.ts';
import { readWorkbook } from '../../server/imports/workbook.ts';

/** The column of this title beside numbers and owners: for what it is taken, and what is asked about it. */
async function read(title: string, cells: CellValue[]) {
  const owners = ['Иванов Иван Ильич', 'Петров Пётр Ильич', 'Сидоров Олег Ильич'];
  const rows = [['№ гаража', 'Владелец', title], ...cells.map((cell, at) => [at + 1, owners[at]!, cell])];
  const workbook = await readWorkbook(await writeXlsx({ sheets: [{ name: 'Лист', rows }] }), 'a.xlsx');
  const { layout, questions } = await proposeLayout(workbook);
  return [layout.tables[0]!.columns[2]!.field, questions.map(({ text }) => text)];
}
const asked = (title: string) => [null, [`«${title}»: в столбце что-то другое. Загрузить?`]];
const words = ['ключи у сторожа', 'живёт на даче', 'приедет весной'];
const sums = [1500, 2300, 700];

it.each([
  ['Телефон', words],
  ['Телефон', sums],
  ['Паспорт', words],
  ['Дата рождения', sums],
])('«%s» over %j is asked about', async (title, cells) => {
  expect(await read(title, cells)).toEqual(asked(title));
});

it.each([
  ['Дата рождения', 'birthday', words],
  ['Эл. почта', 'email', words],
  ['Телефон', 'phone', ['+7 900 111-00-01', 'живёт на даче', 'приедет весной']],
])('«%s» is loaded as %s over %j: what is not read waits on its row', async (title, field, cells) => {
  expect(await read(title, cells)).toEqual([field, []]);
});
