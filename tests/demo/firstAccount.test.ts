// The first account of an installation without a demo world: made by a command that speaks in words, and opens the door.
import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase, type Database } from '../../server/db/open.ts';
import { migratedFolder } from '../kit/database.ts';

const folder = mkdtempSync(join(tmpdir(), 'registry-first-'));
const db = join(folder, 'db');
beforeAll(() => migratedFolder(db));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const command = join(import.meta.dirname, '..', '..', 'server', 'cli', 'createSuperuser.ts');
const asked = {
  email: 'Root@Example.ru',
  password: 'Первый-пароль-77',
  name: 'Первый Пётр Петрович',
  region: 'Петербургское РО',
};
function create(more: Partial<typeof asked> = {}): Promise<{ code: number; out: string; told: string }> {
  const words = Object.entries({ ...asked, ...more }).map(([key, value]) => `--${key}=${value}`);
  const env = { ...process.env, DATA_DIR: folder, DATABASE_URL: '', DEMO: '0', LOG_LEVEL: 'silent' };
  return new Promise((done) =>
    execFile(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', command, ...words],
      { env },
      (error, out, told) => done({ code: Number(error?.code ?? 0), out, told }),
    ),
  );
}
const opened = (): Promise<Database> => openDatabase({ dataDir: db });

it('beside a running program, with a weak password or a taken address it refuses in one line', async () => {
  const running = await opened();
  const held = await create();
  await running.close();
  expect(held).toEqual({
    code: 1,
    out: '',
    told: `Папка данных уже открыта другим процессом (pid ${process.pid}). Остановите его или задайте другую DATA_DIR\n`,
  });
  const weak = await create({ password: 'garage' });
  expect([weak.code, weak.told.trim().split('\n').length]).toEqual([1, 1]);
  expect(weak.told).toMatch(/^[А-Я]/);
  expect(await create()).toEqual({ code: 0, out: 'Готово. Войдите как Root@Example.ru\n', told: '' });
  expect(await create({ email: 'root@example.ru', region: 'Другое РО' })).toEqual({
    code: 1,
    out: '',
    told: 'Учётная запись с таким адресом уже есть: войдите или восстановите пароль\n',
  });
  const after = await opened();
  const rows = await after.db
    .selectFrom('app_user as u')
    .innerJoin('user_right as r', 'r.user_id', 'u.id')
    .innerJoin('region', 'region.id', 'r.region_id')
    .select(['u.email', 'u.last_name', 'u.father_name', 'u.is_superuser', 'region.name'])
    .execute();
  const regions = await after.db.selectFrom('region').select('name').execute();
  const lines = await after.db.selectFrom('action_log').where('verb', '=', 'user.create').select('text').execute();
  await after.close();
  expect(rows).toEqual([
    {
      email: 'Root@Example.ru',
      last_name: 'Первый',
      father_name: 'Петрович',
      is_superuser: 2,
      name: 'Петербургское РО',
    },
  ]);
  expect(regions).toEqual([{ name: 'Петербургское РО' }]);
  expect(lines).toHaveLength(1);
}, 120_000);

it('a password that is typed at a terminal is not shown; piped, it is read as a line', async () => {
  const quoted = [process.execPath, '--disable-warning=ExperimentalWarning', command]
    .concat([`--email=second@example.ru`, '--name=Второй Пётр', '--region=Второе РО'])
    .map((word) => `'${word}'`)
    .join(' ');
  const env = { ...process.env, DATA_DIR: folder, DATABASE_URL: '', DEMO: '0', LOG_LEVEL: 'silent' };
  const typed = (program: string, words: string[], password: string) =>
    new Promise<string>((done) => {
      const child = spawn(program, words, { env });
      let shown = '';
      child.stdout.on('data', (bytes: Buffer) => {
        const isAsked = shown.includes('Пароль');
        shown += bytes.toString();
        if (!isAsked && shown.includes('Пароль')) child.stdin.write(`${password}\n`);
      });
      child.on('close', () => done(shown));
    });
  // `script` gives a program a terminal.
  const shown = await typed('script', ['-qec', quoted, '/dev/null'], 'Tайный-пароль-77');
  expect(shown).toContain('Готово. Войдите как second@example.ru');
  expect(shown).not.toContain('пароль-77');
  const piped = await typed('sh', ['-c', quoted.replace('second@', 'third@')], 'Tайный-пароль-78');
  expect(piped).toContain('Готово. Войдите как third@example.ru');
}, 120_000);

it('answers piped in at once are taken in turn; too few of them end in words', async () => {
  const env = { ...process.env, DATA_DIR: folder, DATABASE_URL: '', DEMO: '0', LOG_LEVEL: 'silent' };
  const piped = (answers: string) =>
    new Promise<{ code: number | null; out: string; told: string }>((done) => {
      const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', command], { env });
      let [out, told] = ['', ''];
      child.stdout.on('data', (bytes: Buffer) => (out += bytes.toString()));
      child.stderr.on('data', (bytes: Buffer) => (told += bytes.toString()));
      child.on('close', (code) => done({ code, out, told }));
      child.stdin.end(answers);
    });
  const whole = await piped('fourth@example.ru\nЧетвёртый Пётр\nПервый-пароль-79\nЧетвёртое РО\n');
  expect([whole.code, whole.told]).toEqual([0, '']);
  expect(whole.out).toContain('Готово. Войдите как fourth@example.ru');
  expect((await piped('fifth@example.ru\nПятый Пётр')).told).toBe(
    'Ввод закончился, не указано: пароль (--password). Допишите ответ или задайте его ключом\n',
  );
  const nothing = await piped('');
  expect([nothing.code, nothing.told]).toEqual([
    1,
    'Ввод закончился, не указано: e-mail (--email). Допишите ответ или задайте его ключом\n',
  ]);
}, 120_000);
