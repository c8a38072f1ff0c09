// Who may do what, written by hand from the decisions of the register: the code is held against this file, never made from it.
// One line for each route; a route without a line, or a line without a route, fails the matrix.

/** Rights a route asks for, in the words of the rules: capabilities 1 «Ведение реестра», 2 «Взносы и баланс», 3 «Рассылки». */
export type May =
  | 'everybody'
  | 'signed in'
  | 'superuser'
  | 'support'
  | 'register'
  | 'register at МО'
  | 'register at МО and ПО'
  | 'money'
  | 'money at МО and ПО'
  | 'money at МО'
  | 'superuser with money at МО'
  | 'mailing';

/** What the route is about. Objects have a place; `own …` belong to one person. */
export type About =
  | 'garage'
  | 'ownership'
  | 'reregistration'
  | 'restriction'
  | 'profile'
  | 'consent'
  | 'document'
  | 'paper'
  | 'payment line'
  | 'statement'
  | 'statement row'
  | 'log row'
  | 'mailing'
  | 'message'
  | 'debt rule'
  | 'comment'
  | 'attachment'
  | 'po'
  | 'own user'
  | 'own session'
  | 'own view'
  | 'list entry';

export interface Rule {
  may: May;
  about?: About;
  /** Where the id of the object is: in the address, or inside the body or the query (then a refusal may be a field's text). */
  at?: 'path' | 'body' | 'query';
  /** A list: whose rows it may hold. */
  lists?:
    | 'reregistration'
    | 'garage'
    | 'profile'
    | 'document'
    | 'paper'
    | 'payment line'
    | 'statement'
    | 'log row'
    | 'mailing'
    | 'message'
    | 'debt rule'
    | 'po';
  /** Condition under which the list is asked for its rows. */
  filter?: object;
  /** Sent with the call; `id` is the object's, `n` a number never used before. Never changes anything that a later cell stands on. */
  body?: (id: number, n: number) => object;
  query?: (id: number) => Record<string, string>;
  /** Takes a file. */
  upload?: true;
  /** A superuser sees also what belongs to somebody else. */
  superuserSees?: true;
  /** Reads although it is sent as POST: allowed to those who only look. */
  reads?: true;
  /** Writes a line of the log although it is a GET: refused to those who only look. */
  logs?: true;
  /** Answers that belong to the rules of the thing itself, not to rights. */
  also?: number[];
  /** Ends what the caller stands on: called after everything else, in this order. */
  last?: number;
}

const day = '2026-11-20';
const key = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
/** A version nobody has: the write is understood and then refused as outdated. */
const version = 900_000;
const charge = (id: number, n: number) => ({
  isAllGaragSelected: false,
  includedGarages: [id],
  contributionAmount: 100,
  contributionDate: day,
  idempotencyKey: key(n),
  expected: { garages: 99, amount_kopecks: 9900 },
});
const nobody = { of: 'profiles' };
const debtRule = {
  name: 'Правило',
  minDebt: 100_00,
  minDays: 30,
  accrualTypes: [],
  every: 'month',
  onDay: 1,
  atHour: 10,
  template: 1,
  channel: 'sms',
  repeatDays: 30,
  payDays: 14,
};
const superuser: Rule = { may: 'superuser' };
const listEntry = (body: object) => ({
  list: superuser,
  one: { may: 'superuser', about: 'list entry' } as Rule,
  create: { may: 'superuser', body: () => ({}), also: [422] } as Rule,
  update: { may: 'superuser', about: 'list entry', body: () => ({ ...body, version }) } as Rule,
});
const lists = {
  accrual_types: { name: 'Вид', sort: 1 },
  payment_types: { name: 'Способ', sort: 1 },
  garage_types: { name: 'Тип', sort: 1 },
  privileges: { name: 'Льгота', sort: 1 },
  key_rates: { since: '2020-01-01', percent: 7.5 },
  regions: { name: 'Регион' },
};

const paragraph = { v: 1, doc: [{ type: 'paragraph', content: [{ type: 'text', text: 'Проверка' }] }] };
const news = {
  title: 'Проверка',
  body: paragraph,
  audience: { all: false, places: [], roles: [] },
  is_pinned: false,
  asks_ack: false,
  publish: 'draft',
  version,
};
const tutorial = {
  kind: 'article',
  title: 'Проверка',
  lead: null,
  topic: 'start',
  length: null,
  body: paragraph,
  pages: [],
  sort: 0,
  is_active: false,
  checked_on: null,
  version,
};

