// SQL of what a ПО asks of its МО: rows of `task` of the kind «request».
import { sql, type RawBuilder } from 'kysely';
import { OfObject } from '../../../contract/kernel/objects.ts';
import type { PoRequest } from '../../../contract/requests.ts';
import type { Actor } from '../../../contract/kernel/scope.ts';
import { cardThere, ofAnyCard } from '../../kernel/alias.ts';
import type { Ctx, ReadDb } from '../../kernel/ctx.ts';
import { keptObjects, maySeeObject } from '../../kernel/objects.ts';
import { read } from '../../kernel/read.ts';
import { inScope } from '../../kernel/scope.ts';
import { person } from './tasks.ts';

/** A card, as calls name it. */
export interface Card {
  type: PoRequest['type'];
  objectId: number;
}
export type KeptRequest = Omit<PoRequest, 'days' | 'is_late' | 'may_answer' | 'may_withdraw'> & {
  region_id: number;
  mo_id: number;
  po_id: number;
};

/** What was answered stays so many days. */
const DONE_DAYS = 14;

/** Of a person the card that stays after a merge. */
const cardId = sql<number>`case t.object_type when 'profile' then ${cardThere(sql`t.object_id`)} else t.object_id end`;
const nameFor = (actor: Actor) =>
  sql.join(
    OfObject.shape.type.options.map((type) => {
      const { table, name } = keptObjects[type];
      return sql`when ${sql.lit(type)} then (select ${name} from ${sql.table(table)} as o where o.id = ${cardId} and ${maySeeObject(actor, type)})`;
    }),
    sql` `,
  );
const about = ({ type, objectId }: Card) =>
  sql<boolean>`t.object_type = ${type} and ${type === 'profile' ? ofAnyCard(sql`t.object_id`, sql`${objectId}::int`) : sql`t.object_id = ${objectId}`}`;

const select = ({ actor }: Ctx, wanted: RawBuilder<boolean>) =>
  sql<KeptRequest>`select t.id, t.version, t.object_type as type, ${cardId} as "objectId", case t.object_type ${nameFor(actor)} end as object_name,
      t.region_id, t.mo_id, t.po_id, po.name as place, t.note, t.due_on::text as due_on, t.state, t.created_at, t.done_at, t.done_note,
      ${person('t.author_id')} as author, (select trim(u.last_name || ' ' || u.first_name) from app_user u where u.id = t.done_by) as done_by
    from task t join po on po.id = t.po_id
    where t.kind = 'request' and t.withdrawn_at is null and ${inScope(actor, 't')} and ${wanted}
    order by t.done_at desc nulls first, t.created_at, t.id limit 500`;

/** Those of the actor's place, or about one card: open ones first, the longest waiting first, then what was answered lately. */
export const requestsFor = (ctx: Ctx, db: ReadDb, card: Card | null): Promise<KeptRequest[]> =>
  read(
    db,
    select(
      ctx,
      sql`(t.state = 'open' or t.done_at > ${ctx.now().toISOString()}::timestamptz - make_interval(days => ${DONE_DAYS}))
        and ${card ? about(card) : sql`true`}`,
    ),
  );

/** One of the actor's place; undefined when it is not there, not his, or was taken back. */
export const requestById = async (ctx: Ctx, id: number): Promise<KeptRequest | undefined> =>
  (await read(ctx.db, select(ctx, sql`t.id = ${id}`)))[0];

/** Who works in an МО itself. */
export const officialsOfMo = async (db: ReadDb, mo: number): Promise<number[]> =>
  (
    await read(
      db,
      sql<{ id: number }>`select u.id from app_user u where u.is_active
        and exists (select 1 from user_right held where held.user_id = u.id and held.mo_id = ${mo}) order by u.id`,
    )
  ).map(({ id }) => id);
