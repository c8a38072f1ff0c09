// The cockpit: what waits for the person at his place, how the debt moves, how complete the data are.
import { z } from 'zod';
import { OwingGarage } from './balance.ts';
import { endpoint } from './kernel/endpoint.ts';
import { Kopecks } from './kernel/scalars.ts';
import { signedIn } from './kernel/scope.ts';

/** What may wait; a check that the person has no right to is not there at all. */
export const checks = [
  'bank_rows',
  'cases',
  'letters',
  'upkeep',
  'mailings',
  'statement',
  'month',
  'cash_days',
  'privileges_expired',
  'privileges_soon',
  'no_owner',
] as const;
export const Check = z.enum(checks);
export type Check = z.infer<typeof Check>;
/** What is to be done, in words. */
export const checkWords: Record<Check, string> = {
  bank_rows: 'опознать платежи из выписок',
  cases: 'двинуть переоформления, которые стоят больше недели',
  letters: 'разобрать письма, которые не ушли',
  upkeep: 'разобрать, что программа не смогла сделать сама',
  mailings: 'разобрать рассылки, которые дошли не до всех',
  statement: 'загрузить выписку банка',
  month: 'закрыть месяц',
  cash_days: 'закрыть кассовые дни',
  privileges_expired: 'разобрать истёкшие льготы',
  privileges_soon: 'продлить льготы, которые истекают',
  no_owner: 'найти владельцев гаражей',
};

/** What is missing of the data is given to colleagues beside what waits. */
export const lackLists = [
  'no_phone',
  'no_email',
  'no_consent',
  'no_birthday',
  'no_address',
  'duplicates',
  'not_confirmed',
] as const;
export const worklists = [...checks, ...lackLists] as const;
export const Worklist = z.enum(worklists);
export type Worklist = z.infer<typeof Worklist>;
export const worklistWords: Record<Worklist, string> = {
  ...checkWords,
  no_phone: 'дописать телефоны',
  no_email: 'дописать почту',
  no_consent: 'собрать согласия на обработку данных',
  no_birthday: 'дописать даты рождения',
  no_address: 'дописать адреса',
  duplicates: 'разобрать двойников',
  not_confirmed: 'подтвердить данные людей',
};

const Waiting = z.object({
  check: Check,
  /** How many wait (days without a statement); 0: all is well. */
  count: z.number(),
  kopecks: Kopecks.nullable(),
  /** Since when the oldest waits, or the day that is spoken of. */
  since: z.string().nullable(),
});
export type Waiting = z.infer<typeof Waiting>;

/** Parts of the score of data: what is missing and how much of 100 the part weighs. */
export const qualityWeights = {
  phone: 25,
  consent: 20,
  birthday: 15,
  address: 15,
  owner: 10,
  duplicates: 10,
  confirmed: 5,
} as const;
export type QualityPart = keyof typeof qualityWeights;
const parts = Object.keys(qualityWeights) as [QualityPart, ...QualityPart[]];

export const TodayReply = z.object({
  day: z.string(),
  waiting: z.array(Waiting),
  /** Of those who may read money: the debt now and a week ago, what moved it; a line of month ends from January on. */
  debt: z
    .object({
      now_kopecks: Kopecks,
      /** Of it, what the day to pay by has passed for. */
      overdue_kopecks: Kopecks,
      week_ago_kopecks: Kopecks,
      week_ago: z.string(),
      charged_kopecks: Kopecks,
      paid_kopecks: Kopecks,
      line: z.array(z.object({ on: z.string(), kopecks: Kopecks })),
      /** Charged and paid since January. */
      year_charged_kopecks: Kopecks,
      /** What of the money has closed charges: what became an advance is left out. */
      year_collected_kopecks: Kopecks.nullable(),
      /** The largest debts of the place, not more than twenty. */
      top: z.array(OwingGarage),
    })
    .nullable(),
  quality: z.object({
    /** Out of 100, one decimal; null without people and garages. */
    score: z.number().nullable(),
    people: z.number(),
    garages: z.number(),
    /** Missing ones, and what the score gains when all of them are mended. */
    parts: z.array(z.object({ part: z.enum(parts), missing: z.number(), gain: z.number() })),
    /** People without a mailbox, and members of the society: told, not scored. */
    no_email: z.number(),
    members: z.number(),
  }),
});
export type TodayReply = z.infer<typeof TodayReply>;

export const today = endpoint({
  tag: 'Сегодня',
  method: 'GET',
  path: '/api/today/',
  summary: 'Что ждёт на месте работы',
  needs: signedIn,
  reply: TodayReply,
});
