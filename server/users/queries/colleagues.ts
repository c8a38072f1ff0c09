// Colleagues of a place: who has a right there or below it.
import { sql, type RawBuilder } from 'kysely';
import type { Actor } from '../../../contract/kernel/scope.ts';
import type { Ctx } from '../../kernel/ctx.ts';
import { read } from '../../kernel/read.ts';
import { placeScope } from '../../kernel/scope.ts';

/** Rights `ur` with what stands above each: `po`, `mo`. */
export const rights = sql`user_right ur left join po on po.id = ur.po_id left join mo on mo.id = coalesce(ur.mo_id, po.mo_id)`;
export const regionOfRight = sql`coalesce(ur.region_id, mo.region_id)`;
export const moOfRight = sql`coalesce(ur.mo_id, po.mo_id)`;

export interface Colleague {
  id: number;
  name: string;
  /** Where he works within the actor's place. */
  place: string;
  is_superuser: number;
  capabilities: number[];
}

/** Active people whose rights stand at the actor's place or below it, by name. */
export const colleagues = ({ actor, db }: Pick<Ctx, 'actor' | 'db'>): Promise<Colleague[]> =>
  read(
    db,
    sql<Colleague>`select id, name, string_agg(place, ', ' order by place) as place, is_superuser, capabilities from (
      select distinct u.id, trim(u.last_name || ' ' || u.first_name) as name, u.last_name, u.is_superuser, u.capabilities,
        coalesce(po.name, mo.name, (select name from region where id = ur.region_id)) as place
      from app_user u join (${rights}) on ur.user_id = u.id
      where u.is_active and ${rightOf(actor)}) as one
    group by id, name, last_name, is_superuser, capabilities order by last_name, name, id`,
  );

/** The right `ur` stands at the actor's place or below it. */
const rightOf = (actor: Actor): RawBuilder<boolean> =>
  placeScope(actor, { po: 'ur.po_id', mo: moOfRight, region: regionOfRight });
