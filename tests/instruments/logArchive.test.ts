// Months of the log older than five years leave it for files under seals: which, in what order, by whom; nothing else ever leaves.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { archivedMonthFile, archiveLog, logArchives } from '../../contract/instruments/logArchive.ts';
import { destroyData, personalDuties } from '../../contract/instruments/personal.ts';
import { jobList } from '../../contract/jobs.ts';
import { revealProfile } from '../../contract/profiles.ts';
import { proveArchives } from '../../server/actionLog/archiveProof.ts';
import { archiveFaults } from '../../server/actionLog/queries/archiveFaults.ts';
import { act } from '../../server/kernel/act.ts';
import { workCtx } from '../../server/kernel/ctx.ts';
import { setFailHook } from '../../server/kernel/failPoints.ts';
import { logArchiveJob } from '../../server/instruments/logArchive.ts';
import { runJob } from '../../server/jobs/run.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { followWholeLog } from '../kit/log.ts';
import { archiveThrough, oldIds, oldLine, typePassword } from '../kit/oldLog.ts';
import { newPerson } from '../kit/rows.ts';
import { world, type World } from '../kit/world.ts';

let t: TestApp;
let w: World;
let admin: Caller;
let mo: Caller;

/** A log of its own for every case: what is archived can't be taken back. */
async function begin() {
  t = await testApp();
  t.deps.jobs.enqueue = async () => '00000000-0000-4000-8000-000000000001';
  t.setNow('2024-06-15T09:00:00Z');
  w = await world(t.deps.db);
  admin = await as(t, { mo: w.mo, isSuperuser: 2, role: 'superuser' });
  mo = await as(t, { mo: w.mo });
}
/** Another day; who works signs in again. */
async function moveTo(moment: string) {
  t.setNow(moment);
  admin = await as(t, { mo: w.mo, isSuperuser: 2, role: 'superuser' });
}
const pageOf = async () => (await admin.call(logArchives)).body;
const refused = (statement: string) =>
  expect(sql.raw(statement).execute(t.deps.db)).rejects.toMatchObject({ code: '23001' });

describe('the order and the five years', () => {
  beforeAll(begin);
  afterAll(() => t.close());

  it('an empty log has nothing to give', async () => {
    expect(await pageOf()).toMatchObject({ data: [], due: [], kept_from: null, job: null });
  });

  it('a month leaves five years after its last moment, by the calendar of Moscow', async () => {
    // 23:59 of 31 May in Moscow, and the first minute of June there, which is May by UTC.
    await oldLine(t, { at: '2019-05-31T20:59:00Z' });
    await oldLine(t, { at: '2019-05-31T21:00:30Z' });
    const dueAt = async (moment: string) => {
      await moveTo(moment);
      const { due, next } = await pageOf();
      return [due, next];
    };
    expect(await dueAt('2024-05-31T20:59:59Z')).toEqual([[], { month: '2019-05-01', on: '2024-06-01' }]);
    expect(await dueAt('2024-05-31T21:00:00Z')).toEqual([
      [{ month: '2019-05-01', lines: 1 }],
      { month: '2019-06-01', on: '2024-07-01' },
    ]);
    expect((await dueAt('2024-06-30T20:59:59Z'))[0]).toHaveLength(1);
    expect((await dueAt('2024-06-30T21:00:00Z'))[0]).toEqual([
      { month: '2019-05-01', lines: 1 },
      { month: '2019-06-01', lines: 1 },
    ]);
  });

  it('the terms tell of it', async () => {
    await moveTo('2024-06-15T09:00:00Z');
    const log = async () =>
      (await admin.call(personalDuties)).body.retention.find((row: { what: string }) => row.what === 'Журнал действий');
    expect(await log()).toMatchObject({
      term: expect.stringContaining('5 лет; затем файл с печатью'),
      page: { to: '/admin/log_archive', words: expect.stringMatching(/ждут выноса: 1.месяц, первый — май 2019/) },
      last: null,
    });
    await moveTo('2024-05-15T09:00:00Z');
    expect((await log()).page.words).toBe('старше пяти лет ничего нет, май 2019 станет старше 01.06.2024');
  });

  it('is asked for by what was seen, with the password, once at a time', async () => {
    await moveTo('2024-09-15T09:00:00Z');
    await followWholeLog(t.deps);
    const ask = (through: string, lines: number) => admin.call(archiveLog, { body: { through, lines } });
    expect((await ask('2019-05-01', 1)).body).toMatchObject({ code: 'password' });
    await typePassword(t, admin);
    expect((await ask('2019-09-01', 2)).body.errors).toHaveProperty('through');
    expect((await ask('2019-05-02', 1)).body.errors).toHaveProperty('through');
    expect((await ask('2019-05-01', 2)).body.errors.form).toContain('Строк стало 1, а было 2');
    const begun = await ask('2019-05-01', 1);
    expect(begun.status, begun.text).toBe(200);
    expect((await ask('2019-05-01', 1)).body.errors.form).toContain('уже выносится');
    await runJob(t.deps, logArchiveJob, { jobId: begun.body.job_id });
    const [job] = (await admin.call(jobList, { query: { state: 'all', whose: 'mine' } })).body.data;
    expect(job).toMatchObject({ status: 'done', summary: 'вынесено по май 2019, строк 1', link: '/admin/log_archive' });
  });

  it('the next is the one after, empty months too; a gap is never left', async () => {
    expect(await pageOf()).toMatchObject({
      kept_from: '2019-06-01',
      due: [
        { month: '2019-06-01', lines: 1 },
        { month: '2019-07-01', lines: 0 },
        { month: '2019-08-01', lines: 0 },
      ],
    });
    const job = await archiveThrough(t, admin, '2019-07-01');
    expect(job).toMatchObject({ status: 'done', failure: null, title: 'Архив журнала: июнь 2019 – июль 2019' });
    const { data, kept_from } = await pageOf();
    expect(data.map(({ month, lines }: { month: string; lines: number }) => [month, lines])).toEqual([
      ['2019-07-01', 0],
      ['2019-06-01', 1],
      ['2019-05-01', 1],
    ]);
    expect(kept_from).toBe('2019-08-01');
    expect(await archiveFaults(t.deps)).toEqual([]);
  });

  it('the log says which months were asked for: the first and the last, one by itself', async () => {
    const lines = await t.deps.db
      .selectFrom('action_log')
      .where('verb', '=', 'admin.log_archive')
      .where('text', 'like', 'Начат вынос%')
      .orderBy('id')
      .select('text')
      .execute();
    expect(lines.map(({ text }) => text)).toEqual([
      'Начат вынос журнала в архив: май 2019, строк 1',
      'Начат вынос журнала в архив: июнь 2019 – июль 2019, строк 1',
    ]);
  });
});

