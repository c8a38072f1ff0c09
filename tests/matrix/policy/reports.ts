// Rights written by hand. The action log, statistics, the desktop, the full register.
import type { Rule } from './rule.ts';

export const reportsPolicy: Record<string, Rule> = {
  // A superuser may look at every place at once.
  'GET /api/action_log/': { may: 'signed in', lists: 'log row', filter: { tab: 'balance_operation' } },
  'GET /api/action_log/:id': { may: 'signed in', about: 'log row', superuserSees: true },
  'GET /api/action_log_users/': { may: 'signed in' },
  'GET /api/statistics/:tab/': { may: 'signed in' },
  'POST /api/statistics/:tab/export/': { may: 'signed in', body: () => ({ format: 'csv', table: 'po' }) },
  'GET /api/money_pivot/': { may: 'money' },
  'GET /api/debt_movement/': { may: 'money' },
  'GET /api/today/': { may: 'signed in' },
  // The МО must also be allowed to take copies, and the password given a moment ago.
  'GET /api/generate_full_register/': { may: 'register at МО', also: [403] },
};
