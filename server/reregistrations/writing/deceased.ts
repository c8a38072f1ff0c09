// What an inheritance says of the dead: the day and the paper on the person, the membership over, and the way back.
import { DEAD } from '../../../contract/profiles/membership.ts';
import type { WriteDb, Ctx } from '../../kernel/ctx.ts';
import type { Write } from '../../kernel/act.ts';
import { placeIds, type PlaceIds } from '../writing.ts';
import type { MarkedDead } from '../queries/obstacles.ts';
import type { CaseFacts } from '../rules/facts.ts';
import { deceasedOf } from '../rules/inheritance.ts';

type Details = Partial<Record<string, string | null>>;
const paperOf = ({ deathCertificate }: Details) =>
  `Свидетельство о смерти № ${deathCertificate ?? ''}`.trim().slice(0, 200);

/**
 * Marks the dead of an inheritance on his card: status «Умер» from the day of death, by the certificate. He leaves mailings
 * and the membership with it. Null where nobody is inherited or he is known as dead already.
 */
export async function markDead(
  write: Write,
  ctx: Ctx,
  row: PlaceIds & { id: number },
  facts: CaseFacts,
): Promise<MarkedDead | null> {
  const { tx } = write;
  const [dead] = deceasedOf(facts);
  const day = facts.details.deathDate;
  if (!dead || !day) return null;
  const before = await tx
    .selectFrom('profile')
    .where('id', '=', dead.profile_id)
    .select(['full_name', 'is_voa_member', 'voa_status_id'])
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (before.voa_status_id === DEAD) return null;
  await setStatus(tx, dead.profile_id, { is_voa_member: false, voa_status_id: DEAD });
  const { id } = await tx
    .insertInto('profile_voa_status')
    .values({
      profile_id: dead.profile_id,
      status_id: DEAD,
      on_date: day,
      ground: paperOf(facts.details),
      created_by: ctx.actor.userId || null,
      created_at: ctx.now().toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tell(write, row, dead.profile_id, before.full_name, `Отмечен умершим: переоформление № ${row.id}`, {
    before: before.voa_status_id,
    after: DEAD,
  });
  return {
    profile_id: dead.profile_id,
    is_voa_member: before.is_voa_member,
    voa_status_id: before.voa_status_id,
    history_id: id,
  };
}

/** Takes the mark back with its line; who was given another status since keeps it. */
export async function unmarkDead(
  write: Write,
  row: PlaceIds & { id: number },
  { profile_id, history_id, ...former }: MarkedDead,
): Promise<void> {
  const { tx } = write;
  const now = await tx
    .selectFrom('profile')
    .where('id', '=', profile_id)
    .select(['full_name', 'voa_status_id'])
    .forUpdate()
    .executeTakeFirstOrThrow();
  const gone = await tx
    .deleteFrom('profile_voa_status')
    .where('id', '=', history_id)
    .where('profile_id', '=', profile_id)
    .returning('id')
    .executeTakeFirst();
  if (!gone || now.voa_status_id !== DEAD) return;
  await setStatus(tx, profile_id, former);
  await tell(write, row, profile_id, now.full_name, `Отметка о смерти снята: аннулировано переоформление № ${row.id}`, {
    before: DEAD,
    after: former.voa_status_id,
  });
}

/** A corrected certificate is corrected on the person too. */
export async function correctDeath(tx: WriteDb, { history_id }: MarkedDead, details: Details): Promise<void> {
  if (!details.deathDate) return;
  await tx
    .updateTable('profile_voa_status')
    .set({ on_date: details.deathDate, ground: paperOf(details) })
    .where('id', '=', history_id)
    .execute();
}

const setStatus = (tx: WriteDb, id: number, status: { is_voa_member: boolean; voa_status_id: number }) =>
  tx
    .updateTable('profile')
    .set((e) => ({ ...status, version: e('version', '+', 1) }))
    .where('id', '=', id)
    .execute();

async function tell(
  write: Write,
  row: PlaceIds,
  id: number,
  name: string | null,
  text: string,
  status: { before: number; after: number },
): Promise<void> {
  const place = placeIds(row);
  await write.log({
    verb: 'profile.voa_status',
    object: { type: 'profile', id, name: name ?? '' },
    place,
    text,
    before: { voa_status_id: status.before },
    after: { voa_status_id: status.after },
  });
  await write.emit(
    { region: place.region_id, mo: place.mo_id, po: place.po_id },
    { type: 'records_changed', message: { resource: 'profiles', ids: [id] } },
  );
}
