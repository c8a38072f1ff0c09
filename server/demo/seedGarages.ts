// Garages of the demo world: sections, types, owners and co-owners, former owners, a few in the archive.
import { sql } from 'kysely';
import { accountNumber } from '../garages/rules.ts';
import type { Write } from '../kernel/act.ts';
import { insertRows } from './rows.ts';
import type { DemoPerson } from './seedPeople.ts';
import type { DemoPlace } from './seedPlaces.ts';
import { demoDate, type Dice } from './words.ts';

export interface DemoGarage {
  id: number;
  po: DemoPlace;
  label: string;
  owner: DemoPerson | null;
  /** Square metres. */
  area: number;
  isActive: boolean;
}

interface Options {
  /** How many garages stand in each section. */
  sections: number[];
  /** How many more are in the archive. */
  archived: number;
  now: Date;
}

const VACANT_SHARE = 0.03;
const NO_SIZE = new Set([8, 10]);

export async function seedGarages(
  { tx }: Write,
  d: Dice,
  place: DemoPlace,
  people: DemoPerson[],
  { sections, archived, now }: Options,
): Promise<DemoGarage[]> {
  const spots = sections.flatMap((count, section) =>
    Array.from({ length: count }, (_, i) => ({ section: 'АБВ'[section]!, number: numberOf(section, i + 1, count) })),
  );
  const gone = Array.from({ length: archived }, (_, i) => ({ section: 'В', number: String(sections[2]! + 1 + i) }));
  const rows = [...spots, ...gone].map((spot, nth) => ({
    region_id: place.region_id,
    mo_id: place.mo_id,
    po_id: place.id,
    ...spot,
    account_no: accountNumber(place.code, nth + 1),
    ...building(d, nth),
    is_active: nth < spots.length,
    archive_reason: nth < spots.length ? null : d.pick(['demolished', 'merged', 'mistake']),
    archived_at: nth < spots.length ? null : new Date(now.getTime() - d.below(400) * 86_400_000).toISOString(),
  }));
  const ids = await insertRows(tx, 'garage', rows);
  // What was merged went into the last garage of its row that is in use.
  const merged = rows.flatMap((row, i) => (row.archive_reason === 'merged' ? [ids[i]!] : []));
  if (merged.length)
    await tx
      .insertInto('garage_link')
      .values(merged.map((old_id) => ({ old_id, new_id: ids[spots.length - 1]! })))
      .execute();
  const garages = rows.map((row, i) => ({
    id: ids[i]!,
    po: place,
    label: `${row.section}, ${row.number}`,
    owner: row.is_active && !(i > 5 && d.chance(VACANT_SHARE)) ? people[i % people.length]! : null,
    area: Number(row.size_x ?? 5) * Number(row.size_y ?? 3),
    isActive: row.is_active,
  }));
  const built = rows.map((row) => Number(row.date_of_construction.slice(0, 4)));
  await insertRows(
    tx,
    'ownership',
    garages.flatMap((garage, i) => ownersOf(d, garage, i, built[i]!, people)),
  );
  await keepBeside(tx, place, rows.length);
  return garages;
}

/** Mostly plain numbers; the last of a section shows the others that people use. */
const numberOf = (section: number, nth: number, count: number) =>
  nth < count ? String(nth) : ['', '12а', '12/3'][section] || String(nth);

function building(d: Dice, nth: number) {
  // Every type is met; brick most of all.
  const type_id =
    nth % 12 === 7
      ? [2, 3, 4, 5, 6, 7, 8, 9, 10, 99][Math.floor(nth / 12) % 10]!
      : d.chance(0.7)
        ? 1
        : d.pick([2, 3, 4]);
  const hasSize = !NO_SIZE.has(type_id);
  const hasPib = d.chance(0.4);
  const built = 1962 + d.below(50);
  return {
    type_id,
    size_x: hasSize ? (4.5 + d.below(30) / 10).toFixed(2) : null,
    size_y: hasSize ? (2.8 + d.below(15) / 10).toFixed(2) : null,
    size_z: hasSize && d.chance(0.7) ? '2.40' : null,
    date_of_construction: `${built}-06-01`,
    pib_number: hasPib ? `ПИБ-${1000 + nth}` : null,
    pib_date: hasPib ? demoDate(d, Math.max(built + 1, 1998), 2019) : null,
    note: nth % 23 === 4 ? 'Ворота и проводка общие с соседним гаражом' : null,
  };
}

function ownersOf(d: Dice, garage: DemoGarage, nth: number, built: number, people: DemoPerson[]) {
  if (!garage.owner) return [];
  const started_on = demoDate(d, Math.max(built + 1, 1975), 2022);
  const owner = {
    garage_id: garage.id,
    profile_id: garage.owner.id,
    is_primary: true,
    started_on,
    ended_on: null as string | null,
    share_num: null as number | null,
    share_den: null as number | null,
    start_reason: nth % 9 === 4 ? 'Купля-продажа' : 'Распределение ПО',
    end_reason: null as string | null,
  };
  const partner = people[(nth * 7 + 3) % people.length]!;
  if (partner.id === owner.profile_id) return [owner];
  // Every twelfth garage has two owners: with shares, and sometimes together without them.
  if (nth % 12 === 5) {
    const share = nth % 36 === 5 ? {} : { share_num: 1, share_den: 2 };
    return [
      { ...owner, ...share },
      { ...owner, ...share, profile_id: partner.id, is_primary: false },
    ];
  }
  if (nth % 9 === 4)
    return [
      {
        ...owner,
        profile_id: partner.id,
        is_primary: false,
        started_on: `${built}-09-01`,
        ended_on: started_on,
        start_reason: 'Распределение ПО',
        end_reason: 'Купля-продажа',
      },
      owner,
    ];
  return [owner];
}

/** What lists keep beside the rows: places of people, names on garages, counters. */
async function keepBeside(tx: Write['tx'], place: DemoPlace, count: number) {
  await sql`insert into profile_place (profile_id, po_id, mo_id, region_id) select distinct o.profile_id, g.po_id, g.mo_id, g.region_id
    from ownership o join garage g on g.id = o.garage_id where g.po_id = ${place.id} on conflict do nothing`.execute(
    tx,
  );
  await sql`update garage set owners_key = own.names from (
      select o.garage_id, string_agg(p.name_key, '; ' order by o.is_primary desc, o.id) as names
      from ownership o join profile p on p.id = o.profile_id where o.ended_on is null group by 1) as own
    where own.garage_id = garage.id and garage.po_id = ${place.id}`.execute(tx);
  await sql`update po set next_garage_seq = ${count + 1}, garage_count = (select count(*) from garage where po_id = po.id and is_active)
    where id = ${place.id}`.execute(tx);
}
