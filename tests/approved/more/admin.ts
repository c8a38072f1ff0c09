// What superusers and the support do: accounts, the sign-in page, instructions, what leaves the house and what did not.
import { mo, one, po, type Asked } from '../asked.ts';

const id = (...answers: { id: number }[]) => answers[0]!.id;
const text = { v: 1, doc: [{ type: 'paragraph', content: [{ type: 'text', text: 'Откройте «Гаражи».' }] }] };

/** A new account: its invitation leaves by letter. */
const made = one('POST /api/users/', {
  last_name: 'Ильина',
  first_name: 'Вера',
  father_name: 'Олеговна',
  email: 'ilina@example.ru',
  phone: '+79001230000',
  is_superuser: 0,
  capabilities: [1, 2],
  rights: [
    { level: 'po', id: 1, role: 'clerk' },
    { level: 'mo', id: 1, role: 'auditor' },
  ],
});

function users(): Asked[] {
  const invited = one('POST /api/user_invite/:id', undefined, { at: id });
  const token = (_user: unknown, { link }: { link: string }) => ({ token: link.split('=').at(-1)! });
  return [
    made,
    one('POST /api/user_invite/:id', undefined, { at: id, before: [made] }),
    one('POST /api/users/:id/disable', undefined, { at: id, before: [made] }),
    one('PUT /api/invite_public_detail/', token, { before: [made, invited] }),
    one('PUT /api/invite_public_detail/', (...all) => ({ ...token(all[0], all[1]), password: 'Ворота-45-Ленина' }), {
      before: [made, invited],
    }),
  ];
}

function pictures(): Asked[] {
  const added = one('POST /api/gallery_items/', { title: 'Ворота', caption: 'Въезд' }, { file: 'picture' });
  const stamp = { id: 1, kind: 'stamp' };
  const more = { at: id, before: [added] };
  return [
    one('GET /api/gallery_items/:id', undefined, more),
    one('PUT /api/gallery_items/:id', { title: 'Въезд', caption: null, sort: 3, is_active: false, version: 1 }, more),
    one('POST /api/gallery_items/:id/picture', {}, { ...more, file: 'picture' }),
    one('DELETE /api/gallery_items/:id', undefined, more),
    one('DELETE /api/po_pictures/:id/:kind', undefined, {
      at: stamp,
      before: [one('POST /api/po_pictures/:id/:kind', {}, { at: stamp, file: 'picture' })],
    }),
  ];
}

function instructions(): Asked[] {
  const added = (kind: string) =>
    one('POST /api/tutorials/', {
      kind,
      title: 'Как найти гараж',
      topic: 'other',
      body: kind === 'article' ? text : null,
      pages: ['garages'],
      sort: 3,
      is_active: kind === 'article',
      checked_on: '2026-11-01',
    });
  return [
    added('article'),
    one('POST /api/tutorials/:id/file/', {}, { at: id, file: 'pdf', before: [added('pdf')] }),
    one(
      'POST /api/program_tutorials/',
      (_gone, { data }: { data: { title: string }[] }) => ({ titles: data.map(({ title }) => title) }),
      {
        before: [`delete from tutorial where id = (select max(id) from tutorial)`, one('GET /api/program_tutorials/')],
      },
    ),
  ];
}

function news(): Asked[] {
  const written = mo('POST /api/news/', {
    title: 'Субботник',
    body: text,
    audience: { all: false, places: [{ level: 'mo', id: 1 }], roles: [] },
    is_pinned: false,
    asks_ack: false,
    publish: 'draft',
  });
  const added = mo('POST /api/news/:id/files/', {}, { at: id, file: 'pdf' });
  return [
    mo('DELETE /api/news/:id/files/:fileId', undefined, {
      at: (kept: { id: number }, { files }: { files: { id: number }[] }) => ({ id: kept.id, fileId: files[0]!.id }),
      before: [written, added],
    }),
  ];
}

