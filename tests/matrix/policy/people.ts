// Rights written by hand. People and their consents.
import { version, type Rule } from './rule.ts';

export const peoplePolicy: Record<string, Rule> = {
  'GET /api/profiles/': { may: 'signed in', lists: 'profile' },
  'GET /api/profiles/:id': { may: 'signed in', about: 'profile' },
  'POST /api/profiles/': { may: 'register', body: () => ({ lastName: '' }) },
  'GET /api/profile/:id/former/:line/': { may: 'register', about: 'profile', also: [404] },
  'POST /api/profile/:id/return/': {
    may: 'register',
    about: 'profile',
    body: () => ({ line: 2_000_000, columns: ['email'], version }),
    also: [404],
  },
  'PUT /api/profiles/:id': {
    may: 'register',
    about: 'profile',
    body: () => ({ lastName: 'Гаражов', isVOAMember: false, version }),
  },
  'POST /api/profiles/reveal_phones/': {
    may: 'register',
    about: 'profile',
    at: 'body',
    body: (id) => ({ ids: [id] }),
  },
  'POST /api/profiles/name_cases/': { may: 'register', reads: true, body: () => ({ lastName: 'Гаражов' }) },
  'POST /api/profiles/duplicates/': { may: 'register', reads: true, body: () => ({ lastName: 'Гаражов' }) },
  'POST /api/profiles/:id/reveal/': { may: 'register', about: 'profile', body: () => ({ what: 'phones' }) },
  'POST /api/profiles/:id/confirm/': { may: 'register', about: 'profile' },
  'PUT /api/profiles/:id/representative/': {
    may: 'register',
    about: 'profile',
    body: () => ({ fullName: 'Петрова Анна', phone: '+79110000001' }),
    also: [422],
  },
  'DELETE /api/profiles/:id/representative/': { may: 'register', about: 'profile' },
  'POST /api/profiles/:id/consents/': {
    may: 'register',
    about: 'profile',
    body: () => ({ kind: 'sms_info', signedAt: '2026-01-10' }),
  },
  'GET /api/profiles/:id/refusals/': { may: 'signed in', about: 'profile' },
  'POST /api/profiles/:id/refusals/': {
    may: 'register',
    about: 'profile',
    body: () => ({ kind: 'news', channel: 'mail', source: 'word' }),
    // Another has written it down already.
    also: [422],
  },
  'POST /api/profiles/:id/refusals/lift/': {
    may: 'register',
    about: 'profile',
    body: () => ({ kind: 'debt', channel: 'sms', ground: 'application', saidOn: '2026-01-10' }),
    // The stage has nothing to take back.
    also: [404],
  },
  'DELETE /api/profiles/:id/consents/:consentId': { may: 'register', about: 'consent' },
  'POST /api/profiles/:id/consents/:consentId/scan/': { may: 'register', about: 'consent', upload: true, also: [422] },
  'POST /api/profiles/:id/consents/:consentId/scan/open/': {
    may: 'register',
    about: 'consent',
    // The stage has no scan.
    also: [404],
  },
  'POST /api/profiles/selection/': { may: 'signed in', reads: true, body: () => ({ filter: {}, all: true }) },
  'POST /api/profile_consents/': {
    may: 'register',
    body: () => ({
      kind: 'sms_info',
      signedAt: '2026-01-10',
      docNo: null,
      source: 'paper',
      filter: {},
      all: false,
      expected: 0,
    }),
    also: [422],
  },
};
