// The action log: who did what, where, to what, before and after; one tab for each kind of work.
import { z } from 'zod';
import { logTabs, type LogTab as Tab } from './actionWords.ts';
import { endless } from './kernel/endless.ts';
import { endpoint } from './kernel/endpoint.ts';
import { resource } from './kernel/resource.ts';
import { Id, IdValue, IsoDate, Kopecks } from './kernel/scalars.ts';
import { registryEdit, signedIn } from './kernel/scope.ts';

/** One kind of work, or `all`: the timeline of everything. */
export const LogTab = z.enum(['all', ...(Object.keys(logTabs) as [Tab, ...Tab[]])]);

/** One field before and after, in words. */
export const LogChange = z.object({ field: z.string(), before: z.string(), after: z.string() });
/**
 * The case or the paper behind a line, as it is today: № , garage or person, reason or kind; of a case also its state, days from the
 * application to its end (or today) and the fee, known once it is complete. Of what was taken away: its file, what it is of (`place`),
 * for what it was taken or why not.
 */
export const LogSubject = z.object({
  number: z.string().nullable(),
  place: z.string().nullable(),
  kind: z.string().nullable(),
  state: z.string().nullable(),
  days: z.number().nullable(),
  fee_kopecks: Kopecks.nullable(),
  file: z.string().nullable(),
  reason: z.string().nullable(),
});
export type LogSubject = z.infer<typeof LogSubject>;
/** What is told of the case, the paper or the file behind a line, under which names: tabs without them tell of none. */
export const subjectTitles: Partial<Record<Tab | 'all', Partial<Record<keyof LogSubject, string>>>> = {
  reregistration: {
    number: '№',
    place: 'Гараж',
    kind: 'Основание',
    state: 'Статус',
    days: 'Дней',
    fee_kopecks: 'Тариф',
  },
  reference: { kind: 'Тип', number: '№', place: 'Объект' },
  copy: { file: 'Файл', place: 'Объект', reason: 'Причина' },
};
export const ActionRow = z.object({
  id: z.number(),
  at: z.string(),
  /** Time zone of the place where it was done: that of its МО, of a region its own. */
  zone: z.string(),
  user: z.object({ id: z.number().nullable(), name: z.string() }),
  verb: z.string(),
  text: z.string(),
  object: z.object({ type: z.string(), id: z.number(), name: z.string().nullable() }).nullable(),
  region: z.string().nullable(),
  mo: z.string().nullable(),
  po: z.string().nullable(),
  changes: z.array(LogChange),
  /** On the tabs of re-registrations, papers and copies; null elsewhere, and where the reader does not see the thing itself. */
  subject: LogSubject.nullable(),
  ip: z.string().nullable(),
  device: z.string().nullable(),
});
export type ActionRow = z.infer<typeof ActionRow>;

/** What a line of the log can give back, beside what stands there now; personal values masked. */
export const ReturnReply = z.object({
  version: z.number(),
  data: z.array(
    z.object({
      column: z.string(),
      label: z.string(),
      former: z.string(),
      now: z.string(),
      /** It is another one and can still be read. */
      may: z.boolean(),
    }),
  ),
});
export type ReturnReply = z.infer<typeof ReturnReply>;

const former = (slug: 'garage' | 'profile') =>
  endpoint({
    tag: 'Журнал действий',
    method: 'GET',
    path: `/api/${slug}/:id/former/:line/`,
    summary: 'Что может вернуть запись журнала',
    needs: registryEdit,
    params: z.object({ id: Id, line: Id }),
    reply: ReturnReply,
  });
/** A return is an ordinary save, with its own line in the log; the version is that of the card. */
const giveBack = (slug: 'garage' | 'profile') =>
  endpoint({
    tag: 'Журнал действий',
    method: 'POST',
    path: `/api/${slug}/:id/return/`,
    summary: 'Вернуть прежнее значение',
    needs: registryEdit,
    params: z.object({ id: Id }),
    body: z.object({ line: IdValue, columns: z.array(z.string().max(40)).min(1).max(40), version: z.number().int() }),
    reply: z.object({ version: z.number() }),
  });
export const garageFormer = former('garage');
export const garageReturn = giveBack('garage');
export const profileFormer = former('profile');
export const profileReturn = giveBack('profile');

export const LogFilter = z.object({
  tab: LogTab.default('profile'),
  /** Words about who, over whom, which garage or paper, where. */
  q: z.string().max(100).optional(),
  from: IsoDate.optional(),
  to: IsoDate.optional(),
  mo: z.array(z.number().int()).max(200).optional(),
  po: z.array(z.number().int()).max(200).optional(),
  user: z.array(z.number().int()).max(50).optional(),
  /** The story of one object: `garage:5`. */
  object: z
    .string()
    .regex(/^[a-z_]{1,40}:\d{1,9}$/)
    .optional(),
  verb: z.array(z.string().max(40)).max(30).optional(),
  /** Lines of an МО or a region itself, of no ПО. */
  noPo: z.boolean().optional(),
  /** Lines of one weekday (1 Monday) or one hour of the day, Moscow time: what a cell of the picture of sign-ins opens. */
  weekday: z.number().int().min(1).max(7).optional(),
  hour: z.number().int().min(0).max(23).optional(),
  /** A superuser may look at every place at once. */
  everywhere: z.boolean().optional(),
  /** Rows after this one in the asked order: pages are walked by key and the total is not counted again. */
  after: IdValue.optional(),
});
export type LogFilter = z.output<typeof LogFilter>;

/** How a tab of the journal is looked at: it stands in the address and in saved views beside the conditions, and is none. */
const LogView = {
  rows: z.string().max(20).optional(),
  mode: z.string().max(20).optional(),
  side: z.string().max(20).optional(),
  /** Of the ledger's lines: what was charged, how it was paid; 0 is nothing. */
  type: z.number().int().optional(),
  method: z.number().int().optional(),
  who: z.string().max(20).optional(),
  against: z.string().max(20).optional(),
  across: z.string().max(20).optional(),
};

export const actionLog = resource({
  name: endless.actionLog,
  title: 'Журнал действий',
  read: signedIn,
  row: ActionRow,
  card: ActionRow,
  filter: LogFilter.extend(LogView),
  sorts: ['at'],
});

/** Where the log begins: months older than five years may have left it for files. */
export const logKept = endpoint({
  tag: 'Журнал действий',
  method: 'GET',
  path: '/api/action_log_kept/',
  summary: 'С какого дня строки в журнале',
  needs: signedIn,
  /** First day of the lines that are there, by the calendar of Moscow; null while none has left. */
  reply: z.object({ from: z.string().nullable() }),
});

/** People of the scope, for the filter; those without a name are left out. */
export const logUsers = endpoint({
  tag: 'Журнал действий',
  method: 'GET',
  path: '/api/action_log_users/',
  summary: 'Пользователи для отбора журнала',
  needs: signedIn,
  query: z.object({ q: z.string().max(100).optional(), ids: z.string().max(400).optional() }),
  reply: z.object({ data: z.array(z.object({ id: z.number(), name: z.string() })) }),
});
