// A copy put back on either engine: equal and silent, whole or not at all wherever the process is killed; only the destroyed are destroyed.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyLedger } from '../../server/balance/queries.ts';
import { makeBackup as copy, type Manifest } from '../../server/db/backup.ts';
import { DESTROYED_LIST } from '../../server/db/destroyedList.ts';
import type { Engine } from '../../server/db/engine.ts';
import { migrations } from '../../server/db/migrate.ts';
import { markIn, refuseUnfinished } from '../../server/db/restoring.ts';
import { digestOf } from '../../server/db/tables.ts';
import { destroyByAct } from '../../server/instruments/writing/destruction.ts';
import { setFailHook, type FailPoint } from '../../server/kernel/failPoints.ts';
import { workCtx } from '../../server/kernel/ctx.ts';
import { openDeps } from '../../server/deps.ts';
import { readSettings } from '../../server/kernel/settings.ts';
import { destroyedBeside, destroyedIn, type DestroyedLine } from '../../server/ports/backups.ts';
import { chargeOne } from '../contributions/park.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { testEngine } from '../kit/database.ts';
import { sample } from '../kit/deep.ts';
import { killStanding } from '../kit/killing.ts';
import { newGarage, newPerson } from '../kit/rows.ts';
import { world, type World } from '../kit/world.ts';
import { emptyPlace, openedPlace, putBack } from './restoringKit.ts';

let t: TestApp;
let w: World;
let mo: Caller;
let doomed: number;
const root = mkdtempSync(join(tmpdir(), 'registry-restoring-test-'));
let nth = 0;
const newDir = () => join(root, `copies-${(nth += 1)}`);

beforeAll(async () => {
  t = await testApp({ BACKUP_DIR: join(root, 'copies') });
  w = await world(t.deps.db);
  mo = await as(t, { mo: w.mo });
  doomed = (await newPerson(mo, w.po, { lastName: 'Исчезаев' })).id;
  const { id } = await newGarage(mo, w.po);
  await chargeOne(mo, id);
  const { storeKey, sizeBytes, sha256 } = await t.deps.files.put(Buffer.from('скан'));
  await t.deps.db
    .insertInto('stored_file')
    .values({ store_key: storeKey, name: 'скан.txt', mime: 'text/plain', size_bytes: sizeBytes, sha256 })
    .execute();
});
afterAll(async () => {
  await t.close();
  rmSync(root, { recursive: true, force: true });
});

const made = async (dir: string, now = t.deps.clock.now()) => {
  const { engine, backups } = t.deps;
  const { name, manifest } = await copy(dir, { engine, files: backups.files, now, keyCheck: 'check' });
  return { folder: join(dir, name), manifest };
};
async function digestsOf(engine: Engine, { tables }: Manifest): Promise<Map<string, string>> {
  const connection = await engine.acquire();
  const sums = new Map<string, string>();
  for (const { table } of tables) sums.set(table, (await digestOf(connection, table)).digest);
  connection.release();
  return sums;
}
const lineAbout = async (profile: number): Promise<DestroyedLine> => {
  const { created_at } = await t.deps.db
    .selectFrom('profile')
    .where('id', '=', profile)
    .select('created_at')
    .executeTakeFirstOrThrow();
  return { profile, created: created_at, act: '1/2026', at: '2026-11-20T09:00:00Z', ground: 'по заявлению' };
};
/** What closes itself when a copy is put back, and says so. */
const CHANGED = ['outbox', 'outgoing_gate', 'restoration', 'session'];

