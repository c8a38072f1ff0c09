// Sheet «Совладельцы»: what it says of the owners of garages beside their own rows. Nothing of it is taken or dropped in silence.
import { GROUNDS_BETWEEN, LOADED_GROUND, type ImportField, type ImportLayout } from '../../contract/importFields.ts';
import { parseShare } from '../garages/rules.ts';
import { groundsOf } from './differences.ts';
import { addAttention, addIssue, addIssues, isRefused, nameOf, none, placeOf } from './remarks.ts';
import type { ParsedOwner } from './readRow.ts';
import type { ParsedRow } from './rows.ts';
import { couldBeOne, sameSpelling } from './rules/person.ts';
import { wholeShares } from './rules/shares.ts';
import { fold } from './rules/text.ts';
import { filled, secondSays } from './rules/toldTwice.ts';

/** Rows between two stops. */
const STEP = 250;

/** Lays the rows of co-owners beside the rows of their garages; where no sheet has garages, they are made of them. */
export function* takeCoOwners(rows: ParsedRow[], { tables }: ImportLayout): Generator<undefined, void> {
  if (tables.every(({ fate }) => fate !== 'owners')) return;
  const apart: ParsedRow[] = [];
  const garages = new Map<string, ParsedRow>();
  const refused = new Set<string>();
  let hasGarages = false;
  for (const [index, row] of rows.entries()) {
    if (index % STEP === 0) yield;
    const fate = tables[row.table]!.fate;
    if (!row.garage) continue;
    hasGarages ||= fate === 'load';
    if (fate === 'load' && isRefused(row)) refused.add(placeOf(row.garage));
    else if (fate === 'load') garages.set(placeOf(row.garage), row);
    if (fate === 'owners' && !isRefused(row)) apart.push(row);
  }
  const together = Map.groupBy(apart, (row) => placeOf(row.garage!));
  for (const [index, [place, told]] of [...together].entries()) {
    if (index % STEP === 0) yield;
    const garage = garages.get(place);
    if (garage) layBeside(garage, told);
    else if (!hasGarages) makeGarage(told);
    else {
      const why = refused.has(place)
        ? 'гараж не загружается, в его строке ошибка'
        : 'такого гаража нет на листах с гаражами';
      for (const row of told) refuse(row, 'number', `${placeText(row)}: ${why}`);
    }
  }
}

const placeText = ({ garage }: ParsedRow) => `«${[garage!.section, garage!.number].filter(Boolean).join(' ')}»`;

/** A row and one of the owners it names, by what he owns the garage. */
interface Told {
  row: ParsedRow;
  owner: ParsedOwner;
  ground: string | null;
}

const toldBy = (row: ParsedRow): Told[] => row.owners.map((owner) => ({ row, owner, ground: row.garage!.basis }));

/** Owners of a garage as they stand while the rows are laid beside them. */
interface Standing {
  owners: ParsedOwner[];
  grounds: string[];
  /** What was taken from the rows, in words. */
  taken: string[];
}

/** All rows of a garage are taken together or, where the shares would make no whole, none of those that change them. */
function layBeside(garage: ParsedRow, told: readonly ParsedRow[]): void {
  const standing: Standing = { owners: garage.owners, grounds: groundsOf(garage), taken: [] };
  const before = garage.owners;
  const changing = new Set<ParsedRow>();
  const more = new Set<ParsedRow>();
  const clear = told.filter((row) => isReadable(row));
  for (const one of clear.flatMap(toldBy)) {
    if (isRefused(one.row)) continue;
    const at = standing.owners.findIndex((known) => isHe(known, one.owner));
    if (at < 0) addOwner(standing, one, garage, changing);
    else compare(standing, at, one, { changing, more });
  }
  const shares = standing.owners.map(({ share }) => share);
  if (changing.size && !wholeShares(shares)) {
    const listed = standing.owners.map((owner) => `${nameOf(owner)} — ${owner.share ?? 'доля не указана'}`).join(', ');
    for (const row of changing) if (!isRefused(row)) refuse(row, 'share', `Доли вместе не дают целого: ${listed}`);
  } else take(garage, standing);
  tellMissing(garage, before, told);
  for (const row of clear) finish(row, more.has(row) ? 'person' : changing.has(row) ? 'co_owner' : 'co_owner_same');
}

/** A row without a readable name or share says nothing that could be taken. */
function isReadable(row: ParsedRow): boolean {
  if (!row.owners.length) refuse(row, 'owner', 'Совладелец не назван или имя не прочитано');
  const isLost = row.issues.some(({ code }) => code === 'share_unparsable') || row.owners.some(isWrongShare);
  if (isLost) refuse(row, 'share', `Доля «${row.raw.share ?? row.raw.owner ?? ''}» не прочитана`);
  return !isRefused(row);
}
const isWrongShare = ({ share }: ParsedOwner) => parseShare(share) === undefined;

/** The code says who he is; without one the name does. */
const isHe = (known: ParsedOwner, told: ParsedOwner) =>
  known.code && told.code ? known.code === told.code : sameSpelling(known, told) || couldBeOne(known, told);

function addOwner(standing: Standing, { row, owner, ground }: Told, garage: ParsedRow, changing: Set<ParsedRow>): void {
  standing.owners = [...standing.owners, owner];
  standing.grounds = [...standing.grounds, ground ?? LOADED_GROUND];
  standing.taken.push(`владелец «${nameOf(owner)}»${owner.share ? `, доля ${owner.share}` : ''}`);
  changing.add(row);
  // What was noticed about him stays with his garage.
  const ofPlace = new Set(['section_missing', 'number_normalised', 'number_zeros', 'number_was_date']);
  addIssues(garage, ...row.issues.filter(({ code }) => !ofPlace.has(code)));
  addAttention(garage, ...row.attention);
}