describe('what the database itself refuses', () => {
  beforeAll(async () => {
    await begin();
    for (const at of ['2019-01-10T09:00:00Z', '2019-01-20T09:00:00Z', '2019-02-10T09:00:00Z']) await oldLine(t, { at });
    await oldLine(t, { at: '2019-01-15T09:00:00Z', verb: 'sign.refresh' });
  });
  afterAll(() => t.close());

  it('lines are never changed, deleted or truncated past an archive', async () => {
    await followWholeLog(t.deps);
    await refused("update action_log set text = 'иначе'");
    await refused('delete from action_log');
    await refused("delete from action_log where at < '2019-02-01'");
    await refused('truncate action_log cascade');
    expect(await oldIds(t)).toHaveLength(4);
  });

  const insert = (month: string, more = '', previous = 'null') =>
    `insert into log_archive (month, lines, actions, first_id, last_id, bytes, sha256, previous, seal, file_id, made_at, proved_at ${more && ', dropped_at'})
     select '${month}', count(*), count(*), min(id), max(id), 1, 'x', ${previous}, '${month}', (select max(id) from stored_file f where not exists (select 1 from log_archive a where a.file_id = f.id)), now(), now() ${more}
     from log_lines_of('${month}')`;

  it('months are written down from the oldest on, old ones alone, not as dropped', async () => {
    const stored = await t.deps.files.put(Buffer.from('x'));
    const row = { store_key: stored.storeKey, name: 'x', mime: 'x', size_bytes: 1, sha256: 'x' };
    await t.deps.db
      .insertInto('stored_file')
      .values([row, { ...row, store_key: 'ab/ab000000-0000-4000-8000-000000000000' }])
      .execute();
    await refused(insert('2019-02-01'));
    await refused(insert('2018-12-01'));
    await refused(insert('2019-01-01', ', now()'));
    await refused(insert('2019-01-01', '', "'чужая'"));
    const { rows } = await sql<{ edge: boolean[] }>`select array[
      log_month_is_old('2019-01-01', '2024-01-31T20:59:59Z'), log_month_is_old('2019-01-01', '2024-01-31T21:00:00Z'),
      log_month_is_old('2020-02-01', '2025-02-28T20:59:59Z'), log_month_is_old('2020-02-01', '2025-02-28T21:00:00Z')] as edge`.execute(
      t.deps.db,
    );
    expect(rows[0]!.edge).toEqual([false, true, false, true]);
    await sql.raw(insert('2019-01-01')).execute(t.deps.db);
    // The next one waits until this one is gone.
    await refused(insert('2019-02-01', '', "'2019-01-01'"));
  });

  const inOne = (...statements: string[]) =>
    t.deps.db.transaction().execute(async (tx) => {
      for (const one of statements) await sql.raw(one).execute(tx);
    });
  const mark = "update log_archive set dropped_at = now(), proved_at = now() where month = '2019-01-01'";

  it('lines go whole, with the mark, and only those of the month', async () => {
    const cannot = async (...statements: string[]) =>
      expect(inOne(...statements)).rejects.toMatchObject({ code: '23001' });
    // An archive alone opens nothing; a mark without the lines going is none.
    await cannot("delete from action_log where at < '2019-02-01'");
    await cannot(mark);
    // Half of the month, and more than the month.
    await cannot(mark, "delete from action_log where at < '2019-01-12'");
    await cannot(mark, "delete from action_log where at < '2019-03-01'");
    await cannot(mark, "delete from action_log where at < '2019-02-01' and verb <> 'sign.refresh'");
    await cannot(mark, "update action_log set text = 'иначе' where at < '2019-02-01'");
    await cannot('update log_archive set lines = 1');
    await cannot('update log_archive set proved_at = now()');
    await cannot('truncate log_archive');
    expect(await oldIds(t)).toHaveLength(4);
    await inOne(mark, "delete from action_log where at < '2019-02-01'");
    expect(await oldIds(t)).toHaveLength(1);
  });

  it('afterwards the month is closed for good', async () => {
    await refused('delete from log_archive');
    await refused('update log_archive set dropped_at = null');
    await refused(mark);
    await refused("delete from action_log where at < '2019-03-01'");
    await refused(
      "insert into action_log (at, user_name, verb, text) values ('2019-01-31T20:59:59Z', 'а', 'garage.update', 'б')",
    );
    await sql
      .raw(
        "insert into action_log (at, user_name, verb, text) values ('2019-01-31T21:00:00Z', 'а', 'garage.update', 'б')",
      )
      .execute(t.deps.db);
  });

  it('lines that are not counted yet do not go', async () => {
    await oldLine(t, { at: '2019-02-20T09:00:00Z' });
    await sql.raw(insert('2019-02-01', '', "'2019-01-01'")).execute(t.deps.db);
    await sql`update log_count set done_id = 0`.execute(t.deps.db);
    await expect(
      inOne(mark.replace('2019-01-01', '2019-02-01'), "delete from action_log where at < '2019-03-01'"),
    ).rejects.toThrow('not counted');
  });
});

