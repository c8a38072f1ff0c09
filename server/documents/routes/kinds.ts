// Kinds of papers for superusers: what the dialog asks, who may print, which are in use.
import { sql } from 'kysely';
import { documentKinds } from '../../../contract/documents/kinds.ts';
import type { Mount } from '../../kernel/mount.ts';
import { mountReference } from '../../kernel/reference.ts';
import { fixedOfKind } from '../rules/kinds.ts';

export function documentKindRoutes(mount: Mount): void {
  mountReference(mount, {
    table: 'document_type',
    contract: documentKinds,
    title: 'вид документа',
    choices: ['document_type_list'],
    columns: [
      'name',
      'sort',
      'is_po_specific',
      'is_manual_numerated',
      'date_mode',
      'warns_of_repeat',
      'is_personal',
      'is_active',
      'levels',
      'contexts',
    ],
    nameOf: (row) => String(row.name),
    used: sql<boolean>`exists (select 1 from document d where d.type_id = r.id)`,
    users: (
      id,
    ) => sql`select 'document' as kind, d.id, '№ ' || d.number || ' от ' || to_char(d.on_date, 'DD.MM.YYYY') || ', ' || po.name as title
      from document d join po on po.id = d.po_id where d.type_id = ${id} order by d.id desc`,
    fixed: fixedOfKind,
  });
}
