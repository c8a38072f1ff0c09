// Garages: list, card, writing, owners, archive, ПИБ paper, section map, ledger of one garage.
import { sql } from 'kysely';
import * as contract from '../../contract/garages.ts';
import type { FieldErrors } from '../../contract/kernel/problems.ts';
import type { GarageCard, OwnerInput } from '../../contract/garages.ts';
import type { ProfileCreate } from '../../contract/profiles.ts';
import { allocate } from '../balance/rules.ts';
import { debtFacts } from '../balance/queries.ts';
import { isUniqueViolation } from '../db/engine.ts';
import { act, type Write } from '../kernel/act.ts';
import type { Ctx, ReadDb, WriteDb } from '../kernel/ctx.ts';
import { invalid, notFound, refuseIf, stale } from '../kernel/errors.ts';
import { signedLink } from '../kernel/fileLinks.ts';
import { jsonRows, parseList } from '../kernel/list.ts';
import type { Mount } from '../kernel/mount.ts';
import { keepFile } from '../papers/queries.ts';
import { dateIn } from '../ports/clock.ts';
import { insertProfile, lastChange, problemsOf, profileForWrite } from '../profiles/queries.ts';
import * as q from './queries.ts';
import { accountNumber, duplicateText, fitsAmnesty, garageProblems, ownershipDateProblem, parseShare, sharesProblem, type Share } from './rules.ts';

const { garages } = contract;