describe('the file', () => {
  let id: number;
  beforeAll(async () => {
    await begin();
    t.setNow('2019-03-10T09:00:00Z');
    const person = await newPerson(mo, w.po, { lastName: 'Исчезаев', passSeria: '9999', passNum: '123456' });
    id = person.id;
    await mo.call(revealProfile, { params: { id }, body: { what: 'phones' } });
    await act(workCtx(t.deps, { name: 'Правщик' }), 'profile.update', ({ log }) =>
      log({
        object: { type: 'profile', id, name: 'Исчезаев' },
        text: 'Изменён',
        before: { email: 'ischezaev@example.ru' },
      }),
    );
    await oldLine(t, { at: '2019-03-20T09:00:00Z', verb: 'sign.refresh', user: mo.userId });
    for (let nth = 0; nth < 4500; nth += 1)
      if (nth % 500 === 0)
        await sql`insert into action_log (at, user_name, verb, text) select '2019-04-05T09:00:00Z'::timestamptz + n * interval '1 minute', 'Прежний', 'garage.update', 'строка ' || n
          from generate_series(${nth}::int, ${nth}::int + 499) as n`.execute(t.deps.db);
    t.setNow('2024-06-15T09:00:00Z');
  });
  afterAll(() => t.close());

  const linesOf = async (month: number) => {
    const { data } = await pageOf();
    const row = data.find((one: { month: string }) => one.month === `2019-0${month}-01`);
    const key = (
      await t.deps.db
        .selectFrom('log_archive as a')
        .innerJoin('stored_file as f', 'f.id', 'a.file_id')
        .where('a.id', '=', row.id)
        .select('f.store_key')
        .executeTakeFirstOrThrow()
    ).store_key;
    const text = gunzipSync(await buffer(t.deps.files.get(key))).toString('utf8');
    return {
      row,
      key,
      text,
      lines: text
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Record<string, unknown>),
    };
  };

  it('holds every line with its columns, the personal under its key, no names; on the disk nothing can be read', async () => {
    const { rows: before } = await sql<
      Record<string, unknown>
    >`select * from action_log where at < '2019-04-01' order by at, id`.execute(t.deps.db);
    expect(JSON.stringify(before)).toContain('Исчезаев');
    await archiveThrough(t, admin, '2019-03-01');
    const { lines, row, key, text } = await linesOf(3);
    expect([lines.length, row.lines]).toEqual([before.length, before.length]);
    expect(lines.map(({ id: one }) => one)).toEqual(before.map(({ id: one }) => Number(one)));
    for (const [nth, line] of lines.entries()) {
      const { tab: _tab, at, object_name, ...own } = before[nth]!;
      expect(line).toEqual({
        ...own,
        id: Number(own.id),
        object_id: own.object_id === null ? null : Number(own.object_id),
        at: expect.stringMatching(/^2019-03-\d\dT.*Z$/),
        object_name: own.object_type === 'profile' ? null : object_name,
      });
      expect(Date.parse(String(line.at))).toBe(Date.parse(String(at)));
    }
    expect(text).toContain('$sealed');
    for (const words of ['Исчезаев', 'ischezaev', '123456']) expect(text, words).not.toContain(words);
    const raw = readFileSync(join(t.deps.settings.DATA_DIR, 'files', key));
    expect(raw.subarray(0, 10).toString('latin1')).toBe('\0GRSEALED2');
  });

  it('of many pages holds each line once, in the order of time', async () => {
    await archiveThrough(t, admin, '2019-04-01');
    const { lines } = await linesOf(4);
    expect(lines.map(({ text }) => text)).toEqual(Array.from({ length: 4500 }, (_, nth) => `строка ${nth}`));
  });

  it('is taken away by a superuser, and that is in the log', async () => {
    const { row } = await linesOf(3);
    const file = await admin.call(archivedMonthFile, { params: { id: row.id }, body: {} });
    expect(file.status).toBe(200);
    expect(file.headers['content-type']).toContain('gzip');
    const line = await t.deps.db
      .selectFrom('action_log')
      .where('verb', '=', 'copy.log_archive')
      .selectAll()
      .executeTakeFirstOrThrow();
    expect(line.text).toBe(`Скачан архив журнала за март 2019: строк ${row.lines}`);
    expect((await admin.call(archivedMonthFile, { params: { id: 900_000 }, body: {} })).status).toBe(404);
    for (const person of [
      mo,
      await as(t, { region: w.region }),
      await as(t, { po: w.po }),
      await as(t, { mo: w.mo, isSuperuser: 1 }),
    ]) {
      expect((await person.call(archivedMonthFile, { params: { id: row.id }, body: {} })).status).toBe(403);
      expect((await person.call(logArchives)).status).toBe(403);
      expect((await person.call(archiveLog, { body: { through: '2019-05-01', lines: 0 } })).status).toBe(403);
    }
  });

  it('of a person destroyed afterwards tells nothing', async () => {
    await typePassword(t, admin);
    const done = await admin.call(destroyData, { params: { id }, body: { ground: 'по заявлению' } });
    expect(done.status, done.text).toBe(200);
    const { text } = await linesOf(3);
    expect(text).not.toContain('Исчезаев');
    const key = await t.deps.db
      .selectFrom('person_key')
      .where('person_id', '=', id)
      .where('kind', '=', 'profile')
      .select('key_cipher')
      .executeTakeFirstOrThrow();
    expect(key.key_cipher).toBeNull();
    expect(await archiveFaults(t.deps)).toEqual([]);
  });

  it('is a part of the copy of the installation', async () => {
    const { key } = await linesOf(3);
    const { manifest } = await t.deps.backups.make(new Date('2024-06-16T09:00:00Z'));
    expect(manifest.missing).toEqual([]);
    expect(manifest.files.map(({ path }) => path)).toContain(`files/${key}`);
    expect(manifest.tables.find(({ table }) => table === 'log_archive')?.rows).toBe(2);
  });

  it('changed or gone is told by the proof of the night, with a letter', async () => {
    const { key } = await linesOf(4);
    const path = join(t.deps.settings.DATA_DIR, 'files', key);
    const bytes = readFileSync(path);
    const night = async () => {
      await proveArchives(t.deps);
      const letters = await t.deps.db
        .selectFrom('outbox')
        .where('subject', '=', 'Архив журнала не сходится')
        .select('body_text')
        .execute();
      return [(await pageOf()).proof.faults, letters.length];
    };
    expect(await night()).toEqual([0, 0]);
    const spoiled = Buffer.from(bytes);
    spoiled[bytes.length - 1]! ^= 1;
    writeFileSync(path, spoiled);
    expect(await archiveFaults(t.deps)).toEqual(['Архив журнала за апрель 2019: файла нет или он не читается']);
    rmSync(path);
    expect((await night())[0]).toBe(1);
    writeFileSync(path, bytes);
    expect(await archiveFaults(t.deps)).toEqual([]);
    await sql`alter table log_archive disable trigger user`.execute(t.deps.db);
    await sql`update log_archive set lines = lines + 1 where month = '2019-03-01'`.execute(t.deps.db);
    const faults = await archiveFaults(t.deps);
    await sql`update log_archive set lines = lines - 1 where month = '2019-03-01'`.execute(t.deps.db);
    await sql`alter table log_archive enable trigger user`.execute(t.deps.db);
    expect(faults).toEqual([
      'Архив журнала за март 2019: печать не сходится',
      expect.stringMatching(/^Архив журнала за март 2019: строк в файле \d+, а должно быть \d+$/),
    ]);
    await sql`update log_day set lines = lines + 1 where day < '2019-05-01'`.execute(t.deps.db);
    expect(await archiveFaults(t.deps)).toEqual([
      expect.stringContaining('за март 2019: в показателях другое число записей'),
      expect.stringContaining('за апрель 2019: в показателях другое число записей'),
    ]);
  });
});

