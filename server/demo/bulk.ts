// A register as large as one is asked for, made by the database in a few statements: for measuring, not for reading.
import { sql } from 'kysely';
import { act } from '../kernel/act.ts';
import { workCtx, type AppDeps, type WriteDb } from '../kernel/ctx.ts';
import { dateIn, HOME_ZONE } from '../ports/clock.ts';
import { hashPassword } from '../session/passwords.ts';
import { demoAccounts, DEMO_PASSWORD } from './accounts.ts';
import { bulkCases } from './bulk/cases.ts';
import { putIndexesAside } from './bulk/indexes.ts';
import { bulkLedger } from './bulk/ledger.ts';
import { bulkGarages, bulkLog, bulkPeople } from './bulk/register.ts';
import type { BulkSize } from './bulk/size.ts';
import { insertRows } from './rows.ts';
import { seedAccounts } from './seedPlaces.ts';

/** Data set M: 8 regions, 96 МО, 1 536 ПО, 120 000 garages, 150 000 people, 60 000 re-registrations, 2.4 million ledger lines. */
export const SIZE_M: BulkSize = {
  regions: 8,
  mosPerRegion: 12,
  posPerMo: 16,
  garages: 120_000,
  people: 150_000,
  years: 5,
};

/**
 * Data set L: ten times the register of M in ten times the regions, 1.2 million garages and 24 million ledger lines. Regions, МО, garages and people stay what
 * they are in life; ПО are larger (139 garages, not 78), because codes of four digits name no more than 8 999 of them.
 */
export const SIZE_L: BulkSize = { ...SIZE_M, regions: 80, posPerMo: 9, garages: 1_200_000, people: 1_500_000 };

type Progress = (stage: string) => void;

/**
 * Fills an empty database. Balances, monthly sums and seals are those that postings would have left; `verifyLedger` proves it.
 * @throws when the database already has places
 */
export async function seedBulk(deps: AppDeps, now: Date, size: BulkSize = SIZE_M, progress: Progress = () => {}) {
  if (await deps.db.selectFrom('region').select('id').limit(1).executeTakeFirst())
    throw new Error('База не пуста: большой набор данных создаётся только в пустой');
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  const ctx = workCtx(deps, { name: 'Большой набор данных' }, () => now);
  await act(ctx, 'admin.demo', async (write) => {
    const { tx } = write;
    await trustRows(tx);
    if (deps.engine.kind === 'server') await giveMemory(tx);
    const putBack = await putIndexesAside(tx);
    progress('места');
    const places = await bulkPlaces(tx, size);
    const users = await seedAccounts(write, places, passwordHash);
    progress('люди');
    await bulkPeople(tx, size);
    progress('гаражи');
    await bulkGarages(tx, size);
    progress('операции');
    await bulkLedger(tx, size, dateIn(now, HOME_ZONE), now);
    progress('переоформления');
    await bulkCases(tx, users.mo_head!, now);
    await bulkLog(tx, now);
    await write.log({ text: `Создан большой набор данных: гаражей ${size.garages}, людей ${size.people}` });
    progress('индексы');
    await putBack();
    progress('отметки годов');
    await sql`select fill_years()`.execute(tx);
  });
  progress('статистика');
  await deps.engine.script('vacuum (analyze)');
}

/** Rows made from each other need no checking one by one; only an administrator of the database may say so. */
async function trustRows(tx: WriteDb) {
  const { rows } = await sql<{
    may: boolean;
  }>`select rolsuper as may from pg_roles where rolname = current_user`.execute(tx);
  if (rows[0]?.may) await sql`set local session_replication_role = replica`.execute(tx);
}

/** Sorting millions of rows in the memory of an ordinary query would write most of them to disk several times. */
async function giveMemory(tx: WriteDb) {
  await sql`set local work_mem = '128MB'`.execute(tx);
  await sql`set local maintenance_work_mem = '512MB'`.execute(tx);
}

async function bulkPlaces(tx: WriteDb, size: BulkSize) {
  const regions = await insertRows(
    tx,
    'region',
    Array.from({ length: size.regions }, (_, i) => ({ name: `Региональное отделение № ${i + 1}` })),
  );
  const moRows = regions.flatMap((region_id) =>
    Array.from({ length: size.mosPerRegion }, (_, i) => ({
      region_id,
      name: `Местное отделение № ${i + 1}`,
      time_zone: 'Europe/Moscow',
    })),
  );
  const mos = await insertRows(tx, 'mo', moRows);
  const poRows = mos.flatMap((mo_id, at) =>
    Array.from({ length: size.posPerMo }, (_, i) => ({
      region_id: moRows[at]!.region_id,
      mo_id,
      name: `КАС № ${i + 1}-${(at % size.mosPerRegion) + 1}`,
      code: 1001 + at * size.posPerMo + i,
    })),
  );
  const pos = await insertRows(tx, 'po', poRows);
  await sql`insert into section (po_id, name, sort) select po.id, s.name, s.sort from po,
    unnest(array['А', 'Б', 'В']) with ordinality as s(name, sort)`.execute(tx);
  return {
    region: regions[0]!,
    mos,
    pos: pos.map((id, i) => ({ id, ...poRows[i]! })),
  };
}

/** Accounts that open the bulk register, for the closing words of the command. */
export const bulkAccounts = demoAccounts.map((account) => `${account.email.padEnd(24)} ${account.label}`);
