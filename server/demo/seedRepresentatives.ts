// Who stands for others in the demo world: a mother for a child, a daughter for the estate of her father, one power of attorney.
import { sql } from 'kysely';
import type { Write } from '../kernel/act.ts';
import type { WriteDb } from '../kernel/ctx.ts';
import { nameThrough } from '../notifications/queries/wards.ts';
import { setRepresentative } from '../profiles/writing/representatives.ts';
import type { DemoGarage } from './seedGarages.ts';

/** Garages of the first ПО whose owners they are: no case, no privilege and nobody's double among them. */
const plates = { mother: 'А, 7', child: 'В, 16', dead: 'Б, 38', daughter: 'Б, 16' } as const;
const DEAD = 8;
const NO_MEMBER = 1;
const DAY_MS = 86_400_000;
/** Days since the owner died: his heirs have half a year. */
const SINCE_DEATH = 45;

export async function seedRepresentatives({ tx }: Write, garages: readonly DemoGarage[], now: Date): Promise<void> {
  const [mother, child, dead, daughter] = [
    ownerOf(garages, plates.mother),
    ownerOf(garages, plates.child),
    ownerOf(garages, plates.dead),
    ownerOf(garages, plates.daughter),
  ];
  await makeChild(tx, child.id, now);
  await setRepresentative(tx, child.id, mother.id);
  const estate = await makeEstate(tx, dead, new Date(now.getTime() - SINCE_DEATH * DAY_MS));
  await setRepresentative(tx, estate, daughter.id);
  await namesOnGarages(tx, dead.po);
  await writeThrough(tx, mother.id, child.id);
  await attorney(tx, dead.po, now);
}

function ownerOf(garages: readonly DemoGarage[], label: string) {
  const { id: garage, owner, po } = garages.find((one) => one.po === garages[0]!.po && one.label === label)!;
  return { garage, id: owner!.id, po: po.id };
}

/** Neither papers nor contacts, no membership and no consents of his own. */
async function strip(tx: WriteDb, id: number, onDate: string) {
  await tx
    .updateTable('profile')
    .set({
      pass_cipher: null,
      pass_hash: null,
      pass_masked: null,
      email: null,
      phones: [],
      phones_key: '',
      is_voa_member: false,
      voa_status_id: NO_MEMBER,
      voa_entry_date: null,
      ticket_number: null,
      confirmed_at: null,
    })
    .where('id', '=', id)
    .execute();
  await tx.deleteFrom('consent').where('profile_id', '=', id).execute();
  await tx.deleteFrom('profile_voa_status').where('profile_id', '=', id).execute();
  const status = { profile_id: id, status_id: NO_MEMBER, on_date: onDate, ground: 'Внесено при создании карточки' };
  await tx.insertInto('profile_voa_status').values(status).execute();
}

/** A girl of twelve who was given the garage two years ago. */
async function makeChild(tx: WriteDb, id: number, now: Date) {
  const year = now.getUTCFullYear();
  const given = `${year - 2}-01-15`;
  await strip(tx, id, given);
  await tx
    .updateTable('profile')
    .set({ last_name: 'Осипова', first_name: 'Вера', father_name: 'Сергеевна', birthday: `${year - 12}-02-14` })
    .where('id', '=', id)
    .execute();
  await tx
    .updateTable('ownership')
    .set({ started_on: given, start_reason: 'Дарение' })
    .where('profile_id', '=', id)
    .execute();
}

/** An owner has died: his garage belongs to what he left. Answers whose card that is. */
async function makeEstate(tx: WriteDb, dead: { id: number; garage: number; po: number }, diedOn: Date) {
  const day = diedOn.toISOString().slice(0, 10);
  // Somebody entered who never owned anything: the world keeps its number of people.
  const { id } = await tx
    .selectFrom('profile as p')
    .where('p.po_id', '=', dead.po)
    .where('p.privilege_id', '=', 0)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('ownership as o').whereRef('o.profile_id', '=', 'p.id').select('o.id'))),
    )
    .orderBy('p.id', 'desc')
    .limit(1)
    .select('p.id')
    .executeTakeFirstOrThrow();
  await strip(tx, id, day);
  await sql`update profile estate set kind = 'estate', estate_of = dead.id, last_name = 'Наследство: ' || dead.full_name, first_name = '', father_name = '',
      birthday = null, registration_address = null, actual_address = null
    from profile dead where dead.id = ${dead.id} and estate.id = ${id}`.execute(tx);
  await tx
    .updateTable('profile')
    .set({ is_voa_member: false, voa_status_id: DEAD })
    .where('id', '=', dead.id)
    .execute();
  const death = { status_id: DEAD, on_date: day, ground: 'Свидетельство о смерти III-АК № 512904' };
  await tx
    .insertInto('profile_voa_status')
    .values({ profile_id: dead.id, ...death })
    .execute();
  await sql`with ended as (update ownership set ended_on = ${day}::date, end_reason = 'Смерть владельца'
      where profile_id = ${dead.id} and garage_id = ${dead.garage} and ended_on is null returning garage_id, is_primary)
    insert into ownership (garage_id, profile_id, is_primary, started_on, start_reason)
    select garage_id, ${id}::int, is_primary, ${day}::date, 'Смерть владельца' from ended`.execute(tx);
  return id;
}

/** Lists sort by the names on garages. */
const namesOnGarages = (tx: WriteDb, po: number) =>
  sql`update garage g set owners_key = coalesce((select string_agg(p.name_key, '; ' order by o.is_primary desc, o.id)
      from ownership o join profile p on p.id = o.profile_id where o.garage_id = g.id and o.ended_on is null), '')
    where g.po_id = ${po}`.execute(tx);

/** One mailing chose the daughter too: her mother got it for both of them. */
async function writeThrough(tx: WriteDb, mother: number, child: number) {
  const message = await tx
    .selectFrom('notification_message')
    .where('profile_id', '=', mother)
    .where('status', '=', 2)
    .orderBy('notification_id', 'desc')
    .limit(1)
    .select(['id', 'notification_id', 'person_name'])
    .executeTakeFirstOrThrow();
  const ward = await tx.selectFrom('profile').where('id', '=', child).select('full_name as name').executeTakeFirst();
  const name = nameThrough(message.person_name, [{ name: ward!.name ?? '' }], true);
  await sql`update notification_message m set ward_ids = ${[child]}::int[], person_name = ${name},
      garage_ids = m.garage_ids || array(select garage_id from ownership where profile_id = ${child} and ended_on is null)
    where m.id = ${message.id}`.execute(tx);
  await sql`update notification set selection = jsonb_set(selection, '{included}', selection -> 'included' || to_jsonb(${child}::int))
    where id = ${message.notification_id}`.execute(tx);
}

/** The seller of a case does not come himself. */
const attorney = (tx: WriteDb, po: number, now: Date) =>
  sql`insert into reregistration_representative (reregistration_id, side, full_name, number, issued_on, notary, valid_until, powers)
    select c.id, 'old', 'Лапин Олег Юрьевич', '78 АВ 4410025', ${new Date(now.getTime() - 30 * DAY_MS).toISOString().slice(0, 10)}::date,
      'Лапина О. Ю.', ${`${now.getUTCFullYear() + 2}-12-31`}::date, 'Подать заявление и подписать договор'
    from reregistration c where c.po_id = ${po} and c.status in (1, 2) and exists (select 1 from reregistration_party y
      where y.reregistration_id = c.id and y.side = 'old') and exists (select 1 from reregistration_party y where y.reregistration_id = c.id and y.side = 'new')
    order by c.id limit 1`.execute(tx);
