// Reports by the clock: what is sent by e-mail, to whom, when; each receiver gets what he himself would see at that moment.
import { z } from 'zod';
import { LogTab } from './actionLog.ts';
import { endpoint } from './kernel/endpoint.ts';
import { exportedLists } from './kernel/objects.ts';
import { ByIdParams } from './kernel/resource.ts';
import { checkRhythm, rhythmFields } from './kernel/rhythm.ts';
import { IdValue, line, Named, optionalLine, Version } from './kernel/scalars.ts';
import { signedIn } from './kernel/scope.ts';
import { Against, PivotShape, StatTable } from './statistics.ts';

const tag = 'Отчёты по расписанию';

/** Days of a table of statistics, counted back from the day of the sending; `as_is`: those of its conditions. */
export const reportPeriods = {
  yesterday: 'Вчера',
  last_week: 'Прошлая неделя',
  last_month: 'Прошлый месяц',
  last_quarter: 'Прошлый квартал',
  this_month: 'С начала месяца',
  this_year: 'С начала года',
  as_is: 'Дни из отбора',
} as const;
export type ReportPeriod = keyof typeof reportPeriods;
const periods = Object.keys(reportPeriods) as [ReportPeriod, ...ReportPeriod[]];

const conditions = z.record(z.string(), z.unknown());
/** What is sent: a list as on screen, or a table of a tab of statistics. */
export const ReportSource = z.discriminatedUnion('of', [
  z.object({
    of: z.literal('list'),
    resource: z.enum(exportedLists),
    columns: z.array(z.string().max(40)).min(1).max(40),
    sort: z.tuple([z.string().max(40), z.enum(['ASC', 'DESC'])]),
    filter: conditions,
  }),
  z.object({
    of: z.literal('statistics'),
    tab: LogTab,
    table: StatTable,
    filter: conditions,
    against: Against,
    period: z.enum(periods),
    /** What a pivot stands on. */
    pivot: PivotShape.optional(),
  }),
]);
export type ReportSource = z.output<typeof ReportSource>;

/** More people are written to by a mailing. */
export const MOST_RECEIVERS = 30;

const fields = {
  name: line(120),
  source: ReportSource,
  /** Conditions in words. */
  conditions: optionalLine(1000),
  format: z.enum(['xlsx', 'pdf']),
  ...rhythmFields,
  /** Hour of the place. */
  atHour: z.number('Введите час').int('Целое число').min(0, 'От 0 до 23 часов').max(23, 'От 0 до 23 часов'),
  /** Nothing is sent when there is not one row. */
  skipsEmpty: z.boolean(),
  receivers: z
    .array(IdValue)
    .min(1, 'Выберите, кто получает')
    .max(MOST_RECEIVERS, `Не больше ${MOST_RECEIVERS} получателей`),
};
export const ReportBody = z.object(fields).superRefine(checkRhythm);
export type ReportBody = z.output<typeof ReportBody>;

const Receiver = Named.extend({
  /** The place whose rows he gets: his own within that of the report; null when he has none left there. */
  place: z.string().nullable(),
  /** Why he would get nothing now. */
  refusal: z.string().nullable(),
});

export const Report = z.object({
  ...fields,
  conditions: z.string().nullable(),
  id: z.number(),
  version: z.number(),
  receivers: z.array(Receiver),
  place: z.string(),
  owner: Named.nullable(),
  isPaused: z.boolean(),
  pauseReason: z.string().nullable(),
  next_at: z.string(),
  /** Moments that passed while the server stood still: a person decides about each. `id` is that of the moment. */
  late: z.array(z.object({ id: z.number(), at: z.string(), failure: z.string().nullable() })),
  /** What came of the last moment. */
  last: z.object({ at: z.string(), sent: z.number(), left_out: z.number() }).nullable(),
  /** The reader owns it, or may act for the owner. */
  mayEdit: z.boolean(),
  /** The reader is one of its receivers. */
  isMine: z.boolean(),
});
export type Report = z.infer<typeof Report>;
const Reports = z.object({ data: z.array(Report) });

/** «Кто что получает»: reports of the actor's place, those he owns and those he gets. */
export const reports = endpoint({
  tag,
  method: 'GET',
  path: '/api/reports/',
  summary: 'Кто что получает',
  needs: signedIn,
  reply: Reports,
});

/** Colleagues of the actor's place and below it, by name. */
export const reportReceivers = endpoint({
  tag,
  method: 'GET',
  path: '/api/report_receivers/',
  summary: 'Кому можно присылать отчёты',
  needs: signedIn,
  reply: z.object({ data: z.array(Named.extend({ place: z.string() })) }),
});

export const createReport = endpoint({
  tag,
  method: 'POST',
  path: '/api/reports/',
  summary: 'Присылать по расписанию',
  needs: signedIn,
  body: ReportBody,
  reply: Reports,
});
export const updateReport = endpoint({
  tag,
  method: 'PUT',
  path: '/api/reports/:id',
  summary: 'Изменить отчёт',
  needs: signedIn,
  params: ByIdParams,
  body: ReportBody.safeExtend({ version: Version }),
  reply: Reports,
});
/** Off for ever; what was sent stays in the log. */
export const withdrawReport = endpoint({
  tag,
  method: 'DELETE',
  path: '/api/reports/:id',
  summary: 'Удалить отчёт',
  needs: signedIn,
  params: ByIdParams,
  reply: Reports,
});
export const pauseReport = endpoint({
  tag,
  method: 'POST',
  path: '/api/reports/:id/pause/',
  summary: 'Приостановить или продолжить отчёт',
  needs: signedIn,
  params: ByIdParams,
  body: z.object({ version: Version, isPaused: z.boolean() }),
  reply: Reports,
});
/** Gives the report to a colleague who works at its place. */
export const handReport = endpoint({
  tag,
  method: 'POST',
  path: '/api/reports/:id/hand/',
  summary: 'Передать отчёт',
  needs: signedIn,
  params: ByIdParams,
  body: z.object({ version: Version, owner: IdValue }),
  reply: Reports,
});
/** A receiver does not want it any more. */
export const leaveReport = endpoint({
  tag,
  method: 'POST',
  path: '/api/reports/:id/leave/',
  summary: 'Не получать отчёт',
  needs: signedIn,
  params: ByIdParams,
  reply: Reports,
});
/** A moment that was missed: sent now for the days it was meant for, or left out. */
export const decideReport = endpoint({
  tag,
  method: 'POST',
  path: '/api/reports/:id/late/',
  summary: 'Отправить пропущенный отчёт или пропустить',
  needs: signedIn,
  params: ByIdParams,
  body: z.object({ moment: IdValue, isWanted: z.boolean() }),
  reply: Reports,
});
/** The file as the reader would get it now. */
export const reportFile = endpoint({
  tag,
  method: 'POST',
  path: '/api/reports/:id/file/',
  summary: 'Скачать отчёт сейчас',
  needs: signedIn,
  params: ByIdParams,
  kind: 'file',
});

/** What came of the last moments, the latest first; at most 200 lines. */
export const reportSendings = endpoint({
  tag,
  method: 'GET',
  path: '/api/reports/:id/sendings/',
  summary: 'Что отправлено',
  needs: signedIn,
  params: ByIdParams,
  reply: z.object({
    data: z.array(
      z.object({
        id: z.number(),
        due_at: z.string(),
        at: z.string(),
        user: Named,
        rows: z.number().nullable(),
        reason: z.string().nullable(),
        /** Of the letter: queued, sending, sent, failed, unknown, cancelled; null when none was written. */
        letter: z.string().nullable(),
      }),
    ),
  }),
});
