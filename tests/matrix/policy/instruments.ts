// Rights written by hand. Instruments of the administrator, handing over, personal data.
import { day, superuser, type Rule } from './rule.ts';

export const instrumentsPolicy: Record<string, Rule> = {
  'GET /api/instruments/': superuser,
  'GET /api/merge_pairs/': superuser,
  'POST /api/merge_pairs/search/': { may: 'superuser', body: () => ({ after: 900_000 }), also: [422] },
  'POST /api/merge_pairs/open/': { may: 'superuser', body: () => ({ one: 1, other: 1 }), also: [422] },
  'POST /api/merge_pairs/different/': {
    may: 'superuser',
    body: () => ({ one: 1, other: 1, isDifferent: true }),
    also: [422],
  },
  'POST /api/merge_profiles/': {
    may: 'superuser',
    body: () => ({ stays: 0, goes: 0, versions: { stays: 1, goes: 1 } }),
    also: [422],
  },
  'GET /api/merges/': superuser,
  'GET /api/merges/:id/undo/': { may: 'superuser', about: 'list entry' },
  'POST /api/merges/:id/undo/': { may: 'superuser', about: 'list entry', body: () => ({}) },
  'POST /api/personal_data/:id/': { may: 'register', about: 'profile', at: 'path', body: () => ({}) },
  'POST /api/personal_data/:id/destroy/': {
    may: 'superuser',
    about: 'list entry',
    body: () => ({ ground: 'по заявлению' }),
    also: [403, 422],
  },
  'GET /api/handovers/': { may: 'register' },
  'GET /api/handovers/:id/': { may: 'register', about: 'list entry' },
  'POST /api/handovers/': {
    may: 'register at МО',
    body: () => ({ po: 900_000, onDate: day, lastName: 'Н', firstName: 'Н', email: 'n@example.ru' }),
    also: [422],
  },
  'POST /api/handovers/:id/confirm/': { may: 'superuser', about: 'list entry', body: () => ({}) },
  'POST /api/handovers/:id/decline/': {
    may: 'superuser',
    about: 'list entry',
    body: () => ({ reason: 'Нет протокола' }),
  },
  'GET /api/personal_duties/': superuser,
  'POST /api/policies/': {
    may: 'superuser',
    body: () => ({ approvedAt: day, text: 'Политика обработки. '.repeat(10), after: 900_000 }),
    also: [422],
  },
  'POST /api/incident/': {
    may: 'superuser',
    body: () => ({ from: '2026-11-01T00:00:00Z', to: '2026-11-20T00:00:00Z' }),
  },
  'POST /api/incident/file/': {
    may: 'superuser',
    body: () => ({ from: '2026-11-01T00:00:00Z', to: '2026-11-20T00:00:00Z' }),
  },
  'GET /api/log_archives/': superuser,
  'POST /api/log_archives/': { may: 'superuser', body: () => ({ through: day, lines: 0 }), also: [422] },
  'POST /api/log_archives/:id/file/': { may: 'superuser', about: 'list entry', body: () => ({}) },
  'GET /api/backups/': superuser,
  'POST /api/backups/': { may: 'superuser', body: () => ({ after: 900_000 }), also: [422] },
  'POST /api/address_normalizations/plan/': { may: 'superuser', body: () => ({}), reads: true },
  'POST /api/address_normalizations/': {
    may: 'superuser',
    body: () => ({ expected: { addresses: 900_000, cost_kopecks: 1 } }),
    also: [422],
  },
  'GET /api/address_normalizations/': superuser,
  'POST /api/address_normalizations/:id/rows/': { may: 'superuser', about: 'list entry', body: () => ({}) },
  'POST /api/address_normalizations/:id/decide/': {
    may: 'superuser',
    about: 'list entry',
    body: () => ({ deed: 'skip', rows: [], expected: 900_000 }),
    also: [422],
  },
};
