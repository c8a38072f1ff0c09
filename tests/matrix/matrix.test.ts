// The permission matrix: no cell without an expectation, no route without a rule, no refused call that changed anything.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allEndpoints } from '../../contract/index.ts';
import { testApp, type TestApp } from '../kit/app.ts';
import { nameOf, runMatrix, type Matrix } from './matrix.ts';
import { policy } from './policy.ts';

let t: TestApp;
let matrix: Matrix;
beforeAll(async () => {
  t = await testApp();
  matrix = await runMatrix(t);
}, 600_000);
afterAll(() => t.close());

describe('the written policy', () => {
  it('has a rule for every route of the server, and none for another', () => {
    expect(Object.keys(policy).toSorted()).toEqual(allEndpoints.map(nameOf).toSorted());
  });
  it('is tried by thirty people and more', () => {
    expect(new Set(matrix.principals).size).toBe(matrix.principals.length);
    expect(matrix.principals.length).toBeGreaterThanOrEqual(30);
  });
});

describe('the running server', () => {
  it('answers every cell as the policy says', () => {
    expect(matrix.cells.length).toBeGreaterThan(10_000);
    const wrong = matrix.cells
      .filter((cell) => !cell.isRight)
      .map((cell) => `${cell.route}: ${cell.who}, ${cell.relation ?? '—'}: ${cell.expected}, came ${cell.status}`);
    expect(wrong).toEqual([]);
  });
  it('every expectation occurs', () => {
    expect(new Set(matrix.cells.map((cell) => cell.expected))).toEqual(
      new Set(['allowed', 'unknown', 'forbidden', 'gone', 'refused']),
    );
  });
  it('a refused call changes nothing', () => expect(matrix.changed).toEqual([]));
  it('a list holds exactly the rows of the place', () => expect(matrix.leaks).toEqual([]));
});
