// Bytes that a `Range` header asks for, at their edges.
import { expect, it } from 'vitest';
import { rangeOf } from '../../server/files/rules.ts';

it.each<[string | undefined, number, ReturnType<typeof rangeOf>]>([
  [undefined, 10, null],
  ['bytes=0-0', 10, { start: 0, end: 0 }],
  ['bytes=0-9', 10, { start: 0, end: 9 }],
  ['bytes=0-99', 10, { start: 0, end: 9 }],
  ['bytes=9-', 10, { start: 9, end: 9 }],
  ['bytes=10-', 10, 'bad'],
  ['bytes=5-4', 10, 'bad'],
  ['bytes=-1', 10, { start: 9, end: 9 }],
  ['bytes=-99', 10, { start: 0, end: 9 }],
  // What names neither end, several pieces or another unit is no question: the whole file answers.
  ['bytes=-', 10, null],
  ['bytes=0-1,3-4', 10, null],
  ['lines=0-1', 10, null],
  ['bytes=0-', 0, 'bad'],
])('%s of %i bytes', (header, total, range) => expect(rangeOf(header, total)).toEqual(range));
