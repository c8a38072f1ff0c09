// Garage types as a reference list for superusers.
import { sql } from 'kysely';
import { FIRST_ADDED_ID, garageTypeReference } from '../../contract/references.ts';
import type { Mount } from '../kernel/mount.ts';
import { mountReference } from '../kernel/reference.ts';
import { garagesUsing } from '../kernel/usedBy.ts';
import { fixedOfType } from './rules.ts';

export function garageTypeRoutes(mount: Mount): void {
  mountReference(mount, {
    table: 'garage_type',
    contract: garageTypeReference,
    title: 'тип гаража',
    columns: ['name', 'is_capital', 'has_size', 'sort', 'is_active'],
    nameOf: (row) => String(row.name),
    used: sql<boolean>`exists (select 1 from garage g where g.type_id = r.id and not g.is_withdrawn)`,
    users: (id) => garagesUsing(sql`g.type_id = ${id}`),
    fixed: ({ id }) => fixedOfType(id, id < FIRST_ADDED_ID),
  });
}
