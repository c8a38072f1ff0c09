// Figures of statistics pinned to the cockpit: with their conditions, their days and what they were when they were pinned.
import { z } from 'zod';
import { LogTab } from './actionLog.ts';
import { endpoint } from './kernel/endpoint.ts';
import { ByIdParams } from './kernel/resource.ts';
import { optionalLine } from './kernel/scalars.ts';
import { signedIn } from './kernel/scope.ts';

const tag = 'Закреплённые показатели';

/** Figures that can be pinned: lines of the log; of money, kopecks, and whole per cent for `share`. */
export const pinFigures = {
  count: 'Действий',
  charged: 'Начислено',
  paid: 'Оплачено',
  share: 'Собираемость',
  debt: 'Долг',
} as const;
export const PinFigure = z.enum(['count', 'charged', 'paid', 'share', 'debt']);
export type PinFigure = z.infer<typeof PinFigure>;
/** More figures are a page of statistics. */
export const MOST_PINS = 12;

const fields = {
  tab: LogTab,
  figure: PinFigure,
  /** Conditions of the tab, as its figures take them. */
  filter: z.record(z.string(), z.unknown()),
};
const Pin = z.object({
  ...fields,
  id: z.number(),
  conditions: z.string().nullable(),
  /** Days that are counted now; null when the conditions are no longer known. */
  period: z.object({ from: z.string(), to: z.string() }).nullable(),
  value: z.number().nullable(),
  pinned_value: z.number().nullable(),
  pinned_at: z.string(),
});
export type Pin = z.infer<typeof Pin>;
const Pins = z.object({ data: z.array(Pin) });

/** The actor's own, of the place where he works now; those he has no right to any more are not there. */
export const pins = endpoint({
  tag,
  method: 'GET',
  path: '/api/pins/',
  summary: 'Закреплённые показатели',
  needs: signedIn,
  reply: Pins,
});
export const pinFigure = endpoint({
  tag,
  method: 'POST',
  path: '/api/pins/',
  summary: 'Закрепить показатель',
  needs: signedIn,
  body: z.object({ ...fields, conditions: optionalLine(1000) }),
  reply: Pins,
});
export const unpinFigure = endpoint({
  tag,
  method: 'DELETE',
  path: '/api/pins/:id',
  summary: 'Открепить показатель',
  needs: signedIn,
  params: ByIdParams,
  reply: Pins,
});
