// The five guards of the embedded database; each has a control that shows what happens without it.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openEmbedded, type EmbeddedEngine } from '../../server/db/embedded.ts';
import { DbError, isDiskFull, isUniqueViolation } from '../../server/db/engine.ts';
import { typesOf } from '../../server/db/generateTypes.ts';
import { migrate, statements } from '../../server/db/migrate.ts';
import { migratedDump, migratedFolder } from '../kit/database.ts';

const opened: EmbeddedEngine[] = [];
const folders: string[] = [];
/** Contents that need not be made anew for each. */
let ready: { dump: Uint8Array };
beforeAll(async () => {
  ready = { dump: await migratedDump() };
});
const emptyFolder = () => {
  folders.push(mkdtempSync(join(tmpdir(), 'registry-db-')));
  return join(folders.at(-1)!, 'db');
};
const folder = async () => {
  const path = emptyFolder();
  await migratedFolder(path);
  return path;
};
const open = async (options: Parameters<typeof openEmbedded>[0]) => {
  opened.push(await openEmbedded(options));
  return opened.at(-1)!;
};
afterEach(async () => {
  for (const engine of opened.splice(0)) await engine.close().catch(() => {});
  for (const path of folders.splice(0)) rmSync(path, { recursive: true, force: true });
});

describe('the one connection', () => {
  it('knows whether anybody has waited for it since it was asked', async () => {
    const engine = await open({ dump: ready.dump });
    await engine.query('select 1');
    await engine.query('select 2');
    expect(engine.wasWaitedFor()).toBe(false);
    await Promise.all([engine.query('select 1'), engine.query('select 2')]);
    expect(engine.wasWaitedFor()).toBe(true);
    expect(engine.wasWaitedFor()).toBe(false);
    const held = await engine.acquire();
    const waiting = engine.query('select 1');
    held.release();
    await waiting;
    expect(engine.wasWaitedFor()).toBe(true);
    await engine.query('select 1');
    expect(engine.wasWaitedFor()).toBe(false);
  });
});

