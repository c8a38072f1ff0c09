// Papers whose number and day stand in other cases too, as far as the reader sees them.
import { sql } from 'kysely';
import type { ReregistrationForm } from '../../../contract/reregistrations.ts';
import type { Ctx, ReadDb, WriteDb } from '../../kernel/ctx.ts';
import { read } from '../../kernel/read.ts';
import { inScope } from '../../kernel/scope.ts';
import { groundOf, PIB } from '../rules/reasons.ts';

type Db = ReadDb | WriteDb;

/** Other cases of the МО, as far as the reader sees them, that stand on the same certificate, decision or agreement; a draft is nobody's proof. */
export async function sameGround(
  { actor }: Ctx,
  db: Db,
  { reason, details }: Pick<ReregistrationForm, 'reason' | 'details'>,
  mo: number,
  own: { caseId: number | null; pairId: number | null },
): Promise<{ title: string; id: number }[]> {
  const ground = groundOf(reason);
  const number = ground && details[ground.number]?.trim();
  if (!number) return [];
  const rows = await read(
    db,
    sql<{ id: number }>`select r.id from reregistration r
      where r.mo_id = ${mo} and ${inScope(actor, 'r')} and r.reason_id = ${reason} and r.status <> 0 and ground_number(r.reason_id, r.details) = lower(${number})
        and r.details #>> array['fields', ${ground.date}::text] is not distinct from ${details[ground.date] ?? null}::text
        and r.id <> ${own.caseId ?? 0}::int and r.id <> ${own.pairId ?? 0}::int order by r.id`,
  );
  return rows.map(({ id }) => ({ id, title: ground.title }));
}

/** Cases of other garages that name the same inventory paper. */
export async function samePib(
  { actor }: Ctx,
  db: Db,
  { pibNumber, pibDate }: Pick<ReregistrationForm, 'pibNumber' | 'pibDate'>,
  garage: { id: number; mo_id: number },
  own: { caseId: number | null },
): Promise<{ title: string; id: number }[]> {
  if (!pibNumber?.trim()) return [];
  const rows = await read(
    db,
    sql<{ id: number }>`select r.id from reregistration r
      where r.mo_id = ${garage.mo_id} and ${inScope(actor, 'r')} and r.status <> 0 and r.garage_id <> ${garage.id} and r.id <> ${own.caseId ?? 0}::int
        and r.details ->> 'pibNumber' = ${pibNumber.trim()} and r.details ->> 'pibDate' is not distinct from ${pibDate}::text order by r.id limit 5`,
  );
  return rows.map(({ id }) => ({ id, title: PIB.title }));
}
