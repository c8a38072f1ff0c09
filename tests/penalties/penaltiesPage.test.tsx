// Penalties on screen: the button carries the sum of the preview, a second press is the same intention.
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CoreAdminContext, type DataProvider } from 'react-admin';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { accrualDefaults } from '../../contract/books.ts';
import type { AnyEndpoint } from '../../contract/kernel/endpoint.ts';
import { previewPenalties, unfoundedPenalties, type PenaltyPreview } from '../../contract/penalties.ts';
import { HttpError, type CallOptions } from '../../providers/http.ts';
import { createQueryClient } from '../../providers/queryClient.ts';
import { storeToken } from '../../providers/session.ts';
import PenaltiesPage from '../../resources/penalties/PenaltiesPage.tsx';

const part = (value: unknown) => btoa(JSON.stringify(value));
const token = (claims: object) =>
  `${part({ alg: 'HS256' })}.${part({ id: 7, sid: 70, uname: 'K', is_superuser: 0, role: 'clerk', region: null, mo: null, po: null, region_name: null, mo_name: null, po_name: null, region_rights: [], mo_rights: [], po_rights: [], capabilities: [1, 2, 3], exp: 4e9, ...claims })}.s`;

const garage = (id: number, sum: number) => ({
  garage: { id, section: 'А', number: String(id), po_name: 'КАС № 2', is_active: true },
  owner: 'Иванов Иван',
  principal_kopecks: 450_000,
  days: 45,
  charged_before_kopecks: 0,
  is_capped: false,
  sum_kopecks: sum,
  entries: [
    {
      accrual_type: 'Членский годовой взнос',
      year: 2025,
      principal_kopecks: 450_000,
      from: '2026-01-01',
      to: '2026-02-14',
      days: 45,
      charged_before_kopecks: 0,
      cap_kopecks: 450_000,
      is_capped: false,
      sum_kopecks: sum,
    },
  ],
});
const preview = (excluded: readonly number[]): PenaltyPreview => {
  const rows = [garage(1, 20_250), garage(2, 20_250)].filter((row) => !excluded.includes(row.garage.id));
  const sum = rows.length * 20_250;
  return {
    garages: rows.length,
    sum_kopecks: sum,
    principal_kopecks: rows.length * 450_000,
    capped: 0,
    pos: [
      { po: { id: 1, name: 'КАС № 2' }, settings: '0,1 % в день', note: null, garages: rows.length, sum_kopecks: sum },
    ],
    rows,
    unrated: [],
    rows_total: rows.length,
  };
};

let sent: { endpoint: AnyEndpoint; body: Record<string, unknown> }[];
let refusal: Error | null;

vi.mock('../../providers/http.ts', async (original) => ({
  ...(await original<object>()),
  call: async (endpoint: AnyEndpoint, { body }: CallOptions<AnyEndpoint> = {}) => {
    const given = (body ?? {}) as Record<string, unknown>;
    if (endpoint === accrualDefaults)
      return { year: 2025, today: '2026-02-14', mo: null, period_closed_until: null, last_amount_kopecks: null };
    if (endpoint === unfoundedPenalties) return { penalties: 0, garages: 0, amount_kopecks: 0, rows: [] };
    if (endpoint === previewPenalties) return preview(given.excludedGarages as number[]);
    sent.push({ endpoint, body: given });
    if (refusal) {
      const error = refusal;
      refusal = null;
      throw error;
    }
    return { contribution: 5, job: null, garages: 2, amount_kopecks: 40_500, isRepeat: false };
  },
}));

beforeEach(() => {
  sent = [];
  refusal = null;
  storeToken(token({ mo: 2 }));
});
afterEach(() => {
  cleanup();
  storeToken(null);
});

const show = (page: ReactNode) =>
  render(
    <MemoryRouter>
      <CoreAdminContext queryClient={createQueryClient()} dataProvider={{} as DataProvider}>
        {page}
      </CoreAdminContext>
    </MemoryRouter>,
  );

describe('penalties', () => {
  /** A busy machine may need more than the usual second for the first page. */
  const button = (words: RegExp) => screen.findByRole('button', { name: words }, { timeout: 15_000 });

  it('the button carries what is seen and sends it; the answer leads to the document', async () => {
    const person = userEvent.setup();
    show(<PenaltiesPage />);
    const post = await button(/Начислить пени: 2\s?гаража, 405,00/);
    expect(screen.getByRole('link', { name: 'Гараж А, 1' }).getAttribute('href')).toBe('/garage/1');
    await person.click(post);
    expect(sent).toHaveLength(1);
    expect(sent[0]!.body).toMatchObject({ date: '2026-02-14', expected: { garages: 2, amount_kopecks: 40_500 } });
    expect(await screen.findByText(/Начислено: 2\s?гаража/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Открыть' }).getAttribute('href')).toBe('/contribution/5');
  });

  it('a garage is left out and put back; the sum follows', async () => {
    const person = userEvent.setup();
    show(<PenaltiesPage />);
    await button(/2\s?гаража/);
    await person.click(screen.getByRole('button', { name: 'Не начислять: Гараж А 1' }));
    expect(await button(/Начислить пени: 1\s?гараж, 202,50/)).toBeTruthy();
    await person.click(screen.getByRole('button', { name: 'Вернуть' }));
    expect(await button(/2\s?гаража/)).toBeTruthy();
  });

  it('a refusal is told and the same intention keeps its key', async () => {
    const person = userEvent.setup();
    show(<PenaltiesPage />);
    refusal = new HttpError(0, { message: 'Нет связи' });
    await person.click(await button(/2\s?гаража/));
    expect(await screen.findByRole('alert')).toHaveProperty('textContent', expect.stringContaining('Нет связи'));
    await waitFor(async () => expect((await button(/2\s?гаража/)).hasAttribute('disabled')).toBe(false));
    await person.click(await button(/2\s?гаража/));
    await screen.findByText(/Начислено/);
    expect(sent.map((one) => one.body.idempotencyKey)[0]).toBe(sent[1]!.body.idempotencyKey);
  });
});
