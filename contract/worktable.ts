// Working habits and taking data away: saved views, export of a list, background jobs, global search, the outbox.
import { z } from 'zod';
import { endpoint } from './kernel/endpoint.ts';
import { resource } from './kernel/resource.ts';
import { Id, Kopecks, line } from './kernel/scalars.ts';
import { registerBackup, signedIn, superuser } from './kernel/scope.ts';
import { PlateRef } from './profiles.ts';

export const SavedView = z.object({
  id: z.number(),
  resource: z.string(),
  name: z.string(),
  state: z.record(z.string(), z.unknown()),
});
export type SavedView = z.infer<typeof SavedView>;
const Views = z.object({ data: z.array(SavedView) });
const views = 'Сохранённые виды';
export const savedViews = endpoint({
  tag: views,
  method: 'GET',
  path: '/api/saved_views/:resource',
  summary: 'Виды списка',
  needs: signedIn,
  params: z.object({ resource: z.string().max(40) }),
  reply: Views,
});
export const saveView = endpoint({
  tag: views,
  method: 'POST',
  path: '/api/saved_views/:resource',
  summary: 'Сохранить вид',
  needs: signedIn,
  params: z.object({ resource: z.string().max(40) }),
  body: z.object({ name: line(60), state: z.record(z.string(), z.unknown()) }),
  reply: Views,
});
export const deleteView = endpoint({
  tag: views,
  method: 'DELETE',
  path: '/api/saved_view/:id',
  summary: 'Удалить вид',
  needs: signedIn,
  params: z.object({ id: Id }),
  reply: Views,
});

const habits = 'Привычки человека';
/** Keys of habits: `garages.columns` is the choice of columns of the garage list. */
const HabitKey = z.string().regex(/^[a-z][\w.-]{0,40}\.columns$/, 'Неизвестная настройка');
/** A choice of columns: true shows, false hides. */
export const HabitValue = z
  .record(z.string().max(40), z.boolean())
  .refine((value) => Object.keys(value).length <= 60, 'Не больше 60 столбцов');
/** What the person arranged for himself: it follows him to any browser. */
export const userHabits = endpoint({
  tag: habits,
  method: 'GET',
  path: '/api/user_settings/',
  summary: 'Мои настройки списков',
  needs: signedIn,
  reply: z.object({ data: z.record(z.string(), HabitValue) }),
});
/** Keeps one habit; an empty value forgets it. */
export const saveHabit = endpoint({
  tag: habits,
  method: 'PUT',
  path: '/api/user_settings/:key',
  summary: 'Запомнить настройку списка',
  needs: signedIn,
  params: z.object({ key: HabitKey }),
  body: z.object({ value: HabitValue }),
  reply: z.object({ data: z.record(z.string(), HabitValue) }),
});

/** Lists that can be taken away; columns are named as on screen and checked against the resource. */
export const exportable = [
  'garages',
  'profiles',
  'contributions',
  'payments',
  'action_log',
  'regions',
  'moes',
  'poes',
  'users',
] as const;
export const exportList = endpoint({
  tag: 'Экспорт',
  method: 'POST',
  path: '/api/export/:resource',
  summary: 'Выгрузить список как на экране',
  needs: signedIn,
  params: z.object({ resource: z.enum(exportable) }),
  body: z.object({
    format: z.enum(['xlsx', 'csv']),
    /** Column keys in the order of the screen. */
    columns: z.array(z.string().max(40)).min(1).max(40),
    sort: z.tuple([z.string().max(40), z.enum(['ASC', 'DESC'])]),
    filter: z.record(z.string(), z.unknown()),
  }),
  kind: 'file',
});

/** Full register of an МО as a workbook; asks for a password checked a moment ago (`check_password`). */
export const generateFullRegister = endpoint({
  tag: 'Экспорт',
  method: 'GET',
  path: '/api/generate_full_register/',
  summary: 'Резервная копия реестра МО',
  needs: registerBackup,
  kind: 'file',
});

export const SearchAnswer = z.object({
  query: z.string(),
  /** Set when the query was read as if typed in the other keyboard layout. */
  corrected: z.string().nullable(),
  garages: z.object({
    total: z.number(),
    items: z.array(PlateRef.extend({ account_no: z.string(), owner: z.string().nullable(), balance_kopecks: Kopecks })),
  }),
  profiles: z.object({
    total: z.number(),
    items: z.array(
      z.object({
        id: z.number(),
        full_name: z.string(),
        birthday: z.string().nullable(),
        phone: z.string().nullable(),
        garages: z.array(PlateRef),
      }),
    ),
  }),
});
export type SearchAnswer = z.infer<typeof SearchAnswer>;
/** One box: name, phone tail (≥ 4 digits), account number, «12-3 45», passport (exact, capability 1, logged). */
export const globalSearch = endpoint({
  tag: 'Поиск',
  method: 'GET',
  path: '/api/global_search/',
  summary: 'Поиск',
  needs: signedIn,
  query: z.object({ q: z.string().trim().max(100), limit: z.coerce.number().int().min(1).max(50).default(10) }),
  reply: SearchAnswer,
});

export const Job = z.object({
  id: z.number(),
  kind: z.string(),
  title: z.string(),
  status: z.enum(['queued', 'running', 'done', 'failed', 'cancelled']),
  stage: z.string(),
  done: z.number(),
  total: z.number(),
  errors: z.number(),
  failure: z.string().nullable(),
  /** Page of the console where the result is. */
  link: z.string().nullable(),
  created_at: z.string(),
  finished_at: z.string().nullable(),
});
export type Job = z.infer<typeof Job>;
/** Own background work, newest first. */
export const jobList = endpoint({
  tag: 'Задания',
  method: 'GET',
  path: '/api/jobs/',
  summary: 'Мои задания',
  needs: signedIn,
  reply: z.object({ data: z.array(Job) }),
});

const OutboxLetter = z.object({
  id: z.number(),
  recipient: z.string(),
  subject: z.string(),
  body_text: z.string(),
  created_at: z.string(),
  sent_at: z.string().nullable(),
  failure: z.string().nullable(),
});
/** Letters of the mail port, readable by a superuser. */
export const outbox = resource({
  name: 'outbox',
  title: 'Исходящая почта',
  read: superuser,
  row: OutboxLetter,
  card: OutboxLetter,
  filter: z.object({ q: z.string().max(100).optional() }),
  sorts: ['created_at', 'recipient'],
});
