// Merges that were made: the list, what taking one back would do.
import { sql } from 'kysely';
import type { MergeRow } from '../../../contract/instruments/merging.ts';
import type { ReadDb } from '../../kernel/ctx.ts';
import { read } from '../../kernel/read.ts';
import { limitTo } from '../../db/planned.ts';

const MOST_SHOWN = 100;

/** Merges, the newest first; `now` is a moment. */
export const listMerges = (db: ReadDb, now: string, id: number | null = null): Promise<MergeRow[]> =>
  read(
    db,
    sql<MergeRow>`
    select m.id, json_build_object('id', s.id, 'name', s.full_name) as survivor, json_build_object('id', l.id, 'name', l.full_name) as merged,
      m.merged_at as at, coalesce(trim(u.last_name || ' ' || u.first_name), '') as who, m.until, m.undone_at,
      m.undone_at is null and m.sealed_cards is not null and m.until > ${now}::timestamptz as "canUndo"
    from merge_record m join profile s on s.id = m.survivor_id join profile l on l.id = m.merged_id left join app_user u on u.id = m.merged_by
    where ${id}::int is null or m.id = ${id}::int order by m.id desc ${limitTo(MOST_SHOWN)}`,
  );

export interface MergeFacts {
  survivor_id: number;
  merged_id: number;
  undone_at: string | null;
  until: string;
  sealed_cards: Uint8Array | null;
  /** Where each of the two leads now. */
  survivor_into: number | null;
  merged_into: number | null;
}
export const mergeFacts = async (db: ReadDb, id: number): Promise<MergeFacts | undefined> =>
  (
    await read(
      db,
      sql<MergeFacts>`select m.survivor_id, m.merged_id, m.undone_at, m.until, m.sealed_cards, s.merged_into as survivor_into, l.merged_into
    from merge_record m join profile s on s.id = m.survivor_id join profile l on l.id = m.merged_id where m.id = ${id}`,
    )
  )[0];

/** Why a merge can't be taken back; null when it can. */
export function undoProblem(merge: MergeFacts, now: string): string | null {
  if (merge.undone_at) return 'Это объединение уже отменено';
  if (!merge.sealed_cards || Date.parse(merge.until) <= Date.parse(now))
    return 'Прошло больше 30 дней: вернуть уже нельзя';
  if (merge.survivor_into !== null)
    return `Карточка ${merge.survivor_id} сама вошла в карточку ${merge.survivor_into}: сначала верните её`;
  return merge.merged_into === merge.survivor_id
    ? null
    : `Карточка ${merge.merged_id} больше не входит в ${merge.survivor_id}`;
}

export const countMoved = async (db: ReadDb, id: number): Promise<number> =>
  (
    await read(
      db,
      sql<{
        n: number;
      }>`select count(*)::int as n from merge_moved where merge_id = ${id} and table_name not in ('profile_place', 'profile')`,
    )
  )[0]!.n;
