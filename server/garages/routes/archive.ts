// Into the archive with a reason, and back. A garage that was merged or split leaves a link to those that stand in its place.
import * as contract from '../../../contract/garages.ts';
import { lockBooks } from '../../books/queries/lock.ts';
import { act, type Write } from '../../kernel/act.ts';
import { invalid, notFound, refuseIf } from '../../kernel/errors.ts';
import type { Mount } from '../../kernel/mount.ts';
import * as q from '../queries.ts';
import * as one from '../queries/card.ts';
import { garagesOfPo, linkedOf, type Linked } from '../queries/links.ts';
import { becameProblem } from '../rules.ts';
import {
  bumpGarageVersion,
  emitGarageChanged,
  garageObject,
  lockText,
  nameOf,
  readGarageCard,
  refuseDuplicateGarage,
  requireGarage,
  type GarageRecord,
} from '../writing.ts';

export function archiveRoutes(mount: Mount) {
  mount(contract.archiveGarage, async (ctx, { params, body }) => {
    const { mo_id, po_id } = await requireGarage(ctx, params.id);
    await act(ctx, 'garage.archive', async (write) => {
      // Charges and payments wait: what they find afterwards is a garage of the archive.
      await lockBooks(write.tx, mo_id);
      await q.holdPo(write.tx, po_id);
      const garage = await one.lockedGarage(write.tx, ctx, params.id);
      if (!garage) throw notFound();
      const locked = lockText(garage);
      if (locked ?? !garage.is_active) throw invalid({ form: locked ?? 'Гараж уже в архиве' });
      const { balance_kopecks, ...parts } = await one.standingOf(write.tx, params.id);
      const isOpen = Object.values(parts).some((kopecks) => kopecks !== 0);
      const ids = [...new Set(body.became)];
      const became = await garagesOfPo(write.tx, garage.po_id, ids);
      const wrong = becameProblem(body.reason, params.id, ids, became);
      refuseIf({
        ...(wrong ? { became: wrong } : {}),
        ...(isOpen && !body.confirmBalance
          ? { confirmBalance: 'Остаток не нулевой: подтвердите перевод в архив' }
          : {}),
        ...(isOpen && !body.comment ? { comment: 'Остаток не нулевой: напишите, что с ним будет' } : {}),
      });
      await bumpGarageVersion(write, ctx, params.id, body.version, {
        is_active: false,
        archive_reason: body.reason,
        archive_comment: body.comment,
        archived_at: ctx.now().toISOString(),
      });
      await q.countChanged(write.tx, garage.po_id, -1);
      const fate = fateWords(body.reason, became);
      await write.log({
        ...garageObject(params.id, garage),
        text: `Переведён в архив: ${fate}`,
        after: { comment: body.comment, balance_kopecks },
      });
      await link(write, garage, became, fate);
      await emitGarageChanged(write, garage, params.id);
    });
    return readGarageCard(ctx, params.id);
  });

  mount(contract.restoreGarage, async (ctx, { params, body }) => {
    const garage = await requireGarage(ctx, params.id);
    if (garage.is_active) throw invalid({ form: 'Гараж не в архиве' });
    await act(ctx, 'garage.restore', async (write) => {
      await q.holdPo(write.tx, garage.po_id);
      await bumpGarageVersion(write, ctx, params.id, body.version, {
        is_active: true,
        archive_reason: null,
        archive_comment: null,
        archived_at: null,
      });
      await q.countChanged(write.tx, garage.po_id, 1);
      await write.log({ ...garageObject(params.id, garage), text: 'Возвращён из архива' });
      await unlink(write, garage);
      await emitGarageChanged(write, garage, params.id);
    }).catch((error) => refuseDuplicateGarage(error, garage));
    return readGarageCard(ctx, params.id);
  });
}

/** «разделён на гаражи А 45а, А 45б»; a reason that leads nowhere says itself. */
function fateWords(reason: keyof typeof contract.archiveReasons, became: readonly Linked[]): string {
  const word = contract.archiveReasons[reason].toLowerCase();
  if (!became.length) return word;
  const names = became.map(nameOf).join(', ');
  return reason === 'merged' ? `${word} с гаражом ${names}` : `${word} на гаражи ${names}`;
}

/** Keeps the links old → new; each of the new garages tells of it in its own history. */
async function link(write: Write, old: GarageRecord, became: readonly Linked[], fate: string): Promise<void> {
  if (!became.length) return;
  await write.tx
    .insertInto('garage_link')
    .values(became.map(({ id }) => ({ old_id: old.id, new_id: id })))
    .execute();
  for (const garage of became) {
    const text = `Встал на место гаража ${nameOf(old)}: тот ${fate}`;
    await write.log({ ...garageObject(garage.id, { ...old, ...garage }), text });
    await emitGarageChanged(write, old, garage.id);
  }
}

/** Takes the links of a garage back with it. */
async function unlink(write: Write, old: GarageRecord): Promise<void> {
  const became = await linkedOf(write.tx, old.id);
  await write.tx.deleteFrom('garage_link').where('old_id', '=', old.id).execute();
  for (const garage of became) {
    const text = `Больше не вместо гаража ${nameOf(old)}: тот возвращён из архива`;
    await write.log({ ...garageObject(garage.id, { ...old, ...garage }), text });
    await emitGarageChanged(write, old, garage.id);
  }
}
