// Stores the rows of a chunk: people, garages, owners, opening balances; each in a few statements for all rows.
import { foldName } from '../../contract/kernel/words.ts';
import { importedOf } from './plainFields.ts';
import { accountNumber, parseShare } from '../garages/rules.ts';
import { ownersChanged, takeSequence } from '../garages/queries.ts';
import { nameKeys, OWNERS_SEPARATOR } from '../profiles/queries.ts';
import type { Write } from '../kernel/act.ts';
import type { Ctx, WriteDb } from '../kernel/ctx.ts';
import type { ParsedRow } from './rows.ts';
import { groundsOf, noteOf } from './differences.ts';
import { findPerson, type RowPlan } from './plan.ts';
import * as q from './queries.ts';
import type { ParsedOwner } from './readRow.ts';
import { garageLines, typeNames, type Changed } from './telling.ts';
import { couldBeOne } from './rules/person.ts';
import { identityOf, withdrawnGarages, withdrawnKey, withdrawnPeople } from './withdrawn.ts';

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
  const keysOfFresh: string[] = [];
  const freshKeys = new Map<string, number>();
  const slots = rows.map((row, i) => {
    if (!plans[i]!.addsOwners) return [];
    return row.owners.map((owner) => {
      const keys = keysOf(ctx, owner);
      const known = findPerson(owner, identity).person;
      if (known) return { id: known.id };
      const twin = keys
        .map((key) => freshKeys.get(key))
        .find((at) => at !== undefined && couldBeOne(fresh[at]!, owner) && sameCode(fresh[at]!, owner));
      if (twin !== undefined) {
        fresh[twin] = withMore(fresh[twin]!, owner);
        return { at: twin };
      }
      const at = fresh.push(owner) - 1;
      keysOfFresh.push(withdrawnKey(ctx, batch.po_id, identityOf(ctx, owner, row)));
      for (const key of keys) if (!freshKeys.has(key)) freshKeys.set(key, at);
      return { at };
    });
  });
  const left = await withdrawnPeople(write.tx, batch.po_id, keysOfFresh);
  // Two rows of one key are two people: only the first is the one who was.
  const withdrawn = keysOfFresh.map((key) => {
    const one = left.get(key);
    left.delete(key);
    return one;
  });
  const entered = await q.insertPeople(write.tx, ctx, place, fresh, batch.id, withdrawn);
  if (entered.length)
    await write.tx
      .insertInto('import_effect')
      .values(
        entered.map(({ id, version }) => ({
          batch_id: batch.id,
          table_name: 'profile',
          row_id: id,
          version_after: version,
        })),
      )
      .execute();
  return slots.map((row) => row.map((slot) => ('id' in slot ? slot.id! : entered[slot.at!]!.id)));
}

/** Two codes are two people, however alike they are. */
const sameCode = (one: ParsedOwner, other: ParsedOwner) => !one.code || !other.code || one.code === other.code;

/** A person met twice among new rows keeps what only the second row says of him. */
function withMore(first: ParsedOwner, again: ParsedOwner): ParsedOwner {
  const more = (again.consents ?? []).filter((one) => !first.consents?.some((known) => known.field === one.field));
  const takes = <K extends keyof ParsedOwner>(isMissing: boolean, ...fields: K[]) =>
    isMissing ? Object.fromEntries(fields.map((field) => [field, again[field]])) : {};
  return {
    ...first,
    ...takes(!first.birthday, 'birthday'),
    ...takes(!first.phones.length, 'phones'),
    ...takes(!first.email, 'email'),
    ...takes(!first.registrationAddress, 'registrationAddress'),
    ...takes(!first.actualAddress, 'actualAddress'),
    ...takes(!first.passport, 'passport', 'passportIssued'),
    ...takes(!first.privilegeId, 'privilegeId', 'privilegeCertificate'),
    ...takes(!first.voaEntryDate, 'voaEntryDate', 'isVoaMember'),
    ...takes(!first.ticketNumber, 'ticketNumber'),
    ...(more.length ? { consents: [...(first.consents ?? []), ...more] } : {}),
  };
}

