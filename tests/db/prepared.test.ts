// Statements of both engines: planned once on a connection, within bounds, mended when the schema changes, nameless behind a
// pooler; what listens has an address of its own.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEmbedded } from '../../server/db/embedded.ts';
import { openPostgres, type PostgresOptions } from '../../server/db/postgres.ts';
import type { Connection, Engine } from '../../server/db/engine.ts';
import { ONE_PLAN } from '../../server/db/planned.ts';
import { readSettings } from '../../server/kernel/settings.ts';
import { migratedDump } from '../kit/database.ts';
import { canHavePostgres, somePostgres, type PostgresServer } from '../kit/postgresServer.ts';

let server: PostgresServer;
const opened: Engine[] = [];
beforeAll(async () => {
  if (canHavePostgres()) server = await somePostgres();
});
afterAll(async () => {
  for (const engine of opened) await engine.close();
  await server?.stop();
});

function open(options: Partial<PostgresOptions> = {}): Engine {
  const engine = openPostgres(server.url, { poolSize: 2, ...options });
  opened.push(engine);
  return engine;
}
const keptOn = async (connection: Connection): Promise<string[]> => {
  const { rows } = await connection.query('select statement from pg_prepared_statements order by prepare_time, name');
  return rows.map((row) => String(row.statement));
};
const asked = async (connection: Connection, text: string, ...params: unknown[]) =>
  (await connection.query(text, params)).rows;

const engines = { server: async () => open(), embedded: openOwn };
async function openOwn(): Promise<Engine> {
  const engine = await openEmbedded({ dump: await migratedDump() });
  opened.push(engine);
  return engine;
}

const kinds = canHavePostgres() ? (['server', 'embedded'] as const) : (['embedded'] as const);

describe.each(kinds)('a statement, database: %s', (kind) => {
  it('is kept on the connection when it comes again, and answers as before', async () => {
    const connection = await (await engines[kind]()).acquire();
    const text = 'select $1::int + 1 as n';
    expect(await asked(connection, text, 1)).toEqual([{ n: 2 }]);
    expect(await keptOn(connection)).toEqual([]);
    expect(await asked(connection, text, 2)).toEqual([{ n: 3 }]);
    expect(await asked(connection, text, 3)).toEqual([{ n: 4 }]);
    expect(await keptOn(connection)).toEqual([text]);
    connection.release();
  });

  it('with a long list or a long text among its values is planned by itself', async () => {
    const connection = await (await engines[kind]()).acquire();
    const text = 'select cardinality($1::int[]) as n, length($2::text) as long';
    const many = Array.from({ length: 1000 }, (_, nth) => nth);
    for (let turn = 0; turn < 3; turn += 1)
      for (const [list, word] of [
        [many, 'а'],
        [[1], JSON.stringify(many)],
      ] as const)
        expect(await asked(connection, text, list, word)).toEqual([{ n: list.length, long: word.length }]);
    expect(await keptOn(connection)).not.toContain(text);
    for (let turn = 0; turn < 2; turn += 1) await asked(connection, text, [1, 2], 'а');
    expect(await keptOn(connection)).toContain(text);
    connection.release();
  });

  it('that names a partial index by a value runs as often as one likes', async () => {
    const connection = await (await engines[kind]()).acquire();
    await connection.query('create table talk (user_id int, status text)');
    await connection.query(`create unique index one_open on talk (user_id) where status <> 'solved'`);
    const text =
      'insert into talk (user_id, status) values ($1, $2) on conflict ("user_id") where "status" <> $3 do nothing';
    for (let turn = 0; turn < 12; turn += 1) await asked(connection, text, 1, 'open', 'solved');
    expect(await asked(connection, 'select count(*)::int as n from talk')).toEqual([{ n: 1 }]);
    connection.release();
  });

  it('gives way when there are too many: the one unused longest', async () => {
    const connection = await (await engines[kind]()).acquire();
    const text = (nth: number) => `select $1::int + ${nth} as n`;
    for (let nth = 1000; nth < 1230; nth += 1)
      for (let turn = 0; turn < 2; turn += 1) {
        expect(await asked(connection, text(nth), 1)).toEqual([{ n: nth + 1 }]);
        // The first stays in use all the time.
        expect(await asked(connection, text(1000), 1)).toEqual([{ n: 1001 }]);
      }
    const kept = await keptOn(connection);
    expect(kept).toHaveLength(200);
    expect(kept).toContain(text(1000));
    expect(kept).not.toContain(text(1001));
    expect(await asked(connection, text(1001), 1)).toEqual([{ n: 1002 }]);
    connection.release();
  });

  it('is planned anew when the table has changed or the connection was cleared', async () => {
    const connection = await (await engines[kind]()).acquire();
    await connection.query('create table changing as select 1 as id');
    const text = 'select * from changing where id = $1';
    for (let turn = 0; turn < 3; turn += 1) expect(await asked(connection, text, 1)).toEqual([{ id: 1 }]);
    await connection.query("alter table changing add column word text default 'новое'");
    expect(await asked(connection, text, 1)).toEqual([{ id: 1, word: 'новое' }]);
    await asked(connection, text, 1);
    await connection.query('deallocate all');
    expect(await asked(connection, text, 1)).toEqual([{ id: 1, word: 'новое' }]);
    await connection.query('drop table changing');
    connection.release();
  });

  it('works after a transaction that failed', async () => {
    const connection = await (await engines[kind]()).acquire();
    const text = 'select 10 / $1::int as n';
    await asked(connection, text, 5);
    await connection.query('begin');
    await expect(connection.query(text, [0])).rejects.toMatchObject({ code: '22012' });
    await expect(connection.query(text, [1])).rejects.toMatchObject({ code: '25P02' });
    await expect(connection.query(`${text} -- другой`, [1])).rejects.toMatchObject({ code: '25P02' });
    await connection.query('rollback');
    expect(await asked(connection, text, 2)).toEqual([{ n: 5 }]);
    expect(await asked(connection, `${text} -- другой`, 2)).toEqual([{ n: 5 }]);
    connection.release();
  });
});