describe('a copy put back', () => {
  it('equals the register in every table, its ledger agrees, and nothing leaves it', async () => {
    const { folder, manifest } = await made(newDir());
    const place = await emptyPlace(root);
    await putBack(folder, place);
    const before = await digestsOf(t.deps.engine, manifest);
    await openedPlace(place, async ({ db, engine }) => {
      const after = await digestsOf(engine, manifest);
      const differing = manifest.tables.filter(({ table }) => before.get(table) !== after.get(table));
      expect(differing.map(({ table }) => table).filter((table) => !CHANGED.includes(table))).toEqual([]);
      expect(await verifyLedger(db, null, t.deps.secrets)).toEqual([]);
      expect((await db.selectFrom('outgoing_gate').select('channel').execute()).length).toBe(5);
      expect((await db.selectFrom('restoration').select('id').execute()).length).toBe(1);
      const { rows } = await engine.query('select name from schema_migration order by name');
      expect(rows.map(({ name }) => name)).toEqual(migrations().map(({ name }) => name));
    });
    expect(readFileSync(join(place.dataDir, manifest.files[0]!.path))).toEqual(
      readFileSync(join(folder, manifest.files[0]!.path)),
    );
    await expect(putBack(folder, place)).rejects.toThrow('не пуста');
  });

  it('that is refused at its last step leaves no table, no file and no mark', async () => {
    const { folder } = await made(newDir());
    const place = await emptyPlace(root);
    setFailHook(async (point) => {
      if (point === 'files in place') throw new Error('в последний миг');
    });
    await expect(putBack(folder, place).finally(() => setFailHook(null))).rejects.toThrow('в последний миг');
    expect(readdirSync(place.dataDir).filter((name) => !name.endsWith('.lock'))).toEqual([]);
    if (place.databaseUrl)
      await openedPlace(place, async ({ engine }) => {
        expect((await engine.query("select 1 from pg_class where relname = 'app_user'")).rows).toEqual([]);
      });
    await putBack(folder, place);
  });
});

describe('killed', () => {
  const kept: Record<string, boolean> = {
    'restore marked': false,
    'copy loaded': false,
    'files in place': false,
    'restore kept': testEngine === 'server',
    'restore in place': true,
  } satisfies Partial<Record<FailPoint, boolean>>;
  it.each(sample(Object.entries(kept), 3))(
    'at «%s» it is before or after, and the same command ends it',
    async (point, isKept) => {
      const { folder, manifest } = await made(newDir());
      const place = await emptyPlace(root);
      const lines = [await lineAbout(doomed)];
      const words = [folder, JSON.stringify(place), JSON.stringify(lines), point];
      await killStanding('instruments/killedRestorer.ts', words);
      expect(await markIn(place.dataDir)).not.toBeNull();
      const settings = readSettings({
        DATA_DIR: place.dataDir,
        LOG_LEVEL: 'silent',
        DEMO: '0',
        ...(place.databaseUrl ? { DATABASE_URL: place.databaseUrl } : {}),
      });
      if (!isKept) await expect(openDeps(settings)).rejects.toThrow('Восстановление из копии не закончено');
      await putBack(folder, place, lines);
      expect(await markIn(place.dataDir)).toBeNull();
      await refuseUnfinished(place);
      expect(existsSync(join(place.dataDir, manifest.files[0]!.path))).toBe(true);
      await openedPlace(place, async ({ db, engine }) => {
        const after = await digestsOf(engine, manifest);
        const before = await digestsOf(t.deps.engine, manifest);
        expect(after.get('balance_operation')).toBe(before.get('balance_operation'));
        const { is_anonymised } = await db
          .selectFrom('profile')
          .where('id', '=', doomed)
          .select('is_anonymised')
          .executeTakeFirstOrThrow();
        expect(is_anonymised).toBe(true);
        expect((await db.selectFrom('restoration').select('id').execute()).length).toBe(1);
      });
      await expect(putBack(folder, place)).rejects.toThrow('не пуста');
    },
  );
});

