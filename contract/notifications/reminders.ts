// Rules by which debtors are reminded by themselves; each run is an ordinary mailing of the journal.
import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { ByIdParams, resource } from '../kernel/resource.ts';
import { checkRhythm, rhythmFields } from '../kernel/rhythm.ts';
import { IdValue, Kopecks, line, Named, Version } from '../kernel/scalars.ts';
import { mailingSend } from '../kernel/scope.ts';
import { ChannelRule } from '../notifications.ts';

const whole = (least: number, most: number, words: string) =>
  z.number('Введите число').int('Целое число').min(least, words).max(most, words);

const fields = {
  name: line(120),
  /** The garage owes at least so much, kopecks. */
  minDebt: Kopecks.min(100, 'Не меньше 1 рубля').max(100_000_000, 'Не больше 1 000 000 рублей'),
  /** Its oldest unpaid charge is at least so many days old. */
  minDays: whole(0, 3650, 'От 0 до 3650 дней'),
  /** Types of charges whose debt counts; none: all. */
  accrualTypes: z.array(IdValue).max(50),
  ...rhythmFields,
  /** Hour of the place. */
  atHour: whole(9, 20, 'От 9 до 20 часов'),
  template: IdValue,
  channel: ChannelRule,
  /** The same person is reminded by this rule not more often than once in so many days. */
  repeatDays: whole(1, 366, 'От 1 до 366 дней'),
  /** {Срок}: so many days after the run. */
  payDays: whole(1, 366, 'От 1 до 366 дней'),
};
export const DebtRuleBody = z.object(fields).superRefine(checkRhythm);
export type DebtRuleBody = z.output<typeof DebtRuleBody>;

export const DebtRule = z.object({
  ...fields,
  id: z.number(),
  version: z.number(),
  template: Named,
  /** Types by name, as they stand in `accrualTypes`. */
  typeNames: z.array(z.string()),
  isOn: z.boolean(),
  sent_from: z.string(),
  enabledBy: Named.nullable(),
  /** The next run of a rule that is on. */
  next_at: z.string().nullable(),
  /** A run whose moment was missed: a person decides about it. */
  late_at: z.string().nullable(),
  last_run_at: z.string().nullable(),
  /** What the last run came to, when it made no mailing. */
  last_note: z.string().nullable(),
  lastMailing: z.object({ id: z.number(), people: z.number(), status: z.number() }).nullable(),
  /** A run that did not go by itself, where it waits as a draft of the reader. */
  draft: z.number().nullable(),
});
export type DebtRule = z.infer<typeof DebtRule>;

export const debtRules = resource({
  name: 'debt_rules',
  title: 'Напоминания о долге',
  read: mailingSend,
  write: mailingSend,
  row: DebtRule,
  card: DebtRule,
  createBody: DebtRuleBody,
  updateBody: DebtRuleBody.safeExtend({ version: Version }),
  filter: z.object({}),
  sorts: ['name'],
});

const tag = 'Напоминания о долге';
export const DebtRulePreview = z.object({
  /** The moment of the next run, were the rule on now. */
  next_at: z.string(),
  /** Who owes so much by now and has not been reminded lately, by name; at most 500. */
  due: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      plates: z.array(z.string()),
      debt: Kopecks,
      /** Days of the oldest unpaid charge. */
      days: z.number(),
      /** What he gets it by, or why he gets nothing. */
      channel: z.string().nullable(),
      reason: z.string().nullable(),
    }),
  ),
  people: z.number(),
  /** How many of them get it. */
  reach: z.number(),
  /** Who owes so much and was reminded by this rule within its pause. */
  resting: z.number(),
  messages: z.number(),
  cost: Kopecks,
  /** What would stop the run, by field. */
  problems: z.record(z.string(), z.string()),
  warnings: z.array(z.string()),
  sample: z.object({ name: z.string(), sms: z.string(), html: z.string() }).nullable(),
  confirm_above: z.number(),
});
export type DebtRulePreview = z.infer<typeof DebtRulePreview>;
/** The next run of a rule as things stand now, by names; nothing is written. `id`: the rule it is, when it is kept. */
export const previewDebtRule = endpoint({
  tag,
  method: 'POST',
  path: '/api/debt_rule_preview/',
  summary: 'Кого напомнит следующий запуск',
  needs: mailingSend,
  reads: true,
  body: DebtRuleBody.safeExtend({ id: IdValue.nullish() }),
  reply: DebtRulePreview,
});

/** On: it sends by itself from its next moment, with the right of who switched it on. `expected` is how many people he saw. */
export const switchDebtRule = endpoint({
  tag,
  method: 'POST',
  path: '/api/debt_rules/:id/switch/',
  summary: 'Включить или выключить напоминания',
  needs: mailingSend,
  params: ByIdParams,
  body: z.object({
    version: Version,
    isOn: z.boolean(),
    expected: z.number().int().min(0).nullish(),
    /** The number of people typed by hand where it is asked for. */
    confirmed: z.number().int().nullish(),
  }),
  reply: DebtRule,
});
/** A run whose moment was missed: sent now to as many people as were seen, or left out. */
export const decideDebtRun = endpoint({
  tag,
  method: 'POST',
  path: '/api/debt_rules/:id/run/',
  summary: 'Запустить пропущенное напоминание или пропустить',
  needs: mailingSend,
  params: ByIdParams,
  body: z.object({ version: Version, isWanted: z.boolean(), expected: z.number().int().min(0).nullish() }),
  reply: DebtRule,
});
/** Off for ever; its mailings stay. */
export const withdrawDebtRule = endpoint({
  tag,
  method: 'DELETE',
  path: '/api/debt_rules/:id',
  summary: 'Удалить правило',
  needs: mailingSend,
  params: ByIdParams,
});
