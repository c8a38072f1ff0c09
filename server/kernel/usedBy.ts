// What uses a row that is asked to change or go: the first three by name, and how many more there are.
import { sql, type RawBuilder } from 'kysely';
import { pages } from '../../contract/pages.ts';
import type { UsedBy } from '../../contract/kernel/usedBy.ts';
import { formatNumber } from '../../contract/kernel/words.ts';
import type { ReadDb, WriteDb } from './ctx.ts';
import { read } from './read.ts';
import { limitTo } from '../db/planned.ts';

/** So many users of a row are named. */
const NAMED = 3;

/** Pages of what may use something. */
const pageOf = {
  garage: pages.garage,
  contribution: pages.contribution,
  profile: pages.profile,
  document: pages.document,
  po: pages.adminPo,
} as const;
export type UserKind = keyof typeof pageOf;

/** The first users and their number; `users` selects `kind, id, title` in the order to be named. */
export async function usedBy(db: ReadDb | WriteDb, users: RawBuilder<unknown>): Promise<UsedBy> {
  const rows = await read(
    db,
    sql<{ kind: UserKind; id: number; title: string; total: number }>`
    select u.*, (count(*) over ())::int as total from (${users}) as u ${limitTo(NAMED)}`,
  );
  return {
    items: rows.map(({ kind, id, title }) => ({ title, link: pageOf[kind](id) })),
    total: rows[0]?.total ?? 0,
  };
}

/** «А 45, А 46, Б 1 и ещё 12»; null where nobody uses it. */
export function namesOf({ items, total }: UsedBy): string | null {
  if (!items.length) return null;
  const more = total - items.length;
  return items.map(({ title }) => title).join(', ') + (more > 0 ? ` и ещё ${formatNumber(more)}` : '');
}

/** A reason with those who use the thing, where they are known. */
export const withUsers = (reason: string, users: string | null | undefined): string =>
  users ? `${reason}. Где: ${users}` : reason;

/** Garages of a condition over `g`, as users. */
export const garagesUsing = (condition: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select 'garage' as kind, g.id, trim('гараж ' || g.section || ' ' || g.number) || ', ' || po.name as title
  from garage g join po on po.id = g.po_id where ${condition} and not g.is_withdrawn order by po.sort_key, g.section_key, g.number_key, g.id`;

/** Documents of money of a condition over `c`, the last first. */
export const documentsUsing = (condition: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select 'contribution' as kind, c.id, (case when c.kind = 'payment' then 'платёж' when c.kind = 'accrual' then 'начисление' else 'документ' end)
    || ' № ' || c.id || ' от ' || to_char(c.on_date, 'DD.MM.YYYY') || coalesce(', ' || po.name, '') as title
  from contribution c left join po on po.id = c.po_id where ${condition} order by c.id desc`;
