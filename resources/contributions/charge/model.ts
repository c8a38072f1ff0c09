// What a person fills in to charge garages, and what is sent of it.
import { WRONG_AMOUNT } from '../../../contract/books.ts';
import { type previewAccrual } from '../../../contract/contributions/charging.ts';
import type { AccrualType } from '../../../contract/references.ts';
import type { GarageFilter } from '../../../contract/garages.ts';
import type { Sent } from '../../../contract/kernel/endpoint.ts';
import { closedUpTo, NOT_LATER } from '../../../contract/kernel/words.ts';
import { operationKey } from '../../../providers/operationKey.ts';
import { noReadings, readingsProblem, sentReadings, type Readings } from '../../readings/readings.ts';

export interface ChargeDraft {
  step: number;
  /** Everything by the filter, or only the garages named one by one. */
  all: boolean;
  filter: GarageFilter;
  included: number[];
  excluded: number[];
  accrualType: number;
  year: number;
  amount: number | null;
  /** The sum was typed: it stays whatever type is chosen. */
  isOwnAmount?: boolean;
  /** What each type was at its last charge, kopecks; a draft that was kept from before does not know. */
  lastAmounts?: Readonly<Record<number, number>>;
  date: string | null;
  /** Own day by which it is to be paid. */
  dueOn: string | null;
  basis: string;
  comment: string;
  repeated: 'skip' | 'add';
  /** Garages that nobody owns are charged too. */
  vacant: boolean;
  readings: Readings;
  /** Key of the posting with what it was made for: other terms are another operation. */
  key: { of: string; value: string } | null;
}

/** A selection that another page hands over in the state of the navigation. */
export interface HandedSelection {
  filter: GarageFilter;
  all: boolean;
  included: number[];
  excluded: number[];
}

export const STEPS = ['Кому', 'Что начислить', 'Проверка'] as const;
export const LAST_STEP = STEPS.length - 1;
/** «Шаг 2 из 3: Что начислить». */
export const stepName = (step: number) => `Шаг ${step + 1} из ${STEPS.length}: ${STEPS[step]}`;

/** Types that have runs of their own and are never charged by hand: penalties, opening balances. */
const OWN_RUNS = new Set([11, 15]);
export const chargeable = (types: readonly AccrualType[]) =>
  types.filter((type) => type.is_active && !OWN_RUNS.has(type.id));

const YEARLY_FEE = 1;

export function newDraft(
  defaults: { today: string; last_amounts: readonly { accrual_type: number; amount_kopecks: number }[] },
  handed: Partial<HandedSelection>,
): ChargeDraft {
  const { type: _state, ...filter } = handed.filter ?? {};
  const lastAmounts = Object.fromEntries(defaults.last_amounts.map((one) => [one.accrual_type, one.amount_kopecks]));
  return {
    step: 0,
    all: handed.all ?? true,
    filter,
    included: handed.included ?? [],
    excluded: handed.excluded ?? [],
    accrualType: YEARLY_FEE,
    // The year that goes on: the one of the call stays for programs.
    year: Number(defaults.today.slice(0, 4)),
    amount: lastAmounts[YEARLY_FEE] ?? null,
    isOwnAmount: false,
    lastAmounts,
    date: defaults.today,
    dueOn: null,
    basis: '',
    comment: '',
    repeated: 'skip',
    vacant: false,
    readings: noReadings,
    key: null,
  };
}

/** Another type comes with its own last sum, or with none; a sum that was typed stays. */
export const withType = (draft: ChargeDraft, accrualType: number): Partial<ChargeDraft> => ({
  accrualType,
  ...(draft.isOwnAmount || !draft.lastAmounts ? {} : { amount: draft.lastAmounts[accrualType] ?? null }),
});

