// What the register knows about rows of a load, looked up for all of them at once.
import { ImportChoices } from '../../contract/importChoices.ts';
import type { Ctx, ReadDb, WriteDb } from '../kernel/ctx.ts';
import { openPassport } from '../profiles/queries.ts';
import { rowHash } from './parse.ts';
import { findPerson, planRow, type RowPlan } from './plan.ts';
import { garageAt, healthPrivileges, knownSections } from './knownPlaces.ts';
import * as q from './queries.ts';
import type { ParsedOwner } from './readRow.ts';
import { asCardTakes } from './refused.ts';
import { foldSection } from './rules/place.ts';
import type { ParsedRow } from './rows.ts';
import { keysOf, passportHash } from './storeRows.ts';

export interface Planned {
  /** As the ПО writes its sections and as cards take them. */
  rows: ParsedRow[];
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
  given: readonly ParsedRow[],
  isWhole = false,
): Promise<Planned> {
  const sections = await knownSections(db, batch.po_id);
  const rows = given.map((row) => {
    const section = row.garage ? sections.get(foldSection(row.garage.section)) : undefined;
    return section === undefined ? row : { ...row, garage: { ...row.garage!, section } };
  });
  const all = isWhole ? await q.knownGarages(db, batch.po_id) : null;
  const health = await healthPrivileges(db);
  const planned: Planned = { rows: [], plans: [], digests: [], people: new Map() };
  for (let from = 0; from < rows.length; from += PART) {
    const part = rows.slice(from, from + PART);
    const { rows: taken, plans, digests, people } = await planPart(ctx, db, batch, part, { all, health });
    planned.rows.push(...taken);
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
  given: readonly ParsedRow[],
  { all, health }: { all: Awaited<ReturnType<typeof q.knownGarages>> | null; health: ReadonlySet<number> },
): Promise<Planned> {
  const rows = [...given];
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
  const planned = (row: ParsedRow, i: number) =>
    planRow(row, {
      garage: row.garage ? garageAt(garages, row.garage) : undefined,
      isLoaded: loaded.has(digests[i]!),
      people,
      keysOf: (owner) => keysOf(ctx, owner),
      passportHash: passportHash(ctx, row.owners[0]),
      choices,
      issuedOf,
    });
  const isKnown = (owner: ParsedOwner) =>
    Boolean(findPerson(owner, { people, keysOf: (one) => keysOf(ctx, one) }).person);
  const plans = rows.map((row, i) => {
    const plan = planned(row, i);
    const taken = asCardTakes(row, plan, health, isKnown);
    if (!taken) return plan;
    rows[i] = taken;
    return planned(taken, i);
  });
  return { rows, plans, digests, people };
}