/** A code of the register, a full name with a birthday, or a passport that fits the name says who a person is; initials alone do not. */
export function keysOf(ctx: Ctx, owner: ParsedOwner): string[] {
  const name = foldName([owner.lastName, owner.firstName, owner.fatherName].filter(Boolean).join(' '));
  if (owner.organisation)
    return [
      ...(owner.code ? [q.CODE_KEY + owner.code] : []),
      ...(owner.organisation.inn ? [q.INN_KEY + owner.organisation.inn] : []),
      name + q.ORGANISATION_KEY,
    ];
  const isWhole = Boolean(owner.firstName) && !owner.firstName!.endsWith('.');
  return [
    ...(owner.code ? [q.CODE_KEY + owner.code] : []),
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
  const fresh = rows.filter((row, i) => row.garage && plans[i]!.step === 'create');
  const owners = new Map(rows.map((row, i) => [row, [...new Set(profileIds[i])]]));
  const names = await nameKeys(tx, profileIds.flat());
  const ids = new Map<ParsedRow, number>();
  if (fresh.length) {
    const entered = await enterGarages(write, ctx, batch, place, fresh, (row) =>
      owners
        .get(row)!
        .map((id) => names.get(id))
        .join(OWNERS_SEPARATOR),
    );
    fresh.forEach((row, i) => ids.set(row, entered[i]!.id));
    await tx
      .insertInto('import_effect')
      .values(
        entered.map(({ id, version }) => ({
          batch_id: batch.id,
          table_name: 'garage',
          row_id: id,
          version_after: version,
        })),
      )
      .execute();
    await tx
      .updateTable('po')
      .set((e) => ({ garage_count: e('garage_count', '+', fresh.length) }))
      .where('id', '=', batch.po_id)
      .execute();
    await enterSections(tx, batch, fresh);
  }
  await fillGarages(write, ctx, batch, rows, plans);
  return rows.map((row, i) => ids.get(row) ?? (plans[i]!.step === 'update' ? (plans[i]!.garage?.id ?? null) : null));
}

/** Writes what the rows say of known garages; every changed one is told. */
async function fillGarages(
  { tx, logAll }: Write,
  ctx: Ctx,
  batch: q.Batch,
  rows: readonly ParsedRow[],
  plans: readonly RowPlan[],
): Promise<void> {
  const effects: { row_no: number; row_id: number; before: string; version_after: number }[] = [];
  const changed: Changed[] = [];
  for (const [i, plan] of plans.entries()) {
    if (plan.step !== 'update' || !plan.garage) continue;
    const { id, version, section, number, type_id, size_x, size_y, size_z, note, updated_at } = plan.garage;
    const columns = { type_id, size_x, size_y, size_z, ...importedOf(plan.garage), note };
    const before = JSON.stringify({ ...columns, updated_at });
    const isChanged = Object.keys(plan.changes.garage).length > 0 || plan.addsOwners;
    effects.push({ row_no: rows[i]!.row, row_id: id, before, version_after: isChanged ? version + 1 : version });
    if (!isChanged) continue;
    await tx
      .updateTable('garage')
      .set({ ...plan.changes.garage, version: version + 1, updated_at: ctx.now().toISOString() })
      .where('id', '=', id)
      .execute();
    const more = plan.addsOwners && rows[i]!.owners.length ? ['записаны владельцы'] : [];
    changed.push({ id, name: `${section} ${number}`.trim(), before: columns, after: plan.changes.garage, more });
  }
  if (effects.length)
    await tx
      .insertInto('import_effect')
      .values(effects.map((effect) => ({ ...effect, batch_id: batch.id, table_name: 'garage' })))
      .execute();
  if (changed.length) await logAll(garageLines(batch, changed, await typeNames(tx)));
}

/** Sections that the ПО did not have yet. */
async function enterSections(tx: WriteDb, batch: q.Batch, fresh: readonly ParsedRow[]) {
  const sections = [...new Set(fresh.map((row) => row.garage!.section).filter(Boolean))];
  const named = sections.length
    ? await tx
        .insertInto('section')
        .values(sections.map((name) => ({ po_id: batch.po_id, name, sort: 1000 })))
        .onConflict((on) => on.doNothing())
        .returning('id')
        .execute()
    : [];
  if (named.length)
    await tx
      .insertInto('import_effect')
      .values(named.map(({ id }) => ({ batch_id: batch.id, table_name: 'section', row_id: id })))
      .execute();
}

/** Garages of new rows: those that a load taken back has left are taken again with their accounts, the others are made. */
async function enterGarages(
  { tx }: Write,
  ctx: Ctx,
  batch: q.Batch,
  place: q.Place,
  rows: ParsedRow[],
  ownersKeyOf: (row: ParsedRow) => string,
): Promise<q.Entered[]> {
  const left = await withdrawnGarages(tx, batch.po_id, rows);
  const knownOf = (row: ParsedRow) => left.get(`${row.garage!.section}|${row.garage!.number}`);
  const metres = (size: number | null) => (size === null ? null : size.toFixed(2));
  const at = ctx.now().toISOString();
  const columnsOf = (row: ParsedRow) => ({
    ...place,
    section: row.garage!.section,
    number: row.garage!.number,
    type_id: row.garage!.typeId ?? 99,
    size_x: metres(row.garage!.sizeX),
    size_y: metres(row.garage!.sizeY),
    size_z: metres(row.garage!.sizeZ),
    ...row.garage!.plain,
    note: noteOf(row, row.owners.length > 0),
    owners_key: ownersKeyOf(row),
    import_batch_id: batch.id,
    created_by: batch.created_by,
    created_at: at,
  });
  const fresh = rows.filter((row) => !knownOf(row));
  const made: { id: number }[] = [];
  if (fresh.length) {
    const { code, first } = await takeSequence(tx, batch.po_id, fresh.length);
    made.push(
      ...(await tx
        .insertInto('garage')
        .values(fresh.map((row, i) => ({ ...columnsOf(row), account_no: accountNumber(code, first + i) })))
        .returning('id')
        .execute()),
    );
  }
  const entered: q.Entered[] = [];
  for (const row of rows) {
    const known = knownOf(row);
    if (!known) {
      entered.push({ id: made.shift()!.id, version: 1 });
      continue;
    }
    const version = known.version + 1;
    const again = {
      is_active: true,
      is_withdrawn: false,
      archive_reason: null,
      archive_comment: null,
      archived_at: null,
    };
    await tx
      .updateTable('garage')
      .set({ ...columnsOf(row), ...again, version, updated_at: at })
      .where('id', '=', known.id)
      .execute();
    entered.push({ id: known.id, version });
  }
  return entered;
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
    const grounds = groundsOf(row);
    return unique.map((profile_id, at) => ({
      garage_id: garageIds[i]!,
      profile_id,
      ...share(row.owners[profileIds[i]!.indexOf(profile_id)]?.share ?? null),
      is_primary: at === 0,
      start_reason: grounds[profileIds[i]!.indexOf(profile_id)]!,
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
