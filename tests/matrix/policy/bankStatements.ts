// Rights written by hand. Bank statements.
import { key, version, type Rule } from './rule.ts';

export const bankStatementsPolicy: Record<string, Rule> = {
  'GET /api/statements/': { may: 'money', lists: 'statement' },
  'POST /api/statements/': { may: 'money at МО and ПО', upload: true },
  'GET /api/statements/:id': { may: 'money', about: 'statement' },
  'POST /api/statements/:id/withdraw/': {
    may: 'money at МО and ПО',
    about: 'statement',
    // Another number of assigned rows than there is: refused, so that the statement stays for the cells that follow.
    body: () => ({ assigned: 9 }),
  },
  'POST /api/statement_matches/': {
    may: 'money at МО and ПО',
    about: 'statement',
    at: 'body',
    body: (statement) => ({ statement }),
  },
  'GET /api/statement_rows/': {
    may: 'money',
    about: 'statement',
    at: 'query',
    query: (id) => ({ statement: String(id) }),
  },
  'PUT /api/statement_rows/:id': {
    may: 'money at МО and ПО',
    about: 'statement row',
    body: () => ({ version, parts: [] }),
  },
  'POST /api/statement_rows/:id/skip/': {
    may: 'money at МО and ПО',
    about: 'statement row',
    body: () => ({ version, skip: true }),
  },
  'POST /api/statement_rows/:id/registry/': { may: 'money at МО and ПО', about: 'statement row', upload: true },
  'POST /api/statement_rows/:id/registry_preview/': {
    may: 'money at МО and ПО',
    about: 'statement row',
    upload: true,
    reads: true,
  },
  'DELETE /api/statement_rows/:id/registry/': { may: 'money at МО and ПО', about: 'statement row', also: [404] },
  'POST /api/statement_posts/': {
    may: 'money at МО and ПО',
    about: 'statement row',
    at: 'body',
    body: (id, n) => ({ idempotencyKey: key(n), rows: [{ id, version }] }),
  },
};
