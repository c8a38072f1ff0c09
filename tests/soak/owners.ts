// Garages of the soak change hands, with their debt or without it.
import { sql } from 'kysely';
import { addOwner, removeOwner } from '../../contract/garages.ts';
import { TODAY, type Soak } from './soak.ts';

/** A garage passes to somebody else; what was entered before stays with whom it was entered for. */
export async function changeOwner(soak: Soak) {
  const desk = soak.desks[1]!;
  const all = soak.garagesOf(desk);
  // Mostly where a debt can be left: the order of parallel writes decides which garages owe, no run may do without.
  const owing = all.filter(({ balance }) => balance < 0);
  const garage = soak.pick(owing.length && soak.random() < 0.8 ? owing : all);
  const person = soak.pick(soak.people);
  const owner = { profileId: person, isPrimary: true, date: TODAY };
  const added = await desk.caller.call(addOwner, { params: { id: garage.id }, body: owner });
  if (added.status !== 200) return;
  let owners = added.body.owners as { ownershipId?: number; id: number; profile_id?: number }[];
  const leaving = await presentOwners(soak, garage.id);
  const gone = leaving.find((one) => one.profile_id !== person);
  const debtAnswer = soak.pick(['stays_old', 'stays_old', 'moves_new'] as const);
  if (gone)
    owners = (
      await desk.caller.call(removeOwner, {
        params: { id: garage.id, ownershipId: gone.id },
        body: { date: TODAY, debtAnswer },
      })
    ).body.owners;
  if (!owners) throw new Error('the owner was not removed');
  const { rows: left } = await sql<{ id: number }>`
    select distinct debtor_id as id from balance_operation where garage_id = ${garage.id} and debtor_id is not null`.execute(
    soak.t.deps.db,
  );
  for (const { id } of left) garage.formers.add(id);
  garage.owners = (await presentOwners(soak, garage.id)).map((one) => one.profile_id);
}

const presentOwners = (soak: Soak, garage: number) =>
  soak.t.deps.db
    .selectFrom('ownership')
    .where('garage_id', '=', garage)
    .where('ended_on', 'is', null)
    .select(['id', 'profile_id'])
    .orderBy('is_primary', 'desc')
    .orderBy('id')
    .execute();
