// Writing garages: the card as it is answered, checks of forms and owners, versions, the log's difference.
import { garageFields } from '../../contract/fields/garages.ts';
import type { FieldErrors } from '../../contract/kernel/problems.ts';
import type * as contract from '../../contract/garages.ts';
import type { GarageCard, OwnerInput } from '../../contract/garages.ts';
import { cyrillicLetters } from '../../contract/kernel/words.ts';
import type { ProfileCreate } from '../../contract/profiles.ts';
import { debtOn } from '../balance/queries/debt.ts';
import { isUniqueViolation } from '../db/engine.ts';
import type { Write } from '../kernel/act.ts';
import { todayOf, type Ctx, type ReadDb, type WriteDb } from '../kernel/ctx.ts';
import { invalid, notFound } from '../kernel/errors.ts';
import { staleBy } from '../kernel/lastChange.ts';
import { plainColumns } from '../kernel/plainFields.ts';
import { problemsOf, profileForWrite } from '../profiles/queries.ts';
import { enterPerson } from '../profiles/writing/representatives.ts';
import * as q from './queries/card.ts';
import { duplicateText, amnestyFor, garageProblems, ownershipDateProblem, parseShare, sharesProblem } from './rules.ts';

export type GarageRecord = NonNullable<Awaited<ReturnType<typeof q.garageForWrite>>>;
export type Ownership = Awaited<ReturnType<typeof q.ownershipsOf>>[number];
export interface Place {
  region_id: number;
  mo_id: number;
  po_id: number;
}

export async function readGarageCard(ctx: Ctx, id: number, db: ReadDb | WriteDb = ctx.db): Promise<GarageCard> {
  const row = await q.garageCard(ctx, id, db);
  if (!row) throw notFound();
  const { lines: debt } = await debtOn(db, id, null);
  return {
    ...row.card,
    // Opened by a call of its own.
    pibFile: row.pib_file_id ? { id: row.pib_file_id, name: row.pib_file_name ?? 'Справка ПИБ' } : null,
    amnesty_until: amnestyFor(row, todayOf(ctx), ctx.deps.settings.AMNESTY_UNTIL),
    debt,
  } as unknown as GarageCard;
}

export async function requireGarage(ctx: Ctx, id: number, db: ReadDb = ctx.db): Promise<GarageRecord> {
  const garage = await q.garageForWrite(ctx, id, db);
  if (!garage) throw notFound();
  return garage;
}

/** Why the owners of a garage may not change now; null when they may. */
export const lockText = (garage: Pick<GarageRecord, 'locked_by_reregistration'>) =>
  garage.locked_by_reregistration ? `По гаражу уже идёт переоформление № ${garage.locked_by_reregistration}` : null;

/** The same as it stands now; the garage is held until the end of the transaction. */
export async function lockedNow(tx: WriteDb, id: number): Promise<string | null> {
  const row = await tx
    .selectFrom('garage')
    .where('id', '=', id)
    .select('locked_by_reregistration')
    .forUpdate()
    .executeTakeFirst();
  return row ? lockText(row) : null;
}

/** The form as it will be kept, and everything wrong with it. `before` is the garage that is edited. */
export async function checkGarageForm<Form extends contract.GarageUpdate | contract.GarageCreate>(
  ctx: Ctx,
  form: Form,
  poId: number | null,
  before: GarageRecord | null,
) {
  const section = poId ? await q.sectionAsKnown(ctx.db, poId, form.section) : form.section;
  // Of two garages that differ in the alphabet alone each is saved under the number it has.
  const isSame = before && before.section === section && cyrillicLetters(before.number) === form.number;
  const body = { ...form, section, number: isSame ? before.number : form.number };
  const type = (await q.typeById(ctx.db, body.type.value)) ?? null;
  // A type that is out of use stays where it is.
  const usable = type && (type.is_active || type.id === before?.type_id) ? type : null;
  const competes = before ? before.is_active : 'isActive' in form && form.isActive;
  const taken = poId && competes && !isSame && (await q.isNumberTaken(ctx.db, poId, body, before?.id ?? 0));
  const problems = garageProblems(body, {
    today: today(ctx),
    type: usable,
    duplicate: taken ? duplicateText(body.number, section) : null,
  });
  return { body, type: usable, problems };
}

/** Everything wrong with one owner of a form; fields begin with `prefix`. */
export async function ownerProblems(ctx: Ctx, owner: OwnerInput, prefix = ''): Promise<FieldErrors> {
  const errors: FieldErrors = {};
  if (owner.profileId) {
    const person = await profileForWrite(ctx, ctx.db, owner.profileId);
    if (!person || person.is_anonymised) errors[`${prefix}profileId`] = 'Человек не найден';
  } else if (owner.person) {
    for (const [field, text] of Object.entries(await problemsOf(ctx, owner.person, null)))
      errors[`${prefix}person.${field}`] = text;
  } else errors[`${prefix}profileId`] = 'Выберите человека или внесите нового';
  if (parseShare(owner.share) === undefined) errors[`${prefix}share`] = 'Доля пишется дробью: 1/2';
  return errors;
}

