// Working habits: saved views and the columns of lists.
import { endpoint } from './kernel/endpoint.ts';
import { Id, line } from './kernel/scalars.ts';
import { signedIn } from './kernel/scope.ts';
import { z } from 'zod';

export const SavedView = z.object({
  id: z.number(),
  resource: z.string(),
  name: z.string(),
  state: z.record(z.string(), z.unknown()),
});

export type SavedView = z.infer<typeof SavedView>;

const Views = z.object({ data: z.array(SavedView) });

const views = 'Сохранённые виды';

/** A view is conditions and columns; what is longer is none. */
const MOST_STATE = 16_384;
const State = z
  .record(z.string(), z.unknown())
  .refine((state) => JSON.stringify(state).length <= MOST_STATE, 'Вид слишком велик: уменьшите число условий');

/** Lists that keep views, by the name under which each keeps them. */
export const viewedLists = [
  'garages',
  'profiles',
  'reregistrations',
  'contributions',
  'payments',
  'documents',
  'notifications',
  'notification_drafts',
] as const;
export type ViewedList = (typeof viewedLists)[number];
const OfList = z.object({ resource: z.enum(viewedLists, 'Неизвестный список') });

export const savedViews = endpoint({
  tag: views,
  method: 'GET',
  path: '/api/saved_views/:resource',
  summary: 'Виды списка',
  needs: signedIn,
  params: OfList,
  reply: Views,
});

export const saveView = endpoint({
  tag: views,
  method: 'POST',
  path: '/api/saved_views/:resource',
  summary: 'Сохранить вид',
  needs: signedIn,
  params: OfList,
  body: z.object({ name: line(60), state: State }),
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

/** Keys of habits: `garages.columns` is the choice of columns of the garage list, `home.first` what opens after signing in. */
const HabitKey = z.string().regex(/^(?:[a-z][\w.-]{0,40}\.columns|home\.first)$/, 'Неизвестная настройка');

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
