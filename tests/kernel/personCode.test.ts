// Codes of people in a full register: the same for ever in this installation, understood by no other, made up by nobody.
import { expect, it } from 'vitest';
import { codeOf, idOfCode } from '../../server/kernel/personCode.ts';
import { secretsFrom } from '../../server/kernel/secrets.ts';

const here = secretsFrom(Buffer.alloc(32, 1));
const there = secretsFrom(Buffer.alloc(32, 2));

it('is the number with a mark of the installation', () => {
  expect(codeOf(here, 12)).toMatch(/^12-[0-9a-f]{8}$/);
  expect(codeOf(here, 12)).toBe(codeOf(secretsFrom(Buffer.alloc(32, 1)), 12));
  expect(codeOf(there, 12)).not.toBe(codeOf(here, 12));
  // Registers that were given out years ago come back with these.
  expect(codeOf(here, 1)).toBe('1-7a09fe17');
  expect(codeOf(here, 999_999_999)).toBe('999999999-a709d6f7');
});

it.each([1, 12, 120, 999_999_999])('of %i is read here and nowhere else', (id) => {
  expect(idOfCode(here, codeOf(here, id))).toBe(id);
  expect(idOfCode(there, codeOf(here, id))).toBeNull();
});

it('with anything changed is nobody’s', () => {
  const code = codeOf(here, 12);
  const mark = code.slice(3);
  const wrong = [
    '',
    '12',
    mark,
    `13-${mark}`,
    // A number is written in one way.
    `012-${mark}`,
    ` ${code}`,
    `${code} `,
    `x${code}`,
    `${code}0`,
    code.slice(0, -1),
    code.replace('-', ''),
    code.replace('-', ' '),
    `12-${mark.replace(/^./, (first) => (first === '0' ? '1' : '0'))}`,
    code.toUpperCase(),
  ];
  expect(wrong.filter((one) => one !== code && idOfCode(here, one) !== null)).toEqual([]);
  // Marks of what is no number of a person.
  for (const id of [-1, 0.5, NaN, Infinity, 1_000_000_000]) expect(idOfCode(here, codeOf(here, id))).toBeNull();
});
