// The only statement of who may see: one SQL condition for every list, read, update and mass insert.
// Nowhere else in SQL is it asked where a person works; tests/architecture.test.ts keeps it so.
import { sql, type RawBuilder } from 'kysely';
import { levelOf, type Actor, type Level } from '../../contract/kernel/scope.ts';

/** `YYYY-MM-DD`, or an expression of SQL that gives a day. */
type Day = string | RawBuilder<unknown>;

/** Which columns say where a row stands, by level: `p.mo_id`, or an expression of SQL. */
export type PlaceColumns = Partial<Record<Level, string | RawBuilder<unknown>>>;

/**
 * Condition that keeps what stands at the actor's place. A level without a column sees nothing, nor does an actor without a place.
 */
export function placeScope(actor: Actor, columns: PlaceColumns): RawBuilder<boolean> {
  const level = levelOf(actor);
  const column = level && columns[level];
  if (!level || !column) return sql<boolean>`false`;
  return sql<boolean>`${typeof column === 'string' ? sql.ref(column) : column} = ${actor[level]}`;
}

/** Rows of the actor's place; `table` is the alias that carries region_id, mo_id, po_id. */
export const inScope = (actor: Actor, table: string): RawBuilder<boolean> =>
  placeScope(actor, { po: `${table}.po_id`, mo: `${table}.mo_id`, region: `${table}.region_id` });

/** Lines of a region's books are found by its МО and day: there is no order of a whole region's lines. Other places have their own. */
export const byMoOfRegion = (actor: Actor, table: string): RawBuilder<boolean> =>
  levelOf(actor) === 'region'
    ? sql<boolean>`${sql.ref(`${table}.mo_id`)} = any(array(select own.id from mo own where ${placeScope(actor, { region: 'own.region_id' })}))`
    : sql<boolean>`true`;

/**
 * The garage stands at the actor's place. Of a register that was just loaded the planner expects one such garage, and would read all of them
 * again for each row joined: «is true» keeps it from joining.
 */
export const isGarageHere = (actor: Actor, id: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(${id} in (select at.id from garage at where ${inScope(actor, 'at')})) is true`;

/** ПО of the actor's place; `table` is an alias of `po`. */
export const poScope = (actor: Actor, table: string): RawBuilder<boolean> =>
  placeScope(actor, { po: `${table}.id`, mo: `${table}.mo_id`, region: `${table}.region_id` });

/** Whoever works in a ПО looks at a row of another one. */
export const isOfOtherPo = (actor: Actor, po: number): boolean => levelOf(actor) === 'po' && actor.po !== po;

/** The ПО in which the actor works; null of SQL at other levels. */
export const ownPo = (actor: Actor): RawBuilder<number | null> => sql<number | null>`${actor.po}::int`;

/** The МО in which the actor works, himself or by his ПО; null of SQL at the level of a region. */
export const ownMo = (actor: Actor): RawBuilder<number | null> =>
  levelOf(actor) === 'po'
    ? sql<number | null>`(select own.mo_id from po as own where own.id = ${actor.po})`
    : sql<number | null>`${actor.mo}::int`;

/**
 * `personInScope` for whole lists: the people of the place are found first, as an array, so that those of all other
 * places are not read however many there are.
 */
export function personOfPlace(actor: Actor, table: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(`${table}.id`)} = any(array(select place.profile_id from profile_place as place where ${inScope(actor, 'place')}))`;
}

/** People are seen where they are known: at home and wherever they own or owned a garage. */
export function personInScope(actor: Actor, table: string): RawBuilder<boolean> {
  return sql<boolean>`exists (select 1 from profile_place as place
    where place.profile_id = ${sql.ref(`${table}.id`)} and ${inScope(actor, 'place')})`;
}

/** A child on the day, or what a dead person left: he is written to through somebody else; `table` is an alias of `profile`. */
export const isWard = (table: string, today: Day): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${table}.kind`)} = 'estate'
    or ${sql.ref(`${table}.kind`)} = 'person' and coalesce(${sql.ref(`${table}.birthday`)} > ${today}::date - interval '18 years', false))`;

/** Days for which a place still works with a person after everything between them is over. */
const AFTERWARDS_DAYS = 60;

