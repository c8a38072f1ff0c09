// The permission matrix: no cell without an expectation, no route without a rule, no refused call that changed anything.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allEndpoints } from '../../contract/index.ts';
import { testApp, type TestApp } from '../kit/app.ts';
import { testEngine } from '../kit/database.ts';
import { nameOf, runMatrix, type Matrix } from './matrix.ts';
import { policy } from './policy.ts';

/** `MATRIX_CALLS="GET /api/garages/,…"` tries the named calls alone. */
const calls = process.env.MATRIX_CALLS?.split(',');
/** Rights are code, the same on both engines: on the server every call is tried by one of each level, by who only looks and by a stranger. */
const few = [
  'регион, права 1+2+3',
  'МО, права 1+2+3',
  'ПО, права нет',
  'МО, суперпользователь',
  'суперпользователь глазами МО',
  'без токена',
];
const people = testEngine === 'server' ? few : undefined;
const isWhole = !calls && !people;

let t: TestApp;
let matrix: Matrix;
beforeAll(async () => {
  t = await testApp();
  matrix = await runMatrix(t, { ...(calls ? { calls } : {}), ...(people ? { people } : {}) });
}, 1_800_000);
afterAll(() => t.close());

describe('the written policy', () => {
  it('has a rule for every route of the server, and none for another', () => {
    expect(Object.keys(policy).toSorted()).toEqual(allEndpoints.map(nameOf).toSorted());
  });
  it.runIf(isWhole)('is tried by thirty people and more', () => {
    expect(new Set(matrix.principals).size).toBe(matrix.principals.length);
    expect(matrix.principals.length).toBeGreaterThanOrEqual(30);
  });
});

describe('the running server', () => {
  it('answers every cell as the policy says', () => {
    expect(matrix.cells.length).toBeGreaterThan(isWhole ? 10_000 : calls ? 0 : 1500);
    const wrong = matrix.cells
      .filter((cell) => !cell.isRight)
      .map((cell) => `${cell.route}: ${cell.who}, ${cell.relation ?? '—'}: ${cell.expected}, came ${cell.status}`);
    expect(wrong).toEqual([]);
  });
  it.runIf(!calls)('every expectation occurs', () => {
    expect(new Set(matrix.cells.map((cell) => cell.expected))).toEqual(
      new Set(['allowed', 'unknown', 'forbidden', 'gone', 'refused']),
    );
  });
  it('a refused call changes nothing', () => expect(matrix.changed).toEqual([]));
  it('a list holds exactly the rows of the place', () => expect(matrix.leaks).toEqual([]));
});