export function garageRoutes(mount: Mount): void {
  mount(garages.list, async (ctx, { query }) => {
    const request = parseList(query, garages);
    const [json, totals] = await Promise.all([jsonRows(ctx.db, q.garageRows(ctx, request)), q.totalsWhere(ctx.db, q.garageConditions(ctx.actor, request.filter))]);
    return { json, total: totals.count, totals: { ...totals }, offset: request.offset, limit: request.limit };
  });

  mount(garages.one, async (ctx, { params }) => card(ctx, params.id));

  mount(garages.create, async (ctx, { body }) => {
    const po = await q.poInScope(ctx, body.po.value);
    refuseIf({ ...(po ? {} : { po: 'Выберите ПО' }), ...(await formProblems(ctx, body)), ...(await ownersProblems(ctx, body.alreadyExistProfile, body.ownedSince)) });
    const place = { region_id: po!.region_id, mo_id: po!.mo_id, po_id: po!.id };
    const id = await act(ctx, 'garage.create', async (write) => {
      const { tx } = write;
      const { code, first } = await q.takeSequence(tx, place.po_id);
      const { id: created } = await tx
        .insertInto('garage')
        .values({ ...place, ...columns(body), account_no: accountNumber(code, first), is_active: body.isActive, created_by: ctx.actor.userId, created_at: ctx.now().toISOString() })
        .returning('id')
        .executeTakeFirstOrThrow();
      await tx.insertInto('garage_balance').values({ garage_id: created, ...place }).execute();
      await q.rememberSection(tx, place.po_id, body.section);
      if (body.isActive) await q.countChanged(tx, place.po_id, 1);
      const hasPrimary = body.alreadyExistProfile.some((owner) => owner.isPrimary);
      for (const [index, owner] of body.alreadyExistProfile.entries())
        await insertOwner(write, ctx, created, place, { ...owner, isPrimary: hasPrimary ? owner.isPrimary : index === 0 }, body.ownedSince, 'Внесено при создании карточки', false);
      await q.ownersChanged(tx, created);
      await write.log({ object: { type: 'garage', id: created, name: nameOf(body) }, place, text: `Создан гараж ${nameOf(body)}, ${po!.name}` });
      await announce(write, place, created);
      return created;
    }).catch((error) => duplicate(error, body));
    return card(ctx, id);
  });

  mount(garages.update, async (ctx, { params, body }) => {
    const before = await found(ctx, params.id);
    refuseIf(await formProblems(ctx, body));
    const after = columns(body);
    await act(ctx, 'garage.update', async (write) => {
      await touch(write, ctx, params.id, body.version, after);
      await q.rememberSection(write.tx, before.po_id, body.section);
      await write.log({ object: { type: 'garage', id: params.id, name: nameOf(body) }, place: placeOf(before), ...difference(before, after) });
      await announce(write, before, params.id);
    }).catch((error) => duplicate(error, body));
    return card(ctx, params.id);
  });

  mount(contract.garageSelection, async (ctx, { body }) => q.totalsWhere(ctx.db, q.selectionCondition(ctx.actor, body)));

  mount(contract.addOwner, async (ctx, { params, body }) => {
    const garage = await unlocked(ctx, params.id);
    const owners = await q.ownersOf(ctx.db, params.id);
    const dateProblem = ownershipDateProblem(body.date, { today: today(ctx), notBefore: null });
    refuseIf({
      ...(await ownersProblems(ctx, [body], body.date, false)),
      ...(dateProblem ? { date: dateProblem } : {}),
      ...(owners.some((owner) => owner.profile_id === body.profileId) ? { profileId: 'Новый владелец уже владеет этим гаражом' } : {}),
      ...sharesErrors([...owners.map((owner) => shareAfter(owner, body.shares)), parseShare(body.share)]),
    });
    await act(ctx, 'garage.owner_add', async (write) => {
      await lockGarage(write.tx, params.id);
      await setShares(write.tx, owners, body.shares);
      const isPrimary = body.isPrimary || !owners.length;
      if (isPrimary) await write.tx.updateTable('ownership').set({ is_primary: false }).where('garage_id', '=', params.id).where('ended_on', 'is', null).execute();
      const name = await insertOwner(write, ctx, params.id, placeOf(garage), { ...body, isPrimary }, body.date, body.reason, body.check);
      await q.ownersChanged(write.tx, params.id);
      await bump(write.tx, ctx, params.id);
      await write.log({ object: { type: 'garage', id: params.id, name: nameOf(garage) }, place: placeOf(garage), text: `Добавлен владелец ${name}${body.share ? `, доля ${body.share}` : ''}` });
      await announce(write, garage, params.id);
    }).catch((error) => {
      if (isUniqueViolation(error, 'ownership_once')) throw invalid({ profileId: 'Новый владелец уже владеет этим гаражом' });
      throw error;
    });
    return card(ctx, params.id);
  });

  mount(contract.removeOwner, async (ctx, { params, body }) => {
    const garage = await unlocked(ctx, params.id);
    const owners = await q.ownersOf(ctx.db, params.id);
    const leaving = owners.find((owner) => owner.id === params.ownershipId);
    if (!leaving) throw notFound();
    const staying = owners.filter((owner) => owner !== leaving);
    const dateProblem = ownershipDateProblem(body.date, { today: today(ctx), notBefore: leaving.started_on });
    refuseIf({ ...(dateProblem ? { date: dateProblem } : {}), ...sharesErrors(staying.map((owner) => shareAfter(owner, body.shares))) });
    await act(ctx, 'garage.owner_end', async (write) => {
      await lockGarage(write.tx, params.id);
      await write.tx.updateTable('ownership').set({ ended_on: body.date, end_reason: body.reason, is_primary: false }).where('id', '=', leaving.id).where('ended_on', 'is', null).execute();
      await setShares(write.tx, staying, body.shares);
      if (leaving.is_primary && staying[0]) await write.tx.updateTable('ownership').set({ is_primary: true }).where('id', '=', staying[0].id).execute();
      await q.ownersChanged(write.tx, params.id);
      await bump(write.tx, ctx, params.id);
      await write.log({ object: { type: 'garage', id: params.id, name: nameOf(garage) }, place: placeOf(garage), text: `Убран владелец ${leaving.full_name}${body.reason ? `: ${body.reason}` : ''}` });
      await announce(write, garage, params.id);
    });
    return card(ctx, params.id);
  });

  mount(contract.makePrimary, async (ctx, { params }) => {
    const garage = await found(ctx, params.id);
    const owner = (await q.ownersOf(ctx.db, params.id)).find((one) => one.id === params.ownershipId);
    if (!owner) throw notFound();
    await act(ctx, 'garage.owner_primary', async (write) => {
      await write.tx.updateTable('ownership').set({ is_primary: sql<boolean>`id = ${owner.id}` }).where('garage_id', '=', params.id).where('ended_on', 'is', null).execute();
      await q.ownersChanged(write.tx, params.id);
      await bump(write.tx, ctx, params.id);
      await write.log({ object: { type: 'garage', id: params.id, name: nameOf(garage) }, place: placeOf(garage), text: `Основной владелец — ${owner.full_name}` });
      await announce(write, garage, params.id);
    });
    return card(ctx, params.id);
  });

  mount(contract.archiveGarage, async (ctx, { params, body }) => {
    const garage = await unlocked(ctx, params.id);
    if (!garage.is_active) throw invalid({ form: 'Гараж уже в архиве' });
    const balance = await q.balanceOf(ctx.db, params.id);
    if (balance && !(body.confirmBalance && body.comment)) throw invalid({ confirmBalance: 'Остаток не нулевой: подтвердите перевод в архив и напишите комментарий' });
    await act(ctx, 'garage.archive', async (write) => {
      const changes = { is_active: false, archive_reason: body.reason, archive_comment: body.comment, archived_at: ctx.now().toISOString() };
      await touch(write, ctx, params.id, body.version, changes);
      await q.countChanged(write.tx, garage.po_id, -1);
      await write.log({ object: { type: 'garage', id: params.id, name: nameOf(garage) }, place: placeOf(garage), text: `Переведён в архив: ${contract.archiveReasons[body.reason].toLowerCase()}`, after: { comment: body.comment, balance_kopecks: balance } });
      await announce(write, garage, params.id);
    });
    return card(ctx, params.id);
  });

  mount(contract.restoreGarage, async (ctx, { params, body }) => {
    const garage = await found(ctx, params.id);
    if (garage.is_active) throw invalid({ form: 'Гараж не в архиве' });
    await act(ctx, 'garage.restore', async (write) => {
      await touch(write, ctx, params.id, body.version, { is_active: true, archive_reason: null, archive_comment: null, archived_at: null });
      await q.countChanged(write.tx, garage.po_id, 1);
      await write.log({ object: { type: 'garage', id: params.id, name: nameOf(garage) }, place: placeOf(garage), text: 'Возвращён из архива' });
      await announce(write, garage, params.id);
    }).catch((error) => duplicate(error, garage));
    return card(ctx, params.id);
  });

  mount(contract.attachPib, async (ctx, { params, file }) => {
    const garage = await found(ctx, params.id);
    await keepFile(ctx, await file(), (fileId, name, write) =>
      write('garage.pib', async ({ tx, log }) => {
        await tx.updateTable('garage').set({ pib_file_id: await fileId(tx) }).where('id', '=', params.id).execute();
        await bump(tx, ctx, params.id);
        await log({ object: { type: 'garage', id: params.id, name: nameOf(garage) }, place: placeOf(garage), text: `Приложена справка ПИБ: ${name}` });
      }),
    );
    return card(ctx, params.id);
  });

  mount(contract.deletePib, async (ctx, { params }) => {
    const garage = await found(ctx, params.id);
    if (!garage.pib_file_id) throw notFound();
    await act(ctx, 'garage.pib', async ({ tx, log }) => {
      await tx.updateTable('garage').set({ pib_file_id: null }).where('id', '=', params.id).execute();
      await bump(tx, ctx, params.id);
      await log({ object: { type: 'garage', id: params.id, name: nameOf(garage) }, place: placeOf(garage), text: 'Удалена справка ПИБ' });
    });
    return card(ctx, params.id);
  });

  mount(contract.garageMap, async (ctx, { params }) => {
    const po = await q.poInScope(ctx, params.po);
    if (!po) throw notFound();
    const cells = JSON.parse(await q.mapCells(ctx, po.id)) as contract.MapCell[];
    return { po: { id: po.id, name: po.name }, sections: [...new Set(cells.map((cell) => cell.section))], cells };
  });

  mount(contract.garageTypes, async (ctx) => ({
    data: await ctx.db.selectFrom('garage_type').where('is_active', '=', true).orderBy('sort').select(['id as value', 'name as label', 'is_capital', 'has_size']).execute(),
  }));

  mount(contract.garageHistory, async (ctx, { params }) => {
    await found(ctx, params.id);
    return { data: await q.historyOf(ctx, params.id) };
  });

  mount(contract.garageLedger, async (ctx, { params, query }) => {
    await found(ctx, params.id);
    return { data: (await q.ledgerOf(ctx, params.id, query.before ?? null, query.limit)) as contract.LedgerLine[] };
  });
}