describe.skipIf(!canHavePostgres())('a statement of a server', () => {
  it('has no name behind a pooler', async () => {
    const connection = await open({ behindPooler: true }).acquire();
    for (let turn = 0; turn < 4; turn += 1)
      expect(await asked(connection, 'select $1::int as n', 7)).toEqual([{ n: 7 }]);
    expect(await keptOn(connection)).toEqual([]);
    connection.release();
  });
});

describe.skipIf(!canHavePostgres())('listening', () => {
  it('goes to the direct address', async () => {
    const direct = new URL(server.url);
    direct.searchParams.set('application_name', 'direct');
    const engine = open({ behindPooler: true, listenUrl: direct.toString() });
    const heard = new Promise<string>((resolve) => void engine.listen('prepared_test', resolve));
    await expect
      .poll(async () => {
        const { rows } = await engine.query(
          'select application_name as name from pg_stat_activity where query = \'listen "prepared_test"\'',
        );
        return rows;
      })
      .toEqual([{ name: 'direct' }]);
    await engine.query("select pg_notify('prepared_test', 'слышно')");
    expect(await heard).toBe('слышно');
  });
});

describe('settings', () => {
  const server = { DATABASE_URL: 'postgres://a@pool/x', DATABASE_POOLER: '1' };
  it('ask for the direct address behind a pooler', () => {
    expect(() => readSettings(server)).toThrow('DATABASE_LISTEN_URL');
    expect(readSettings({ ...server, DATABASE_LISTEN_URL: 'postgres://a@direct/x' }).server).toEqual({
      databaseUrl: 'postgres://a@pool/x',
      poolSize: 10,
      listenUrl: 'postgres://a@direct/x',
      behindPooler: true,
    });
    expect(readSettings({}).server).toBeNull();
  });
});

const modeOf = async (connection: Connection) => (await asked(connection, 'show plan_cache_mode'))[0]!.plan_cache_mode;

/** Refused by itself and within a transaction: the reason is told, and the connection plans as before. */
async function failsAsBefore(connection: Connection, text: string) {
  const divide = (by: number) => asked(connection, `${ONE_PLAN} ${text}`, by);
  for (let turn = 0; turn < 2; turn += 1) expect(await divide(1)).toEqual([{ n: 1 }]);
  await expect(divide(0)).rejects.toThrow('division by zero');
  expect(await modeOf(connection)).toBe('auto');
  await connection.query('begin');
  await expect(divide(0)).rejects.toThrow('division by zero');
  await connection.query('rollback');
  expect(await modeOf(connection)).toBe('auto');
  expect(await divide(1)).toEqual([{ n: 1 }]);
  connection.release();
}

describe.each(kinds)('a statement with one plan, database: %s', (kind) => {
  it.each([
    ['its own', `${ONE_PLAN} select $1::int + 1 as n`],
    ['that of a part', `select n from (${ONE_PLAN} select $1::int + 1 as n) as part`],
  ])('is planned once whatever its values by %s mark, and the next statement as ever', async (_, text) => {
    const connection = await (await engines[kind]()).acquire();
    for (let n = 0; n < 5; n += 1) expect(await asked(connection, text, n)).toEqual([{ n: n + 1 }]);
    expect(
      await asked(
        connection,
        'select generic_plans, custom_plans from pg_prepared_statements where statement = $1',
        text,
      ),
    ).toEqual([{ generic_plans: 4, custom_plans: 0 }]);
    expect(await modeOf(connection)).toBe('auto');
    connection.release();
  });

  it('that fails leaves the connection as it was, in a transaction and without one', async () =>
    failsAsBefore(await (await engines[kind]()).acquire(), 'select 1 / $1::int as n'));
});
