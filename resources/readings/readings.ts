// Readings as they are typed: what is wrong with them, what was used, what is sent. Pure.
import type { previewAccrual } from '../../contract/contributions/charging.ts';
import type { Sent } from '../../contract/kernel/endpoint.ts';
import { BELOW_PREVIOUS, NO_PREVIOUS, type ReadingRow } from '../../contract/readings.ts';
import { countOf } from '../../widgets/format.ts';

/** Meters are read, or the used kWh are known without them. */
export type ReadingMode = 'meter' | 'used';
export interface Reading {
  /** What the meter showed before and shows now, kWh. */
  was: number | null;
  now: number | null;
  used: number | null;
}
export interface Readings {
  mode: ReadingMode;
  /** By garage; a garage without an entry is not charged. */
  values: Record<string, Reading>;
}
export const noReadings: Readings = { mode: 'meter', values: {} };

/** The readings that a corrected document was charged by. */
export function enteredReadings(rows: readonly ReadingRow[]): Readings {
  const values: Readings['values'] = {};
  for (const { garage, entered } of rows)
    if (entered)
      values[garage.id] = {
        was: entered.previous ?? null,
        now: entered.current ?? null,
        used: entered.quantity ?? null,
      };
  const typed = Object.values(values);
  return { mode: typed.length && typed.every((one) => one.now === null) ? 'used' : 'meter', values };
}

/** Sets a part of a garage's reading; the first reading goes on from what its meter showed the last time. */
export function withReading(readings: Readings, row: ReadingRow, change: Partial<Reading>): Readings {
  const { [row.garage.id]: before, ...others } = readings.values;
  const next = { was: row.previous, now: null, used: null, ...before, ...change };
  const isEmpty = next.now === null && next.used === null && next.was === row.previous;
  return { ...readings, values: isEmpty ? others : { ...others, [row.garage.id]: next } };
}

/** The reading was begun: it is charged, or something is wrong with it. */
const isBegun = (reading: Reading | undefined, mode: ReadingMode): reading is Reading =>
  reading !== undefined && (mode === 'meter' ? reading.now : reading.used) !== null;

/** What is wrong with a reading, as a sentence; null when it is right or not begun. */
export function readingProblem(reading: Reading | undefined, mode: ReadingMode): string | null {
  if (mode === 'used' || !isBegun(reading, mode)) return null;
  if (reading.was === null) return NO_PREVIOUS;
  return reading.now! < reading.was ? BELOW_PREVIOUS : null;
}

/** Used kWh of a reading, to a hundredth; null while there is none or it is wrong. */
export function usedOf(reading: Reading | undefined, mode: ReadingMode): number | null {
  if (!isBegun(reading, mode) || readingProblem(reading, mode)) return null;
  return mode === 'used' ? reading.used : Math.round((reading.now! - reading.was!) * 100) / 100;
}

/** Kopecks for the used kWh, half a kopeck up as the charge has it: 1,13 × 5,50 is 6,22, which no product of fractions says. */
export const costOf = (used: number, price: number): number => Math.round((Math.round(used * 100) * price) / 100);

type SentReadings = NonNullable<Sent<(typeof previewAccrual)['body']>['readings']>;

/** What is sent: whole readings alone. */
export const sentReadings = ({ mode, values }: Readings): SentReadings =>
  Object.entries(values)
    .filter(([, reading]) => usedOf(reading, mode) !== null)
    .map(([garage, { was, now, used }]) =>
      mode === 'used'
        ? { garage: Number(garage), quantity: used }
        : { garage: Number(garage), previous: was, current: now },
    );

/** Why one can't go on, as a sentence; null when one can. */
export function readingsProblem({ mode, values }: Readings): string | null {
  const all = Object.values(values);
  const wrong = all.filter((reading) => readingProblem(reading, mode)).length;
  if (wrong) return `Исправьте показания: ${countOf(wrong, ['гараж', 'гаража', 'гаражей'])}`;
  return all.some((reading) => isBegun(reading, mode)) ? null : 'Внесите показания хотя бы одного гаража';
}
