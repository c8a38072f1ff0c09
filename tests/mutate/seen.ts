// What the rewritten sources of `sides.ts` call: which sides of a decision came about, noted once a process, whatever it ends by.
import { openSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** Bits of a decision. */
export const YES = 1;
export const NO = 2;
/** Of the right operand of `&&` and `||`. */
export const RIGHT_YES = 4;
export const RIGHT_NO = 8;

const noted = new Map<number, number>();
let file: number | undefined;

function note(id: number, bit: number): void {
  const known = noted.get(id) ?? 0;
  if (known & bit) return;
  noted.set(id, known | bit);
  const name = `${process.pid}-${Math.random().toString(36).slice(2)}`;
  file ??= openSync(join(process.env.SIDES_SEEN ?? '.', name), 'a');
  writeSync(file, `${id} ${bit}\n`);
}

export const left = <T>(id: number, value: T): T => (note(id, value ? YES : NO), value);
export const right = <T>(id: number, value: T): T => (note(id, value ? RIGHT_YES : RIGHT_NO), value);

/** An order: whether both sides were ever equal. */
export function order(id: number, one: number, sign: string, other: number): boolean {
  note(id, one === other || Number(one) === Number(other) ? YES : NO);
  if (sign === '<') return one < other;
  if (sign === '<=') return one <= other;
  return sign === '>' ? one > other : one >= other;
}

/** A condition of `filter`: whether it ever left something out. */
export const kept = (id: number, keeps: unknown) =>
  typeof keeps === 'function'
    ? function (this: unknown, ...args: unknown[]): unknown {
        return left(id, keeps.apply(this, args));
      }
    : keeps;

/** A figure before it is rounded: whether rounding it down ever gives another. */
export const rounded = (id: number, value: number, way: 'round' | 'ceil'): number => (
  note(id, Math[way](value) === Math.floor(value) ? NO : YES),
  value
);

/** Whether `some` and `every` ever answer differently. */
export function all(id: number, rows: readonly unknown[], name: 'some' | 'every', test: () => boolean): boolean {
  const told = rows[name](test);
  note(id, told === rows[name === 'some' ? 'every' : 'some'](test) ? NO : YES);
  return told;
}
