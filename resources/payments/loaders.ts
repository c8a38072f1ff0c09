// Loader of garages for searchable selects: number, «12-3 45», account number, owner.
import { globalSearch } from '../../contract/search.ts';
import { call } from '../../providers/http.ts';
import type { OptionLoader } from '../../widgets/SearchSelect.tsx';

export const garageLabel = (garage: { section: string; number: string }) =>
  `Гараж ${garage.section} ${garage.number}`.replace('  ', ' ');

export const loadGarages: OptionLoader = async (q, signal) => {
  if (!q) return { data: [] };
  const { garages } = await call(globalSearch, { query: { q, limit: 20 }, signal, quiet: true });
  return {
    data: garages.items.map((garage) => ({
      value: garage.id,
      label: garageLabel(garage),
      hint: [garage.po_name, garage.owner, `ЛС ${garage.account_no}`].filter(Boolean).join(' · '),
    })),
  };
};
