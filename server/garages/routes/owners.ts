// Owners of a garage: who gets the receipts. Checked on the locked garage, inside the act; adding, removing and shares are re-registrations.
import * as contract from '../../../contract/garages.ts';
import type { FieldErrors } from '../../../contract/kernel/problems.ts';
import type { Write } from '../../kernel/act.ts';
import type { Ctx } from '../../kernel/ctx.ts';
import { notFound } from '../../kernel/errors.ts';
import type { Mount } from '../../kernel/mount.ts';
import { ownershipsOf } from '../queries/card.ts';
import { ownersChanged } from '../queries.ts';
import { ownerSharesProblem } from '../rules.ts';
import { bump, lockText, requireGarage, today, type GarageRecord } from '../writing.ts';
import { changeOwners } from '../writing/owners.ts';
import { choosePrimary } from '../writing/primary.ts';

export function ownerRoutes(mount: Mount): void {
  mount(contract.makePrimary, async (ctx, { params }) => {
    await requireGarage(ctx, params.id);
    return changeOwners(ctx, 'garage.owner_primary', params.id, async (write, { present }) => {
      const owner = present.find((one) => one.id === params.ownershipId);
      if (!owner) throw notFound();
      await choosePrimary(write.tx, params.id, owner.id, today(ctx));
      await ownersChanged(write.tx, params.id);
      await bump(write.tx, ctx, params.id);
      return { text: `Квитанции получает ${owner.full_name}`, people: [] };
    });
  });
}

/** Who gets the receipts, as the editor sends it: what is wrong, and how it is saved (with what the log says). */
export async function saveReceiver(ctx: Ctx, garage: GarageRecord, form: contract.OwnerShare[] | undefined) {
  const unchanged = { problems: {} as FieldErrors, people: [] as number[], save: async () => [] as string[] };
  if (!form) return unchanged;
  const present = (await ownershipsOf(ctx.db, garage.id)).filter((owner) => !owner.ended_on);
  const { changed, problem } = ownerSharesProblem(form, present);
  const isShare = form.some(({ id, share }) => present.some((owner) => owner.id === id && owner.share !== share));
  const text =
    problem ?? (isShare ? 'Доли меняют на карточке гаража: «Изменить доли»' : changed ? lockText(garage) : null);
  if (text) return { ...unchanged, problems: { owners: text } as FieldErrors };
  if (!changed) return unchanged;
  const save = async ({ tx }: Write) => {
    await choosePrimary(tx, garage.id, form.find((owner) => owner.isPrimary)?.id ?? null, today(ctx));
    await ownersChanged(tx, garage.id);
    return ['получатель квитанций'];
  };
  return { problems: {}, people: present.map((owner) => owner.profile_id), save };
}
