// Rights written by hand. The action log, statistics, the desktop, the full register.
import { version, type Rule } from './rule.ts';

const report = {
  name: 'Отчёт',
  source: {
    of: 'list',
    resource: 'garages',
    columns: ['plate'],
    sort: ['id', 'ASC'],
    filter: {},
  },
  format: 'xlsx',
  every: 'day',
  onDay: null,
  atHour: 8,
  skipsEmpty: false,
  receivers: [999_999],
};

export const reportsPolicy: Record<string, Rule> = {
  // A superuser may look at every place at once.
  'GET /api/action_log/': { may: 'signed in', lists: 'log row', filter: { tab: 'balance_operation' } },
  'GET /api/action_log/:id': { may: 'signed in', about: 'log row', superuserSees: true },
  'GET /api/action_log_users/': { may: 'signed in' },
  'GET /api/action_log_kept/': { may: 'signed in' },
  'GET /api/statistics/:tab/': { may: 'signed in' },
  'GET /api/statistics/:tab/charts/': { may: 'signed in' },
  'POST /api/statistics/:tab/export/': { may: 'signed in', body: () => ({ format: 'csv', table: 'po' }) },
  // Reports of the place. Those of the matrix lost their owner: whoever works there looks after them.
  'GET /api/reports/': { may: 'signed in', lists: 'report' },
  'GET /api/report_receivers/': { may: 'signed in' },
  'POST /api/reports/': { may: 'signed in', body: () => ({}) },
  'PUT /api/reports/:id': { may: 'signed in', about: 'report', body: () => ({ ...report, version }) },
  'DELETE /api/reports/:id': { may: 'signed in', about: 'report' },
  'POST /api/reports/:id/pause/': {
    may: 'signed in',
    about: 'report',
    body: () => ({ version, isPaused: true }),
  },
  'POST /api/reports/:id/hand/': {
    may: 'signed in',
    about: 'report',
    body: () => ({ version, owner: 999_999 }),
  },
  // There is nothing to leave for who does not get it.
  'POST /api/reports/:id/leave/': { may: 'signed in', about: 'report', also: [404] },
  'POST /api/reports/:id/late/': {
    may: 'signed in',
    about: 'report',
    body: () => ({ moment: 999_999, isWanted: false }),
    also: [404],
  },
  'POST /api/reports/:id/file/': { may: 'signed in', about: 'report' },
  'GET /api/reports/:id/sendings/': { may: 'signed in', about: 'report' },
  'GET /api/pins/': { may: 'signed in' },
  'POST /api/pins/': { may: 'signed in', body: () => ({ tab: 'nowhere' }) },
  'DELETE /api/pins/:id': { may: 'signed in', about: 'own pin' },
  'GET /api/tasks/': { may: 'signed in', lists: 'task' },
  'GET /api/task_people/': { may: 'signed in' },
  'POST /api/tasks/': {
    may: 'signed in',
    body: () => ({ list: 'cases', assignee: 999_999, dueOn: null, note: null }),
  },
  // Those of the place are seen by all of it; who does one or gave it out marks it.
  'POST /api/tasks/:id/state/': {
    may: 'signed in',
    about: 'task',
    body: () => ({ version, state: 'done' }),
    also: [403],
  },
  'DELETE /api/tasks/:id': { may: 'signed in', about: 'task', also: [403] },
  'GET /api/requests/': { may: 'signed in', lists: 'request' },
  // Only who works in a ПО asks, only the МО answers, only the asker takes it back.
  'POST /api/requests/:type/:objectId': {
    may: 'signed in',
    about: 'garage',
    body: () => ({ note: 'Исправьте номер секции', dueOn: null }),
    also: [403],
  },
  'POST /api/requests/:id/answer/': {
    may: 'signed in',
    about: 'request',
    body: () => ({ version: 0, state: 'done', note: null }),
    also: [403, 409],
  },
  'DELETE /api/requests/:id': { may: 'signed in', about: 'request', also: [403] },
  'GET /api/money_pivot/': { may: 'money' },
  'GET /api/debt_movement/': { may: 'money' },
  'GET /api/figure_lines/': { may: 'money' },
  'GET /api/figure_debtors/': { may: 'money' },
  'GET /api/today/': { may: 'signed in' },
  // The МО must also be allowed to take copies, and the password given a moment ago.
  'POST /api/full_register_pack/': {
    may: 'register at МО',
    body: () => ({ what: 'book', password: 'пароль-от-книги' }),
    also: [403],
  },
  'GET /api/generate_full_register/': { may: 'register at МО', also: [403] },
};
