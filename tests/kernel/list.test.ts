// What a list is asked: sort, range and conditions as react-admin sends them; what can't be read is refused in words, never left out.
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Refused } from '../../server/kernel/errors.ts';
import { likeText, parseList } from '../../server/kernel/list.ts';

const resource = {
  filter: z.object({ q: z.string().max(5).optional(), state: z.enum(['new', 'old']).optional() }),
  sorts: ['name', 'created'],
};
type Query = Parameters<typeof parseList>[0];
const asked = (query: Query) => parseList(query, resource);
const refused = (query: Query) => {
  try {
    asked(query);
  } catch (error) {
    if (error instanceof Refused) return [error.status, error.problem.code, error.problem.message];
    throw error;
  }
  return null;
};

it('by default is the first page in the first order', () => {
  expect(asked({})).toEqual({ field: 'name', direction: 'asc', offset: 0, limit: 25, filter: {} });
  expect(parseList({}, { ...resource, sorts: [] })).toMatchObject({ field: 'id', direction: 'asc' });
});

describe('the order', () => {
  it.each([
    ['["created","ASC"]', 'created', 'asc'],
    ['["created","DESC"]', 'created', 'desc'],
    ['["name","DESC"]', 'name', 'desc'],
    // Every list may stand by number.
    ['["id","DESC"]', 'id', 'desc'],
    ['', 'name', 'asc'],
  ])('%s', (sort, field, direction) => expect(asked({ sort })).toMatchObject({ field, direction }));
  it.each([
    '["secret","ASC"]',
    '["name","asc"]',
    '["name"]',
    '["name","ASC","x"]',
    '[1,"ASC"]',
    '{"name":"ASC"}',
    'name',
    '["name","ASC"',
    'null',
    '["na\\u0000me","ASC"]',
  ])('%s is none', (sort) => expect(refused({ sort })).toEqual([400, 'bad_sort', 'Неверный параметр sort']));
});

describe('the range', () => {
  it.each([
    ['[0,24]', 0, 25],
    ['[25,49]', 25, 25],
    ['[0,0]', 0, 1],
    ['[7,7]', 7, 1],
    // Nothing of it, from a place: the number alone is wanted.
    ['[1,0]', 1, 0],
    ['[8,7]', 8, 0],
    ['[0,998]', 0, 999],
    ['[0,999]', 0, 1000],
    // More is taken by export.
    ['[0,1000]', 0, 1000],
    ['[5,10000000]', 5, 1000],
    ['[10000000,10000000]', 10_000_000, 1],
    ['', 0, 25],
  ])('%s', (range, offset, limit) => expect(asked({ range })).toMatchObject({ offset, limit }));
  it.each([
    '[2,0]',
    '[8,6]',
    '[-1,5]',
    '[0,-1]',
    '[0,10000001]',
    '[10000001,10000001]',
    '[10000001,10000000]',
    '[0,1.5]',
    '[0.5,1]',
    '["0","24"]',
    '[0]',
    '[0,1,2]',
    '0-24',
  ])('%s is none', (range) => expect(refused({ range })).toEqual([400, 'bad_range', 'Неверный параметр range']));
});

describe('conditions', () => {
  it.each([
    ['{}', {}],
    ['{"q":"12"}', { q: '12' }],
    ['{"q":"12","state":"old"}', { q: '12', state: 'old' }],
  ])('%s', (filter, value) => expect(asked({ filter }).filter).toEqual(value));
  it.each([
    // A condition that is not known would show more rows than were asked for.
    ['{"who":"me"}', ': who'],
    ['{"q":"12","who":"me","when":1}', ': who, when'],
    ['{"q":"123456"}', ''],
    ['{"q":12}', ''],
    ['{"state":"any"}', ''],
    ['{"q":"a\\u0000"}', ''],
    ['[]', ''],
    ['null', ''],
    ['', ''],
    ['{', ''],
  ])('%s is refused', (filter, what) =>
    expect(refused({ filter })).toEqual([400, 'bad_filter', `Неверный параметр filter${what}`]),
  );
});

it.each([
  ['12', '12'],
  ['', ''],
  ['100%', '100\\%'],
  ['a_b_c', 'a\\_b\\_c'],
  ['\\', '\\\\'],
  ['%_\\%', '\\%\\_\\\\\\%'],
  ['гараж № 5-А', 'гараж № 5-А'],
])('«%s» is looked for letter by letter: «%s»', (typed, pattern) => expect(likeText(typed)).toBe(pattern));
