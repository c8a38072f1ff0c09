// A process that dies while it posts a statement leaves the books as they were before or as they are after, never between.
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../server/app.ts';
import { verifyLedger } from '../../server/balance/queries.ts';
import { openDatabase } from '../../server/db/open.ts';
import { openDeps } from '../../server/deps.ts';
import { secretsFrom } from '../../server/kernel/secrets.ts';
import { readSettings } from '../../server/kernel/settings.ts';
import { migratedFolder, testEngine } from '../kit/database.ts';
import { exchangeText } from './files.ts';
import { bank, load } from './kit.ts';

const ROWS = 6;

describe.runIf(testEngine === 'embedded')('kill -9 while posting', () => {
  const root = mkdtempSync(join(tmpdir(), 'registry-bank-'));
  let token: string;
  let body: string;
  beforeAll(async () => {
    const folder = join(root, 'start');
    await migratedFolder(join(folder, 'db'));
    const database = await openDatabase({ dataDir: join(folder, 'db') });
    const deps = await openDeps(readSettings({ DATA_DIR: folder, LOG_LEVEL: 'silent', DEMO: '0' }), {
      database,
      secrets: secretsFrom(new Uint8Array(32).fill(7)),
      clock: { now: () => new Date('2026-11-20T09:00:00.000Z') },
    });
    const app = await buildApp(deps);
    await app.ready();
    const t = { app, deps, setNow: () => {}, close: async () => {} };
    const b = await bank(t, ROWS);
    const docs = b.garages.map(({ account_no }, nth) => ({ number: String(nth), purpose: `ЛС ${account_no}` }));
    const { rows } = await load(t, b.po, exchangeText(b.account, docs));
    token = b.po.token;
    body = JSON.stringify({ idempotencyKey: randomUUID(), rows: rows.map(({ id, version }) => ({ id, version })) });
    await app.close();
    await deps.jobs.stop();
    await database.close();
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  /** Posts in a process of its own over a copy of the books. */
  async function attempt(folder: string, last: number): Promise<{ status: number; queries: number } | null> {
    const script = join(import.meta.dirname, 'killedPoster.ts');
    return new Promise((resolve, reject) => {
      execFile(process.execPath, [script, folder, body, token, String(last)], (error, stdout, stderr) => {
        if (error?.signal === 'SIGKILL') resolve(null);
        else if (error) reject(new Error(stderr));
        else resolve(JSON.parse(stdout));
      });
    });
  }
  const copy = (name: string) => {
    cpSync(join(root, 'start'), join(root, name), { recursive: true });
    return join(root, name);
  };
  async function found(folder: string) {
    const database = await openDatabase({ dataDir: join(folder, 'db') });
    const { rows } = await sql<{ rows: number; documents: number; balance: number }>`
      select (select count(*)::int from bank_row where contribution_id is not null) as rows,
        (select count(*)::int from contribution where source = 'statement') as documents,
        (select coalesce(sum(balance_kopecks), 0)::bigint from garage_balance) as balance`.execute(database.db);
    const wrong = await verifyLedger(database.db);
    await database.close();
    return { ...rows[0]!, wrong };
  }
  const before = { rows: 0, documents: 0, balance: 0, wrong: [] };
  const after = { rows: ROWS, documents: ROWS, balance: ROWS * 450_000, wrong: [] };

  it('is before or after; the same click afterwards posts once', async () => {
    const whole = copy('whole');
    const { status, queries } = (await attempt(whole, 0))!;
    expect(status).toBe(200);
    expect(await found(whole)).toEqual(after);
    // In the middle of the rows, and at the last word of the transaction.
    const folders = [Math.floor(queries / 2), queries].map((last) => ({ last, folder: copy(`killed-${last}`) }));
    for (const { last, folder } of folders) {
      expect(await attempt(folder, last)).toBeNull();
      expect(await found(folder)).toEqual(before);
    }
    expect((await attempt(folders[0]!.folder, 0))!.status).toBe(200);
    expect(await found(folders[0]!.folder)).toEqual(after);
  }, 300_000);
});
