// Writing outside `act` doesn't compile, and SQL written out as a read is refused when it changes anything.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ctx, Deps } from '../../server/kernel/ctx.ts';
import { read } from '../../server/kernel/read.ts';
import { testApp, type TestApp } from '../kit/app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

/** Never called: each line marked must be an error, or the check of types fails. */
export function mustNotCompile(ctx: Ctx, deps: Deps): unknown[] {
  return [
    ctx.db.selectFrom('garage').select('id').execute(),
    read(ctx.db, sql`select 1`),
    // @ts-expect-error a handler builds no write
    ctx.db.updateTable('garage').set({ section: '' }).execute(),
    // @ts-expect-error nor an insert
    ctx.db.insertInto('garage').values({}).execute(),
    // @ts-expect-error nor a removal
    ctx.db.deleteFrom('garage').execute(),
    // @ts-expect-error the database behind the dependencies is for reading too
    ctx.deps.db.updateTable('garage').set({ section: '' }).execute(),
    // @ts-expect-error a transaction is begun by `act` alone
    ctx.deps.db.transaction(),
    // @ts-expect-error the engine is not a handler's
    deps.engine,
    // @ts-expect-error a statement is not run on a database for reading
    sql`update garage set section = ''`.execute(ctx.db),
    // @ts-expect-error nor on the one behind the dependencies
    sql`update garage set section = ''`.execute(deps.db),
  ];
}

describe('a read', () => {
  it('answers rows', async () => {
    expect(await read(t.deps.db, sql<{ n: number }>`select ${1}::int as n`)).toEqual([{ n: 1 }]);
  });
  it.each([
    'insert into region (name) values (1)',
    'update region set name = 1',
    'UPDATE region as r SET name = 1',
    'delete from region',
    'with gone as (delete from region returning id) select * from gone',
    'select * from region for update',
    'select nextval(1)',
    "select pg_notify('live', '')",
    'lock table region in share mode',
    'truncate region',
    'merge into region using mo on true when matched then delete',
  ])('refuses «%s»', async (text) => {
    await expect(read(t.deps.db, sql.raw(text))).rejects.toThrow('a read that changes something');
  });
  it('is not misled by names of columns and by values', async () => {
    const found = await read(t.deps.db, sql`select ${'delete from garage'}::text as text, updated_at from mo limit 0`);
    expect(found).toEqual([]);
  });
});
