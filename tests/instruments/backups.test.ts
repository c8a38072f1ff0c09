// Copies of the installation: one moment, proved, put back silent; a full disk, a damaged piece, a killed process; the destroyed stay so.
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync, zstdDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { jobList } from '../../contract/jobs.ts';
import { backupList, makeBackup } from '../../contract/instruments/backups.ts';
import { Press } from '../../server/db/press.ts';
import { verifyLedger } from '../../server/balance/queries.ts';
import { makeBackup as copy, MANIFEST, readManifest } from '../../server/db/backup.ts';
import { BackupBusy } from '../../server/db/backupLock.ts';
import { DESTROYED_LIST } from '../../server/db/destroyedList.ts';
import { DbError, type Engine } from '../../server/db/engine.ts';
import { digestOf } from '../../server/db/tables.ts';
import { migrate, migrations } from '../../server/db/migrate.ts';
import { openDatabase, type Database } from '../../server/db/open.ts';
import { proveBackup, restoreBackup } from '../../server/db/restore.ts';
import { backupDue, backupJob } from '../../server/instruments/backups.ts';
import { replayDestroyed } from '../../server/instruments/replaying.ts';
import { runJob } from '../../server/jobs/run.ts';
import { openStored } from '../../server/ports/sealedFiles.ts';
import { chargeOne } from '../contributions/park.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { migratedDump } from '../kit/database.ts';
import { waitingJob } from '../kit/jobs.ts';
import { newGarage, newPerson } from '../kit/rows.ts';
import { world, type World } from '../kit/world.ts';

let t: TestApp;
let w: World;
let admin: Caller;
let person: number;
const root = mkdtempSync(join(tmpdir(), 'registry-backup-test-'));
let nth = 0;
const place = () => join(root, String((nth += 1)));

beforeAll(async () => {
  t = await testApp({ BACKUP_DIR: join(root, 'copies'), BACKUP_DAILY: '1' });
  t.deps.jobs.enqueue = async () => '00000000-0000-4000-8000-000000000001';
  w = await world(t.deps.db);
  admin = await as(t, { mo: w.mo, isSuperuser: 2, role: 'superuser' });
  const mo = await as(t, { mo: w.mo });
  person = (await newPerson(mo, w.po, { lastName: 'Исчезаев', passSeria: '9999', passNum: '123456' })).id;
  await newGarage(mo, w.po);
  // Refers to a later card: a merge that keeps the newer one.
  const later = (await newPerson(mo, w.po)).id;
  const early = (await newPerson(mo, w.po)).id;
  await t.deps.db.updateTable('profile').set({ merged_into: early }).where('id', '=', later).execute();
  const stored = await t.deps.files.put(Buffer.from('скан'));
  await t.deps.db
    .insertInto('stored_file')
    .values({
      store_key: stored.storeKey,
      name: 'скан.txt',
      mime: 'text/plain',
      size_bytes: stored.sizeBytes,
      sha256: stored.sha256,
    })
    .execute();
});
afterAll(async () => {
  await t.close();
  rmSync(root, { recursive: true, force: true });
});

const source = () => ({
  engine: t.deps.engine,
  files: t.deps.backups.files,
  now: t.deps.clock.now(),
  keyCheck: 'check',
});
const prove = async ({ db }: Database) => (await verifyLedger(db)).map(({ text }) => text);
/** Sum of the rows of each table. */
async function digestsOf(engine: Engine, tables: readonly string[]): Promise<Map<string, string>> {
  const connection = await engine.acquire();
  const sums = new Map<string, string>();
  for (const table of tables) sums.set(table, (await digestOf(connection, table)).digest);
  connection.release();
  return sums;
}
async function reopened<T>(dataDir: string, look: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase({ dataDir: join(dataDir, 'db') });
  return look(database).finally(() => database.close());
}