describe('guards of the embedded database', () => {
  it('every commit reaches the disk', async () => {
    const engine = await open({ folder: await folder() });
    await engine.query('create table t (n int)');
    const before = await engine.syncs();
    for (let n = 0; n < 20; n += 1) await engine.query('insert into t values ($1)', [n]);
    expect((await engine.syncs()) - before).toBeGreaterThanOrEqual(20);
  });

  it('control: without the guard nothing is synced', async () => {
    const engine = await open({ folder: await folder(), unguarded: { fsync: true } });
    await engine.query('create table t (n int)');
    await engine.query('insert into t values (1)');
    expect(await engine.syncs()).toBe(0);
  });

  it('a second process is refused in words, a dead one is not feared', async () => {
    const path = await folder();
    const engine = await open({ folder: path });
    await expect(openEmbedded({ folder: path })).rejects.toThrow('Папка данных уже открыта другим процессом');
    await engine.close();
    opened.pop();
    writeFileSync(`${path}.lock`, '999999 1');
    const again = await open({ folder: path });
    expect(readFileSync(`${path}.lock`, 'utf8')).toContain(String(process.pid));
    expect((await again.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });

  it('control: without the lock two open one folder', async () => {
    const path = await folder();
    await open({ folder: path, unguarded: { lock: true } });
    await open({ folder: path, unguarded: { lock: true } });
    expect(opened).toHaveLength(2);
  });

  it('has 64 MB of buffers and can be vacuumed', async () => {
    const engine = await open(ready);
    expect((await engine.query('show shared_buffers')).rows[0]).toEqual({ shared_buffers: '64MB' });
    await engine.query('create table t (n int)');
    await engine.query('insert into t select generate_series(1, 1000)');
    await engine.vacuum();
    expect((await engine.query("select reltuples::int as n from pg_class where relname = 't'")).rows).toEqual([
      { n: 1000 },
    ]);
  });

  it('vacuums by itself on schedule', async () => {
    const engine = await open({ vacuumEveryMs: 50 });
    await engine.query('create table t (n int)');
    await engine.query('insert into t select generate_series(1, 500)');
    await expect
      .poll(
        async () => (await engine.query("select reltuples::int as n from pg_class where relname = 't'")).rows[0]?.n,
        { timeout: 5000 },
      )
      .toBe(500);
  });

  it('reads types as the server engine does', async () => {
    const engine = await open(ready);
    const { rows } = await engine.query(
      "select 9007199254740991::bigint as big, '2026-02-03'::date as day, 1.50::numeric as sum, '2026-01-02 03:04:05.6+00'::timestamptz as at, array[1,2] as list, '{\"a\": 1}'::jsonb as doc",
    );
    expect(rows[0]).toEqual({
      big: 9007199254740991,
      day: '2026-02-03',
      sum: '1.50',
      at: '2026-01-02T03:04:05.600Z',
      list: [1, 2],
      doc: { a: 1 },
    });
    await expect(engine.query('select 9007199254740993::bigint as big')).rejects.toThrow('out of range');
  });

  it('a full disk loses nothing that was acknowledged and stays usable', async () => {
    const engine = await open({ folder: await folder() });
    await engine.query('create table t (n text)');
    await engine.query("insert into t values ('kept')");
    await engine.failWrites(true);
    const refused = await engine
      .query("insert into t select repeat('x', 2000) from generate_series(1, 50000)")
      .catch((error: unknown) => error);
    expect(isDiskFull(refused)).toBe(true);
    await engine.failWrites(false);
    expect((await engine.query('select count(*)::int as n from t')).rows).toEqual([{ n: 1 }]);
  });
});

describe('a database that goes down', () => {
  const full = async (work: Promise<unknown>) => isDiskFull(await work.catch((error: unknown) => error));

  it('refuses at a full disk and goes on when there is room, with everything acknowledged', async () => {
    const engine = await open({ folder: emptyFolder() });
    await engine.query('create table t (n text)');
    await engine.query("insert into t values ('kept')");
    await engine.failWrites(true);
    // The first commit ends the database, the next call can't open it again.
    expect(await full(engine.query("insert into t values ('lost')"))).toBe(true);
    expect(await full(engine.query("insert into t values ('lost too')"))).toBe(true);
    await engine.failWrites(false);
    expect((await engine.query('select n from t')).rows).toEqual([{ n: 'kept' }]);
    await engine.query("insert into t values ('after')");
    expect((await engine.query('select count(*)::int as n from t')).rows).toEqual([{ n: 2 }]);
  });

  it('never runs the rest of a cut-off transaction by itself, and hears again', async () => {
    const engine = await open({ folder: await folder() });
    await engine.query('create table t (n int)');
    const heard: string[] = [];
    await engine.listen('news', (payload) => heard.push(payload));
    const connection = await engine.acquire();
    await connection.query('begin');
    await connection.query('insert into t values (1)');
    await engine.failWrites(true);
    await expect(connection.query('commit')).rejects.toBeInstanceOf(DbError);
    await engine.failWrites(false);
    await expect(connection.query('insert into t values (2)')).rejects.toMatchObject({ code: '57P02' });
    connection.release();
    expect((await engine.query('select n from t')).rows).toEqual([]);
    await engine.query("select pg_notify('news', 'again')");
    await expect.poll(() => heard).toEqual(['again']);
  });

  it('answers in words after it was closed', async () => {
    const engine = await open(ready);
    await engine.close();
    await expect(engine.query('select 1')).rejects.toThrow('Встроенная база закрыта');
  });

  it('keeps what was acknowledged when the process is killed', async () => {
    const path = await folder();
    const child = spawn(process.execPath, [join(import.meta.dirname, 'endlessWriter.ts'), path], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const gone = new Promise((resolve) => child.once('exit', resolve));
    let acknowledged = 0;
    for await (const line of createInterface({ input: child.stdout })) {
      acknowledged = Number(line);
      if (acknowledged === 50) child.kill('SIGKILL');
    }
    await gone;
    expect(acknowledged).toBeGreaterThanOrEqual(50);
    const engine = await open({ folder: path });
    const { rows } = await engine.query('select count(*)::int as n from t');
    expect(rows[0]!.n).toBeGreaterThanOrEqual(acknowledged);
  });
});

describe('migrations', () => {
  it('are split at semicolons outside quotes and dollar quotes', () => {
    expect(statements("a; b 'x;y'; -- c;\n do $$ begin; end $$; d")).toEqual([
      'a',
      "b 'x;y'",
      'do $$ begin; end $$',
      'd',
    ]);
  });

  it('refuse a script that was changed after it had been applied', async () => {
    const engine = await open(ready);
    await migrate(engine, [{ name: '1.sql', sql: 'create table a (n int)', checksum: 'one' }]);
    await expect(migrate(engine, [{ name: '1.sql', sql: 'create table b (n int)', checksum: 'two' }])).rejects.toThrow(
      'изменена после применения',
    );
  });

  it('leave nothing of a script that failed', async () => {
    const engine = await open(ready);
    await expect(
      migrate(engine, [{ name: '1.sql', sql: 'create table a (n int); select nonsense', checksum: 'x' }]),
    ).rejects.toThrow('Миграция 1.sql');
    expect((await engine.query("select to_regclass('a') as a")).rows).toEqual([{ a: null }]);
  });

  it('types.ts is the schema that they make', async () => {
    const engine = await open(ready);
    expect(await typesOf(engine)).toBe(readFileSync(join(import.meta.dirname, '../../server/db/types.ts'), 'utf8'));
  });

  it('name their errors alike on both engines', async () => {
    const engine = await open(ready);
    await engine.query('create table t (n int constraint once unique)');
    await engine.query('insert into t values (1)');
    const error = await engine.query('insert into t values (1)').catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(DbError);
    expect(isUniqueViolation(error, 'once')).toBe(true);
    expect(isUniqueViolation(error, 'other')).toBe(false);
  });
});
