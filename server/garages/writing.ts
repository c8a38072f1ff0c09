// Writing garages: the card as it is answered, checks of forms and owners, versions, the log's difference.
import type { FieldErrors } from '../../contract/kernel/problems.ts';
import type * as contract from '../../contract/garages.ts';
import type { GarageCard, OwnerInput } from '../../contract/garages.ts';
import type { ProfileCreate } from '../../contract/profiles.ts';
import { debtFacts } from '../balance/queries.ts';
import { allocate } from '../balance/rules.ts';
import { isUniqueViolation } from '../db/engine.ts';
import type { Write } from '../kernel/act.ts';
import type { Ctx, ReadDb, WriteDb } from '../kernel/ctx.ts';
import { invalid, notFound, stale } from '../kernel/errors.ts';
import { signedLink } from '../kernel/fileLinks.ts';
import { dateIn } from '../ports/clock.ts';
import { lastChange, problemsOf, profileForWrite } from '../profiles/queries.ts';
import { insertProfile } from '../profiles/writing.ts';
import * as q from './queries.ts';
import {
  duplicateText,
  fitsAmnesty,
  garageProblems,
  ownershipDateProblem,
  parseShare,
  sharesProblem,
  type Share,
} from './rules.ts';

export async function card(ctx: Ctx, id: number, db: ReadDb | WriteDb = ctx.db): Promise<GarageCard> {
  const row = await q.garageCard(ctx, id, db);
  if (!row) throw notFound();
  const facts = await debtFacts(db as ReadDb, id);
  return {
    ...row.card,
    pibFile: row.pib_file_id
      ? {
          id: row.pib_file_id,
          name: row.pib_file_name ?? 'Справка ПИБ',
          url: signedLink(ctx.deps, row.pib_file_id, ctx.now()),
        }
      : null,
    amnesty_by_date: fitsAmnesty(row.built, row.is_capital),
    debt: allocate(facts.charged, facts.paidKopecks),
  } as unknown as GarageCard;
}

export async function found(ctx: Ctx, id: number) {
  const garage = await q.garageForWrite(ctx, ctx.db, id);
  if (!garage) throw notFound();
  return garage;
}

/** A garage whose owners may change now: no re-registration is going on. */
export async function unlocked(ctx: Ctx, id: number) {
  const garage = await found(ctx, id);
  if (garage.locked_by_reregistration)
    throw invalid({ form: `По гаражу уже идёт переоформление № ${garage.locked_by_reregistration}` });
  return garage;
}

export async function formProblems(ctx: Ctx, body: contract.GarageUpdate | contract.GarageCreate) {
  const type = await q.typeById(ctx.db, body.type.value);
  return garageProblems(body, { today: today(ctx), type: type ?? null });
}

/** Owners typed or picked in a form. Errors stand at `alreadyExistProfile.0.person.lastName`, or at the field itself for one owner. */
export async function ownersProblems(ctx: Ctx, owners: readonly OwnerInput[], since: string | null, isList = true) {
  const errors: Record<string, string> = {};
  for (const [index, owner] of owners.entries()) {
    const prefix = isList ? `alreadyExistProfile.${index}.` : '';
    if (owner.profileId) {
      if (!(await profileForWrite(ctx, ctx.db, owner.profileId))) errors[`${prefix}profileId`] = 'Человек не найден';
    } else if (owner.person) {
      for (const [field, text] of Object.entries(await problemsOf(ctx, owner.person, null)))
        errors[`${prefix}person.${field}`] = text;
    } else errors[`${prefix}profileId`] = 'Выберите человека или внесите нового';
    if (parseShare(owner.share) === undefined) errors[`${prefix}share`] = 'Доля пишется дробью: 1/2';
  }
  if (!isList) return errors;
  const picked = owners.map((owner) => owner.profileId).filter(Boolean);
  if (new Set(picked).size < picked.length) errors.alreadyExistProfile = 'Один человек указан дважды';
  const shares =
    owners.length > 1 || owners.some((owner) => owner.share)
      ? sharesProblem(owners.map((owner) => parseShare(owner.share)))
      : null;
  if (shares) errors.alreadyExistProfile ??= shares;
  if (owners.filter((owner) => owner.isPrimary).length > 1) errors.alreadyExistProfile ??= 'Основной владелец один';
  const dateProblem = since && ownershipDateProblem(since, { today: today(ctx), notBefore: null });
  if (dateProblem) errors.ownedSince = dateProblem;
  return errors;
}

