// Every schema of the contract speaks Russian about null, a wrong kind and a wrong value, at every depth.
import { beforeAll, expect, it } from 'vitest';
import type { z } from 'zod';
import { allEndpoints } from '../../contract/index.ts';
import { speakRussian } from '../../server/kernel/messages.ts';

beforeAll(() => speakRussian());

type Schema = z.core.$ZodType;
interface Def {
  type: string;
  shape?: Record<string, Schema>;
  innerType?: Schema;
  element?: Schema;
  in?: Schema;
  out?: Schema;
  options?: Schema[];
  items?: Schema[];
  keyType?: Schema;
  valueType?: Schema;
  left?: Schema;
  right?: Schema;
  getter?: () => Schema;
}

/** The schema and everything inside it, each with the path to it. */
function* inside(schema: Schema, path: string, seen = new Set<Schema>()): Generator<[string, Schema]> {
  if (seen.has(schema)) return;
  seen.add(schema);
  const def = schema._zod.def as unknown as Def;
  // A change of a value is reached through what checks the value before it.
  if (def.type === 'transform') return;
  yield [path, schema];
  for (const [key, own] of Object.entries(def.shape ?? {})) yield* inside(own, `${path}.${key}`, seen);
  const parts = [def.innerType, def.element, def.in, def.out, def.keyType, def.valueType, def.left, def.right];
  for (const own of [...parts, ...(def.options ?? []), ...(def.items ?? []), def.getter?.()])
    if (own) yield* inside(own, path, seen);
}

const nonsense: unknown[] = [
  null,
  undefined,
  '',
  'x',
  'ы'.repeat(10_000),
  '2026-02-30',
  'not@mail',
  -1,
  0.5,
  1e300,
  Number.NaN,
  true,
  [],
  [null],
  Array.from({ length: 10_000 }, () => 'x'),
  {},
  { unknown: { $gt: '' } },
  new Date(0),
];

/** What is wrong with a value, in the words that a person reads; those of every branch of a union too. */
function* wordsOf(issues: readonly z.core.$ZodIssue[]): Generator<string> {
  for (const issue of issues) {
    yield issue.message;
    if ('errors' in issue) for (const branch of issue.errors) yield* wordsOf(branch);
    if ('issues' in issue) yield* wordsOf(issue.issues);
  }
}

/** Names that are said in Latin letters in Russian, too. */
const NAMES = /e-mail|Excel|xlsx|PDF|QR|SMS|JPEG|PNG|https?|ID|S3|Telegram|MAX|Idempotency-Key/gi;
const isRussian = (text: string) => /[а-яё]/i.test(text) && !/[a-z]{3,}/i.test(text.replaceAll(NAMES, ''));

it('no answer to nonsense has an English word', { timeout: 240_000 }, () => {
  const english = new Set<string>();
  let asked = 0;
  let refused = 0;
  const seen = new Set<Schema>();
  for (const call of allEndpoints)
    for (const [part, whole] of [
      ['body', call.body],
      ['query', call.query],
      ['params', call.params],
    ] as const) {
      if (!whole) continue;
      for (const [path, schema] of inside(whole as unknown as Schema, `${call.method} ${call.path} ${part}`, seen))
        for (const value of nonsense) {
          asked += 1;
          const done = (schema as z.ZodType).safeParse(value);
          if (done.success) continue;
          refused += 1;
          for (const text of wordsOf(done.error.issues)) {
            // A key that nobody knows is quoted as it came.
            const own = text.replace(/^Неизвестное поле: .*$/s, 'Неизвестное поле');
            if (!isRussian(own)) english.add(`${path}: ${text.slice(0, 120)}`);
          }
        }
    }
  expect(asked).toBeGreaterThan(10_000);
  expect(refused).toBeGreaterThan(5_000);
  expect([...english]).toEqual([]);
});

it('the test would notice English', () => {
  expect(isRussian('Invalid input: expected string, received null')).toBe(false);
  expect(isRussian('Too small: expected number to be >=1900')).toBe(false);
  expect(isRussian('Неверный адрес e-mail')).toBe(true);
});