async function card(ctx: Ctx, id: number, db: ReadDb | WriteDb = ctx.db): Promise<GarageCard> {
  const row = await q.garageCard(ctx, id, db);
  if (!row) throw notFound();
  const facts = await debtFacts(db as ReadDb, id);
  return {
    ...row.card,
    pibFile: row.pib_file_id ? { id: row.pib_file_id, name: row.pib_file_name ?? 'Справка ПИБ', url: signedLink(ctx.deps, row.pib_file_id, ctx.now()) } : null,
    amnesty_by_date: fitsAmnesty(row.built, row.is_capital),
    debt: allocate(facts.charged, facts.paidKopecks),
  } as unknown as GarageCard;
}

async function found(ctx: Ctx, id: number) {
  const garage = await q.garageForWrite(ctx, ctx.db, id);
  if (!garage) throw notFound();
  return garage;
}

/** A garage whose owners may change now: no re-registration is going on. */
async function unlocked(ctx: Ctx, id: number) {
  const garage = await found(ctx, id);
  if (garage.locked_by_reregistration) throw invalid({ form: `По гаражу уже идёт переоформление № ${garage.locked_by_reregistration}` });
  return garage;
}

async function formProblems(ctx: Ctx, body: contract.GarageUpdate | contract.GarageCreate) {
  const type = await q.typeById(ctx.db, body.type.value);
  return garageProblems(body, { today: today(ctx), type: type ?? null });
}

