// SQL of the grid where readings are entered: the garages of a selection with what their meters showed before.
import { sql } from 'kysely';
import { MAX_READINGS } from '../../../contract/readings.ts';
import type { Asker } from '../../garages/queries.ts';
import { chosenCondition, type Selection } from './plan.ts';
import { lastReadings } from '../../readings/queries.ts';

type Asked = Selection & { excludedGarages: readonly number[]; accrualType: { value: number } };

/**
 * `{rows, total}` as one JSON text, in the order of places; archived garages and those left out by hand are not read. A correction
 * reads what was charged, wherever it is now: a garage without its reading would fall away.
 */
export function readingRows(asker: Asker, asked: Asked) {
  const { accrualType, corrects, excludedGarages } = asked;
  const entered =
    corrects === null
      ? sql`null::json`
      : sql`(select json_build_object('previous', entered -> 'previous', 'current', entered -> 'current', 'quantity', entered -> 'quantity') from json_array_elements((select request -> 'readings' from contribution where id = ${corrects})::json) as entered
          where (entered ->> 'garage')::int = g.id limit 1)`;
  return sql<{ json: string }>`
    with chosen as materialized (
      select g.id, row_number() over (order by po.sort_key, g.po_id, g.section_key, g.number_key, g.id) as nth
      from garage g left join garage_balance b on b.garage_id = g.id join po on po.id = g.po_id
      where ${chosenCondition(asker, asked)} and (g.is_active or ${corrects !== null}) and not g.id = any(${excludedGarages}::int[])
    )
    select json_build_object('total', (select count(*) from chosen), 'rows', coalesce(json_agg(json_build_object(
        'garage', json_build_object('id', g.id, 'section', g.section, 'number', g.number, 'po_name', po.name, 'is_active', g.is_active),
        'owner', (select p.full_name from ownership w join profile p on p.id = w.profile_id
          where w.garage_id = g.id and w.ended_on is null order by w.is_primary desc, w.id limit 1),
        'previous', last.current::float8, 'previous_on', last.on_date, 'entered', ${entered}) order by chosen.nth), '[]'))::text as json
    from (select * from chosen where nth <= ${MAX_READINGS}) as chosen join garage g on g.id = chosen.id join po on po.id = g.po_id
      left join (${lastReadings(accrualType.value, corrects)}) as last on last.garage_id = g.id`;
}
