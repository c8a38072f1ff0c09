// Garages: list, card, writing, owners, archive, ПИБ paper, section map, ledger of one garage.
import { sql } from 'kysely';
import * as contract from '../../contract/garages.ts';
import { isUniqueViolation } from '../db/engine.ts';
import { act } from '../kernel/act.ts';
import { invalid, notFound, refuseIf } from '../kernel/errors.ts';
import { jsonRows, parseList } from '../kernel/list.ts';
import type { Mount } from '../kernel/mount.ts';
import { keepFile } from '../papers/queries.ts';
import * as q from './queries.ts';
import { accountNumber, ownershipDateProblem, parseShare } from './rules.ts';
import {
  announce,
  bump,
  card,
  columns,
  difference,
  duplicate,
  formProblems,
  found,
  insertOwner,
  lockGarage,
  nameOf,
  ownersProblems,
  placeOf,
  setShares,
  shareAfter,
  sharesErrors,
  today,
  touch,
  unlocked,
} from './writing.ts';

const { garages } = contract;

export function garageRoutes(mount: Mount): void {
  mount(garages.list, async (ctx, { query }) => {
    const request = parseList(query, garages);
    const [json, totals] = await Promise.all([
      jsonRows(ctx.db, q.garageRows(ctx, request)),
      q.totalsWhere(ctx.db, q.garageConditions(ctx.actor, request.filter)),
    ]);
    return { json, total: totals.count, totals: { ...totals }, offset: request.offset, limit: request.limit };
  });

  mount(garages.one, async (ctx, { params }) => card(ctx, params.id));

  mount(garages.create, async (ctx, { body }) => {
    const po = await q.poInScope(ctx, body.po.value);
    refuseIf({
      ...(po ? {} : { po: 'Выберите ПО' }),
      ...(await formProblems(ctx, body)),
      ...(await ownersProblems(ctx, body.alreadyExistProfile, body.ownedSince)),
    });
    const place = { region_id: po!.region_id, mo_id: po!.mo_id, po_id: po!.id };
    const id = await act(ctx, 'garage.create', async (write) => {
      const { tx } = write;
      const { code, first } = await q.takeSequence(tx, place.po_id);
      const { id: created } = await tx
        .insertInto('garage')
        .values({
          ...place,
          ...columns(body),
          account_no: accountNumber(code, first),
          is_active: body.isActive,
          created_by: ctx.actor.userId,
          created_at: ctx.now().toISOString(),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await tx
        .insertInto('garage_balance')
        .values({ garage_id: created, ...place })
        .execute();
      await q.rememberSection(tx, place.po_id, body.section);
      if (body.isActive) await q.countChanged(tx, place.po_id, 1);
      const hasPrimary = body.alreadyExistProfile.some((owner) => owner.isPrimary);
      for (const [index, owner] of body.alreadyExistProfile.entries())
        await insertOwner(
          write,
          ctx,
          created,
          place,
          { ...owner, isPrimary: hasPrimary ? owner.isPrimary : index === 0 },
          body.ownedSince,
          'Внесено при создании карточки',
          false,
        );
      await q.ownersChanged(tx, created);
      await write.log({
        object: { type: 'garage', id: created, name: nameOf(body) },
        place,
        text: `Создан гараж ${nameOf(body)}, ${po!.name}`,
      });
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
      await write.log({
        object: { type: 'garage', id: params.id, name: nameOf(body) },
        place: placeOf(before),
        ...difference(before, after),
      });
      await announce(write, before, params.id);
    }).catch((error) => duplicate(error, body));
    return card(ctx, params.id);
  });

  mount(contract.garageSelection, async (ctx, { body }) =>
    q.totalsWhere(ctx.db, q.selectionCondition(ctx.actor, body)),
  );

  mount(contract.addOwner, async (ctx, { params, body }) => {
    const garage = await unlocked(ctx, params.id);
    const owners = await q.ownersOf(ctx.db, params.id);
    const dateProblem = ownershipDateProblem(body.date, { today: today(ctx), notBefore: null });
    refuseIf({
      ...(await ownersProblems(ctx, [body], body.date, false)),
      ...(dateProblem ? { date: dateProblem } : {}),
      ...(owners.some((owner) => owner.profile_id === body.profileId)
        ? { profileId: 'Новый владелец уже владеет этим гаражом' }
        : {}),
      ...sharesErrors([...owners.map((owner) => shareAfter(owner, body.shares)), parseShare(body.share)]),
    });
    await act(ctx, 'garage.owner_add', async (write) => {
      await lockGarage(write.tx, params.id);
      await setShares(write.tx, owners, body.shares);
      const isPrimary = body.isPrimary || !owners.length;
      if (isPrimary)
        await write.tx
          .updateTable('ownership')
          .set({ is_primary: false })
          .where('garage_id', '=', params.id)
          .where('ended_on', 'is', null)
          .execute();
      const name = await insertOwner(
        write,
        ctx,
        params.id,
        placeOf(garage),
        { ...body, isPrimary },
        body.date,
        body.reason,
        body.check,
      );
      await q.ownersChanged(write.tx, params.id);
      await bump(write.tx, ctx, params.id);
      await write.log({
        object: { type: 'garage', id: params.id, name: nameOf(garage) },
        place: placeOf(garage),
        text: `Добавлен владелец ${name}${body.share ? `, доля ${body.share}` : ''}`,
      });
      await announce(write, garage, params.id);
    }).catch((error) => {
      if (isUniqueViolation(error, 'ownership_once'))
        throw invalid({ profileId: 'Новый владелец уже владеет этим гаражом' });
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
    refuseIf({
      ...(dateProblem ? { date: dateProblem } : {}),
      ...sharesErrors(staying.map((owner) => shareAfter(owner, body.shares))),
    });
    await act(ctx, 'garage.owner_end', async (write) => {
      await lockGarage(write.tx, params.id);
      await write.tx
        .updateTable('ownership')
        .set({ ended_on: body.date, end_reason: body.reason, is_primary: false })
        .where('id', '=', leaving.id)
        .where('ended_on', 'is', null)
        .execute();
      await setShares(write.tx, staying, body.shares);
      if (leaving.is_primary && staying[0])
        await write.tx.updateTable('ownership').set({ is_primary: true }).where('id', '=', staying[0].id).execute();
      await q.ownersChanged(write.tx, params.id);
      await bump(write.tx, ctx, params.id);
      await write.log({
        object: { type: 'garage', id: params.id, name: nameOf(garage) },
        place: placeOf(garage),
        text: `Убран владелец ${leaving.full_name}${body.reason ? `: ${body.reason}` : ''}`,
      });
      await announce(write, garage, params.id);
    });
    return card(ctx, params.id);
  });

  mount(contract.makePrimary, async (ctx, { params }) => {
    const garage = await found(ctx, params.id);
    const owner = (await q.ownersOf(ctx.db, params.id)).find((one) => one.id === params.ownershipId);
    if (!owner) throw notFound();
    await act(ctx, 'garage.owner_primary', async (write) => {
      await write.tx
        .updateTable('ownership')
        .set({ is_primary: sql<boolean>`id = ${owner.id}` })
        .where('garage_id', '=', params.id)
        .where('ended_on', 'is', null)
        .execute();
      await q.ownersChanged(write.tx, params.id);
      await bump(write.tx, ctx, params.id);
      await write.log({
        object: { type: 'garage', id: params.id, name: nameOf(garage) },
        place: placeOf(garage),
        text: `Основной владелец — ${owner.full_name}`,
      });
      await announce(write, garage, params.id);
    });
    return card(ctx, params.id);
  });

  mount(contract.archiveGarage, async (ctx, { params, body }) => {
    const garage = await unlocked(ctx, params.id);
    if (!garage.is_active) throw invalid({ form: 'Гараж уже в архиве' });
    const balance = await q.balanceOf(ctx.db, params.id);
    if (balance && !(body.confirmBalance && body.comment))
      throw invalid({ confirmBalance: 'Остаток не нулевой: подтвердите перевод в архив и напишите комментарий' });
    await act(ctx, 'garage.archive', async (write) => {
      const changes = {
        is_active: false,
        archive_reason: body.reason,
        archive_comment: body.comment,
        archived_at: ctx.now().toISOString(),
      };
      await touch(write, ctx, params.id, body.version, changes);
      await q.countChanged(write.tx, garage.po_id, -1);
      await write.log({
        object: { type: 'garage', id: params.id, name: nameOf(garage) },
        place: placeOf(garage),
        text: `Переведён в архив: ${contract.archiveReasons[body.reason].toLowerCase()}`,
        after: { comment: body.comment, balance_kopecks: balance },
      });
      await announce(write, garage, params.id);
    });
    return card(ctx, params.id);
  });

  mount(contract.restoreGarage, async (ctx, { params, body }) => {
    const garage = await found(ctx, params.id);
    if (garage.is_active) throw invalid({ form: 'Гараж не в архиве' });
    await act(ctx, 'garage.restore', async (write) => {
      await touch(write, ctx, params.id, body.version, {
        is_active: true,
        archive_reason: null,
        archive_comment: null,
        archived_at: null,
      });
      await q.countChanged(write.tx, garage.po_id, 1);
      await write.log({
        object: { type: 'garage', id: params.id, name: nameOf(garage) },
        place: placeOf(garage),
        text: 'Возвращён из архива',
      });
      await announce(write, garage, params.id);
    }).catch((error) => duplicate(error, garage));
    return card(ctx, params.id);
  });

  mount(contract.attachPib, async (ctx, { params, file }) => {
    const garage = await found(ctx, params.id);
    await keepFile(ctx, await file(), (fileId, name, write) =>
      write('garage.pib', async ({ tx, log }) => {
        await tx
          .updateTable('garage')
          .set({ pib_file_id: await fileId(tx) })
          .where('id', '=', params.id)
          .execute();
        await bump(tx, ctx, params.id);
        await log({
          object: { type: 'garage', id: params.id, name: nameOf(garage) },
          place: placeOf(garage),
          text: `Приложена справка ПИБ: ${name}`,
        });
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
      await log({
        object: { type: 'garage', id: params.id, name: nameOf(garage) },
        place: placeOf(garage),
        text: 'Удалена справка ПИБ',
      });
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
    data: await ctx.db
      .selectFrom('garage_type')
      .where('is_active', '=', true)
      .orderBy('sort')
      .select(['id as value', 'name as label', 'is_capital', 'has_size'])
      .execute(),
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