/** Owners typed or picked in a form. Errors stand at `alreadyExistProfile.0.person.lastName`, or at the field itself for one owner. */
async function ownersProblems(ctx: Ctx, owners: readonly OwnerInput[], since: string | null, isList = true) {
  const errors: Record<string, string> = {};
  for (const [index, owner] of owners.entries()) {
    const prefix = isList ? `alreadyExistProfile.${index}.` : '';
    if (owner.profileId) {
      if (!(await profileForWrite(ctx, ctx.db, owner.profileId))) errors[`${prefix}profileId`] = 'Человек не найден';
    } else if (owner.person) {
      for (const [field, text] of Object.entries(await problemsOf(ctx, owner.person, null))) errors[`${prefix}person.${field}`] = text;
    } else errors[`${prefix}profileId`] = 'Выберите человека или внесите нового';
    if (parseShare(owner.share) === undefined) errors[`${prefix}share`] = 'Доля пишется дробью: 1/2';
  }
  if (!isList) return errors;
  const picked = owners.map((owner) => owner.profileId).filter(Boolean);
  if (new Set(picked).size < picked.length) errors.alreadyExistProfile = 'Один человек указан дважды';
  const shares = owners.length > 1 || owners.some((owner) => owner.share) ? sharesProblem(owners.map((owner) => parseShare(owner.share))) : null;
  if (shares) errors.alreadyExistProfile ??= shares;
  if (owners.filter((owner) => owner.isPrimary).length > 1) errors.alreadyExistProfile ??= 'Основной владелец один';
  const dateProblem = since && ownershipDateProblem(since, { today: today(ctx), notBefore: null });
  if (dateProblem) errors.ownedSince = dateProblem;
  return errors;
}

