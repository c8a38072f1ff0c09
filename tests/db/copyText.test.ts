// Text of a query as the server sends it: rows of every length, however its bytes are cut; what fails leaves the connection usable.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../kit/app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

const textOf = async (query: string) => Buffer.from(await t.deps.engine.copyOut(query)).toString('utf8');

it('is whole: many short rows, rows longer than a piece of the network, letters of several bytes, no row at all', async () => {
  const short = Array.from({ length: 60_000 }, (_, nth) => `${nth}\tё\n`).join('');
  expect((await textOf(`select n, 'ё' from generate_series(0, 59999) as n`)) === short).toBe(true);
  const long = Array.from({ length: 5 }, (_, nth) => `${'я'.repeat(200_000 * nth)}${nth}\n`).join('');
  expect((await textOf(`select repeat('я', 200000 * n) || n from generate_series(0, 4) as n`)) === long).toBe(true);
  expect(await textOf('select 1 where false')).toBe('');
});

it('that fails half-way says so, and the connection goes on', async () => {
  const connection = await t.deps.engine.acquire();
  try {
    const half = connection.copyOut('select 1 / (30000 - n) from generate_series(1, 60000) as n');
    await expect(half).rejects.toMatchObject({ code: '22012' });
    expect((await connection.query('select 7 as n')).rows).toEqual([{ n: 7 }]);
    expect(Buffer.from(await connection.copyOut('select 8')).toString()).toBe('8\n');
    await connection.query('begin');
    expect(Buffer.from(await connection.copyOut('select 9')).toString()).toBe('9\n');
    await connection.query('rollback');
  } finally {
    connection.release();
  }
});
