// Values made from schemas: mostly what a call takes, now and then what no person would send.
import { z } from 'zod';

/** A number from 0 up to 1, the same row for the same seed. */
export type Chance = () => number;

/** Small, fast and the same everywhere (mulberry32). */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export const oneOf = <T>(chance: Chance, of: readonly T[]): T => of[Math.floor(chance() * of.length)]!;

/** What is sent in place of a value. */
const hostile: readonly unknown[] = [
  null,
  '',
  ' ',
  '\0',
  'x\0y',
  '\ud800',
  '__proto__',
  'constructor',
  "'; drop table garage; --",
  '%',
  '\\',
  '%25_\\',
  '🏠'.repeat(40),
  'я'.repeat(5000),
  '\u202eабв',
  '2026-13-45',
  '9999-12-31',
  '0001-01-01',
  '{}',
  '[]',
  '1e999',
  0,
  -1,
  1.5,
  2_147_483_647,
  2_147_483_648,
  -2_147_483_649,
  9_007_199_254_740_991,
  1e300,
  true,
  false,
  [],
  {},
  [[[]]],
  [null],
  { id: 1 },
  { $gt: '' },
];

const texts = [
  'Иванов',
  '45',
  'А',
  '12-3 45',
  'гараж',
  '+79007654321',
  'person@example.ru',
  '1',
  '2026',
  'Ёлкин',
] as const;
const days = ['2020-01-01', '2025-02-28', '2026-11-02', '2026-11-20', '2027-01-01'] as const;

/** What values are made of: ids that exist, so that a call goes on to its rules. */
export interface Source {
  chance: Chance;
  ids: readonly number[];
  /** How often a value is replaced, from 0 to 1. */
  wildness: number;
  /** What is looked for in this world: most texts are one of them. */
  words?: readonly string[];
  /** What a key of an object is likely to hold in this world, `ids` and `words` where it knows none. */
  likely?: (key: string) => readonly unknown[];
  /** The nearest key that says what a value is. */
  key?: string;
}

/** A key that says nothing of what it holds: the one above does. */
const SAYS_NOTHING = /^(value|id|ids|label|\d+)$/;
/** How often what is likely is taken. */
const LIKELY = 0.85;

/** A value for a schema. */
export function valueFor(schema: z.ZodType, from: Source, depth = 0): unknown {
  const { chance, wildness } = from;
  if (chance() < wildness) return oneOf(chance, hostile);
  const inner = (part: unknown) => valueFor(part as z.ZodType, from, depth + 1);
  if (schema instanceof z.ZodOptional) return chance() < 0.5 ? undefined : inner(schema.unwrap());
  if (schema instanceof z.ZodNullable) return chance() < 0.3 ? null : inner(schema.unwrap());
  if (schema instanceof z.ZodDefault) return chance() < 0.5 ? undefined : inner(schema.def.innerType);
  if (schema instanceof z.ZodPrefault) return chance() < 0.5 ? undefined : inner(schema.def.innerType);
  if (from.likely && from.key && chance() < LIKELY) {
    const fitting = from.likely(from.key).filter((value) => schema.safeParse(value).success);
    if (fitting.length) return oneOf(chance, fitting);
  }
  if (schema instanceof z.ZodPipe)
    return inner(schema.def.in instanceof z.ZodTransform ? schema.def.out : schema.def.in);
  if (schema instanceof z.ZodLazy) return depth > 6 ? null : inner(schema.unwrap());
  if (schema instanceof z.ZodObject)
    return Object.fromEntries(
      Object.entries(schema.shape)
        .map(([key, part]) => {
          const said = SAYS_NOTHING.test(key) && from.key ? from.key : key;
          return [key, valueFor(part as z.ZodType, { ...from, key: said }, depth + 1)] as const;
        })
        .filter(([, value]) => value !== undefined),
    );
  if (schema instanceof z.ZodArray)
    return Array.from({ length: Math.floor(chance() * 4) }, () => inner(schema.element));
  if (schema instanceof z.ZodTuple) return schema.def.items.map(inner);
  if (schema instanceof z.ZodUnion) return inner(oneOf(chance, schema.options));
  if (schema instanceof z.ZodRecord) return { [oneOf(chance, texts)]: inner(schema.valueType) };
  if (schema instanceof z.ZodEnum) return oneOf(chance, schema.options);
  if (schema instanceof z.ZodLiteral) return oneOf(chance, [...schema.values]);
  if (schema instanceof z.ZodBoolean) return chance() < 0.5;
  if (schema instanceof z.ZodNumber) return chance() < 0.7 ? oneOf(chance, from.ids) : Math.floor(chance() * 5000);
  if (schema instanceof z.ZodString || schema instanceof z.ZodStringFormat) return textFor(schema, from);
  return oneOf(chance, hostile);
}

/** Random as they are made, but the same for the same seed. */
export function uuidFor(chance: Chance): string {
  const digits = Array.from({ length: 12 }, () => Math.floor(chance() * 16).toString(16)).join('');
  return `00000000-0000-4000-8000-${digits}`;
}

/** A text that has a good chance to fit: formats are tried until one does. */
function textFor(schema: z.ZodType, { chance, words }: Source): string {
  if (words && chance() < 0.7) {
    const word = oneOf(chance, words);
    if (schema.safeParse(word).success) return word;
  }
  const tries = [
    oneOf(chance, days),
    oneOf(chance, texts),
    uuidFor(chance),
    'person@example.ru',
    '1,2,3',
    'garages.columns',
  ];
  const fits = tries.filter((text) => schema.safeParse(text).success);
  return fits.length ? oneOf(chance, fits) : oneOf(chance, tries);
}
