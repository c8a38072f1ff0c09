// Rights written by hand. Re-registrations, restrictions, tariffs.
import { day, version, type Rule } from './rule.ts';

export const reregistrationsPolicy: Record<string, Rule> = {
  'GET /api/reregistrations/': { may: 'signed in', lists: 'reregistration', filter: { any: true } },
  'GET /api/reregistrations/:id': { may: 'signed in', about: 'reregistration' },
  'POST /api/reregistrations/': {
    may: 'register at МО and ПО',
    about: 'garage',
    at: 'body',
    body: (id) => ({ garage: id, reason: 1, dateRequest: day, date: day, newOwner: [{}] }),
    also: [422],
  },
  'PUT /api/reregistrations/:id': {
    may: 'register at МО and ПО',
    about: 'reregistration',
    body: () => ({ reason: 1, dateRequest: day, date: day, version }),
  },
  // An application is no draft.
  'DELETE /api/reregistrations/:id': { may: 'register at МО and ПО', about: 'reregistration', also: [422] },
  'POST /api/reregistrations/:id/move/': {
    may: 'register',
    about: 'reregistration',
    body: () => ({ verb: 'take', version }),
  },
  'POST /api/reregistrations/:id/repeat/': { may: 'register at МО and ПО', about: 'reregistration', also: [422] },
  'POST /api/reregistrations/:id/correct/': {
    may: 'register at МО and ПО',
    about: 'reregistration',
    body: () => ({ version }),
  },
  'PUT /api/reregistrations/:id/papers/:kind': {
    may: 'register at МО and ПО',
    about: 'reregistration',
    body: () => ({ received: false }),
  },
  'POST /api/reregistrations/:id/papers_received/': {
    may: 'register at МО and ПО',
    about: 'reregistration',
    also: [422],
  },
  'POST /api/reregistrations/:id/papers/:kind/file/': {
    may: 'register at МО and ПО',
    about: 'reregistration',
    upload: true,
  },
  // No paper has a scan yet.
  'POST /api/reregistrations/:id/papers/:kind/open/': { may: 'register', about: 'reregistration', also: [404] },
  'GET /api/reregistrations/:id/twins/': { may: 'register at МО and ПО', about: 'reregistration' },
  'POST /api/reregistrations/:id/representatives/': {
    may: 'register at МО and ПО',
    about: 'reregistration',
    body: () => ({ side: 'old', fullName: 'Представителев', number: '1', issuedOn: '2026-01-10' }),
  },
  // Nobody of that number acts for a side.
  'DELETE /api/reregistrations/:id/representatives/:representativeId': {
    may: 'register at МО and ПО',
    about: 'reregistration',
    also: [404],
  },
  'GET /api/reregistration_reasons/': { may: 'signed in' },
  'GET /api/reregistration_counts/': { may: 'signed in' },
  'GET /api/garages/:id/reregistration_start/': { may: 'signed in', about: 'garage' },
  'POST /api/garages/:id/reregistration_preview/': {
    may: 'register at МО and ПО',
    about: 'garage',
    reads: true,
    body: () => ({ reason: 1, dateRequest: day, date: day }),
  },
  'GET /api/garages/:id/restrictions/': { may: 'signed in', about: 'garage' },
  'POST /api/garages/:id/restrictions/': {
    may: 'register at МО',
    about: 'garage',
    body: () => ({ kind: 'pledge', ground: 'проба', since: '2026-01-10' }),
  },
  'POST /api/restrictions/:id/lift/': {
    may: 'register at МО',
    about: 'restriction',
    body: () => ({ ground: 'проба' }),
  },
  'GET /api/reregistration_tariffs/': { may: 'superuser' },
  'GET /api/reregistration_tariffs/:id': { may: 'superuser', about: 'list entry' },
  'POST /api/reregistration_tariffs/': { may: 'superuser', body: () => ({}), also: [422] },
  'PUT /api/reregistration_tariffs/:id': {
    may: 'superuser',
    about: 'list entry',
    body: () => ({ group: 'full', validFrom: '2026-01-01', amount: 100, version }),
  },
  'POST /api/reregistration_fee/': {
    may: 'superuser',
    reads: true,
    body: () => ({ reason: 1, po: 1, isMember: true, years: 1, date: day }),
  },
  'GET /api/reregistration_terms/': { may: 'superuser' },
  'PUT /api/reregistration_terms/:id': {
    may: 'superuser',
    about: 'list entry',
    body: () => ({ days: 30, payer: 'new', coef: 1 }),
  },
};
