// SQL of the archive of an МО: every kept paper and scan with what it belongs to.
import { sql } from 'kysely';
import { todayOf, type Ctx } from '../../kernel/ctx.ts';
import { read } from '../../kernel/read.ts';
import { inScope, personInScope, personPresent } from '../../kernel/scope.ts';

export interface PackedFile {
  /** Folders of the archive, the outer one first. */
  folders: string[];
  /** What it is called, without its ending. */
  title: string;
  /** Name under which it was brought or made: its ending is kept. */
  name: string | null;
  /** Number of a paper: one that was not kept yet is made of its data. */
  paper: number | null;
  /** Of a paper that has lost its force: «аннулирован», «заменён на № …». */
  state: string | null;
  /** Where its bytes lie. */
  store_key: string | null;
  size_bytes: number;
}

/** How a paper `d` has lost its force; null of one that stands. */
const endedAs = sql`case d.state when 'cancelled' then 'аннулирован' when 'replaced' then concat_ws(' ', 'заменён', 'на № ' || (select n.number from document n where n.id = d.replaced_by)) end`;

const plate = sql`trim(g.section || '-' || g.number)`;
const stored = sql`f.store_key, coalesce(f.size_bytes, 0)::float8 as size_bytes`;
const file = sql`f.name, ${stored}`;
/** A paper that was not kept yet is made by the way: it is of the kind of all of them. */
const paperFile = sql`coalesce(f.name, '.pdf') as name, ${stored}`;

/** Papers, their signed scans, papers of re-registrations, files of garages, ПО and people: all that the МО sees, by folder. */
export function filesOfPlace(ctx: Ctx): Promise<PackedFile[]> {
  const { actor } = ctx;
  const paperTitle = sql`concat_ws(' ', dt.name, '№', d.number, 'от', to_char(d.on_date, 'DD.MM.YYYY'), case when d.copy_of is not null then 'копия' end, ${endedAs})`;
  const papers = sql`from document d join document_type dt on dt.id = d.type_id join po on po.id = d.po_id`;
  return read(
    ctx.db,
    sql<PackedFile>`
    select array['Бумаги', po.name, d.year::text] as folders, ${paperTitle} as title, d.id as paper, ${endedAs} as state, ${paperFile}, d.id as nth
      ${papers} left join stored_file f on f.id = d.file_id where ${inScope(actor, 'd')}
    union all
    select array['Подписанные бумаги', po.name, d.year::text], ${paperTitle}, null, ${endedAs}, ${file}, d.id
      ${papers} join stored_file f on f.id = d.scan_file_id where ${inScope(actor, 'd')}
    union all
    select array['Переоформления', po.name, 'Дело ' || r.id || ', гараж ' || ${plate}], concat_ws(' ', p.kind, p.number), null, null, ${file}, p.id
      from reregistration_paper p join reregistration r on r.id = p.reregistration_id join garage g on g.id = r.garage_id
        join po on po.id = r.po_id join stored_file f on f.id = p.file_id where ${inScope(actor, 'r')}
    union all
    select array['Гаражи', po.name, 'Гараж ' || ${plate}], coalesce(nullif(a.title, ''), f.name), null, null, ${file}, a.id
      from attachment a join garage g on a.object_type = 'garage' and g.id = a.object_id join po on po.id = g.po_id
        join stored_file f on f.id = a.file_id where a.deleted_at is null and ${inScope(actor, 'g')}
    union all
    select array['ПО', po.name], coalesce(nullif(a.title, ''), f.name), null, null, ${file}, a.id
      from attachment a join po on a.object_type = 'po' and po.id = a.object_id
        join stored_file f on f.id = a.file_id where a.deleted_at is null and ${inScope(actor, 'a')}
    union all
    select array['Люди', p.full_name || ' (' || p.id || ')'], coalesce(nullif(a.title, ''), f.name), null, null, ${file}, a.id
      from attachment a join profile p on a.object_type = 'profile' and p.id = a.object_id
        join stored_file f on f.id = a.file_id
      where a.deleted_at is null and ${personInScope(actor, 'p')} and ${personPresent(actor, 'p', todayOf(ctx))}
    order by folders, title, nth`,
  );
}