/** Everything wrong with the owners of a new garage; errors stand at `alreadyExistProfile.0.person.lastName`. */
export async function ownersProblems(ctx: Ctx, owners: readonly OwnerInput[], since: string | null) {
  const errors: FieldErrors = {};
  for (const [index, owner] of owners.entries())
    Object.assign(errors, await ownerProblems(ctx, owner, `alreadyExistProfile.${index}.`));
  const picked = owners.map((owner) => owner.profileId).filter(Boolean);
  if (new Set(picked).size < picked.length) errors.alreadyExistProfile = 'Один человек указан дважды';
  const shares = sharesProblem(owners.map((owner) => parseShare(owner.share)));
  if (shares) errors.alreadyExistProfile ??= shares;
  if (owners.filter((owner) => owner.isPrimary).length > 1)
    errors.alreadyExistProfile ??= 'Квитанции получает один владелец';
  const dateProblem = since && ownershipDateProblem(since, { today: today(ctx), notBefore: null });
  if (dateProblem) errors.ownedSince = dateProblem;
  return errors;
}

/** Writes one ownership; a new person is entered first. */
export async function insertOwner(
  write: Write,
  ctx: Ctx,
  garageId: number,
  place: Place,
  owner: OwnerInput,
  start: { date: string | null; reason: string | null; checked: boolean },
): Promise<{ profileId: number; name: string }> {
  const { tx } = write;
  const profileId = owner.profileId ?? (await enterPerson(write, ctx, owner.person as ProfileCreate, place));
  const person = await tx
    .selectFrom('profile')
    .where('id', '=', profileId)
    .select('full_name')
    .executeTakeFirstOrThrow();
  const name = person.full_name ?? '';
  if (!owner.profileId)
    await write.log({
      verb: 'profile.create',
      object: { type: 'profile', id: profileId, name },
      place,
      text: 'Создана карточка человека вместе с гаражом',
    });
  await tx
    .insertInto('ownership')
    .values({
      garage_id: garageId,
      profile_id: profileId,
      ...shareColumns(owner.share),
      is_primary: owner.isPrimary,
      started_on: start.date,
      start_reason: start.reason,
      documents_checked: start.checked,
      created_by: ctx.actor.userId,
      created_at: ctx.now().toISOString(),
    })
    .execute();
  return { profileId, name };
}

export function shareColumns(text: string | null | undefined) {
  const share = parseShare(text);
  return { share_num: share?.num ?? null, share_den: share?.den ?? null };
}

export const bump = (tx: WriteDb, ctx: Ctx, id: number) =>
  tx
    .updateTable('garage')
    .set((e) => ({ version: e('version', '+', 1), updated_at: ctx.now().toISOString() }))
    .where('id', '=', id)
    .execute();

/** Saves when the version is the one the user saw; otherwise 409 with the card as it is now. */
export async function bumpGarageVersion(write: Write, ctx: Ctx, id: number, version: number, changes: object) {
  const row = await write.tx
    .updateTable('garage')
    .set({ ...changes, version: version + 1, updated_at: ctx.now().toISOString() })
    .where('id', '=', id)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst();
  if (row) return;
  throw await staleBy(ctx, write.tx, { type: 'garage', id }, await readGarageCard(ctx, id, write.tx));
}

export function garageColumns(body: contract.GarageUpdate | contract.GarageCreate) {
  const metres = (size: number | null) => (size === null ? null : size.toFixed(2));
  return {
    section: body.section,
    number: body.number,
    type_id: body.type.value,
    size_x: metres(body.sizeX),
    size_y: metres(body.sizeY),
    size_z: metres(body.sizeZ),
    ...plainColumns(garageFields, body),
  };
}

/** A number that came into use since the form was checked. */
export function refuseDuplicateGarage(error: unknown, garage: { number: string; section: string }): never {
  if (isUniqueViolation(error, 'garage_number_once'))
    throw invalid({ number: duplicateText(garage.number, garage.section) });
  throw error;
}

/** Says that a garage, and the people whose garages changed with it, are to be read again. */
export async function emitGarageChanged(write: Write, place: Place, id: number, profileIds: readonly number[] = []) {
  const audience = { region: place.region_id, mo: place.mo_id, po: place.po_id };
  await write.emit(audience, { type: 'records_changed', message: { resource: 'garages', ids: [id] } });
  if (profileIds.length)
    await write.emit(audience, { type: 'records_changed', message: { resource: 'profiles', ids: [...profileIds] } });
}

export const today = (ctx: Ctx) => todayOf(ctx);
export const nameOf = (garage: { section: string; number: string }) =>
  [garage.section, garage.number].filter(Boolean).join(' ');
export const placeOf = ({ region_id, mo_id, po_id }: Place): Place => ({ region_id, mo_id, po_id });
/** Object and place of a log line about a garage. */
export const garageObject = (id: number, garage: Place & { section: string; number: string }) => ({
  object: { type: 'garage' as const, id, name: nameOf(garage) },
  place: placeOf(garage),
});
