// A payment that the МО has corrected onto a garage of another ПО: its own ПО reads the sum, and nothing of that garage.
import { render, screen } from '@testing-library/react';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { RowLine, type RowHands } from '../../resources/bankStatements/RowLine.tsx';
import { testApp, type TestApp } from '../kit/app.ts';
import { Console } from '../kit/console.tsx';
import { wireTo } from '../kit/wire.ts';
import { exchangeText } from './files.ts';
import { bank, load } from './kit.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

it('stands in the row as a sum', async () => {
  const wire = wireTo(t);
  const b = await bank(t, 1);
  const { rows } = await load(t, b.po, exchangeText(b.account, [{ purpose: `ЛС ${b.garages[0]!.account_no}` }]));
  wire.enter(b.po);
  const moved = { ...rows[0]!, group: 'posted' as const, left_kopecks: 0, standing_kopecks: 450_000, parts: [] };
  const line = (row: typeof moved) => (
    <ul>
      <RowLine row={row} may={false} ticked={false} busy={false} error={undefined} hands={{} as RowHands} />
    </ul>
  );
  const { rerender } = render(<Console at="/">{line(moved)}</Console>);
  expect((await screen.findByText(/на гараже другого ПО/)).textContent).toMatch(/^Исправлено: 4.500,00.₽ на/);
  const { garage, owner, accrual_type, year } = rows[0]!.parts[0]!;
  const here = { garage, owner, accrual_type, year, amount_kopecks: 450_000, contribution: 1, operation: 1 };
  rerender(<Console at="/">{line({ ...moved, posted: [here] })}</Console>);
  expect(screen.queryByText(/на гараже другого ПО/)).toBeNull();
});