/** The time that is charged once: «2026 год», of a monthly type «ноябрь 2026». */
export function chargedPeriod(types: readonly AccrualType[], { accrualType, year, date }: ChargeDraft): string {
  const isMonthly = types.find((type) => type.id === accrualType)?.period === 'month';
  if (!isMonthly || !date) return `${year} год`;
  return `${new Date(`${date}T00:00`).toLocaleDateString('ru-RU', { month: 'long' })} ${date.slice(0, 4)}`;
}

export type Terms = Sent<(typeof previewAccrual)['body']>;

/** While the sum is not typed yet, counts are asked for with this one: the sums of the answer are not shown. */
const PROBE_KOPECKS = 10_000;

/** The terms as they are sent; `today` stands in for a date that is not there yet. */
export function termsOf(draft: ChargeDraft, today: string): Terms {
  return {
    isAllGaragSelected: draft.all,
    selectedGarageFilters: draft.all ? draft.filter : {},
    includedGarages: draft.included,
    excludedGarages: draft.excluded,
    accrualType: { value: draft.accrualType },
    contributionPeriod: draft.year,
    contributionAmount: draft.amount || PROBE_KOPECKS,
    contributionDate: draft.date ?? today,
    dueOn: draft.dueOn ?? null,
    basisDocument: draft.basis,
    contributionComment: draft.comment,
    repeated: draft.repeated,
    // A draft of before does not know the question.
    chargeVacant: draft.vacant === true,
    readings: sentReadings(draft.readings),
  };
}

/** The key of posting these terms with what was seen: the same intention has the same key. */
export function keyFor(draft: ChargeDraft, terms: Terms, expected: object): NonNullable<ChargeDraft['key']> {
  const of = JSON.stringify([terms, expected]);
  return draft.key?.of === of ? draft.key : { of, value: operationKey() };
}

/** Which step a refused field belongs to. */
const fieldSteps: Record<string, number> = {
  includedGarages: 0,
  selectedGarageFilters: 0,
  excludedGarages: 0,
  form: 2,
};
export const stepOf = (field: string) => fieldSteps[field.split('.')[0]!] ?? 1;

/** Days that a charge may have. */
export interface Days {
  today: string;
  closedUntil: string | null;
}

/** Said without waiting for the answer of the server, which says the same. */
function dayProblem(date: string | null, { today, closedUntil }: Days): string | null {
  if (!date) return 'Введите корректную дату';
  if (date > today) return NOT_LATER;
  return closedUntil && date <= closedUntil ? closedUpTo(closedUntil) : null;
}

/** What must be put right before the next step, by field; the server's own texts for this step join them. */
export function stepProblems(
  draft: ChargeDraft,
  unit: AccrualType['unit'] | undefined,
  refused: Record<string, string>,
  days: Days,
): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const [field, text] of Object.entries(refused)) if (stepOf(field) === draft.step) errors[field] = text;
  if (draft.step === 0 && !draft.all && !draft.included.length) errors.includedGarages = 'Выберите хотя бы один гараж';
  if (draft.step !== 1) return errors;
  if (!draft.amount) errors.contributionAmount = WRONG_AMOUNT;
  const day = dayProblem(draft.date, days);
  if (day) errors.contributionDate = day;
  if (draft.dueOn && draft.date && draft.dueOn < draft.date) errors.dueOn = 'Срок оплаты не раньше дня начисления';
  const readings = unit === 'kwh' && readingsProblem(draft.readings);
  if (readings) errors.readings = readings;
  return errors;
}

/** Without a garage that is left out; put back is the same the other way. */
export const leaveOut = (draft: ChargeDraft, id: number): ChargeDraft => ({
  ...draft,
  excluded: [...draft.excluded.filter((one) => one !== id), id],
});
export const putBack = (draft: ChargeDraft, id: number): ChargeDraft => ({
  ...draft,
  excluded: draft.excluded.filter((one) => one !== id),
});

/** Two drafts that ask for the same; where one stands and its key do not matter. */
export const sameDraft = (one: ChargeDraft, other: ChargeDraft) =>
  JSON.stringify({ ...one, step: 0, key: null }) === JSON.stringify({ ...other, step: 0, key: null });