/** Writes one ownership; a new person is entered first. Answers the owner's name. */
async function insertOwner(write: Write, ctx: Ctx, garageId: number, place: { region_id: number; mo_id: number; po_id: number }, owner: OwnerInput, since: string | null, reason: string | null, checked: boolean): Promise<string> {
  const { tx } = write;
  const profileId = owner.profileId ?? (await insertProfile(tx, ctx, owner.person as ProfileCreate, place));
  const { full_name: name } = await tx.selectFrom('profile').where('id', '=', profileId).select('full_name').executeTakeFirstOrThrow();
  if (!owner.profileId) await write.log({ verb: 'profile.create', object: { type: 'profile', id: profileId, name: name ?? '' }, place, text: 'Создана карточка человека вместе с гаражом' });
  const share = parseShare(owner.share);
  await tx
    .insertInto('ownership')
    .values({ garage_id: garageId, profile_id: profileId, share_num: share?.num ?? null, share_den: share?.den ?? null, is_primary: owner.isPrimary, started_on: since, start_reason: reason, documents_checked: checked, created_by: ctx.actor.userId, created_at: ctx.now().toISOString() })
    .execute();
  return name ?? '';
}

type OwnerRow = Awaited<ReturnType<typeof q.ownersOf>>[number];
function shareAfter(owner: OwnerRow, changed: Record<string, string | null>): Share | null | undefined {
  if (String(owner.id) in changed) return parseShare(changed[owner.id]);
  return owner.share_num ? { num: owner.share_num, den: owner.share_den! } : null;
}
function sharesErrors(shares: (Share | null | undefined)[]): FieldErrors {
  const problem = sharesProblem(shares);
  return problem ? { share: problem } : {};
}
async function setShares(tx: WriteDb, owners: OwnerRow[], changed: Record<string, string | null>) {
  for (const owner of owners.filter((one) => String(one.id) in changed)) {
    const share = parseShare(changed[owner.id]);
    await tx.updateTable('ownership').set({ share_num: share?.num ?? null, share_den: share?.den ?? null }).where('id', '=', owner.id).execute();
  }
}

const lockGarage = (tx: WriteDb, id: number) => tx.selectFrom('garage').where('id', '=', id).select('id').forUpdate().execute();
const bump = (tx: WriteDb, ctx: Ctx, id: number) =>
  tx.updateTable('garage').set((e) => ({ version: e('version', '+', 1), updated_at: ctx.now().toISOString() })).where('id', '=', id).execute();

/** Saves when the version is the one the user saw; otherwise 409 with the card as it is now. */
async function touch(write: Write, ctx: Ctx, id: number, version: number, changes: object) {
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

function columns(body: contract.GarageUpdate | contract.GarageCreate) {
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

const labels: Record<string, string> = { section: 'секция', number: 'номер', type_id: 'тип', size_x: 'длина', size_y: 'ширина', size_z: 'высота', date_of_construction: 'дата постройки', pib_number: 'номер ПИБ', pib_date: 'дата ПИБ', note: 'примечание' };

function difference(before: Record<string, unknown>, after: Record<string, unknown>) {
  const changes = Object.keys(labels).filter((key) => (before[key] ?? null) !== (after[key] ?? null));
  const shown = (row: Record<string, unknown>) => Object.fromEntries(changes.map((key) => [key, row[key]]));
  return { text: changes.length ? `Изменены: ${changes.map((key) => labels[key]).join(', ')}` : 'Сохранено без изменений', before: shown(before), after: shown(after) };
}

function duplicate(error: unknown, garage: { number: string; section: string }): never {
  if (isUniqueViolation(error, 'garage_number_once')) throw invalid({ number: duplicateText(garage.number, garage.section) });
  throw error;
}

async function announce(write: Write, place: { region_id: number; mo_id: number; po_id: number }, id: number) {
  await write.emit({ region: place.region_id, mo: place.mo_id, po: place.po_id }, { type: 'records_changed', message: { resource: 'garages', ids: [id] } });
}

const today = (ctx: Ctx) => dateIn(ctx.now());
const nameOf = (garage: { section: string; number: string }) => [garage.section, garage.number].filter(Boolean).join(' ');
const placeOf = ({ region_id, mo_id, po_id }: { region_id: number; mo_id: number; po_id: number }) => ({ region_id, mo_id, po_id });
