// What the register knows about rows of a load, looked up for all of them at once.
import { ImportChoices } from '../../contract/importChoices.ts';
import type { Ctx, ReadDb, WriteDb } from '../kernel/ctx.ts';
import { openPassport } from '../profiles/queries.ts';
import { rowHash } from './parse.ts';
import { planRow, type RowPlan } from './plan.ts';
import * as q from './queries.ts';
import type { ParsedRow } from './rows.ts';
import { keysOf, passportHash } from './storeRows.ts';

export interface Planned {
  plans: RowPlan[];
  /** Hash of each row, '' for what is not loaded. */
  digests: string[];
  people: Map<string, q.KnownPerson>;
}

/** Rows that are looked up together: requests of others are answered between two parts. */
const PART = 200;

/**
 * Plans of rows against the register as it is now, in their order.
 * @param isWhole the rows are the whole file: all garages of the ПО are read at once
 */
export async function planRows(
  ctx: Ctx,
  db: ReadDb | WriteDb,
  batch: q.Batch,
  rows: readonly ParsedRow[],
  isWhole = false,
): Promise<Planned> {
  const all = isWhole ? await q.knownGarages(db, batch.po_id) : null;
  const planned: Planned = { plans: [], digests: [], people: new Map() };
  for (let from = 0; from < rows.length; from += PART) {
    const { plans, digests, people } = await planPart(ctx, db, batch, rows.slice(from, from + PART), all);
    planned.plans.push(...plans);
    planned.digests.push(...digests);
    for (const [key, person] of people) planned.people.set(key, person);
  }
  return planned;
}

async function planPart(
  ctx: Ctx,
  db: ReadDb | WriteDb,
  batch: q.Batch,
  rows: readonly ParsedRow[],
  all: Awaited<ReturnType<typeof q.knownGarages>> | null,
): Promise<Planned> {
  const digests = rows.map((row) => (row.outcome === 'ignored' ? '' : rowHash(row)));
  const owners = rows.flatMap((row) =>
    row.outcome === 'error' ? [] : row.owners.flatMap((owner) => keysOf(ctx, owner)),
  );
  const places = rows.flatMap((row) => row.garage ?? []);
  const garages = all ?? (await q.knownGarages(db, batch.po_id, places));
  const people = await q.knownPeople(db, ctx.deps.secrets, batch, owners);
  const loaded = await q.loadedHashes(db, batch.po_id, batch.id, digests.filter(Boolean));
  const choices = ImportChoices.parse(batch.choices ?? {});
  const issuedOf = ({ pass_cipher }: q.KnownPerson) =>
    pass_cipher ? (openPassport(ctx.deps.secrets, Buffer.from(pass_cipher, 'hex'))?.text ?? '') : '';
  const plans = rows.map((row, i) =>
    planRow(row, {
      garage: row.garage ? garages.get(`${row.garage.section}|${row.garage.number}`) : undefined,
      isLoaded: loaded.has(digests[i]!),
      people,
      keysOf: (owner) => keysOf(ctx, owner),
      passportHash: passportHash(ctx, row.owners[0]),
      choices,
      issuedOf,
    }),
  );
  return { plans, digests, people };
}
