// Rights written by hand. Garages, their owners, debts and plan.
import { version, type Rule } from './rule.ts';

export const garagesPolicy: Record<string, Rule> = {
  'GET /api/garages/': { may: 'signed in', lists: 'garage' },
  'GET /api/garages/:id': { may: 'signed in', about: 'garage' },
  'POST /api/garages/': {
    may: 'register at МО',
    about: 'po',
    at: 'body',
    body: (id) => ({ po: { value: id }, number: '' }),
  },
  // A line of the log that is about something else is not found.
  'GET /api/garage/:id/former/:line/': { may: 'register', about: 'garage', also: [404] },
  'POST /api/garage/:id/return/': {
    may: 'register',
    about: 'garage',
    body: () => ({ line: 2_000_000, columns: ['number'], version }),
    also: [404],
  },
  'PUT /api/garages/:id': { may: 'register', about: 'garage', body: () => ({ number: '1', version }) },
  'POST /api/garages/selection/': {
    may: 'signed in',
    reads: true,
    body: () => ({ filter: {}, all: true, expected: 0 }),
  },
  'GET /api/garages_as_of/': { may: 'signed in', query: () => ({ on: '2025-01-01' }), also: [422] },
  // A day that has not come: who may is refused at the field, no job is begun.
  'POST /api/garages_as_of/export/': { may: 'signed in', body: () => ({ on: '2099-01-01' }) },
  'POST /api/garages/:id/owners/': { may: 'register', about: 'garage', body: () => ({ date: '2099-01-01' }) },
  'POST /api/garages/:id/shares/': {
    may: 'register',
    about: 'garage',
    body: () => ({ date: '2099-01-01', shares: {}, reason: 'Доли записаны с ошибкой, есть акт' }),
    also: [422],
  },
  'POST /api/garages/:id/owners/:ownershipId/end/': {
    may: 'register',
    about: 'ownership',
    body: () => ({ date: '2099-01-01' }),
  },
  'POST /api/garages/:id/owners/:ownershipId/primary/': { may: 'register', about: 'ownership' },
  'POST /api/garages/:id/archive/': { may: 'register', about: 'garage', body: () => ({ version, reason: 'mistake' }) },
  'POST /api/garages/:id/restore/': { may: 'register', about: 'garage', body: () => ({ version }) },
  'POST /api/garages/:id/pib/': { may: 'register', about: 'garage', upload: true },
  // No paper is an answer too.
  'POST /api/garages/:id/pib/open/': { may: 'register', about: 'garage', also: [404] },
  'DELETE /api/garages/:id/pib/': { may: 'register', about: 'garage', also: [404] },
  'GET /api/garages/:id/history/': { may: 'signed in', about: 'garage' },
  'GET /api/garages/:id/attention/': { may: 'register', about: 'garage' },
  'POST /api/garages/:id/attention/reveal/': { may: 'register', about: 'garage' },
  'POST /api/garages/:id/attention/settle/': { may: 'register', about: 'garage', body: () => ({ ids: [1] }) },
  'GET /api/garages/:id/ledger/': { may: 'signed in', about: 'garage' },
  'GET /api/garages/:id/debt': { may: 'signed in', about: 'garage' },
  'GET /api/garages/:id/statement': { may: 'signed in', about: 'garage' },
  'GET /api/garages/:id/allocation': { may: 'money', about: 'garage', query: () => ({ amount: '100' }) },
  'GET /api/garages/:id/payment_qr': { may: 'signed in', about: 'garage' },
  'GET /api/garage_map/:po': { may: 'signed in', about: 'po' },
};
