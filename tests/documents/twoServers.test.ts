// Two processes of the register over one PostgreSQL print at once: sixty-four numbers without a gap, none twice.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEMO_PASSWORD } from '../../server/demo/accounts.ts';
import { urlOf } from '../kit/database.ts';
import { keptFaults } from '../kit/pdfa.ts';
import { canHavePostgres, somePostgres, type PostgresServer } from '../kit/postgresServer.ts';
import { startProcess, type Process } from '../kit/processes.ts';

const PRINTS = 64;
const CERTIFICATE = 1;
const folder = mkdtempSync(join(tmpdir(), 'registry-two-printers-'));
const name = `printers_${process.pid}`;
const running: Process[] = [];
let server: PostgresServer;
let database: pg.Client;

beforeAll(async () => {
  if (!canHavePostgres()) return;
  server = await somePostgres();
  const admin = new pg.Client({ connectionString: server.url });
  await admin.connect();
  await admin.query(`create database ${name} encoding 'UTF8' template template0`);
  await admin.end();
  const databaseUrl = urlOf(server.url, name);
  database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
  await startProcess({ folder, databaseUrl }, running);
  await startProcess({ folder, databaseUrl }, running);
}, 180_000);
afterAll(async () => {
  await Promise.all(running.map((process) => process.stop()));
  await database?.end();
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const json = { 'content-type': 'application/json', 'x-fingerprint': 'f'.repeat(64) };
async function tokenOf(email: string): Promise<string> {
  const reply = await fetch(`${running[0]!.url}/api/login/`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ email, password: DEMO_PASSWORD }),
  });
  return ((await reply.json()) as { token: string }).token;
}
/** Prints by one of the processes; answers the row of the paper. */
async function printed(by: Process, token: string, garage: number): Promise<number> {
  const reply = await fetch(`${by.url}/api/generate_document/`, {
    method: 'POST',
    headers: { ...json, authorization: `Bearer ${token}`, 'idempotency-key': crypto.randomUUID() },
    body: JSON.stringify({ document_type_id: CERTIFICATE, garage_id: garage }),
  });
  const bytes = new Uint8Array(await reply.arrayBuffer());
  if (reply.status !== 200) throw new Error(Buffer.from(bytes).toString());
  expect(keptFaults(bytes)).toEqual([]);
  return Number(reply.headers.get('x-document-id'));
}

it.skipIf(!canHavePostgres())(
  '64 prints over two processes take 64 numbers in a row',
  { timeout: 180_000 },
  async () => {
    expect(new Set(running.map(({ pid }) => pid)).size).toBe(2);
    const token = await tokenOf('po@example.ru');
    const { po } = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { po: number };
    const { rows: garages } = await database.query<{ id: number }>(
      `select g.id from garage g where g.po_id = $1 and g.is_active
        and exists (select 1 from ownership o where o.garage_id = g.id and o.ended_on is null) order by g.id limit 8`,
      [po],
    );
    const last = async () =>
      Number(
        (
          await database.query(
            'select coalesce(sum(last), 0)::int as n from document_counter where po_id = $1 and type_id = $2',
            [po, CERTIFICATE],
          )
        ).rows[0].n,
      );
    const before = await last();
    const ids = await Promise.all(
      Array.from({ length: PRINTS }, (_, nth) => printed(running[nth % 2]!, token, garages[nth % garages.length]!.id)),
    );
    const { rows } = await database.query<{ number: string; state: string }>(
      'select number, state from document where id = any($1::int[])',
      [ids],
    );
    expect(rows.every(({ state }) => state === 'valid')).toBe(true);
    const numbers = rows.map(({ number }) => Number(/\/(\d+)-/.exec(number)![1]));
    expect(numbers.toSorted((one, other) => one - other)).toEqual(
      Array.from({ length: PRINTS }, (_, nth) => before + nth + 1),
    );
    expect(await last()).toBe(before + PRINTS);
  },
);
