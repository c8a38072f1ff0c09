// From the embedded database to a server: everything arrives, new rows get new numbers, a filled target is refused.
import { afterAll, expect, it } from 'vitest';
import { openEmbedded } from '../../server/db/embedded.ts';
import { migrate } from '../../server/db/migrate.ts';
import { moveDatabase } from '../../server/db/move.ts';
import { databaseOver, type Database } from '../../server/db/open.ts';
import { onServer } from '../kit/database.ts';
import { canHavePostgres, startPostgres, type PostgresServer } from '../kit/postgresServer.ts';
import { world } from '../kit/world.ts';

let server: PostgresServer | null = null;
let target: Database | null = null;
afterAll(async () => {
  await target?.close();
  await server?.stop();
});

it.skipIf(!canHavePostgres())('moves every row and proves it', async () => {
  const source = databaseOver(await openEmbedded({}));
  await migrate(source.engine);
  await world(source.db);
  await source.db
    .insertInto('app_user')
    .values({ email: 'a@example.ru', capabilities: [1, 2] })
    .execute();
  await source.db
    .insertInto('action_log')
    .values({ user_name: 'а\tб\\в\nг', verb: 'sign.login', text: 'вход' })
    .execute();
  if (!process.env.TEST_DATABASE_URL) server = await startPostgres({ forTests: true });
  target = await onServer(process.env.TEST_DATABASE_URL ?? server!.url);
  const moved = await moveDatabase(source.engine, target.engine);
  expect(moved.filter((table) => !table.isEqual)).toEqual([]);
  expect(moved.find((table) => table.table === 'po')?.rows).toBe(4);
  const { id } = await target.db
    .insertInto('region')
    .values({ name: 'Новый' })
    .returning('id')
    .executeTakeFirstOrThrow();
  expect(id).toBe(3);
  await expect(moveDatabase(source.engine, target.engine)).rejects.toThrow('не пуста');
  await source.close();
});