/** He stands in the row of the garage too: what is empty there is filled, what is said otherwise is refused at its field. */
function compare(
  standing: Standing,
  at: number,
  { row, owner, ground }: Told,
  { changing, more }: { changing: Set<ParsedRow>; more: Set<ParsedRow> },
): void {
  const known = standing.owners[at]!;
  const name = nameOf(known);
  if (!couldBeOne({ ...known, birthday: null }, { ...owner, birthday: null }))
    return refuse(row, 'owner', `На листе ПО под этим кодом «${name}», здесь «${nameOf(owner)}»`);
  if (known.share && owner.share && !isSameShare(known.share, owner.share))
    return refuse(row, 'share', `«${name}»: на листе ПО доля ${known.share}, здесь ${owner.share}`);
  const was = standing.grounds[at]!;
  const isSaid = !ground || was === LOADED_GROUND || oneLine(was).includes(oneLine(ground));
  if (!isSaid) return refuse(row, 'basis', `«${name}»: на листе ПО основание «${was}», здесь «${ground}»`);
  const says = secondSays(known, owner);
  if (says === 'otherwise') return refuse(row, 'owner', `О владельце «${name}» на листе ПО сказано иначе`);
  const fills = { share: !known.share && Boolean(owner.share), ground: Boolean(ground) && was === LOADED_GROUND };
  if (fills.share) standing.taken.push(`доля ${owner.share}, «${name}»`);
  if (fills.ground) standing.taken.push(`основание «${ground}», «${name}»`);
  if (fills.share || fills.ground) changing.add(row);
  // Under his code he is told of as the sheet of people does it.
  const isApart = says === 'more' && Boolean(known.code && owner.code) && row.owners.length === 1;
  if (isApart && !changing.has(row)) more.add(row);
  else if (says === 'more') {
    standing.taken.push(`сведения о владельце «${name}»`);
    changing.add(row);
  }
  const facts = says === 'more' && !more.has(row) ? filled(known, owner) : known;
  standing.owners = standing.owners.with(at, { ...facts, share: known.share ?? owner.share });
  if (fills.ground) standing.grounds = standing.grounds.with(at, ground!);
}

const oneLine = (text: string) => fold(text.replace(/\s+/g, ' '));

/** 2/4 is 1/2. */
function isSameShare(one: string, other: string): boolean {
  const [a, b] = [parseShare(one), parseShare(other)];
  return Boolean(a && b && a.num * b.den === b.num * a.den);
}

/** The garage takes what stands now. */
function take(garage: ParsedRow, { owners, grounds, taken }: Standing): void {
  if (!taken.length) return;
  garage.owners = owners;
  garage.garage = { ...garage.garage!, basis: basisOf(grounds) };
  garage.issues = garage.issues.filter(({ code }) => code !== 'no_owner');
  addIssue(garage, 'co_owner_told', 'owner', '', taken.join('; '));
}

function basisOf(grounds: readonly string[]): string | null {
  const told = grounds.map((ground) => (ground === LOADED_GROUND ? '' : ground));
  return (new Set(told).size > 1 ? told.join(GROUNDS_BETWEEN) : told[0]) || null;
}

/** Several stand in the row of the garage, and only some of them on the sheet: none is taken away for it. */
function tellMissing(garage: ParsedRow, before: readonly ParsedOwner[], told: readonly ParsedRow[]): void {
  const named = told.flatMap(({ owners }) => owners);
  const missing = before.filter((known) => !named.some((one) => isHe(known, one)));
  if (!named.length || before.length < 2 || !missing.length) return;
  const names = missing.map((owner) => `«${nameOf(owner)}»`).join(', ');
  addIssue(garage, 'co_owner_told', 'share', '', `не всё. На нём нет: ${names}. Оставлено, как на листе ПО`);
}

/** No sheet has garages: the first row of a place is its garage, with the owners of all. */
function makeGarage(told: readonly ParsedRow[]): void {
  const clear = told.filter(isReadable);
  const [garage, ...others] = clear;
  if (!garage) return;
  const standing: Standing = { owners: garage.owners, grounds: groundsOf(garage), taken: [] };
  const sets = { changing: new Set<ParsedRow>(), more: new Set<ParsedRow>() };
  for (const one of others.flatMap(toldBy)) {
    const at = standing.owners.findIndex((known) => isHe(known, one.owner));
    if (at < 0) addOwner(standing, one, garage, sets.changing);
    else compare(standing, at, one, sets);
  }
  const isWhole = wholeShares(standing.owners.map(({ share }) => share));
  if (!isWhole)
    addIssue(garage, 'share_unparsable', 'share', standing.owners.map(({ share }) => share ?? '—').join('; '));
  garage.owners = isWhole ? standing.owners : standing.owners.map((owner) => ({ ...owner, share: null }));
  garage.garage = { ...garage.garage!, basis: basisOf(standing.grounds) };
  addIssue(garage, 'garage_of_owners', 'number', garage.garage.number);
  for (const row of others) finish(row, sets.more.has(row) ? 'person' : 'co_owner');
}

function refuse(row: ParsedRow, field: ImportField, shown: string): void {
  if (!isRefused(row)) addIssue(row, 'co_owner_differs', field, row.raw[field] ?? '', shown);
}

/** The row is told with its garage, or is one of a person; it is no garage itself. */
function finish(row: ParsedRow, as: 'person' | 'co_owner' | 'co_owner_same'): void {
  if (isRefused(row)) return;
  Object.assign(row, { garage: null, openingBalanceKopecks: null, balanceParts: [], attention: none });
  if (as !== 'person') Object.assign(row, { outcome: 'ignored', ignoredAs: as, owners: [], issues: [] });
}
