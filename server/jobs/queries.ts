// SQL of background jobs.
import type { ReadDb } from '../kernel/ctx.ts';
import { sql } from 'kysely';

export const jobsOf = (db: ReadDb, userId: number) =>
  db
    .selectFrom('background_job')
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(100)
    .select([
      'id',
      'kind',
      'title',
      'status',
      'stage',
      'done',
      'total',
      'errors',
      'failure',
      sql<string | null>`result ->> 'link'`.as('link'),
      'created_at',
      'finished_at',
    ])
    .execute();
