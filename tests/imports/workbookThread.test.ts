// Workbooks in a thread of their own: what it can't hold is refused, what breaks it is no word about the file.
import { writeXlsx } from 'hucre/xlsx';
import { expect, it } from 'vitest';
import { readWorkbookInThread } from '../../server/imports/workbookThread.ts';
import { WorkbookProblem } from '../../server/imports/workbookProblem.ts';

const book = (rows: number) =>
  writeXlsx({
    sheets: [
      {
        name: 'Лист',
        rows: Array.from({ length: rows }, (_, nth) => [nth, `Иванов Иван № ${nth}`, `Улица Длинная, дом ${nth}`]),
      },
    ],
  });
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'was read',
    (error: unknown) => error,
  );

it('reads every row of every part', async () => {
  const { sheets } = await readWorkbookInThread(await book(1201), 'a.xlsx');
  const sheet = sheets[0]!;
  const first = (row: number) => sheet.row(row)[0]!.text;
  // Where one part ends and the next begins, and the last of all.
  expect([sheet.rowCount, first(0), first(499), first(500), first(999), first(1000), first(1200)]).toEqual([
    1201,
    '0',
    '499',
    '500',
    '999',
    '1000',
    '1200',
  ]);
});

it('says of a file that asks for more memory than there is that it is too big', async () => {
  const problem = await refusal(readWorkbookInThread(await book(60_000), 'a.xlsx', 8));
  expect(problem).toBeInstanceOf(WorkbookProblem);
  expect((problem as WorkbookProblem).code).toBe('archive_bomb');
});

it('passes on what is no fault of the file', async () => {
  const problem = await refusal(readWorkbookInThread(undefined as never, 'a.xlsx'));
  expect(problem).toBeInstanceOf(Error);
  expect(problem).not.toBeInstanceOf(WorkbookProblem);
});

it('says what the file is refused for', async () => {
  const problem = await refusal(readWorkbookInThread(new Uint8Array(), 'a.xlsx'));
  expect(problem).toBeInstanceOf(WorkbookProblem);
  expect((problem as WorkbookProblem).message).toMatch(/^[А-Я«]/);
});