describe('on the way', () => {
  beforeEach(async () => {
    await begin();
    await oldLine(t, { at: '2019-01-10T09:00:00Z' });
    await oldLine(t, { at: '2019-02-10T09:00:00Z' });
  });
  afterEach(() => t.close());

  it('a byte changed before the lines go is noticed, nothing goes, and the next run makes the file anew', async () => {
    const spoil = async (point: string) => {
      if (point !== 'after commit') return;
      const row = await t.deps.db
        .selectFrom('log_archive as a')
        .innerJoin('stored_file as f', 'f.id', 'a.file_id')
        .where('a.dropped_at', 'is', null)
        .select('f.store_key')
        .executeTakeFirst();
      if (!row) return;
      const path = join(t.deps.settings.DATA_DIR, 'files', row.store_key);
      const bytes = readFileSync(path);
      bytes[40]! ^= 1;
      writeFileSync(path, bytes);
      setFailHook(null);
    };
    await followWholeLog(t.deps);
    setFailHook(spoil);
    const job = await archiveThrough(t, admin, '2019-02-01').finally(() => setFailHook(null));
    expect([job.status, job.failure]).toEqual(['failed', expect.stringContaining('Из журнала ничего не удалено')]);
    expect(await oldIds(t)).toHaveLength(2);
    expect((await archiveThrough(t, admin, '2019-02-01')).status).toBe('done');
    expect(await oldIds(t)).toEqual([]);
    expect(await archiveFaults(t.deps)).toEqual([]);
  });

  it('cancelled between months keeps what is done and goes on from there', async () => {
    await followWholeLog(t.deps);
    let left = 2;
    setFailHook(async (point) => {
      if (point === 'log file stored' && (left -= 1) === 0)
        await t.deps.db.updateTable('background_job').set({ cancel_asked_at: '2024-06-15T09:00:00Z' }).execute();
    });
    const job = await archiveThrough(t, admin, '2019-02-01').finally(() => setFailHook(null));
    expect(job.status).toBe('cancelled');
    expect((await pageOf()).kept_from).toBe('2019-02-01');
    expect(await oldIds(t)).toHaveLength(1);
    expect((await archiveThrough(t, admin, '2019-02-01')).status).toBe('done');
    expect(await archiveFaults(t.deps)).toEqual([]);
  });

  it('an author who is no superuser any more moves nothing', async () => {
    await followWholeLog(t.deps);
    await typePassword(t, admin);
    const { body } = await admin.call(archiveLog, { body: { through: '2019-02-01', lines: 2 } });
    await t.deps.db.updateTable('app_user').set({ is_superuser: 0 }).where('id', '=', admin.userId).execute();
    await runJob(t.deps, logArchiveJob, { jobId: body.job_id });
    expect(await oldIds(t)).toHaveLength(2);
  });
});