/** An ownership that was entered by mistake ties nobody; `table` is the alias of the ownership. */
export const wasMistake = (table: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${table}.ended_on`)} is not null and coalesce(${sql.ref(`${table}.end_reason`)}, '') ~* 'ошиб')`;

/** Why the second ownership of a garage ends where two cards of its owner are merged. */
export const JOINED = 'Объединение карточек';

/** Such an ownership lasted no day: nobody came with it and nobody left; `table` is the alias of the ownership. */
export const wasJoined = (table: string): RawBuilder<boolean> =>
  sql<boolean>`(coalesce(${sql.ref(`${table}.end_reason`)}, '') = ${JOINED}
    and ${sql.ref(`${table}.ended_on`)} = coalesce(${sql.ref(`${table}.started_on`)}, '1900-01-01'))`;

/** A case of a small dialog is applied for and completed in one press: it never stood open, its ownerships tie by themselves. */
const stoodOpen = (matter: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${matter}.completed_at`)} is null or ${sql.ref(`${matter}.completed_at`)} > ${sql.ref(`${matter}.applied_at`)} + interval '5 seconds')`;

/**
 * The tie of the person `table` to a place of the actor lives: he owns there, owes or is owed, stands in an open case (a draft
 * is its author's alone and opens nobody), represents an owner, or did within the last 60 days. Where he was entered and never owned, nothing has ended yet. Others who once knew him
 * (`personInScope`) read his name and their own history. `today`: `YYYY-MM-DD`.
 */
export function personPresent(actor: Actor, table: string, today: string): RawBuilder<boolean> {
  const id = sql.ref(`${table}.id`);
  return sql<boolean>`exists (select 1 from profile_place as tie where tie.profile_id = ${id} and ${inScope(actor, 'tie')} and ${tieLives(table, today)})`;
}

/**
 * Ties that live at the actor's place, as a select of `profile_id, po_id`, each once: `intersect` takes doubles away. So are
 * both sides read once, even where the planner takes them for a few rows because a register was just loaded.
 */
export function livingTies(actor: Actor, today: string): RawBuilder<unknown> {
  const atPlace = (_person: string, place: string) => inScope(actor, place);
  const pairs = ({ person, place, rows }: TieRows) =>
    sql`select ${sql.ref(person)}, ${sql.ref(`${place}.po_id`)} ${rows}`;
  const ways = tieWays(today, atPlace).map((way) =>
    way.unless ? sql`(${pairs(way)} except ${pairs(way.unless)})` : pairs(way),
  );
  return sql`select tie.profile_id, tie.po_id from profile_place as tie where ${inScope(actor, 'tie')}
    intersect (${sql.join(ways, sql` union all `)})`;
}

/**
 * `personPresent` for whole lists: what keeps ties alive is gathered once for the place, not asked for each person. `table`
 * is an alias of `profile`.
 */
export function presentOfPlace(actor: Actor, table: string, today: string): RawBuilder<boolean> {
  // «is true» keeps the planner from joining: it would read the place again for each person.
  return sql<boolean>`(${sql.ref(`${table}.id`)} in (select tied.profile_id from (
    ${livingTies(actor, today)}) as tied)) is true`;
}

/** `personPresent` where no reader asks: the place stands in the columns of `table` (a ПО, else its МО, else its region). */
export function tiedToPlaceOf(table: string, person: string, today: Day): RawBuilder<boolean> {
  const [po, mo, region] = ['po_id', 'mo_id', 'region_id'].map((name) => sql.ref(`${table}.${name}`));
  return sql<boolean>`exists (select 1 from profile_place as tie where tie.profile_id = ${sql.ref(`${person}.id`)}
    and case when ${po} is not null then tie.po_id = ${po} when ${mo} is not null then tie.mo_id = ${mo} else tie.region_id = ${region} end
    and ${tieLives(person, today)})`;
}

/** Condition over `tie`, a row of `profile_place` of the person `table`. */
export function tieLives(table: string, today: Day): RawBuilder<boolean> {
  const ofTie = (person: string, place: string) =>
    sql<boolean>`(${sql.ref(person)} = ${sql.ref(`${table}.id`)} and ${sql.ref(`${place}.po_id`)} = tie.po_id)`;
  return sql<boolean>`(${sql.join(
    tieWays(today, ofTie).map(
      ({ rows, unless }) =>
        sql`(exists (select 1 ${rows}) ${unless ? sql`and not exists (select 1 ${unless.rows})` : sql``})`,
    ),
    sql` or `,
  )})`;
}

/** Rows of people at places: `person` is the column that tells whose, `place` the alias that tells in which ПО. */
interface TieRows {
  person: string;
  place: string;
  rows: RawBuilder<unknown>;
}
/** Rows that keep a tie alive, unless the same person has others at the same place. */
type TieWay = TieRows & { unless?: TieRows };
type Narrowing = (person: string, place: string) => RawBuilder<boolean>;

/** Ownership, a debt, an open case, a ward who owns, or home where he never owned; `within` says which rows are asked about. */
function tieWays(today: Day, within: Narrowing): TieWay[] {
  const since = sql`(${today}::date - ${sql.lit(AFTERWARDS_DAYS)})`;
  const way = (person: string, place: string, rows: (asked: RawBuilder<boolean>) => RawBuilder<unknown>) => ({
    person,
    place,
    rows: rows(within(person, place)),
  });
  return [
    way(
      'own.profile_id',
      'at',
      (asked) => sql`from ownership own join garage at on at.id = own.garage_id
        where ${asked} and (own.ended_on is null or own.ended_on > ${since} and not ${wasMistake('own')})`,
    ),
    way(
      'left_debt.debtor_id',
      'left_debt',
      (asked) => sql`from balance_operation left_debt where left_debt.debtor_id is not null and ${asked}
        group by left_debt.debtor_id, left_debt.po_id
        having sum(left_debt.sign * left_debt.amount_kopecks) <> 0 or max(left_debt.on_date) > ${since}`,
    ),
    // Lines keep the card they were written with: of one that was merged they are those of the card that stays.
    way(
      'alias.merged_into',
      'left_debt',
      (asked) => sql`from profile alias join balance_operation left_debt on left_debt.debtor_id = alias.id
        where alias.merged_into is not null and ${asked} group by alias.merged_into, left_debt.po_id
        having sum(left_debt.sign * left_debt.amount_kopecks) <> 0 or max(left_debt.on_date) > ${since}`,
    ),
    way(
      'side.profile_id',
      'matter',
      (asked) => sql`from reregistration_party side join reregistration matter on matter.id = side.reregistration_id
        where ${asked} and matter.status <> 0 and (matter.status in (1, 2, 6) or ${stoodOpen('matter')} and matter.last_event_at::date > ${since})`,
    ),
    way(
      'ward.representative_id',
      'at',
      (
        asked,
      ) => sql`from profile ward join ownership held on held.profile_id = ward.id join garage at on at.id = held.garage_id
        where ward.representative_id is not null and ${isWard('ward', since)} and ${asked}
          and (held.ended_on is null or held.ended_on > ${since} and not ${wasMistake('held')})`,
    ),
    {
      ...way('home.id', 'home', (asked) => sql`from profile home where ${asked}`),
      unless: way(
        'own.profile_id',
        'at',
        (asked) =>
          sql`from ownership own join garage at on at.id = own.garage_id where ${asked} and not ${wasMistake('own')}`,
      ),
    },
  ];
}

/**
 * Places of `table` (one of region_id, mo_id, po_id is set) that cover where the actor works: his own, and those above it.
 * What is told to a МО reaches its ПО.
 */
export function coversActor(actor: Actor, table: string): RawBuilder<boolean> {
  const [po, mo, region] = ['po_id', 'mo_id', 'region_id'].map((name) => sql.ref(`${table}.${name}`));
  const level = levelOf(actor);
  if (level === 'po')
    return sql<boolean>`exists (select 1 from po as here where here.id = ${actor.po}
      and (${po} = here.id or ${mo} = here.mo_id or ${region} = here.region_id))`;
  if (level === 'mo')
    return sql<boolean>`exists (select 1 from mo as here where here.id = ${actor.mo}
      and (${mo} = here.id or ${region} = here.region_id))`;
  return level === 'region' ? sql<boolean>`${region} = ${actor.region}` : sql<boolean>`false`;
}

/** The place where the actor works, as the columns of a row keep it. */
export const placeOfActor = (actor: Actor) => ({ region_id: actor.region, mo_id: actor.mo, po_id: actor.po });
