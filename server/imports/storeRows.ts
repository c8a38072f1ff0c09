// Stores the rows of a chunk: people, garages, owners, opening balances; each in a few statements for all rows.
import { importedOf } from './plainFields.ts';
import { accountNumber, parseShare } from '../garages/rules.ts';
import { ownersChanged, takeSequence } from '../garages/queries.ts';
import { nameKeys, OWNERS_SEPARATOR } from '../profiles/queries.ts';
import type { Write } from '../kernel/act.ts';
import type { Ctx } from '../kernel/ctx.ts';
import type { ParsedRow } from './rows.ts';
import { noteOf } from './differences.ts';
import { findPerson, type RowPlan } from './plan.ts';
import * as q from './queries.ts';
import type { ParsedOwner } from './readRow.ts';
import { couldBeOne } from './rules/person.ts';

/** Ids of every row's owners; people who are not known yet are entered once. */
export async function peopleOf(
  write: Write,
  ctx: Ctx,
  batch: q.Batch,
  place: q.Place,
  rows: ParsedRow[],
  plans: RowPlan[],
  people: Map<string, q.KnownPerson>,
): Promise<number[][]> {
  const identity = { people, keysOf: (owner: ParsedOwner) => keysOf(ctx, owner) };
  const fresh: ParsedOwner[] = [];
  const freshKeys = new Map<string, number>();
  const slots = rows.map((row, i) => {
    if (!plans[i]!.addsOwners) return [];
    return row.owners.map((owner) => {
      const keys = keysOf(ctx, owner);
      const known = findPerson(owner, identity).person;
      if (known) return { id: known.id };
      const twin = keys
        .map((key) => freshKeys.get(key))
        .find((at) => at !== undefined && couldBeOne(fresh[at]!, owner));
      if (twin !== undefined) return { at: twin };
      const at = fresh.push(owner) - 1;
      for (const key of keys) if (!freshKeys.has(key)) freshKeys.set(key, at);
      return { at };
    });
  });
  const ids = await q.insertPeople(write.tx, ctx, place, fresh, batch.id);
  if (ids.length)
    await write.tx
      .insertInto('import_effect')
      .values(ids.map((row_id) => ({ batch_id: batch.id, table_name: 'profile', row_id, version_after: 1 })))
      .execute();
  return slots.map((row) => row.map((slot) => ('id' in slot ? slot.id! : ids[slot.at!]!)));
}

/** A full name with a birthday, or a passport that fits the name, says who a person is; initials alone do not. */
export function keysOf(ctx: Ctx, owner: ParsedOwner): string[] {
  const name = [owner.lastName, owner.firstName, owner.fatherName]
    .filter(Boolean)
    .join(' ')
    .toLowerCase()
    .replaceAll('ё', 'е');
  const isWhole = Boolean(owner.firstName) && !owner.firstName!.endsWith('.');
  return [
    ...(owner.birthday && isWhole ? [`${name}|${owner.birthday}`] : []),
    ...(owner.passport ? [q.PASSPORT_KEY + passportHash(ctx, owner)!] : []),
  ];
}

/** Keyed hash (hex) by which passports are compared; null without a passport. */
export const passportHash = (ctx: Ctx, owner: ParsedOwner | undefined): string | null =>
  owner?.passport ? ctx.deps.secrets.fingerprint(owner.passport.series + owner.passport.number).toString('hex') : null;

