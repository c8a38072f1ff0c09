// A change of owners from a garage's card: the locked garage, its owners then and now, one line of the log.
import { lockBooks } from '../../books/queries/lock.ts';
import { act, type Write } from '../../kernel/act.ts';
import type { Ctx } from '../../kernel/ctx.ts';
import { invalid, notFound } from '../../kernel/errors.ts';
import { lockedGarage, ownershipsOf } from '../queries/card.ts';
import {
  emitGarageChanged,
  garageObject,
  lockText,
  readGarageCard,
  type GarageRecord,
  type Ownership,
} from '../writing.ts';

export interface OwnersNow {
  garage: GarageRecord;
  present: Ownership[];
  /** Former ones too. */
  all: Ownership[];
}

/** Locks and reads the garage after the books of its МО, lets `change` write, logs what it answers with; `people` hear of it. @returns the card */
export async function changeOwners(
  ctx: Ctx,
  verb: string,
  id: number,
  change: (write: Write, now: OwnersNow) => Promise<{ text: string; people: number[] }>,
) {
  await act(ctx, verb, async (write) => {
    const place = await write.tx.selectFrom('garage').where('id', '=', id).select('mo_id').executeTakeFirst();
    if (place) await lockBooks(write.tx, place.mo_id);
    const garage = await lockedGarage(write.tx, ctx, id);
    if (!garage) throw notFound();
    const locked = lockText(garage);
    if (locked) throw invalid({ form: locked });
    const all = await ownershipsOf(write.tx, id);
    const { text, people } = await change(write, { garage, all, present: all.filter((owner) => !owner.ended_on) });
    await write.log({ ...garageObject(id, garage), text });
    await emitGarageChanged(write, garage, id, people);
  });
  return readGarageCard(ctx, id);
}