/** Writes one ownership; a new person is entered first. Answers the owner's name. */
export async function insertOwner(
  write: Write,
  ctx: Ctx,
  garageId: number,
  place: { region_id: number; mo_id: number; po_id: number },
  owner: OwnerInput,
  since: string | null,
  reason: string | null,
  checked: boolean,
): Promise<string> {
  const { tx } = write;
  const profileId = owner.profileId ?? (await insertProfile(tx, ctx, owner.person as ProfileCreate, place));
  const { full_name: name } = await tx
    .selectFrom('profile')
    .where('id', '=', profileId)
    .select('full_name')
    .executeTakeFirstOrThrow();
  if (!owner.profileId)
    await write.log({
      verb: 'profile.create',
      object: { type: 'profile', id: profileId, name: name ?? '' },
      place,
      text: 'Создана карточка человека вместе с гаражом',
    });
  const share = parseShare(owner.share);
  await tx
    .insertInto('ownership')
    .values({
      garage_id: garageId,
      profile_id: profileId,
      share_num: share?.num ?? null,
      share_den: share?.den ?? null,
      is_primary: owner.isPrimary,
      started_on: since,
      start_reason: reason,
      documents_checked: checked,
      created_by: ctx.actor.userId,
      created_at: ctx.now().toISOString(),
    })
    .execute();
  return name ?? '';
}

type OwnerRow = Awaited<ReturnType<typeof q.ownersOf>>[number];
export function shareAfter(owner: OwnerRow, changed: Record<string, string | null>): Share | null | undefined {
  if (String(owner.id) in changed) return parseShare(changed[owner.id]);
  return owner.share_num ? { num: owner.share_num, den: owner.share_den! } : null;
}
export function sharesErrors(shares: (Share | null | undefined)[]): FieldErrors {
  const problem = sharesProblem(shares);
  return problem ? { share: problem } : {};
}
export async function setShares(tx: WriteDb, owners: OwnerRow[], changed: Record<string, string | null>) {
  for (const owner of owners.filter((one) => String(one.id) in changed)) {
    const share = parseShare(changed[owner.id]);
    await tx
      .updateTable('ownership')
      .set({ share_num: share?.num ?? null, share_den: share?.den ?? null })
      .where('id', '=', owner.id)
      .execute();
  }
}

export const lockGarage = (tx: WriteDb, id: number) =>
  tx.selectFrom('garage').where('id', '=', id).select('id').forUpdate().execute();
export const bump = (tx: WriteDb, ctx: Ctx, id: number) =>
  tx
    .updateTable('garage')
    .set((e) => ({ version: e('version', '+', 1), updated_at: ctx.now().toISOString() }))
    .where('id', '=', id)
    .execute();

/** Saves when the version is the one the user saw; otherwise 409 with the card as it is now. */
export async function touch(write: Write, ctx: Ctx, id: number, version: number, changes: object) {
  const row = await write.tx
    .updateTable('garage')
    .set({ ...changes, version: version + 1, updated_at: ctx.now().toISOString() })
    .where('id', '=', id)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst();
  if (row) return;
  const last = await lastChange(write.tx, 'garage', id);
  throw stale(last.name, last.time, await card(ctx, id, write.tx));
}

export function columns(body: contract.GarageUpdate | contract.GarageCreate) {
  const metres = (size: number | null) => (size === null ? null : size.toFixed(2));
  return {
    section: body.section,
    number: body.number,
    type_id: body.type.value,
    size_x: metres(body.sizeX),
    size_y: metres(body.sizeY),
    size_z: metres(body.sizeZ),
    date_of_construction: body.dateOfConstruction,
    pib_number: body.pibNumber,
    pib_date: body.pibDate,
    note: body.note,
  };
}

const labels: Record<string, string> = {
  section: 'секция',
  number: 'номер',
  type_id: 'тип',
  size_x: 'длина',
  size_y: 'ширина',
  size_z: 'высота',
  date_of_construction: 'дата постройки',
  pib_number: 'номер ПИБ',
  pib_date: 'дата ПИБ',
  note: 'примечание',
};

export function difference(before: Record<string, unknown>, after: Record<string, unknown>) {
  const changes = Object.keys(labels).filter((key) => (before[key] ?? null) !== (after[key] ?? null));
  const shown = (row: Record<string, unknown>) => Object.fromEntries(changes.map((key) => [key, row[key]]));
  return {
    text: changes.length ? `Изменены: ${changes.map((key) => labels[key]).join(', ')}` : 'Сохранено без изменений',
    before: shown(before),
    after: shown(after),
  };
}

export function duplicate(error: unknown, garage: { number: string; section: string }): never {
  if (isUniqueViolation(error, 'garage_number_once'))
    throw invalid({ number: duplicateText(garage.number, garage.section) });
  throw error;
}

export async function announce(write: Write, place: { region_id: number; mo_id: number; po_id: number }, id: number) {
  await write.emit(
    { region: place.region_id, mo: place.mo_id, po: place.po_id },
    { type: 'records_changed', message: { resource: 'garages', ids: [id] } },
  );
}

export const today = (ctx: Ctx) => dateIn(ctx.now());
export const nameOf = (garage: { section: string; number: string }) =>
  [garage.section, garage.number].filter(Boolean).join(' ');
export const placeOf = ({ region_id, mo_id, po_id }: { region_id: number; mo_id: number; po_id: number }) => ({
  region_id,
  mo_id,
  po_id,
});