/** What time or a fault has left to a person. */
function leftBehind(): Asked[] {
  const late = (what: string, object: string) =>
    `insert into due_moment (what, object, due_at, state) values ('${what}', '${object}', '2026-11-16T05:00:00Z', 'asks') returning id`;
  const moment = (rows: { id: number }[]) => rows[0]!.id;
  const report = late('report.send', '2@2026-11-16T05:00:00.000Z');
  const failed = `update outbox set state = 'failed', failure = 'ящик полон' where id = (select min(id) from outbox where what not like 'notification%') returning id`;
  const waiting = ({ data }: { data: { channel: string; waiting: number }[] }) => ({
    channel: 'mail',
    waiting: data.find(({ channel }) => channel === 'mail')!.waiting,
  });
  const decide = 'POST /api/due_moments/:id/decide/';
  return [
    one(decide, { isWanted: true }, { at: moment, before: [report] }),
    one(decide, { isWanted: false }, { at: moment, before: [report] }),
    one('POST /api/outbox/:id/resend/', undefined, {
      at: (_user, rows: { id: number }[]) => rows[0]!.id,
      before: [made, failed],
    }),
    one('POST /api/outgoing/open/', waiting, {
      before: [one('POST /api/outgoing/close/', { channels: ['mail', 'sms'], reason: 'Проверка писем' })],
    }),
    ...[true, false].map((isWanted) =>
      mo('POST /api/reports/:id/late/', (rows: { id: number }[]) => ({ moment: moment(rows), isWanted }), {
        at: 2,
        before: [report],
      }),
    ),
  ];
}

function ownThings(): Asked[] {
  const day = { from: '2026-11-01T00:00:00Z', to: '2026-11-20T12:00:00Z' };
  const report = {
    name: 'Должники',
    source: {
      of: 'list',
      resource: 'garages',
      columns: ['plate', 'owner', 'debt'],
      sort: ['balance_kopecks', 'ASC'],
      filter: { garageDebt: 'debt' },
    },
    conditions: 'Долг: есть',
    format: 'xlsx',
    every: 'week',
    onDay: 1,
    atHour: 8,
    skipsEmpty: true,
    receivers: [3, 4],
  };
  const open = ({ data }: { data: { id: number; state: string }[] }) => data.find(({ state }) => state === 'open')!.id;
  return [
    mo('POST /api/reports/', report),
    one('PUT /api/reports/:id', { ...report, every: 'month', version: 1 }, { at: 3 }),
    mo(
      'POST /api/requests/:id/answer/',
      { version: 1, state: 'declined', note: 'Номер верный' },
      { at: open, before: [mo('GET /api/requests/')] },
    ),
    one(
      'POST /api/program_tutorials/',
      (_renamed, { data }: { data: { title: string }[] }) => ({ titles: [data[0]!.title] }),
      {
        before: [
          `update tutorial set title = 'Своя статья' where id = (select min(id) from tutorial)`,
          one('GET /api/program_tutorials/'),
        ],
      },
    ),
    mo('POST /api/pins/', { tab: 'balance_operation', figure: 'paid', filter: {}, conditions: null }),
    po('DELETE /api/requests/:id', undefined, {
      at: id,
      before: [
        po(
          'POST /api/requests/:type/:objectId',
          { note: 'Исправьте номер', dueOn: null },
          { at: { type: 'garage', objectId: 2 } },
        ),
      ],
    }),
    mo(
      'POST /api/support_chat/:id/consent/',
      {
        context: {
          page: '/garages',
          screen: '1280×800',
          refusals: [{ at: '2026-11-20T08:59:00Z', status: 422, text: 'Укажите дату' }],
        },
      },
      { at: ({ thread }: { thread: { id: number } }) => thread.id, before: [mo('GET /api/support_chat/')] },
    ),
    one('POST /api/incident/', day),
    one('POST /api/incident/file/', { ...day, profile: 5 }),
    mo('POST /api/handovers/:id/withdraw/', undefined, { at: 1 }),
    one('POST /api/handovers/:id/confirm/', ({ rights }: { rights: string[] }) => ({ rights }), {
      at: 1,
      before: [one('GET /api/handovers/:id/', undefined, { at: 1 })],
    }),
  ];
}

export const adminOf = (): Asked[] => [
  ...users(),
  ...pictures(),
  ...instructions(),
  ...news(),
  ...leftBehind(),
  ...ownThings(),
];
