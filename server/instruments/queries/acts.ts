// SQL of acts of destruction.
import { sql } from 'kysely';
import type { ReadDb } from '../../kernel/ctx.ts';
import { read } from '../../kernel/read.ts';
import type { ActFacts } from '../rules/actPaper.ts';

/** An act as its paper tells it; null when there is none. */
export async function actOf(db: ReadDb, id: number): Promise<ActFacts | null> {
  const rows = await read(
    db,
    sql<ActFacts>`select d.profile_id, d.act_no, d.at, d.ground, d.operator, d.counts, d.kept, d.extract, d.forgotten_at is not null as is_forgotten,
      coalesce(trim(u.last_name || ' ' || u.first_name || ' ' || u.father_name), case when d.demand_id is null then 'Восстановление' else 'Программа, в назначенный день' end) as who
      from destruction d left join app_user u on u.id = d.done_by where d.id = ${id}`,
  );
  return rows[0] ?? null;
}
