// Garages to choose for a payment: asked by what is typed, archived ones left out, each with its owner, account and place.
import type { AxiosAdapter } from 'axios';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { pageStorage } from '../providers/browserGlobals.ts';

pageStorage();
const { http } = await import('../../providers/http.ts');
const { loadGarages } = await import('../../resources/bankStatements/useStatements.ts');

const garage = (id: number, more: object = {}) => ({
  id,
  section: 'А',
  number: String(id),
  account_no: `000${id}`,
  owner: 'Петров Иван',
  po_name: 'КАС № 12-3',
  ...more,
});
const items = [
  garage(1, { is_active: true }),
  garage(2, { section: '', owner: null }),
  garage(3, { is_active: false }),
  garage(4, { owner: '', po_name: '' }),
];
const own = http.defaults.adapter;
const asked: unknown[] = [];
const answer: AxiosAdapter = async (config) => {
  asked.push([config.url, config.params]);
  return { data: { garages: { items } }, status: 200, statusText: 'OK', headers: {}, config };
};
beforeAll(() => {
  http.defaults.adapter = answer;
});
afterAll(() => {
  if (own) http.defaults.adapter = own;
});
beforeEach(() => {
  asked.length = 0;
});
const signal = new AbortController().signal;

it('of nothing typed nothing is asked', async () => {
  expect(await loadGarages('', signal)).toEqual({ data: [] });
  expect(asked).toEqual([]);
});

it('twenty at most, those that are in use, told apart by owner, account and place', async () => {
  expect(await loadGarages('45', signal)).toEqual({
    data: [
      { value: 1, label: 'А 1', hint: 'Петров Иван · ЛС 0001 · КАС № 12-3' },
      { value: 2, label: '2', hint: 'ЛС 0002 · КАС № 12-3' },
      { value: 4, label: 'А 4', hint: 'ЛС 0004' },
    ],
  });
  expect(asked).toEqual([['/api/global_search/', { q: '45', limit: 20 }]]);
});