describe('a copy', () => {
  it('of an earlier version, summed by its rows, is still proved, and a wrong sum of either kind is noticed', async () => {
    const dir = place();
    const { name } = await copy(dir, source());
    const folder = join(dir, name);
    const manifest = await readManifest(folder);
    const keep = (tables: typeof manifest.tables) =>
      writeFile(join(folder, MANIFEST), JSON.stringify({ ...manifest, tables }));
    const wrong = (tables: typeof manifest.tables) =>
      tables.map((one) => (one.table === 'garage' ? { ...one, digest: one.digest.replace(/.$/, 'x') } : one));
    await keep(wrong(manifest.tables));
    await expect(proveBackup(folder, prove, migratedDump)).rejects.toThrow('Копия не сошлась: garage');
    const connection = await t.deps.engine.acquire();
    const earlier = [];
    for (const one of manifest.tables) earlier.push({ ...one, ...(await digestOf(connection, one.table)) });
    connection.release();
    expect(earlier.map(({ rows }) => rows)).toEqual(manifest.tables.map(({ rows }) => rows));
    await keep(earlier);
    await proveBackup(folder, prove, migratedDump);
    await keep(wrong(earlier));
    await expect(proveBackup(folder, prove, migratedDump)).rejects.toThrow('Копия не сошлась: garage');
  });

  it('of an earlier version, pressed by gzip and summed by its rows, is still proved and put back; of a later one it is told', async () => {
    const dir = place();
    const { name } = await copy(dir, { ...source(), pieceRows: 20 });
    const folder = join(dir, name);
    const manifest = await readManifest(folder);
    for (const piece of manifest.tables.flatMap(({ pieces }) => pieces)) {
      const packed = gzipSync(zstdDecompressSync(readFileSync(join(folder, piece.path))));
      rmSync(join(folder, piece.path));
      piece.path = piece.path.replace('.zst', '.gz');
      piece.sha256 = createHash('sha256').update(packed).digest('hex');
      writeFileSync(join(folder, piece.path), packed);
    }
    expect(Math.max(...manifest.tables.map(({ pieces }) => pieces.length))).toBeGreaterThan(1);
    const names = manifest.tables.map(({ table }) => table);
    const before = await digestsOf(t.deps.engine, names);
    const tables = manifest.tables.map((one) => ({ ...one, digest: before.get(one.table)! }));
    await writeFile(join(folder, MANIFEST), JSON.stringify({ ...manifest, tables, format: 1 }));
    await proveBackup(folder, prove, migratedDump);
    const dataDir = place();
    await restoreBackup(folder, { dataDir, beginning: migratedDump }, async () => {});
    await reopened(dataDir, async ({ engine }) => {
      const after = await digestsOf(engine, names);
      // Whatever is silent after a restore is not what it was; all the rest is, row for row.
      const changed = names.filter((table) => after.get(table) !== before.get(table));
      expect(changed.filter((table) => !['outgoing_gate', 'session', 'outbox', 'restoration'].includes(table))).toEqual(
        [],
      );
      expect(changed).toContain('outgoing_gate');
    });
    await writeFile(join(folder, MANIFEST), JSON.stringify({ ...manifest, format: 3 }));
    await expect(proveBackup(folder, prove, migratedDump)).rejects.toThrow('более новой программой');
    await expect(restoreBackup(folder, { dataDir: place() }, async () => {})).rejects.toThrow('более новой программой');
  });

  it('of a table whose ids lie far apart is made of as few pieces as any other, and sums to the same', async () => {
    const far = Array.from({ length: 30 }, (_, at) => 1_000_000 + at * 50_000_000);
    await t.deps.db
      .insertInto('region')
      .values(far.map((id) => ({ id, name: `Дальний ${id}` })))
      .execute();
    const made = async (more: object) =>
      (await copy(place(), { ...source(), ...more })).manifest.tables.find(({ table }) => table === 'region')!;
    const [sliced, whole] = [await made({ pieceRows: 5 }), await made({})];
    await t.deps.db.deleteFrom('region').where('id', 'in', far).execute();
    expect([sliced.rows, sliced.digest]).toEqual([whole.rows, whole.digest]);
    expect([whole.pieces.length, sliced.pieces.length]).toEqual([1, Math.ceil(whole.rows / 5)]);
  });

  it('of an earlier schema is brought up to date, what is in it too, where it is put back or proved', async () => {
    const later = ['0161_tutorial_pictures.sql', '0170_urgent_mailings.sql'];
    const earlier = migrations().filter(({ name }) => name !== later[0] && name < later[1]!);
    const [dir, dataDir] = [place(), place()];
    const old = await openDatabase({ dataDir: join(place(), 'db'), skipMigrations: true });
    await migrate(old.engine, earlier);
    await old.engine.script("insert into region (id, name) values (7, 'Прежний')");
    await old.engine.script(
      "insert into action_log (id, at, user_name, verb, text) values (5, '2026-01-01', 'Некто', 'sign.in', 'Вход')",
    );
    await old.engine.script("insert into tutorial (kind, title) values ('article', 'Прежняя инструкция')");
    const { name } = await copy(dir, { ...source(), engine: old.engine });
    await old.close();
    const folder = join(dir, name);
    const manifest = await readManifest(folder);
    expect(manifest.migrations.map((script) => script.name)).toEqual(earlier.map((script) => script.name));
    await proveBackup(folder, prove, migratedDump);
    await restoreBackup(folder, { dataDir, beginning: migratedDump }, async ({ db }) => {
      // Whoever finishes finds the tables of today.
      expect(await db.selectFrom('tutorial').select(['title', 'steps']).execute()).toEqual([
        { title: 'Прежняя инструкция', steps: [] },
      ]);
      // A later script counted the lines that were there.
      expect(await db.selectFrom('log_count').select('done_id').execute()).toEqual([{ done_id: 5 }]);
    });
    await reopened(dataDir, async ({ db, engine }) => {
      expect(await db.selectFrom('region').select('id').where('name', '=', 'Прежний').execute()).toEqual([{ id: 7 }]);
      expect((await db.selectFrom('outgoing_gate').select('channel').execute()).length).toBe(5);
      const connection = await engine.acquire();
      const { rows } = await connection.query('select name from schema_migration order by name');
      connection.release();
      expect(rows.map((row) => row.name)).toEqual(migrations().map((script) => script.name));
    });
  });

  it('is put back whole and silent, and what was destroyed since stays destroyed', async () => {
    const dir = place();
    const { name, manifest } = await copy(dir, source());
    expect(manifest).toMatchObject({ missing: [], hasKey: false });
    expect(manifest.files).toHaveLength(1);
    await proveBackup(join(dir, name), prove, migratedDump);
    const dataDir = place();
    await t.deps.db.insertInto('outgoing_gate').values({ channel: 'sms', cause: 'person', reason: 'своя' }).execute();
    await t.deps.db.deleteFrom('outgoing_gate').execute();
    await restoreBackup(join(dir, name), { dataDir }, async (database) => {
      const filesDir = join(dataDir, 'files.restoring');
      const { created_at: created } = await t.deps.db
        .selectFrom('profile')
        .where('id', '=', person)
        .select('created_at')
        .executeTakeFirstOrThrow();
      const lines = [{ profile: person, created, act: '1/2026', at: '2026-11-20T09:00:00Z', ground: 'по заявлению' }];
      const given = { database, settings: t.deps.settings, secrets: t.deps.secrets, filesDir };
      expect((await replayDestroyed(given, lines, manifest.madeAt)).done).toBe(1);
      expect((await replayDestroyed(given, lines, manifest.madeAt)).done).toBe(0);
    });
    const scan = readFileSync(join(dataDir, manifest.files[0]!.path));
    expect(scan.toString('utf8')).not.toContain('скан');
    expect(openStored(scan, t.deps.secrets).toString('utf8')).toBe('скан');
    await reopened(dataDir, async ({ db }) => {
      const gates = await db.selectFrom('outgoing_gate').select(['channel', 'cause']).orderBy('channel').execute();
      expect(gates.map(({ channel, cause }) => [channel, cause])).toEqual(
        ['imap', 'mail', 'reports', 'schedule', 'sms'].map((channel) => [channel, 'restore']),
      );
      expect(await db.selectFrom('session').where('ended_at', 'is', null).select('id').execute()).toEqual([]);
      const gone = await db.selectFrom('profile').where('id', '=', person).selectAll().executeTakeFirstOrThrow();
      expect(gone).toMatchObject({
        full_name: `Удалено № ${person}`,
        pass_cipher: null,
        phones: [],
        is_anonymised: true,
      });
      const log = await db
        .selectFrom('action_log')
        .where('object_id', '=', person)
        .where('object_type', '=', 'profile')
        .select('object_name')
        .execute();
      expect(JSON.stringify(log)).not.toContain('Исчезаев');
      // A number taken before is not given again.
      const { id } = await db.insertInto('region').values({ name: 'Новый' }).returning('id').executeTakeFirstOrThrow();
      expect(id).toBeGreaterThan(w.foreignRegion);
    });
    // The register the copy was made of is as it was.
    expect(
      (await t.deps.db.selectFrom('profile').where('id', '=', person).select('last_name').executeTakeFirstOrThrow())
        .last_name,
    ).toBe('Исчезаев');
  });

  it('of tables longer than a piece is made of pieces and put back whole', async () => {
    const dir = place();
    const { name, manifest } = await copy(dir, { ...source(), pieceRows: 2 });
    const inPieces = manifest.tables.filter(({ pieces }) => pieces.length > 1);
    expect(inPieces.length).toBeGreaterThan(5);
    await proveBackup(join(dir, name), prove);
    const dataDir = place();
    await restoreBackup(join(dir, name), { dataDir }, async () => {});
    const counts = async (db: Database['db']) =>
      Promise.all(
        inPieces.map(async ({ table }) => {
          const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(db);
          return [table, rows[0]!.n];
        }),
      );
    const here = new Map((await counts(t.deps.db)) as [string, number][]);
    for (const { table, rows } of inPieces) expect([table, rows]).toEqual([table, here.get(table)]);
    const there = (await reopened(dataDir, ({ db }) => counts(db))) as [string, number][];
    // A restored installation closes what goes out and ends sessions: those alone may differ.
    expect(there.filter(([table, n]) => here.get(table) !== n).map(([table]) => table)).toEqual([]);
  });

  it('a full disk in the middle leaves nothing, at every write', async () => {
    const dir = place();
    const { manifest } = await copy(dir, source());
    const writes = manifest.tables.reduce((sum, { pieces }) => sum + pieces.length, 0) + manifest.files.length + 1;
    rmSync(dir, { recursive: true });
    for (const full of [1, 2, Math.floor(writes / 2), writes]) {
      let written = 0;
      const write = async (path: string, bytes: Uint8Array) => {
        if ((written += 1) >= full) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
        await writeFile(path, bytes);
      };
      await expect(copy(dir, { ...source(), write })).rejects.toThrow('no space left');
      expect(readdirSync(dir)).toEqual([DESTROYED_LIST]);
    }
  });

  it('what a killed process left is no copy, and the next one takes it away', async () => {
    const dir = place();
    mkdirSync(join(dir, '2026-11-19T02-00-00Z.part', 'tables'), { recursive: true });
    const { name } = await copy(dir, source());
    expect(readdirSync(dir).toSorted()).toEqual([name, DESTROYED_LIST]);
  });

  it('of two begun at once one is made and the other says so; that of a process that is gone is no hindrance', async () => {
    const dir = place();
    const both = await Promise.allSettled([copy(dir, source()), copy(dir, source())]);
    const made = both.flatMap((one) => (one.status === 'fulfilled' ? [one.value.name] : []));
    expect(made).toHaveLength(1);
    expect(both.find((one) => one.status === 'rejected')?.reason).toBeInstanceOf(BackupBusy);
    await proveBackup(join(dir, made[0]!), prove, migratedDump);
    const lock = join(dir, 'backup.lock');
    expect(existsSync(lock)).toBe(false);
    const later = () => ({ ...source(), now: new Date('2026-11-20T09:30:00Z') });
    // A process of another machine that beats is alive; silent for long it is gone, and so is one of this machine that ended.
    const held = (host: string, pid: number) => writeFileSync(lock, JSON.stringify({ host, pid, start: '' }));
    held('other', 1);
    mkdirSync(join(dir, '2026-11-20T09-29-00Z.part'));
    await expect(copy(dir, later())).rejects.toThrow('уже делается другая копия');
    expect(readdirSync(dir)).toContain('2026-11-20T09-29-00Z.part');
    const long = new Date(Date.now() - 3_600_000);
    utimesSync(lock, long, long);
    expect((await copy(dir, later())).name).toBe('2026-11-20T09-30-00Z');
    held(hostname(), 2 ** 30);
    expect((await copy(dir, { ...source(), now: new Date('2026-11-20T09:31:00Z') })).name).toBe('2026-11-20T09-31-00Z');
    expect(readdirSync(dir).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it.each([
    [
      'a changed byte',
      (folder: string, path: string) =>
        writeFileSync(join(folder, path), Buffer.concat([readFileSync(join(folder, path)), Buffer.from('x')])),
      'повреждена',
    ],
    ['a missing piece', (folder: string, path: string) => rmSync(join(folder, path)), 'повреждена'],
    ['no manifest', (folder: string) => rmSync(join(folder, MANIFEST)), 'не копия'],
    [
      'rows that are not those counted',
      (folder: string) => {
        const manifest = JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8')) as {
          tables: { table: string; rows: number }[];
        };
        manifest.tables.find(({ table }) => table === 'profile')!.rows += 1;
        writeFileSync(join(folder, MANIFEST), JSON.stringify(manifest));
      },
      'не сошлась: profile',
    ],
    [
      'a newer program',
      (folder: string) => {
        const manifest = JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8')) as { migrations: object[] };
        manifest.migrations.push({ name: '9999_future.sql', checksum: 'x' });
        writeFileSync(join(folder, MANIFEST), JSON.stringify(manifest));
      },
      'другой версией',
    ],
  ])('%s: refused in words, the place stays empty', async (_, spoil, words) => {
    const dir = place();
    const { name, manifest } = await copy(dir, source());
    const folder = join(dir, name);
    spoil(folder, manifest.tables.find(({ table }) => table === 'profile')!.pieces[0]!.path);
    await expect(proveBackup(folder, prove, migratedDump)).rejects.toThrow(words);
    const dataDir = place();
    await expect(restoreBackup(folder, { dataDir, beginning: migratedDump }, async () => {})).rejects.toThrow(words);
    expect(existsSync(dataDir) ? readdirSync(dataDir) : []).toEqual([]);
  });

  it('goes only into an empty place, and leaves what is there alone', async () => {
    const dir = place();
    const { name } = await copy(dir, source());
    const dataDir = place();
    mkdirSync(join(dataDir, 'db'), { recursive: true });
    writeFileSync(join(dataDir, 'db', 'PG_VERSION'), '17');
    await expect(restoreBackup(join(dir, name), { dataDir }, async () => {})).rejects.toThrow('не пуста');
    expect(readdirSync(dataDir)).toEqual(['db']);
    // A restore that fails at its last step leaves nothing either.
    const other = place();
    await expect(
      restoreBackup(join(dir, name), { dataDir: other, beginning: migratedDump }, () =>
        Promise.reject(new Error('учёт')),
      ),
    ).rejects.toThrow('учёт');
    expect(readdirSync(other).filter((one) => !one.endsWith('.lock'))).toEqual([]);
  });

  it('carries the key only when asked', async () => {
    const dir = place();
    const { name } = await copy(dir, { ...source(), key: 'ab'.repeat(32) });
    expect((await readManifest(join(dir, name))).hasKey).toBe(true);
    expect(readFileSync(join(dir, name, 'secret.key'), 'utf8')).toBe('ab'.repeat(32));
  });
});

describe('the job', () => {
  it('makes, proves and says when the last good one was; a missing file is named', async () => {
    const started = await admin.call(makeBackup, { body: { after: null } });
    expect(started.status).toBe(200);
    await runJob(t.deps, backupJob, { jobId: started.body.job_id });
    const first = (await admin.call(backupList)).body;
    expect(first.data[0]).toMatchObject({ state: 'proved', isHere: true, origin: 'person', files: 1, missing: 0 });
    expect(first.lastGood).toBe(first.data[0].at);
    const store = join(t.deps.settings.DATA_DIR, 'files');
    const kept = join(root, 'kept');
    cpSync(store, kept, { recursive: true });
    rmSync(store, { recursive: true });
    t.setNow('2026-11-20T09:05:00.000Z');
    await runJob(t.deps, backupJob, { jobId: await waitingJob(t.deps, admin.userId, backupJob, { origin: 'person' }) });
    cpSync(kept, store, { recursive: true });
    expect((await admin.call(backupList)).body.data[0]).toMatchObject({ state: 'gaps', missing: 1 });
  });

  it('its proof names words of a document that were changed past the application', async () => {
    const mo = await as(t, { mo: w.mo });
    const { id } = await newGarage(mo, w.po);
    const charged = await chargeOne(mo, id);
    const say = (words: string) =>
      t.deps.db.transaction().execute(async (tx) => {
        await sql`alter table contribution_words disable trigger user`.execute(tx);
        await sql`update contribution_words set basis_document = ${words} where contribution_id = ${charged.contribution}`.execute(
          tx,
        );
        await sql`alter table contribution_words enable trigger user`.execute(tx);
      });
    await say('Протокол № 8');
    const { name } = await t.deps.backups.make(new Date('2026-11-19T09:00:00Z'));
    await expect(t.deps.backups.prove(name)).rejects.toThrow(/изменено: «основание»/);
    await t.deps.backups.drop(name);
    await say('Протокол № 7');
  });

  it('a full disk is said, and the last good one stays the last good one', async () => {
    const before = (await admin.call(backupList)).body;
    const { make } = t.deps.backups;
    t.deps.backups.make = () => Promise.reject(new DbError({ message: 'No space left on device', code: '53100' }));
    const jobId = await waitingJob(t.deps, admin.userId, backupJob, { origin: 'person' });
    await runJob(t.deps, backupJob, { jobId });
    t.deps.backups.make = make;
    const after = (await admin.call(backupList)).body;
    expect(after.data[0]).toMatchObject({ state: 'failed', failure: 'На диске копий кончилось место' });
    expect(after.lastGood).toBe(before.lastGood);
  });

  it('a folder that may not be written is said by what is to be mended', async () => {
    const { make } = t.deps.backups;
    const path = join(t.deps.settings.BACKUP_DIR, '2026.part');
    t.deps.backups.make = () => Promise.reject(Object.assign(new Error('EACCES'), { code: 'EACCES', path }));
    const jobId = await waitingJob(t.deps, admin.userId, backupJob, { origin: 'person' });
    await runJob(t.deps, backupJob, { jobId });
    t.deps.backups.make = make;
    const { data } = (await admin.call(backupList)).body;
    expect(data[0]).toMatchObject({ state: 'failed', failure: expect.stringMatching(/^В папку копий не записать\. /) });
    const jobs = (await admin.call(jobList)).body as { data: { id: number; failure: string }[] };
    expect(jobs.data.find(({ id }) => id === jobId)!.failure).toBe(data[0].failure);
  });

  it('one that could not be proved for want of room is not called bad, and no older one goes', async () => {
    const { prove: real } = t.deps.backups;
    const [before, files] = [(await admin.call(backupList)).body, await t.deps.backups.list()];
    const lacks = [
      Object.assign(new Error('ENOSPC: no space left on device, mkdtemp'), { code: 'ENOSPC' }),
      new DbError({ message: 'could not extend file: No space left on device', code: '53100' }),
      Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' }),
    ];
    const keepDays = t.deps.settings.BACKUP_KEEP_DAYS;
    t.deps.settings.BACKUP_KEEP_DAYS = 0;
    for (const [nth, lack] of lacks.entries()) {
      t.setNow(`2026-11-20T09:1${nth}:00.000Z`);
      t.deps.backups.prove = () => Promise.reject(lack);
      await runJob(t.deps, backupJob, {
        jobId: await waitingJob(t.deps, admin.userId, backupJob, { origin: 'person' }),
      });
      const { data, lastGood } = (await admin.call(backupList)).body;
      expect(data[0]).toMatchObject({ state: 'unproved', isHere: true });
      expect(data[0].failure).toMatch(/^Не проверена: (на диске для проверки нет места|для проверки не хватило)/);
      expect(lastGood).toBe(before.lastGood);
    }
    t.deps.settings.BACKUP_KEEP_DAYS = keepDays;
    expect(await t.deps.backups.list()).toEqual(expect.arrayContaining(files));
    // What is wrong with the copy itself is a failed proof as before.
    t.setNow('2026-11-20T09:13:00.000Z');
    t.deps.backups.prove = () => Promise.reject(new Error('Копия не сошлась: garage'));
    await runJob(t.deps, backupJob, { jobId: await waitingJob(t.deps, admin.userId, backupJob, { origin: 'person' }) });
    t.deps.backups.prove = real;
    expect((await admin.call(backupList)).body.data[0]).toMatchObject({
      state: 'failed',
      failure: 'Копия не сошлась: garage',
    });
  });

  it('is begun by the schedule, once, and not where the setting is off', async () => {
    const due = { id: 0, object: '', dueAt: t.deps.clock.now(), done: async () => {} };
    const count = async () =>
      (await t.deps.db.selectFrom('background_job').where('kind', '=', 'backup').select('id').execute()).length;
    const before = await count();
    await backupDue.run(t.deps, due);
    await backupDue.run(t.deps, due);
    expect(await count()).toBe(before + 1);
    t.deps.settings.BACKUP_DAILY = false;
    await t.deps.db.updateTable('background_job').set({ status: 'done' }).where('status', '=', 'queued').execute();
    await backupDue.run(t.deps, due);
    expect(await count()).toBe(before + 1);
  });
});

it('a thread that presses and is gone is told, and closing it waits for nothing', async () => {
  const press = new Press();
  await press.close();
  await expect(press.piece(new Uint8Array([10]))).rejects.toThrow('has ended');
  await press.close();
});
