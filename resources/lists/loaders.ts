// Loaders for searchable selects and addresses: МО, ПО, sections, people; each reads `data` of its call.
import { addressSuggestions } from '../../contract/addresses.ts';
import { moOptions, poOptions, sectionOptions } from '../../contract/orgs.ts';
import { globalSearch } from '../../contract/search.ts';
import { call } from '../../providers/http.ts';
import { formatDate } from '../../widgets/format.ts';
import type { OptionLoader } from '../../widgets/SearchSelect.tsx';

export const loadMos: OptionLoader = (q, signal) => call(moOptions, { query: { q }, signal, quiet: true });

export const poLoader =
  (mo?: number): OptionLoader =>
  async (q, signal) => {
    const { data } = await call(poOptions, { query: { q, mo }, signal, quiet: true });
    return { data: data.map((po) => ({ value: po.value, label: po.label, hint: po.mo_name })) };
  };

export const sectionLoader =
  (po: readonly number[]): OptionLoader =>
  async (q, signal) => {
    const { data } = await call(sectionOptions, { query: { po: po.join(',') }, signal, quiet: true });
    const wanted = q.toLowerCase();
    return { data: data.filter((section) => section.label.toLowerCase().includes(wanted)) };
  };

/** People of the scope by name or phone; the hint tells namesakes apart. */
export const loadPeople: OptionLoader = async (q, signal) => {
  if (q.length < 2) return { data: [] };
  const { profiles } = await call(globalSearch, { query: { q, limit: 20 }, signal, quiet: true });
  return {
    data: profiles.items.map((person) => ({
      value: person.id,
      label: person.full_name,
      hint: [
        person.birthday && `${formatDate(person.birthday)} г. р.`,
        person.phone,
        person.garages.map((garage) => `${garage.section} ${garage.number}`).join(', '),
      ]
        .filter(Boolean)
        .join(' · '),
    })),
  };
};

/** Addresses as one string with its postal code, while they are being typed. */
export const loadAddresses = async (q: string, signal: AbortSignal) =>
  (await call(addressSuggestions, { query: { q }, signal, quiet: true })).suggestions;