describe('people of the list', () => {
  const isGone = (database: { db: TestApp['deps']['db'] }, id: number) =>
    database.db.selectFrom('profile').where('id', '=', id).select('is_anonymised').executeTakeFirstOrThrow();

  it('a new person under the number of one who was destroyed stays, whatever the line says of itself', async () => {
    const { folder } = await made(newDir());
    const { created, ...line } = await lineAbout(doomed);
    const moment = Date.parse(created!);
    const older = { ...line, created: new Date(moment - 5000).toISOString() };
    const early = { ...line, at: new Date(moment - 5000).toISOString() };
    for (const one of [older, early]) {
      const place = await emptyPlace(root);
      await putBack(folder, place, [one]);
      await openedPlace(place, async (database) =>
        expect(await isGone(database, doomed)).toEqual({ is_anonymised: false }),
      );
    }
  });

  it('of two acts under one number the one of this card counts, in any order of the lists', async () => {
    const { folder } = await made(newDir());
    const own = await lineAbout(doomed);
    const other = { ...own, created: '2020-01-01T00:00:00.000Z', at: '2020-02-01T00:00:00Z' };
    const place = await emptyPlace(root);
    await putBack(folder, place, [own, other]);
    await openedPlace(place, async (database) =>
      expect(await isGone(database, doomed)).toEqual({ is_anonymised: true }),
    );
  });

  it('whom the copy of a day later still holds is left alone: that act came to nothing', async () => {
    const { folder } = await made(newDir());
    const place = await emptyPlace(root);
    await putBack(folder, place, [{ ...(await lineAbout(doomed)), at: '2026-11-19T09:00:00Z' }]);
    await openedPlace(place, async (database) =>
      expect(await isGone(database, doomed)).toEqual({ is_anonymised: false }),
    );
  });

  it('a copy of before a merge brings back neither card of one who was destroyed since', async () => {
    const [stays, goes] = [(await newPerson(mo, w.po)).id, (await newPerson(mo, w.po)).id];
    const { folder } = await made(newDir());
    await t.deps.db.updateTable('profile').set({ merged_into: stays }).where('id', '=', goes).execute();
    const person = { id: stays, region_id: w.region, mo_id: w.mo, po_id: w.po };
    await destroyByAct(workCtx(t.deps, { name: 'Проба' }), person, { ground: 'по заявлению' });
    const lines = (await destroyedIn(t.deps.settings.BACKUP_DIR)).filter(({ profile }) =>
      [stays, goes].includes(profile),
    );
    const place = await emptyPlace(root);
    await putBack(folder, place, lines);
    await openedPlace(place, async (database) => {
      for (const id of [stays, goes]) expect(await isGone(database, id)).toEqual({ is_anonymised: true });
    });
  });

  it('an act whose transaction is not kept is taken back in the list', async () => {
    const { id } = await newPerson(mo, w.po);
    const person = { id, region_id: w.region, mo_id: w.mo, po_id: w.po };
    setFailHook(async (point) => {
      if (point === 'before commit') throw new Error('сервер упал');
    });
    const ctx = workCtx(t.deps, { name: 'Проба' });
    await expect(
      destroyByAct(ctx, person, { ground: 'по заявлению' }).finally(() => setFailHook(null)),
    ).rejects.toThrow('сервер упал');
    const { created } = await lineAbout(id);
    const lines = (await destroyedIn(t.deps.settings.BACKUP_DIR)).filter(({ profile }) => profile === id);
    expect(lines.map((line) => [line.created, line.undone])).toEqual([
      [created, undefined],
      [created, true],
    ]);
    const { folder } = await made(newDir());
    const place = await emptyPlace(root);
    await putBack(folder, place, lines);
    await openedPlace(place, async (database) => expect(await isGone(database, id)).toEqual({ is_anonymised: false }));
  });

  it('the list is begun with the first copy, and a copy without its list is refused in words', async () => {
    const dir = newDir();
    const { manifest } = await made(dir);
    expect(await destroyedBeside([dir], manifest)).toEqual([]);
    expect(manifest.destroyed).toMatchObject({ lines: 0 });
    const file = join(dir, DESTROYED_LIST);
    const line = JSON.stringify(await lineAbout(doomed));
    writeFileSync(file, `${line}\n`);
    const later = (await made(dir, new Date('2026-11-20T09:10:00Z'))).manifest;
    expect(later.destroyed).toMatchObject({ lines: 1 });
    expect(await destroyedBeside([newDir(), dir], later)).toHaveLength(1);
    // One that was emptied, or is of another installation, is as none.
    for (const text of ['', `${line.replace('1/2026', '2/2026')}\n`]) {
      writeFileSync(file, text);
      await expect(destroyedBeside([dir], later)).rejects.toThrow('не тот файл destroyed.jsonl');
      expect(await destroyedBeside([dir], manifest)).toHaveLength(text ? 1 : 0);
    }
    rmSync(file);
    const ofEarlierVersion: Pick<Manifest, 'destroyed'> = {};
    for (const one of [later, manifest, ofEarlierVersion])
      await expect(destroyedBeside([dir, newDir()], one)).rejects.toThrow('--without-destroyed-list');
  });
});
