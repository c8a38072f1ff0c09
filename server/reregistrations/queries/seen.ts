// What a draft saw of its garage, and what has changed since.
import { sql, type RawBuilder } from 'kysely';
import { garageFields } from '../../../contract/fields/garages.ts';
import { difference } from '../../kernel/difference.ts';
import type { ReadDb, WriteDb } from '../../kernel/ctx.ts';
import { read } from '../../kernel/read.ts';

/** The garage `g` as one value: its columns, its owners with their shares, who gets the receipts, its ПИБ paper. */
const asSeen: RawBuilder<unknown> = sql`(select jsonb_build_object(${sql.join(
  Object.values(garageFields).flatMap((field) =>
    'logged' in field && field.logged && 'column' in field
      ? [sql`${sql.lit(field.column)}, ${sql.ref(`g.${field.column}`)}`]
      : [],
  ),
)},
  'owners', (select string_agg(p.full_name || coalesce(', ' || o.share_num || '/' || o.share_den, ''), '; ' order by o.id)
    from ownership o join profile p on p.id = o.profile_id where o.garage_id = g.id and o.ended_on is null),
  'receiver', (select min(p.full_name) from ownership o join profile p on p.id = o.profile_id where o.garage_id = g.id and o.ended_on is null and o.is_primary),
  'pib_file', g.pib_file_id))`;

/** What stands in a garage now, to be kept beside the version that the draft saw. */
export const garageSeen = (garageId: number): RawBuilder<string> =>
  sql<string>`(select ${asSeen} from garage g where g.id = ${garageId})`;

type Seen = Readonly<Record<string, unknown>>;
const words = (value: unknown, nothing: string) => (typeof value === 'string' && value ? value : nothing);

/** «номер 45 → 44», «владельцы: Петров Иван → Кузнецова Анна»: what differs from what the draft saw; empty when that is not known. */
export async function changesSince(db: ReadDb | WriteDb, garageId: number, was: unknown): Promise<string[]> {
  if (!was) return [];
  const before = was as Seen;
  const [row] = await read(
    db,
    sql<{ now: Seen; types: [number, string][] }>`select ${garageSeen(garageId)} as now,
    (select json_agg(json_build_array(id, name)) from garage_type) as types`,
  );
  const { now, types } = row!;
  const { parts } = difference(garageFields, before, now, { garage_type: new Map(types) });
  const people: readonly (readonly [string, string, string])[] = [
    ['owners', 'владельцы', 'никого'],
    ['receiver', 'квитанции получает', 'никто'],
  ];
  return [
    ...parts,
    ...people.flatMap(([key, label, nothing]) =>
      before[key] === now[key] ? [] : [`${label}: ${words(before[key], nothing)} → ${words(now[key], nothing)}`],
    ),
    ...(before.pib_file === now.pib_file
      ? []
      : [
          `бумага ПИБ: ${before.pib_file ? 'приложена' : 'нет'} → ${now.pib_file ? (before.pib_file ? 'другая' : 'приложена') : 'нет'}`,
        ]),
  ];
}
