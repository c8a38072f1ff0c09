// What is kept no longer than it is needed: old tries, letters, sessions and abandoned registries; everything younger stays.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forgetOldDrafts, forgetOldWorkbooks } from '../../server/imports/retention.ts';
import { watched } from '../../server/jobs/faults.ts';
import { repeat } from '../../server/jobs/repeat.ts';
import { forgetOldSignIns } from '../../server/session/retention.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { world, type World } from '../kit/world.ts';

const NOW = new Date('2026-11-20T09:00:00Z').getTime();
const ago = (days: number) => new Date(NOW - days * 86_400_000).toISOString();
let t: TestApp;
let w: World;
let person: Caller;
beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  person = await as(t, { mo: w.mo });
});
afterAll(() => t.close());

const lines = (verb: string) =>
  t.deps.db
    .selectFrom('action_log')
    .where('verb', '=', verb)
    .orderBy('id')
    .select(['text', 'user_name', 'po_id'])
    .execute();

describe('signing in', () => {
  it('old tries, sent letters and ended sessions go, told once; the rest stays', async () => {
    const { db } = t.deps;
    const attempt = { email_key: 'nobody@example.ru', ip: '10.0.0.1', ok: false };
    await db
      .insertInto('login_attempt')
      .values([
        { ...attempt, at: ago(91) },
        { ...attempt, at: ago(89) },
      ])
      .execute();
    const letter = (what: string) => ({
      what,
      receiver: 'a',
      recipient: 'a@example.ru',
      subject: 'Новый пароль',
      body_text: 'ссылка',
      next_attempt_at: ago(0),
    });
    await db
      .insertInto('outbox')
      .values([
        { ...letter('old'), sent_at: ago(31) },
        { ...letter('young'), subject: 'свежее', sent_at: ago(29) },
        { ...letter('waiting'), subject: 'не ушло', sent_at: null },
      ])
      .execute();
    const session = { user_id: person.userId, refresh_hash: Buffer.from('x') };
    await db
      .insertInto('session')
      .values([
        { ...session, ip: 'ended', ended_at: ago(181), expires_at: ago(-1) },
        { ...session, ip: 'ran out', expires_at: ago(181) },
        { ...session, ip: 'ended lately', ended_at: ago(179), expires_at: ago(170) },
        { ...session, ip: 'alive', expires_at: ago(-1) },
      ])
      .execute();
    await forgetOldSignIns(t.deps);
    await forgetOldSignIns(t.deps);
    expect(await lines('sign.forget')).toEqual([
      {
        text: 'Удалены устаревшие записи: попытки входа — 1, отправленные письма — 1, сеансы — 2',
        user_name: 'Уборка',
        po_id: null,
      },
    ]);
    const kept = await db.selectFrom('session').where('ip', 'is not', null).orderBy('id').select('ip').execute();
    expect(kept.map((row) => row.ip)).toEqual(expect.arrayContaining(['ended lately', 'alive']));
    expect(kept.map((row) => row.ip)).not.toContain('ended');
    const letters = await db.selectFrom('outbox').orderBy('id').select('subject').execute();
    expect(letters.map((row) => row.subject)).toEqual(['свежее', 'не ушло']);
    expect(await db.selectFrom('login_attempt').select('at').execute()).toHaveLength(1);
  });
});

describe('registries', () => {
  async function brought(days: number, status = 'draft') {
    const stored = await t.deps.files.put(Buffer.from(`паспорт ${days} ${status}`));
    const file = await t.deps.db
      .insertInto('stored_file')
      .values({
        store_key: stored.storeKey,
        name: 'реестр.xlsx',
        mime: 'application/octet-stream',
        size_bytes: stored.sizeBytes,
        sha256: stored.sha256,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const batch = await t.deps.db
      .insertInto('import_batch')
      .values({
        region_id: w.region,
        mo_id: w.mo,
        po_id: w.po,
        file_id: file.id,
        file_name: 'реестр.xlsx',
        file_sha256: stored.sha256,
        status,
        created_by: person.userId,
        created_at: ago(days),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id: batch.id, file: join(t.deps.settings.DATA_DIR, 'files', stored.storeKey) };
  }

  it('an abandoned draft goes with its file; a fresh one and a loaded one stay', async () => {
    const [old, fresh, loaded] = [await brought(31), await brought(29), await brought(31, 'done')];
    expect([old, fresh, loaded].map((one) => existsSync(one.file))).toEqual([true, true, true]);
    await forgetOldDrafts(t.deps);
    await forgetOldDrafts(t.deps);
    expect([old, fresh, loaded].map((one) => existsSync(one.file))).toEqual([false, true, true]);
    const left = await t.deps.db.selectFrom('import_batch').orderBy('id').select('id').execute();
    expect(left.map((row) => row.id)).toEqual([fresh.id, loaded.id]);
    expect(await lines('garage.import_forget')).toEqual([
      {
        text: 'Удалён незагруженный файл реестра реестр.xlsx: прошло 30 дней',
        user_name: 'Уборка',
        po_id: w.po,
      },
    ]);
  });

  it('the workbook of a load goes thirty days after it with what people typed; what was made and the counts stay', async () => {
    const typed = JSON.stringify([{ sheet: 0, row: 2, column: 0, field: 'phone', text: '+79001112233' }]);
    const load = async (finished: number, status: string) => {
      const one = await brought(100, status);
      await t.deps.db
        .updateTable('import_batch')
        .set({ finished_at: ago(finished), overrides: typed, rows_done: 7 })
        .where('id', '=', one.id)
        .execute();
      return one;
    };
    await forgetOldWorkbooks(t.deps);
    const before = (await lines('garage.import_forget')).length;
    const loads = [await load(31, 'done'), await load(29, 'done'), await load(31, 'rolled_back')];
    await forgetOldWorkbooks(t.deps);
    await forgetOldWorkbooks(t.deps);
    expect(loads.map((one) => existsSync(one.file))).toEqual([false, true, false]);
    const left = await t.deps.db
      .selectFrom('import_batch')
      .where(
        'id',
        'in',
        loads.map((one) => one.id),
      )
      .orderBy('id')
      .select(['file_id', 'overrides', 'rows_done'])
      .execute();
    const typedLeft = left.map((row) => (row.overrides as unknown[]).length);
    expect(left.map((row) => row.file_id === null)).toEqual([true, false, true]);
    expect([typedLeft, left.map((row) => row.rows_done)]).toEqual([
      [0, 1, 0],
      [7, 7, 7],
    ]);
    const told = (await lines('garage.import_forget')).slice(before).map((line) => line.text);
    const text = 'Удалена книга загруженного реестра реестр.xlsx: прошло 30 дней';
    expect(told).toEqual([text, text]);
  });
});

describe('upkeep', () => {
  it('begins at once, comes back, outlives a failure, and is over when stopped', async () => {
    let turns = 0;
    const turn = watched(t.deps, 'views', async () => {
      turns += 1;
      if (turns === 1) throw new Error('the first turn fails');
    });
    const upkeep = repeat(20, turn);
    await expect.poll(() => turns).toBeGreaterThan(2);
    await upkeep.stop();
    const seen = turns;
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(turns).toBe(seen);
  });
});
