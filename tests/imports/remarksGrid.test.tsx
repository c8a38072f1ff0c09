// The grid of remarks: a correction is sent once, an overpayment is shown by its side.
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import type { ImportBatch, PreviewRow } from '../../contract/imports.ts';
import { RemarksGrid } from '../../resources/admin/imports/RemarksGrid.tsx';
import type { Fix } from '../../resources/admin/imports/useFixes.ts';

afterEach(cleanup);

const row = (line: number, read: Record<string, string>): PreviewRow => ({
  sheet: 0,
  row: line,
  column: 0,
  outcome: 'created_with_warning',
  section: '',
  number: String(line),
  owners: 'Иванов Иван Петрович',
  balance_kopecks: 0,
  issues: [{ code: 'balance_text', field: 'balance', raw: 'словами', message: 'Сумма словами' }],
  raw: { balance: 'словами' },
  read,
  typed: [],
  by: null,
  differences: [],
  result: null,
});

function grid(rows: PreviewRow[]) {
  const fix = vi.fn((_fixes: Fix[]) => Promise.resolve(true));
  const fixes = { busy: false, fix, fixGroup: () => Promise.resolve(true), undo: () => false };
  const batch = { sheets: [{ name: 'Лист', hidden: false, rows: 3 }] } as unknown as ImportBatch;
  render(
    <MemoryRouter>
      <RemarksGrid batch={batch} kind="balance_text" rows={rows} fixes={fixes} onChoose={() => {}} />
    </MemoryRouter>,
  );
  return { fix, cells: () => screen.getAllByRole<HTMLInputElement>('textbox') };
}
const sent = (fix: ReturnType<typeof grid>['fix']) =>
  fix.mock.calls.map(([[one]]) => [one!.row, one!.field, one!.text]);

it('a sum is shown with its side, and is written into the field it is shown by', () => {
  const { cells } = grid([row(2, { debt: '3000,00' }), row(3, { credit: '500,00' }), row(4, {})]);
  expect(cells().map(({ value }) => value)).toEqual(['3000,00', 'переплата 500,00', '']);
});

it('Enter sends a correction once and goes on; leaving a cell untouched sends nothing', async () => {
  const { fix, cells } = grid([row(2, { debt: '3000,00' }), row(3, { debt: '10,00' }), row(4, {})]);
  await userEvent.clear(cells()[0]!);
  await userEvent.type(cells()[0]!, '2500{Enter}');
  expect(document.activeElement).toBe(cells()[1]);
  await userEvent.keyboard('{Enter}');
  await userEvent.keyboard('{Control>}{Delete}{/Control}');
  await userEvent.tab();
  expect(sent(fix)).toEqual([
    [2, 'debt', '2500'],
    [4, 'debt', ''],
  ]);
});

it('a correction that was refused is sent again', async () => {
  const { fix, cells } = grid([row(2, {}), row(3, {})]);
  fix.mockResolvedValueOnce(false);
  await userEvent.type(cells()[0]!, '7{Enter}');
  await userEvent.click(cells()[0]!);
  await userEvent.keyboard('{Enter}');
  expect(sent(fix)).toEqual([
    [2, 'debt', '7'],
    [2, 'debt', '7'],
  ]);
});