export async function garagesOf(
  write: Write,
  ctx: Ctx,
  batch: q.Batch,
  place: q.Place,
  rows: ParsedRow[],
  plans: RowPlan[],
  profileIds: number[][],
): Promise<(number | null)[]> {
  const { tx } = write;
  const fresh = rows.filter((_, i) => plans[i]!.step === 'create');
  const owners = new Map(rows.map((row, i) => [row, [...new Set(profileIds[i])]]));
  const names = await nameKeys(tx, profileIds.flat());
  const ids = new Map<ParsedRow, number>();
  if (fresh.length) {
    const { code, first } = await takeSequence(tx, batch.po_id, fresh.length);
    const metres = (size: number | null) => (size === null ? null : size.toFixed(2));
    const inserted = await tx
      .insertInto('garage')
      .values(
        fresh.map((row, i) => ({
          ...place,
          section: row.garage!.section,
          number: row.garage!.number,
          account_no: accountNumber(code, first + i),
          type_id: row.garage!.typeId ?? 99,
          size_x: metres(row.garage!.sizeX),
          size_y: metres(row.garage!.sizeY),
          size_z: metres(row.garage!.sizeZ),
          ...row.garage!.plain,
          note: noteOf(row),
          owners_key: owners
            .get(row)!
            .map((id) => names.get(id))
            .join(OWNERS_SEPARATOR),
          import_batch_id: batch.id,
          created_by: batch.created_by,
          created_at: ctx.now().toISOString(),
        })),
      )
      .returning('id')
      .execute();
    fresh.forEach((row, i) => ids.set(row, inserted[i]!.id));
    await tx
      .insertInto('garage_balance')
      .values(inserted.map(({ id }) => ({ garage_id: id, ...place })))
      .execute();
    await tx
      .insertInto('import_effect')
      .values(inserted.map(({ id }) => ({ batch_id: batch.id, table_name: 'garage', row_id: id, version_after: 1 })))
      .execute();
    await tx
      .updateTable('po')
      .set((e) => ({ garage_count: e('garage_count', '+', fresh.length) }))
      .where('id', '=', batch.po_id)
      .execute();
    const sections = [...new Set(fresh.map((row) => row.garage!.section).filter(Boolean))];
    const entered = sections.length
      ? await tx
          .insertInto('section')
          .values(sections.map((name) => ({ po_id: batch.po_id, name, sort: 1000 })))
          .onConflict((on) => on.doNothing())
          .returning('id')
          .execute()
      : [];
    if (entered.length)
      await tx
        .insertInto('import_effect')
        .values(entered.map(({ id }) => ({ batch_id: batch.id, table_name: 'section', row_id: id })))
        .execute();
  }
  for (const [i, plan] of plans.entries()) {
    if (plan.step !== 'update') continue;
    const { id, version, type_id, size_x, size_y, size_z, note } = plan.garage!;
    const before = { type_id, size_x, size_y, size_z, ...importedOf(plan.garage!), note };
    const changed = Object.keys(plan.changes.garage).length > 0 || plan.addsOwners;
    if (changed)
      await tx
        .updateTable('garage')
        .set({ ...plan.changes.garage, version: version + 1, updated_at: ctx.now().toISOString() })
        .where('id', '=', id)
        .execute();
    await tx
      .insertInto('import_effect')
      .values({
        batch_id: batch.id,
        row_no: rows[i]!.row,
        table_name: 'garage',
        row_id: id,
        before: JSON.stringify(before),
        version_after: changed ? version + 1 : version,
      })
      .execute();
  }
  return rows.map((row, i) => ids.get(row) ?? (plans[i]!.step === 'update' ? plans[i]!.garage!.id : null));
}

export async function ownershipsOf(
  write: Write,
  batch: q.Batch,
  rows: ParsedRow[],
  plans: RowPlan[],
  garageIds: (number | null)[],
  profileIds: number[][],
) {
  const share = (text: string | null) => {
    const read = parseShare(text);
    return { share_num: read?.num ?? null, share_den: read?.den ?? null };
  };
  const lines = rows.flatMap((row, i) => {
    if (!plans[i]!.addsOwners || !garageIds[i]) return [];
    const unique = [...new Set(profileIds[i])];
    return unique.map((profile_id, at) => ({
      garage_id: garageIds[i]!,
      profile_id,
      ...share(row.owners[profileIds[i]!.indexOf(profile_id)]?.share ?? null),
      is_primary: at === 0,
      start_reason: 'Загружено из реестра',
      import_batch_id: batch.id,
      created_by: batch.created_by,
    }));
  });
  if (!lines.length) return;
  await write.tx.insertInto('ownership').values(lines).execute();
  // A new garage was entered with the names of its owners, and they are at home in its ПО.
  const changed = garageIds.filter((id, i) => id && plans[i]!.addsOwners && plans[i]!.step !== 'create');
  if (changed.length) await ownersChanged(write.tx, ...(changed as number[]));
}
