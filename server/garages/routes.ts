// Garages: list, card, writing, archive, ПИБ paper, section map, history and ledger of one garage.
import { garageFields } from '../../contract/fields/garages.ts';
import * as contract from '../../contract/garages.ts';
import { openPib } from '../../contract/garages/pib.ts';
import { garageFormer, garageReturn } from '../../contract/actionLog.ts';
import { formerForm, readReturn } from '../actionLog/queries/returning.ts';
import { act } from '../kernel/act.ts';
import type { Ctx } from '../kernel/ctx.ts';
import { changedText, difference } from '../kernel/difference.ts';
import { invalid, notFound, refuseIf } from '../kernel/errors.ts';
import { jsonRows, parseList } from '../kernel/list.ts';
import type { Mount } from '../kernel/mount.ts';
import { openPersonal } from '../files/writing/opening.ts';
import { keepFile } from '../files/writing.ts';
import * as one from './queries/card.ts';
import { historyLines } from './rules/history.ts';
import { archiveRoutes } from './routes/archive.ts';
import { asOfRoutes } from './routes/asOf.ts';
import { ownerRoutes, saveReceiver } from './routes/owners.ts';
import { logPhoneSearch } from '../profiles/writing/phoneSearch.ts';
import * as q from './queries.ts';
import { accountNumber } from './rules.ts';
import {
  garageObject,
  emitGarageChanged,
  bump,
  readGarageCard,
  checkGarageForm,
  garageColumns,
  lockedNow,
  lockText,
  refuseDuplicateGarage,
  requireGarage,
  insertOwner,
  nameOf,
  ownersProblems,
  bumpGarageVersion,
  type Place,
} from './writing.ts';

const { garages } = contract;

export function garageRoutes(mount: Mount): void {
  readingRoutes(mount);
  writingRoutes(mount);
  asOfRoutes(mount);
  ownerRoutes(mount);
  archiveRoutes(mount);
  pibRoutes(mount);
}

function readingRoutes(mount: Mount) {
  mount(garages.list, async (ctx, { query }) => {
    const request = parseList(query, garages);
    await logPhoneSearch(ctx, request.filter.nameFilter);
    const [json, totals] = await Promise.all([
      jsonRows(ctx.db, q.garageRows(ctx, request)),
      q.garageTotals(ctx.db, ctx, request.filter),
    ]);
    return { json, total: totals.count, totals: { ...totals }, offset: request.offset, limit: request.limit };
  });

  mount(garages.one, async (ctx, { params }) => readGarageCard(ctx, params.id));

  mount(contract.garageSelection, async (ctx, { body }) => {
    if (body.all) await logPhoneSearch(ctx, body.filter.nameFilter);
    return q.selectionTotals(ctx.db, ctx, body);
  });

  mount(contract.garageMap, async (ctx, { params }) => {
    const po = await q.poInScope(ctx, params.po);
    if (!po) throw notFound();
    const cells = JSON.parse(await one.mapCells(ctx, po.id)) as contract.MapCell[];
    return { po: { id: po.id, name: po.name }, sections: [...new Set(cells.map((cell) => cell.section))], cells };
  });

  mount(contract.garageTypes, async (ctx) => ({
    data: await ctx.db
      .selectFrom('garage_type')
      .where('is_active', '=', true)
      .orderBy('sort')
      .select(['id as value', 'name as label', 'is_capital', 'has_size'])
      .execute(),
  }));

  mount(contract.garageHistory, async (ctx, { params }) => {
    await requireGarage(ctx, params.id);
    const { ownerships, log, log_from } = await one.historyFacts(ctx, params.id);
    return { data: historyLines(ownerships, log), log_from };
  });

  mount(contract.garageLedger, async (ctx, { params, query }) => {
    await requireGarage(ctx, params.id);
    return { data: await one.ledgerOf(ctx, params.id, query.before ?? null, query.limit) };
  });
}

function writingRoutes(mount: Mount) {
  mount(garages.create, async (ctx, { body: form }) => {
    const po = await q.poInScope(ctx, form.po.value);
    const { body, problems } = await checkGarageForm(ctx, form, po?.id ?? null, null);
    refuseIf({
      ...(po ? {} : { po: 'Выберите ПО' }),
      ...problems,
      ...(await ownersProblems(ctx, body.alreadyExistProfile, body.ownedSince)),
    });
    const place = { region_id: po!.region_id, mo_id: po!.mo_id, po_id: po!.id };
    const id = await createGarage(ctx, place, po!.name, body);
    return readGarageCard(ctx, id);
  });

  mount(garages.update, async (ctx, { params, body }) => {
    await updateGarage(ctx, params.id, body);
    return readGarageCard(ctx, params.id);
  });

  mount(garageFormer, async (ctx, { params }) => {
    const row = await requireGarage(ctx, params.id);
    const data = await readReturn(ctx, params.line, { type: 'garage', id: params.id }, row as Record<string, unknown>);
    return { version: row.version, data };
  });

  mount(garageReturn, async (ctx, { params, body }) => {
    const { owners: _owners, ...card } = await readGarageCard(ctx, params.id);
    const former = await formerForm(ctx, body, { type: 'garage', id: params.id });
    const form = contract.GarageUpdate.safeParse({ ...card, ...former, version: body.version });
    if (!form.success) throw invalid({ form: `Вернуть нельзя: ${form.error.issues[0]?.message ?? ''}` });
    await updateGarage(ctx, params.id, form.data, 'Возвращено прежнее');
    return { version: (await requireGarage(ctx, params.id)).version };
  });
}