export const policy: Record<string, Rule> = {
  // Signing in and links: open to everybody, guarded by what is sent.
  'POST /api/login/': { may: 'everybody', body: () => ({ email: 'nobody@example.ru', password: 'x' }), also: [422] },
  'DELETE /api/login/': { may: 'everybody', last: 3 },
  'POST /api/refresh_token/': { may: 'everybody', also: [401] },
  'POST /api/reset_password/': { may: 'everybody', body: () => ({ email: 'nobody@example.ru' }) },
  'PUT /api/reset_password/': {
    may: 'everybody',
    body: () => ({ token: 'x', password: 'Garage-2026x' }),
    also: [404, 422],
  },
  'PUT /api/invite_public_detail/': { may: 'everybody', body: () => ({ token: 'x' }), also: [404, 422] },
  'PUT /api/new_client_fingerprint/': { may: 'everybody', body: () => ({ token: 'x' }), also: [404, 422] },
  'POST /api/confirm_email/': {
    may: 'everybody',
    body: () => ({ token: 'x', email: 'new@example.ru' }),
    also: [404, 422],
  },
  'PUT /api/confirm_email/': { may: 'everybody', body: () => ({ token: 'x', confirm: true }), also: [404, 422] },
  'PUT /api/confirm_reset_email/': { may: 'everybody', body: () => ({ token: 'x', confirm: true }), also: [404, 422] },
  'GET /api/public_settings/': { may: 'everybody' },
  'GET /api/sign_gallery_item_list/': { may: 'everybody' },
  'POST /api/ask_question/': { may: 'everybody', body: () => ({ name: '', email: '', text: '' }) },
  'GET /api/stored_file/:id': { may: 'everybody', query: () => ({ expires: '1', signature: 'x' }), also: [404] },

  // One's own account.
  'PUT /api/update_token/': { may: 'signed in', body: () => ({ po: 999_999 }), also: [403] },
  'GET /api/user_detail/:id': { may: 'signed in', about: 'own user', superuserSees: true },
  'PUT /api/user_detail/:id': {
    may: 'signed in',
    about: 'own user',
    superuserSees: true,
    body: () => ({ last_name: 'Чиновников', first_name: 'Пётр', phone: null }),
  },
  'POST /api/check_password/:id': {
    may: 'signed in',
    about: 'own user',
    body: () => ({ password: 'x' }),
    also: [422, 429],
  },
  'GET /api/user_po_list/': { may: 'signed in', lists: 'po' },
  'GET /api/user_sessions/': { may: 'signed in' },
  'DELETE /api/user_sessions/:id': { may: 'signed in', about: 'own session' },
  'DELETE /api/user_sessions/': { may: 'signed in', last: 2 },
  'POST /api/reset_email/': { may: 'signed in', also: [422, 429] },
  'GET /api/second_factor/': { may: 'signed in' },
  'POST /api/second_factor/': { may: 'signed in', body: () => ({ password: 'x' }), also: [422, 429] },
  'PUT /api/second_factor/': { may: 'signed in', body: () => ({ code: '000000' }), also: [404, 422, 429] },
  'POST /api/second_factor_off/': { may: 'signed in', body: () => ({ password: 'x' }), also: [422, 429] },
  'POST /api/second_factor_recovery/': { may: 'signed in', body: () => ({ password: 'x' }), also: [422, 429] },
  'GET /api/menu_counters/': { may: 'signed in' },
  'GET /api/user_settings/': { may: 'signed in' },
  'PUT /api/user_settings/:key': { may: 'signed in', body: () => ({ value: {} }) },
  'GET /api/saved_views/:resource': { may: 'signed in' },
  'POST /api/saved_views/:resource': { may: 'signed in', body: () => ({ name: '', state: {} }) },
  'DELETE /api/saved_view/:id': { may: 'signed in', about: 'own view' },
  'GET /api/jobs/': { may: 'signed in' },
  'POST /api/jobs/:id/cancel/': { may: 'signed in', about: 'list entry' },
  'POST /api/jobs/:id/retry/': { may: 'signed in', about: 'list entry' },
  'GET /api/jobs/:id/file/': { may: 'signed in', about: 'list entry' },
  'POST /api/outbox/:id/resend/': { may: 'superuser', about: 'list entry' },
  'GET /api/outgoing/': { may: 'superuser' },
  'POST /api/outgoing/close/': { may: 'superuser', body: () => ({ channels: ['imap'], reason: 'проба' }), also: [422] },
  'POST /api/outgoing/open/': { may: 'superuser', body: () => ({ channel: 'imap', waiting: 0 }), also: [422] },
  'GET /api/due_moments/': { may: 'superuser' },
  'POST /api/due_moments/:id/decide/': { may: 'superuser', about: 'list entry', body: () => ({ isWanted: false }) },
  'GET /api/global_search/': { may: 'signed in', query: () => ({ q: '7' }) },
  'POST /api/export/:resource': {
    may: 'signed in',
    body: () => ({ format: 'csv', columns: [], sort: [], filter: {} }),
  },
  'GET /api/address_suggestions/': { may: 'signed in', query: () => ({ q: 'Лен' }) },
  'GET /api/mo_options/': { may: 'signed in' },
  'GET /api/po_options/': { may: 'signed in', lists: 'po' },
  'GET /api/section_options/': { may: 'signed in', about: 'po', at: 'query', query: (id) => ({ po: String(id) }) },
  'GET /api/profile_lists/': { may: 'signed in' },
  'GET /api/garage_type_options/': { may: 'signed in' },
  'GET /api/accrual_type_options/': { may: 'signed in' },
  'GET /api/payment_type_options/': { may: 'signed in' },
  'GET /api/chairman_list/': { may: 'signed in' },
  // Instruments of the administrator.
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
  // A superuser may look at every place at once.
  'GET /api/action_log/': { may: 'signed in', lists: 'log row', filter: { tab: 'balance_operation' } },
  'GET /api/action_log/:id': { may: 'signed in', about: 'log row', superuserSees: true },
  'GET /api/action_log_users/': { may: 'signed in' },
  'GET /api/statistics/:tab/': { may: 'signed in' },
  'GET /api/debt_movement/': { may: 'money' },
  'GET /api/today/': { may: 'signed in' },
  // The МО must also be allowed to take copies, and the password given a moment ago.
  'GET /api/generate_full_register/': { may: 'register at МО', also: [403] },

  // Garages.
  'GET /api/garages/': { may: 'signed in', lists: 'garage' },
  'GET /api/garages/:id': { may: 'signed in', about: 'garage' },
  'POST /api/garages/': {
    may: 'register at МО',
    about: 'po',
    at: 'body',
    body: (id) => ({ po: { value: id }, number: '' }),
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

  // Re-registrations.
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

  // People.
  'GET /api/profiles/': { may: 'signed in', lists: 'profile' },
  'GET /api/profiles/:id': { may: 'signed in', about: 'profile' },
  'POST /api/profiles/': { may: 'register', body: () => ({ lastName: '' }) },
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
  'POST /api/profiles/duplicates/': { may: 'register', reads: true, body: () => ({ lastName: 'Гаражов' }) },
  'POST /api/profiles/:id/reveal/': { may: 'register', about: 'profile', body: () => ({ what: 'phones' }) },
  'POST /api/profiles/:id/confirm/': { may: 'register', about: 'profile' },
  'POST /api/profiles/:id/consents/': {
    may: 'register',
    about: 'profile',
    body: () => ({ kind: 'sms_info', signedAt: '2026-01-10' }),
  },
  'DELETE /api/profiles/:id/consents/:consentId': { may: 'register', about: 'consent' },
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

  // News: everybody reads what is told to him, his own rows are changed by the author.
  'GET /api/news/': { may: 'signed in' },
  'GET /api/news/:id': { may: 'signed in', about: 'list entry' },
  'POST /api/news/': { may: 'mailing', body: () => ({ title: '' }), also: [422] },
  'PUT /api/news/:id': { may: 'mailing', about: 'list entry', body: () => news },
  'POST /api/news/:id/withdraw/': { may: 'mailing', about: 'list entry', body: () => ({ version }) },
  'POST /api/news/:id/files/': { may: 'mailing', about: 'list entry', upload: true },
  'DELETE /api/news/:id/files/:fileId': { may: 'mailing', about: 'list entry' },
  'GET /api/news/:id/readers/': { may: 'mailing', about: 'list entry' },
  'GET /api/news_places/': { may: 'mailing' },
  'POST /api/news_audience/': {
    may: 'mailing',
    reads: true,
    body: () => ({ audience: { all: false, places: [], roles: [] } }),
  },
  'POST /api/news_read/': { may: 'signed in', body: () => ({ ids: [999_999] }) },
  'POST /api/news/:id/acknowledge/': { may: 'signed in', about: 'list entry' },

  // Instructions.
  'GET /api/tutorials/': { may: 'signed in' },
  'GET /api/tutorials/:id': { may: 'signed in', about: 'list entry' },
  'POST /api/tutorials/': { may: 'superuser', body: () => ({ title: '' }), also: [422] },
  'PUT /api/tutorials/:id': { may: 'superuser', about: 'list entry', body: () => tutorial },
  'POST /api/tutorials/:id/file/': { may: 'superuser', about: 'list entry', upload: true },
  'POST /api/tutorials/:id/read/': { may: 'signed in', about: 'list entry', body: () => ({}) },
  'POST /api/tutorials_visit/': { may: 'signed in' },
  'GET /api/tutorial_types/': { may: 'signed in' },
  'GET /api/first_steps/': { may: 'signed in' },

  // Questions to the support.
  'GET /api/support_chat/': { may: 'signed in' },
  'POST /api/support_chat/': { may: 'signed in', body: () => ({ text: '', key: '' }), also: [422] },
  'POST /api/support_chat/file/': { may: 'signed in', upload: true, also: [422] },
  'GET /api/support_chat/:id/events/': { may: 'signed in', about: 'list entry' },
  'POST /api/support_chat/:id/read/': { may: 'signed in', about: 'list entry', body: () => ({ seq: 1 }) },
  'POST /api/support_chat/:id/consent/': { may: 'signed in', about: 'list entry', body: () => ({ context: null }) },
  'GET /api/support_queue/': { may: 'support' },
  'GET /api/support_queue/:id': { may: 'support', about: 'list entry' },
  'POST /api/support_queue/:id/answer/': {
    may: 'support',
    about: 'list entry',
    body: (_id, n) => ({ text: 'Проверка', key: key(n), is_note: false }),
  },
  'POST /api/support_queue/:id/state/': { may: 'support', about: 'list entry', body: () => ({ what: 'take' }) },

  // Comments and files.
  'GET /api/comments/:type/:objectId': { may: 'signed in', about: 'garage' },
  'POST /api/comments/:type/:objectId': { may: 'signed in', about: 'garage', body: () => ({ text: 'Проверка' }) },
  'PUT /api/comment/:id': { may: 'signed in', about: 'comment', body: () => ({ text: 'Проверка' }) },
  'DELETE /api/comment/:id': { may: 'signed in', about: 'comment' },
  'GET /api/attachments/:type/:objectId': { may: 'signed in', about: 'garage' },
  'POST /api/attachments/:type/:objectId': { may: 'register', about: 'garage', upload: true },
  'DELETE /api/attachment/:id': { may: 'register', about: 'attachment' },
  'POST /api/attachment/:id/open/': { may: 'signed in', about: 'attachment' },

  // Money.
  'GET /api/contributions/': { may: 'money', lists: 'document' },
  'GET /api/contributions/:id': { may: 'money', about: 'document' },
  'GET /api/contributions/:id/lines/': { may: 'money', about: 'document' },
  'GET /api/contributions/:id/lines_file/': { may: 'money', about: 'document', logs: true },
  'GET /api/contribution_paid/': { may: 'money', query: () => ({ ids: '1' }) },
  'GET /api/contribution_users/': { may: 'money' },
  'GET /api/accrual_defaults/': { may: 'money' },
  'POST /api/accrual_preview/': { may: 'money at МО and ПО', about: 'garage', at: 'body', reads: true, body: charge },
  'POST /api/accrual_readings/': { may: 'money at МО and ПО', about: 'garage', at: 'body', reads: true, body: charge },
  'POST /api/accrual_preview_file/': {
    may: 'money at МО and ПО',
    about: 'garage',
    at: 'body',
    body: charge,
  },
  'POST /api/contributions/': { may: 'money at МО and ПО', about: 'garage', at: 'body', body: charge },
  'POST /api/contributions/:id/reverse/': {
    may: 'money at МО and ПО',
    about: 'document',
    body: (_id, n) => ({ idempotencyKey: key(n), date: '2099-01-01' }),
    // A ПО leaves to its МО what somebody else has entered.
    also: [403],
  },
  'POST /api/contributions/:id/correct/': {
    may: 'money at МО and ПО',
    about: 'document',
    body: (_id, n) => ({ version, idempotencyKey: key(n) }),
    also: [403],
  },
  'GET /api/payments/': { may: 'money', lists: 'payment line' },
  'GET /api/payments/:id': { may: 'money', about: 'payment line' },
  'GET /api/balance_operations/': { may: 'money', lists: 'payment line' },
  'GET /api/balance_operations/:id': { may: 'money', about: 'payment line' },
  'GET /api/payment_users/': { may: 'money' },
  'GET /api/payment_desk/': { may: 'money' },
  'POST /api/payments/': {
    may: 'money at МО and ПО',
    about: 'garage',
    at: 'body',
    body: (id, n) => ({ idempotencyKey: key(n), date: day, lines: [{ garage: id, amount: 100 }] }),
  },
  'POST /api/payment_operations/': {
    may: 'money at МО and ПО',
    about: 'garage',
    at: 'body',
    body: (id, n) => ({ idempotencyKey: key(n), kind: 'refund', date: day, garage: id, amount: 100 }),
  },
  'POST /api/balance_operations/:id/reverse/': {
    may: 'money at МО and ПО',
    about: 'payment line',
    body: (_id, n) => ({ idempotencyKey: key(n), date: '2099-01-01' }),
    also: [403],
  },
  'POST /api/balance_operations/:id/correct/': {
    may: 'money at МО and ПО',
    about: 'payment line',
    body: (_id, n) => ({ version, idempotencyKey: key(n) }),
    also: [403],
  },
  'GET /api/cash_days/': { may: 'money' },
  'POST /api/cash_days/close/': {
    may: 'money at МО and ПО',
    about: 'po',
    at: 'body',
    body: (id) => ({ date: day, po: { value: id }, expected: { count: 999, amount_kopecks: 1 } }),
  },
  'POST /api/cash_days/reopen/': {
    may: 'money at МО',
    about: 'po',
    at: 'body',
    body: (id) => ({ date: day, po: { value: id }, reason: 'Проверка' }),
  },
  'GET /api/debt_ageing/': { may: 'money', about: 'po', at: 'query', query: (id) => ({ po: String(id) }) },
  'GET /api/debt_ageing/garages/': { may: 'money', about: 'po', at: 'query', query: (id) => ({ po: String(id) }) },
  'GET /api/closing/': { may: 'money at МО and ПО' },
  'GET /api/closing/poes/': { may: 'money at МО and ПО', query: () => ({ until: '2025-12-31' }) },
  'POST /api/closing/': { may: 'money at МО', body: () => ({ until: '2099-12-31', was: null }) },
  'POST /api/closing/open/': {
    may: 'superuser with money at МО',
    body: () => ({ until: null, was: '2001-12-31', reason: 'Проверка' }),
  },
  'POST /api/penalty_preview/': {
    may: 'money at МО and ПО',
    about: 'po',
    at: 'body',
    reads: true,
    body: (id) => ({ date: day, poFilter: [id] }),
  },
  'POST /api/penalties/': {
    may: 'money at МО and ПО',
    about: 'po',
    at: 'body',
    body: (id, n) => ({
      date: day,
      poFilter: [id],
      idempotencyKey: key(n),
      expected: { garages: 99, amount_kopecks: 99 },
    }),
  },
  'GET /api/unfounded_penalties/': { may: 'signed in' },
  'POST /api/unfounded_penalties/take_back/': {
    may: 'money at МО and ПО',
    about: 'garage',
    at: 'body',
    body: (id, n) => ({ garage: id, idempotencyKey: key(n), expected: { penalties: 99, amount_kopecks: 99 } }),
  },

  // Papers. A kind without personal data is anybody's of the place.
  'GET /api/documents/': { may: 'signed in', lists: 'paper' },
  'GET /api/documents/:id': { may: 'signed in', about: 'paper' },
  'GET /api/document_detail/:id': { may: 'signed in', about: 'paper' },
  'POST /api/document_detail/:id': { may: 'signed in', about: 'paper' },
  'POST /api/documents/:id/file/': { may: 'signed in', about: 'paper', reads: true },
  // Who printed a paper may cancel it; others need the register.
  'POST /api/documents/:id/cancel/': {
    may: 'signed in',
    about: 'paper',
    body: () => ({ reason: 'Проверка' }),
    also: [403],
  },
  'GET /api/document_types/': { may: 'superuser' },
  'GET /api/document_types/:id': { may: 'superuser', about: 'list entry' },
  'PUT /api/document_types/:id': {
    may: 'superuser',
    about: 'list entry',
    body: () => ({
      name: 'Вид',
      sort: 1,
      is_po_specific: true,
      is_manual_numerated: false,
      date_mode: null,
      warns_of_repeat: false,
      is_personal: false,
      is_active: true,
      levels: ['po'],
      contexts: ['garage'],
      version,
    }),
  },
  'POST /api/document_types/': { may: 'superuser', body: () => ({}) },
  'GET /api/document_templates/:id': { may: 'superuser', about: 'list entry' },
  'GET /api/document_templates/:id/records/': { may: 'superuser', about: 'list entry' },
  'POST /api/document_templates/:id/version/': {
    may: 'superuser',
    about: 'list entry',
    reads: true,
    body: () => ({ nth: 0 }),
  },
  'POST /api/document_templates/:id/draft/': { may: 'superuser', about: 'list entry', body: () => ({}) },
  'POST /api/document_templates/:id/restore/': { may: 'superuser', about: 'list entry', body: () => ({}) },
  'POST /api/document_templates/:id/enact/': { may: 'superuser', about: 'list entry', body: () => ({}) },
  'POST /api/document_templates/:id/preview/': { may: 'superuser', about: 'list entry', reads: true, body: () => ({}) },
  'POST /api/document_templates/:id/trial/': { may: 'superuser', about: 'list entry', reads: true, body: () => ({}) },
  'POST /api/document_scans/': { may: 'register', upload: true },
  'POST /api/document_batches/plan/': { may: 'signed in', reads: true, body: () => ({}) },
  'POST /api/document_batches/': { may: 'signed in', body: () => ({}) },
  'GET /api/document_type_list/': { may: 'signed in' },
  'GET /api/document_users/': { may: 'signed in' },
  'POST /api/document_type_info/': {
    may: 'signed in',
    about: 'garage',
    at: 'body',
    reads: true,
    body: (id) => ({ garage_id: id }),
  },
  'POST /api/generate_document/': {
    may: 'signed in',
    about: 'garage',
    at: 'body',
    body: (id) => ({ document_type_id: 1, garage_id: id }),
  },

  // Bank statements.
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

  // Mailings.
  'GET /api/notifications/': { may: 'mailing', lists: 'mailing' },
  'GET /api/notifications/:id': { may: 'mailing', about: 'mailing' },
  'POST /api/notifications/': { may: 'mailing', body: () => ({}) },
  'PUT /api/notifications/:id': { may: 'mailing', about: 'mailing', body: () => ({ selection: nobody, version }) },
  'DELETE /api/notifications/:id': { may: 'mailing', about: 'mailing' },
  'GET /api/notification_lists/': { may: 'mailing' },
  'POST /api/notification_preview/': { may: 'mailing', reads: true, body: () => ({ selection: nobody }) },
  'POST /api/notifications/:id/attachments/': { may: 'mailing', about: 'mailing', upload: true },
  'DELETE /api/notifications/:id/attachments/:fileId': { may: 'mailing', about: 'mailing' },
  'POST /api/notifications/:id/send/': {
    may: 'mailing',
    about: 'mailing',
    body: () => ({ version, expected: { people: 1, messages: 1, cost: 1 } }),
  },
  'POST /api/notifications/:id/recall/': { may: 'mailing', about: 'mailing' },
  'POST /api/notifications/:id/stop/': { may: 'mailing', about: 'mailing' },
  'POST /api/notifications/:id/repeat/': { may: 'mailing', about: 'mailing' },
  'POST /api/notifications/:id/approve/': { may: 'mailing', about: 'mailing' },
  'POST /api/notifications/:id/letters/': { may: 'mailing', about: 'mailing', body: () => ({ expected: 1 }) },
  'POST /api/notification_test/': { may: 'mailing', body: () => ({ selection: nobody }) },
  'GET /api/informing_history/': { may: 'mailing', lists: 'message' },
  'GET /api/informing_history/:id': { may: 'mailing', about: 'message' },
  'POST /api/informing_history/:id/mark/': {
    may: 'mailing',
    about: 'message',
    body: () => ({ status: 10, handedOn: day }),
  },
  'GET /api/message_templates/': { may: 'mailing' },
  'GET /api/message_templates/:id': { may: 'mailing', about: 'list entry' },
  'POST /api/message_templates/': { may: 'mailing', body: () => ({}) },
  'PUT /api/message_templates/:id': {
    may: 'mailing',
    about: 'list entry',
    body: () => ({ template_name: 'Шаблон', version }),
  },
  'GET /api/debt_rules/': { may: 'mailing', lists: 'debt rule' },
  'GET /api/debt_rules/:id': { may: 'mailing', about: 'debt rule' },
  'POST /api/debt_rules/': { may: 'mailing', body: () => ({}) },
  'PUT /api/debt_rules/:id': { may: 'mailing', about: 'debt rule', body: () => ({ ...debtRule, version }) },
  'DELETE /api/debt_rules/:id': { may: 'mailing', about: 'debt rule' },
  'POST /api/debt_rules/:id/switch/': {
    may: 'mailing',
    about: 'debt rule',
    body: () => ({ version, isOn: false }),
  },
  'POST /api/debt_rules/:id/run/': {
    may: 'mailing',
    about: 'debt rule',
    body: () => ({ version, isWanted: false }),
  },
  'POST /api/debt_rule_preview/': { may: 'mailing', reads: true, body: () => ({}) },
  'GET /unsubscribe/:token': { may: 'everybody', also: [404] },
  'POST /unsubscribe/:token': { may: 'everybody', also: [404] },

  // The administrator's panel.
  'GET /api/users/': superuser,
  'GET /api/users/:id': { may: 'superuser', about: 'list entry' },
  'GET /api/users/:id/actions': { may: 'superuser', about: 'list entry' },
  'POST /api/users/': { may: 'superuser', body: () => ({}) },
  'PUT /api/users/:id': {
    may: 'superuser',
    about: 'list entry',
    body: () => ({
      last_name: 'А',
      first_name: 'Б',
      phone: null,
      is_superuser: 0,
      capabilities: [],
      rights: [],
      version,
    }),
  },
  'POST /api/users/:id/disable': { may: 'superuser', about: 'list entry', body: () => ({}) },
  'POST /api/users/:id/enable': { may: 'superuser', about: 'list entry', body: () => ({}) },
  'DELETE /api/users/:id/sessions': { may: 'superuser', about: 'list entry' },
  'DELETE /api/users/:id/sessions/:sessionId': { may: 'superuser', about: 'list entry', also: [404] },
  'POST /api/users/:id/view_as': {
    may: 'superuser',
    about: 'list entry',
    body: () => ({ level: 'po', place: 999_999 }),
  },
  'DELETE /api/view_as/': { may: 'superuser', last: 1 },
  'GET /api/user_invite/:id': { may: 'superuser', about: 'list entry' },
  'POST /api/user_invite/:id': { may: 'superuser', about: 'list entry' },
  'DELETE /api/user_invite/:id': { may: 'superuser', about: 'list entry' },
  'GET /api/moes/': superuser,
  'GET /api/moes/:id': { may: 'superuser', about: 'list entry' },
  'POST /api/moes/': { may: 'superuser', body: () => ({}) },
  'PUT /api/moes/:id': { may: 'superuser', about: 'list entry', body: () => ({ name: 'МО', region_id: 1, version }) },
  'GET /api/poes/': superuser,
  'GET /api/poes/:id': { may: 'superuser', about: 'list entry' },
  'POST /api/poes/': { may: 'superuser', body: () => ({}) },
  'PUT /api/poes/:id': {
    may: 'superuser',
    about: 'list entry',
    body: () => ({ name: 'ПО', mo_id: 1, penalty: {}, version }),
  },
  'GET /api/gallery_items/': superuser,
  'GET /api/gallery_items/:id': { may: 'superuser', about: 'list entry' },
  'POST /api/gallery_items/': { may: 'superuser', upload: true },
  'PUT /api/gallery_items/:id': {
    may: 'superuser',
    about: 'list entry',
    body: () => ({ title: 'Картинка', sort: 1, is_active: true, version }),
  },
  'POST /api/gallery_items/:id/picture': { may: 'superuser', about: 'list entry', upload: true },
  'DELETE /api/gallery_items/:id': { may: 'superuser', about: 'list entry' },
  'GET /api/outbox/': superuser,
  'GET /api/outbox/:id': { may: 'superuser', also: [404] },
  'GET /api/registry_imports/po/:po': { may: 'superuser', about: 'list entry' },
  'POST /api/registry_imports/po/:po': { may: 'superuser', about: 'list entry', upload: true },
  'GET /api/registry_imports/mo/:mo': { may: 'superuser', about: 'list entry' },
  'POST /api/registry_imports/mo/:mo': { may: 'superuser', about: 'list entry', upload: true },
  'GET /api/registry_imports/whole/:id': { may: 'superuser', also: [404] },
  'PUT /api/registry_imports/whole/:id': { may: 'superuser', body: () => ({ name: 'ПО', po: 1 }), also: [404] },
  'POST /api/registry_imports/whole/:id/run/': { may: 'superuser', also: [404] },
  'POST /api/registry_imports/whole/:id/rollback/': { may: 'superuser', also: [404] },
  'GET /api/registry_imports/:id': { may: 'superuser', also: [404] },
  'PUT /api/registry_imports/:id': { may: 'superuser', body: () => ({}), also: [404] },
  'GET /api/registry_imports/:id/rows/': { may: 'superuser', also: [404] },
  'GET /api/registry_imports/:id/result/': { may: 'superuser', also: [404] },
  'GET /api/registry_imports/:id/remarks/': { may: 'superuser', also: [404] },
  'GET /api/registry_imports/:id/groups/': {
    may: 'superuser',
    also: [404],
    query: () => ({ kind: 'phone_unparsable' }),
  },
  'POST /api/registry_imports/:id/fixes/': { may: 'superuser', body: () => ({ fixes: [] }), also: [404] },
  'POST /api/registry_imports/:id/run/': { may: 'superuser', also: [404] },
  'POST /api/registry_imports/:id/rollback/': { may: 'superuser', also: [404] },
  ...Object.fromEntries(
    Object.entries(lists).flatMap(([name, body]) => {
      const rules = listEntry(body);
      return [
        [`GET /api/${name}/`, rules.list],
        [`GET /api/${name}/:id`, rules.one],
        [`POST /api/${name}/`, rules.create],
        [`PUT /api/${name}/:id`, rules.update],
      ];
    }),
  ),
};

/** What the matrix knows of somebody at work. */
export interface Principal {
  name: string;
  level: 'region' | 'mo' | 'po' | null;
  capabilities: readonly number[];
  isSuperuser: number;
  /** Looks through another's eyes, or is nobody the server knows. */
  state: 'good' | 'looking' | 'broken';
}

/** Whether the rights of a principal are enough, whatever the object. */
export function may({ level, capabilities, isSuperuser }: Principal, right: May): boolean {
  const has = (capability: number) => capabilities.includes(capability);
  switch (right) {
    case 'everybody':
    case 'signed in':
      return true;
    case 'superuser':
      return isSuperuser === 2;
    case 'support':
      return isSuperuser >= 1;
    case 'register':
      return has(1);
    case 'register at МО and ПО':
      return has(1) && (level === 'mo' || level === 'po');
    case 'register at МО':
      return has(1) && level === 'mo';
    case 'money':
      return has(2);
    case 'money at МО and ПО':
      return has(2) && (level === 'mo' || level === 'po');
    case 'money at МО':
      return has(2) && level === 'mo';
    case 'superuser with money at МО':
      return isSuperuser === 2 && has(2) && level === 'mo';
    case 'mailing':
      return has(3);
  }
}

/** Where an object stands, seen from the first ПО of the first МО of the first region; everybody of the matrix works there. */
export type Relation = 'own' | 'archived' | 'sibling' | 'cousin' | 'foreign' | 'absent' | 'malformed';
export const relations: readonly Relation[] = [
  'own',
  'archived',
  'sibling',
  'cousin',
  'foreign',
  'absent',
  'malformed',
];

/** Whether somebody working at a level sees what stands there. */
export function sees(level: Principal['level'], relation: Relation): boolean {
  if (relation === 'own' || relation === 'archived') return level !== null;
  if (relation === 'sibling') return level === 'mo' || level === 'region';
  if (relation === 'cousin') return level === 'region';
  return false;
}
