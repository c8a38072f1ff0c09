// A tariff on a phone says all that tells it from the others of its group.
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { Tariff } from '../../contract/reregistrations/tariffs.ts';
import { TariffCard } from '../../resources/admin/reregistrationTariffs/TariffPage.tsx';

afterEach(cleanup);

it('names the owner, the place, the days and the sum', () => {
  const row = {
    group: 'full',
    amount: 300_000,
    isMember: true,
    minYears: 5,
    reason: null,
    po_name: 'КАС № 12-3',
    mo_name: null,
    validFrom: '2024-01-01',
    validTo: '2026-12-31',
    isActive: false,
  };
  render(<TariffCard row={row as unknown as Tariff} onOpen={() => undefined} />);
  expect(screen.getByRole('button').textContent?.replace(/\s/g, ' ')).toBe(
    'Полный3 000,00 ₽член ВОА, стаж от 5 лет · КАС № 12-3 · с 01.01.2024 по 31.12.2026 · не действует',
  );
});