/** Saves a garage; `word` begins the line of the log. @throws 404, 409 with the present card, 422 with everything that is wrong */
async function updateGarage(ctx: Ctx, id: number, form: contract.GarageUpdate, word = 'Изменён'): Promise<void> {
  const before = await requireGarage(ctx, id);
  const { body, type, problems } = await checkGarageForm(ctx, form, before.po_id, before);
  const receiver = await saveReceiver(ctx, before, body.owners);
  // Papers of an open case name the garage by its plate.
  const isRenumbered = body.number !== before.number || (body.section ?? '') !== (before.section ?? '');
  const locked = isRenumbered ? lockText(before) : null;
  refuseIf({ ...problems, ...receiver.problems, ...(locked && { number: locked }) });
  const after = garageColumns(body);
  const typeBefore = await one.typeById(ctx.db, before.type_id);
  const types = [typeBefore, type].flatMap((one) => (one ? [[one.id, one.name] as const] : []));
  const { parts, before: was, after: now } = difference(garageFields, before, after, { garage_type: new Map(types) });
  await act(ctx, 'garage.update', async (write) => {
    await q.holdPo(write.tx, before.po_id);
    // A case that was opened since the form was read holds the garage and leaves its version as it was.
    const held = isRenumbered || receiver.people.length ? await lockedNow(write.tx, id) : null;
    if (held) throw invalid({ [isRenumbered ? 'number' : 'owners']: held });
    // Every change of owners raises the version, so that a right version means right owners too.
    await bumpGarageVersion(write, ctx, id, body.version, after);
    await q.rememberSection(write.tx, before.po_id, body.section);
    const saved = await receiver.save(write);
    await write.log({
      ...garageObject(id, { ...before, ...body }),
      text: changedText([...parts, ...saved], word, 'Сохранён без изменений'),
      before: was,
      after: now,
    });
    await emitGarageChanged(write, before, id, receiver.people);
  }).catch((error) => refuseDuplicateGarage(error, body));
}

/** Writes a garage with its owners, its account number and an empty balance; answers its id. @throws 422 for a number that is taken */
async function createGarage(ctx: Ctx, place: Place, poName: string, body: contract.GarageCreate): Promise<number> {
  return act(ctx, 'garage.create', async (write) => {
    const { tx } = write;
    const { code, first } = await q.takeSequence(tx, place.po_id);
    const created = await tx
      .insertInto('garage')
      .values({
        ...place,
        ...garageColumns(body),
        account_no: accountNumber(code, first),
        is_active: body.isActive,
        archived_at: body.isActive ? null : ctx.now().toISOString(),
        created_by: ctx.actor.userId,
        created_at: ctx.now().toISOString(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await q.rememberSection(tx, place.po_id, body.section);
    if (body.isActive) await q.countChanged(tx, place.po_id, 1);
    const start = { date: body.ownedSince, reason: 'Внесено при создании карточки', checked: false };
    const hasPrimary = body.alreadyExistProfile.some((owner) => owner.isPrimary);
    const people: number[] = [];
    for (const [index, owner] of body.alreadyExistProfile.entries()) {
      const isPrimary = hasPrimary ? owner.isPrimary : index === 0;
      people.push((await insertOwner(write, ctx, created.id, place, { ...owner, isPrimary }, start)).profileId);
    }
    await q.ownersChanged(tx, created.id);
    await write.log({
      ...garageObject(created.id, { ...body, ...place }),
      text: `Создан гараж ${nameOf(body)}, ${poName}`,
    });
    await emitGarageChanged(write, place, created.id, people);
    return created.id;
  }).catch((error) => refuseDuplicateGarage(error, body));
}

function pibRoutes(mount: Mount) {
  mount(contract.attachPib, async (ctx, { params, file }) => {
    const garage = await requireGarage(ctx, params.id);
    await keepFile(ctx, await file(), (fileId, name, withFile) =>
      withFile('garage.pib', async (write) => {
        const pib_file_id = await fileId(write.tx);
        await write.tx.updateTable('garage').set({ pib_file_id }).where('id', '=', params.id).execute();
        await bump(write.tx, ctx, params.id);
        await write.log({ ...garageObject(params.id, garage), text: `Приложена справка ПИБ: ${name}` });
        await emitGarageChanged(write, garage, params.id);
      }),
    );
    return readGarageCard(ctx, params.id);
  });

  mount(openPib, async (ctx, { params }) => {
    const garage = await requireGarage(ctx, params.id);
    if (!garage.pib_file_id) throw notFound();
    const { name } = garageObject(params.id, garage).object;
    return openPersonal(ctx, {
      fileId: garage.pib_file_id,
      type: 'garage',
      id: params.id,
      at: { region_id: garage.region_id, mo_id: garage.mo_id, po_id: garage.po_id, name },
      text: `Открыт файл: справка ПИБ (гараж ${name})`,
      since: null,
    });
  });

  mount(contract.deletePib, async (ctx, { params }) => {
    const garage = await requireGarage(ctx, params.id);
    if (!garage.pib_file_id) throw notFound();
    await act(ctx, 'garage.pib', async (write) => {
      await write.tx.updateTable('garage').set({ pib_file_id: null }).where('id', '=', params.id).execute();
      await bump(write.tx, ctx, params.id);
      await write.log({ ...garageObject(params.id, garage), text: 'Удалена справка ПИБ' });
      await emitGarageChanged(write, garage, params.id);
    });
    return readGarageCard(ctx, params.id);
  });
}
