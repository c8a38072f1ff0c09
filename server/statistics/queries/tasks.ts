// SQL of worklists given to colleagues.
import { sql } from 'kysely';
import type { TaskState } from '../../../contract/tasks.ts';
import type { Worklist } from '../../../contract/today.ts';
import type { Ctx, ReadDb } from '../../kernel/ctx.ts';
import { read } from '../../kernel/read.ts';
import { inScope } from '../../kernel/scope.ts';

export interface KeptTask {
  id: number;
  version: number;
  list: Worklist;
  region_id: number;
  mo_id: number | null;
  po_id: number | null;
  place: string;
  author: { id: number; name: string };
  assignee: { id: number; name: string };
  due_on: string | null;
  note: string | null;
  created_at: string;
  state: TaskState;
  done_at: string | null;
  done_by: string | null;
  done_note: string | null;
}

/** What was done stays so many days. */
const DONE_DAYS = 14;
/** A user by a column: his number and name. */
export const person = (id: string) =>
  sql`(select json_build_object('id', u.id, 'name', trim(u.last_name || ' ' || u.first_name)) from app_user u where u.id = ${sql.ref(id)})`;

/** Those of the actor's place, given to him and by him: open ones first, the earliest day first, then what was done lately. */
export const tasksFor = ({ actor, now }: Ctx, db: ReadDb, id: number | null = null): Promise<KeptTask[]> =>
  read(
    db,
    sql<KeptTask>`select t.id, t.version, t.list, t.region_id, t.mo_id, t.po_id, t.due_on::text as due_on, t.note, t.created_at, t.state, t.done_at, t.done_note,
      coalesce((select name from po where id = t.po_id), (select name from mo where id = t.mo_id), (select name from region where id = t.region_id)) as place,
      ${person('t.author_id')} as author, ${person('t.assignee_id')} as assignee,
      (select trim(u.last_name || ' ' || u.first_name) from app_user u where u.id = t.done_by) as done_by
    from task t where t.kind = 'list' and t.withdrawn_at is null and ${id === null ? sql`true` : sql`t.id = ${id}`}
      and (t.done_at is null or t.done_at > ${now().toISOString()}::timestamptz - make_interval(days => ${DONE_DAYS}))
      and (${inScope(actor, 't')} or t.assignee_id = ${actor.userId} or t.author_id = ${actor.userId})
    order by t.done_at desc nulls first, t.due_on nulls last, t.id limit 200`,
  );
