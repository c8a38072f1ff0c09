// Rows that a load taken back has left behind for the ledger: found again by the same file.
import { sql } from 'kysely';
import { foldName } from '../../contract/kernel/words.ts';
import type { Ctx, WriteDb } from '../kernel/ctx.ts';
import type { ParsedOwner } from './readRow.ts';
import type { ParsedRow } from './rows.ts';

interface Identity {
  /** Folded full name. */
  name: string;
  birthday: string | null;
  /** Keyed hash of the passport, hex. */
  pass: string | null;
  /** «section|number» of the garage: what tells namesakes apart when nothing else does. */
  place: string;
}

/** Keyed hash (hex) of who a person is; the same for the same row of the same file. */
export function withdrawnKey(ctx: Ctx, poId: number, { name, birthday, pass, place }: Identity): string {
  const proof = birthday ? `born ${birthday}` : pass ? `pass ${pass}` : `at ${place}`;
  return ctx.deps.secrets.fingerprint(`withdrawn ${poId} ${name} ${proof}`).toString('hex');
}

export const identityOf = (ctx: Ctx, owner: ParsedOwner, row: ParsedRow): Identity => ({
  name: foldName([owner.lastName, owner.firstName, owner.fatherName].filter(Boolean).join(' ')),
  birthday: owner.birthday,
  pass: owner.passport
    ? ctx.deps.secrets.fingerprint(owner.passport.series + owner.passport.number).toString('hex')
    : null,
  place: `${row.garage?.section ?? ''}|${row.garage?.number ?? ''}`,
});

/** Withdrawn people of a ПО by their keys. */
export async function withdrawnPeople(
  tx: WriteDb,
  poId: number,
  keys: readonly string[],
): Promise<Map<string, { id: number; version: number }>> {
  if (!keys.length) return new Map();
  const rows = await tx
    .selectFrom('profile')
    .where('po_id', '=', poId)
    .where('withdrawn_key', 'in', [...keys])
    .orderBy('id')
    .select(['id', 'version', 'withdrawn_key'])
    .forUpdate()
    .execute();
  return new Map(rows.map((row) => [row.withdrawn_key!, row]));
}

/** Withdrawn garages of a ПО by «section|number». */
export async function withdrawnGarages(
  tx: WriteDb,
  poId: number,
  rows: readonly ParsedRow[],
): Promise<Map<string, { id: number; version: number; account_no: string }>> {
  if (!rows.length) return new Map();
  const { rows: found } = await sql<{ id: number; version: number; account_no: string; place: string }>`
    select id, version, account_no, section || '|' || number as place from garage where po_id = ${poId} and is_withdrawn
      and (section, number) in (select * from unnest(${rows.map((row) => row.garage!.section)}::text[], ${rows.map((row) => row.garage!.number)}::text[]))
    order by id for update`.execute(tx);
  return new Map(found.map((row) => [row.place, row]));
}
