// What rows mean to each other: repeated numbers, one person twice, one passport for two, sums kept on another sheet.
import { importFields, moneyFields, type ImportField, type ImportLayout } from '../../contract/importFields.ts';
import { foldName } from '../../contract/kernel/words.ts';
import {
  isOfPeople,
  type ImportSummary,
  type OwnerKeys,
  type ParsedRow,
  type ReadRow,
  type RowCache,
  type RowKeys,
} from './rows.ts';
import { takeCoOwners } from './coOwners.ts';
import { addAttention, addIssue, addIssues, isRefused, keep, nameOf, none, placeOf } from './remarks.ts';
import { joinLines } from './secondLine.ts';
import type { ParsedOwner, ReadGarageRow } from './readRow.ts';
import { roublesText } from './rules/money.ts';
import { foldSection } from './rules/place.ts';
import { filled, secondSays } from './rules/toldTwice.ts';
import { shareInns } from './rules/inns.ts';
import { personal } from './rules/personalFields.ts';
import { couldBeOne, personKey, sameSpelling } from './rules/person.ts';

/** Stops after every few rows, so that the caller may let others go first. */
type Pausing<T = void> = Generator<undefined, T>;
/** Rows between two stops. */
const STEP = 250;

/** Turns rows read one by one into the rows of the register; what was read is left as it was. */
export function* relateRows(
  read: readonly ReadRow[],
  layout: ImportLayout,
  cache: RowCache,
): Pausing<{ summary: ImportSummary; rows: ParsedRow[] }> {
  const rows: ParsedRow[] = [];
  for (const one of read) {
    if (rows.length % STEP === 0) yield;
    rows.push(startRow(one));
  }
  yield* joinOwners(read, rows);
  yield* spellSections(rows, layout);
  yield* noticeRepeats(read, rows, layout, cache);
  yield* takeCoOwners(rows, layout);
  yield* takeMoney(read, rows, layout);
  yield* noticePassports(read, rows, layout, cache);
  const people = yield* recognisePeople(read, rows, cache);
  shareInns(rows);
  const summary: ImportSummary = { created: 0, created_with_warning: 0, error: 0, ignored: 0, people };
  for (const [index, row] of rows.entries()) {
    if (index % STEP === 0) yield;
    finish(row);
    summary[row.outcome] += 1;
  }
  return { summary, rows };
}

function startRow({ sheet, row, column, table, kind, read, person, raw }: ReadRow): ParsedRow {
  const place = { sheet, row, column, table, raw };
  if (person)
    return {
      ...place,
      outcome: 'created',
      garage: null,
      owners: person.owners,
      openingBalanceKopecks: null,
      balanceParts: [],
      issues: person.issues.length ? [...person.issues] : none,
      attention: none,
      notes: '',
    };
  if (kind !== 'garage' || !read)
    return {
      ...place,
      outcome: 'ignored',
      ignoredAs: kind === 'garage' || kind === 'person' ? 'footer' : kind,
      garage: null,
      owners: [],
      openingBalanceKopecks: null,
      balanceParts: [],
      issues: [],
      attention: [],
      notes: '',
    };
  const { garage, owners, openingBalanceKopecks, balanceParts, issues, attention } = read;
  return {
    ...place,
    outcome: 'created',
    garage,
    owners,
    openingBalanceKopecks,
    balanceParts,
    issues: issues.length ? [...issues] : none,
    attention: attention.length ? [...attention] : none,
    notes: '',
  };
}

/** «он же» takes the owner of the garage above; a second line of a garage adds its owners and remarks to it. */
function* joinOwners(read: readonly ReadRow[], rows: ParsedRow[]): Pausing {
  let above: ParsedRow | null = null;
  /** The row that names him whom «он же» means. */
  let named: ParsedRow | null = null;
  let isSumTyped = false;
  for (const [index, one] of read.entries()) {
    if (index % STEP === 0) yield;
    const row = rows[index]!;
    if (one.kind === 'continuation' && one.read && above) {
      const more = one.read.owners.filter((owner) => !above!.owners.some((known) => isHe(known, owner)));
      addLine(above, one, isSumTyped);
      addAttention(above, ...one.read.attention);
      for (const owner of one.read.owners) addFacts(above, owner, one.raw);
      if (more.length) above.owners = [...above.owners, ...more];
      addIssues(
        above,
        ...one.read.issues.filter((issue) => !['no_owner', 'number_missing', 'section_missing'].includes(issue.code)),
      );
      if (more.length) addIssue(above, 'two_owners_in_cell', 'owner', above.owners.map(nameOf).join(', '));
    }
    if (one.kind !== 'garage') continue;
    if (one.read?.isDitto) {
      row.owners = (above?.owners ?? []).map((owner) => ({ ...owner, share: null }));
      const shown = row.owners.map(nameOf).join(', ');
      const raw = row.raw.owner ?? row.raw.lastName ?? '';
      row.issues = row.issues.filter((issue) => issue.code !== 'owner_same_as_above');
      addIssue(row, row.owners.length ? 'owner_same_as_above' : 'no_owner', 'owner', raw, shown);
      if (!row.owners.length) keep(row, 'owner', raw);
      // What is said of him here otherwise belongs to no field.
      for (const field of personal) if (row.raw[field] !== named?.raw[field]) keep(row, field, row.raw[field] ?? '');
    } else named = row;
    above = row;
    isSumTyped = one.read?.isSumTyped === true;
  }
}

/** What the second line of a garage says of the garage and of its money. */
function addLine(above: ParsedRow, second: ReadRow, isSumTyped: boolean): void {
  const { garage } = above;
  if (!garage) return;
  const { differ, ...joined } = joinLines({ ...above, garage }, second, isSumTyped);
  Object.assign(above, joined);
  for (const { code, field, raw, shown, keeps } of differ) {
    addIssue(above, code, field, raw, shown);
    if (keeps) keep(above, field, raw);
  }
}

/** The same name; two codes are two people. */
const isHe = (known: ParsedOwner, told: ParsedOwner) =>
  sameSpelling(known, told) && (!known.code || !told.code || known.code === told.code);

/** Whoever is named in the line above takes what a line of his own adds; what it says otherwise stays with the garage as text. */
function addFacts(above: ParsedRow, told: ParsedOwner, raw: ParsedRow['raw']): void {
  const at = above.owners.findIndex((known) => isHe(known, told));
  const known = above.owners[at];
  if (!known) return;
  const says = secondSays(known, told);
  if (says === 'more') above.owners = above.owners.with(at, { ...filled(known, told), share: known.share });
  if (says !== 'otherwise') return;
  for (const field of personal) {
    const isSaid = at === 0 && raw[field] === above.raw[field];
    const isKept = above.attention.some((one) => one.field === field && one.raw === raw[field]);
    if (!isSaid && !isKept) keep(above, field, raw[field] ?? '');
  }
}

/** What a row is found by among the others: worked out once, when the row is read. */
export function keysOfRow(cache: RowCache, { garage, owners }: ReadGarageRow): RowKeys {
  return { place: cache.places.of(placeOf(garage)), owners: owners.map((owner) => keysOf(cache, owner)) };
}

const keysOf = (cache: RowCache, owner: ParsedOwner): OwnerKeys => ({
  person: cache.people.of(owner.code ? `${owner.code}|${foldName(nameOf(owner))}` : personKey(owner)),
  passport: cache.passports.of(owner.passport ? owner.passport.series + owner.passport.number : null),
});

/** Owners that were not changed since the row was read have their keys with it. */
const keysAt = (cache: RowCache, read: ReadRow, row: ParsedRow, at: number): OwnerKeys =>
  (row.owners === read.read?.owners ? read.keys?.owners[at] : undefined) ?? keysOf(cache, row.owners[at]!);

/** A row of a sheet that speaks of garages told on the others. */
const isBeside = (row: ParsedRow, layout: ImportLayout) =>
  layout.tables[row.table]!.fate === 'money' || layout.tables[row.table]!.fate === 'owners';

function* noticeRepeats(read: readonly ReadRow[], rows: ParsedRow[], layout: ImportLayout, cache: RowCache): Pausing {
  const first = cache.places.list<ParsedRow>();
  for (const [index, row] of rows.entries()) {
    if (index % STEP === 0) yield;
    const { garage } = row;
    if (!garage || garage.number === '' || isBeside(row, layout)) continue;
    const place = read[index]!.keys!.place;
    const known = first[place];
    if (!known) {
      first[place] = row;
      continue;
    }
    const where = known.sheet === row.sheet ? `в строке ${known.row}` : `на другом листе в строке ${known.row}`;
    const other = known.garage!.number === garage.number ? '' : `, там он «${known.garage!.number}»`;
    const shown = `№ ${garage.number}${garage.section ? ` в секции ${garage.section}` : ''} уже есть ${where}${other}`;
    addIssue(row, 'duplicate_garage', 'number', garage.number, shown);
  }
}

/** One section in two spellings, «а» and «А», is written as it stands first: the card knows no two of them either. */
function* spellSections(rows: ParsedRow[], layout: ImportLayout): Pausing {
  const byFold = new Map<string, string>();
  const bySpelling = new Map<string, string>();
  for (const [index, row] of rows.entries()) {
    if (index % STEP === 0) yield;
    const section = row.garage?.section;
    if (!row.garage || !section || isBeside(row, layout)) continue;
    // Sections are few, rows many: each spelling is folded once.
    let first = bySpelling.get(section);
    if (first === undefined) {
      const fold = foldSection(section);
      first = byFold.get(fold) ?? section;
      byFold.set(fold, first);
      bySpelling.set(section, first);
    }
    if (first === section) continue;
    row.garage = { ...row.garage, section: first };
    addIssue(row, 'section_spelling', 'section', section, first);
  }
}

/** Sums of a sheet that holds only money go to the garages of the other sheets by section and number. */
function* takeMoney(read: readonly ReadRow[], rows: ParsedRow[], layout: ImportLayout): Pausing {
  if (layout.tables.every((table) => table.fate !== 'money')) return;
  const isMoney = (row: ParsedRow) => layout.tables[row.table]!.fate === 'money';
  // A row that is refused takes nothing: the debt of a repeated number is that of the row which stands.
  const garages = rows.filter((row) => row.garage && !isMoney(row) && !isRefused(row));
  const byPlace = new Map(garages.map((row) => [placeOf(row.garage!), row]));
  const byNumber = Map.groupBy(garages, (row) => row.garage!.number);
  const taken = new Set<ParsedRow>();
  const typed = new Set(rows.filter((_, index) => read[index]!.read?.isSumTyped));
  for (const [index, row] of rows.entries()) {
    if (index % STEP === 0) yield;
    if (!isMoney(row) || !row.garage) continue;
    const same = byNumber.get(row.garage.number) ?? [];
    const target =
      byPlace.get(placeOf(row.garage)) ?? (row.garage.section === '' && same.length === 1 ? same[0] : undefined);
    const hasOwn =
      target &&
      (typed.has(target) ||
        layout.tables[target.table]!.columns.some(
          ({ field }) => field && (moneyFields as readonly ImportField[]).includes(field),
        ));
    row.issues = row.issues.filter((issue) => !['no_owner', 'section_missing'].includes(issue.code));
    row.attention = row.attention.filter((one) => one.field !== 'owner');
    if (!target || taken.has(target)) {
      const raw = [row.garage.section, row.garage.number].filter(Boolean).join(' ');
      addIssue(
        row,
        target ? 'duplicate_garage' : 'garage_unknown',
        'number',
        raw,
        `№ ${raw} уже взят из другой строки`,
      );
      continue;
    }
    taken.add(target);
    const sum = row.openingBalanceKopecks ?? 0;
    // What the garage's own row says stands; another sum is told, not dropped in silence.
    if (hasOwn && !typed.has(target) && sum !== (target.openingBalanceKopecks ?? 0))
      addIssue(target, 'debt_elsewhere', 'debt', roublesText(sum), roublesText(target.openingBalanceKopecks ?? 0));
    if (!hasOwn) {
      target.openingBalanceKopecks = (target.openingBalanceKopecks ?? 0) + (row.openingBalanceKopecks ?? 0);
      target.balanceParts = [...target.balanceParts, ...row.balanceParts];
      if (moneyFields.some((field) => row.raw[field])) target.isSumTold = true;
    }
    addIssues(target, ...row.issues);
    addAttention(target, ...row.attention);
    Object.assign(row, {
      outcome: 'ignored',
      ignoredAs: hasOwn ? 'money_own' : 'money',
      garage: null,
      owners: [],
      openingBalanceKopecks: null,
      balanceParts: [],
      issues: [],
      attention: [],
    });
  }
}

interface Holder {
  row: ParsedRow;
  owner: ParsedOwner;
}

/** One passport with different people: of two a person decides, with three it is a number typed to fill the cell. */
function* noticePassports(read: readonly ReadRow[], rows: ParsedRow[], layout: ImportLayout, cache: RowCache): Pausing {
  // Rows by number while each passport stands alone, which is nearly always.
  const alone = cache.passports.list<number>();
  const holders = new Map<number, Holder[]>();
  const passportAt = (index: number, at: number) => keysAt(cache, read[index]!, rows[index]!, at).passport;
  const holderOf = (index: number, key: number): Holder => {
    const row = rows[index]!;
    return { row, owner: row.owners.find((_, at) => passportAt(index, at) === key)! };
  };
  for (let index = 0; index < rows.length; index += 1) {
    if (index % STEP === 0) yield;
    const row = rows[index]!;
    // A refused line of a co-owner says nothing against his garage.
    if (isBeside(row, layout) && (isRefused(row) || layout.tables[row.table]!.fate === 'money')) continue;
    for (let at = 0; at < row.owners.length; at += 1) {
      const key = passportAt(index, at);
      if (key < 0) continue;
      const first = alone[key];
      if (first === undefined) {
        alone[key] = index;
        continue;
      }
      const held = holders.get(key) ?? [holderOf(first, key)];
      held.push({ row, owner: row.owners[at]! });
      holders.set(key, held);
    }
  }
  for (const group of holders.values()) {
    const people: Holder[] = [];
    for (const one of group) if (!people.some((other) => couldBeOne(other.owner, one.owner))) people.push(one);
    if (people.length < 2) continue;
    for (const { row, owner } of group) {
      const raw = `${owner.passport!.series} ${owner.passport!.number}`;
      if (people.length > 2) dropPassport(row, owner, raw);
      else {
        const other = group.find((one) => !couldBeOne(one.owner, owner))!;
        addIssue(
          row,
          'passport_conflict',
          'passport',
          raw,
          `Тот же паспорт в строке ${other.row.row}: ${nameOf(other.owner)}, здесь ${nameOf(owner)}`,
        );
      }
    }
  }
}

function dropPassport(row: ParsedRow, owner: ParsedOwner, raw: string): void {
  row.owners = row.owners.map((one) => (one === owner ? { ...one, passport: null } : one));
  addIssue(row, 'passport_unusable', 'passport', raw);
  keep(row, 'passport', raw);
  keep(row, 'passportIssued', owner.passportIssued ?? '');
}

/** Counts people, and gives one person met twice the spelling met first. */
function* recognisePeople(read: readonly ReadRow[], rows: ParsedRow[], cache: RowCache): Pausing<number> {
  const known = cache.people.list<ParsedOwner>();
  const lines = cache.people.list<ParsedRow>();
  let people = 0;
  for (const [index, row] of rows.entries()) {
    if (index % STEP === 0) yield;
    if (isRefused(row)) continue;
    if (row.owners.length === 0) continue;
    const keys = isOfPeople(row) ? row.owners.map((_, at) => keysAt(cache, read[index]!, row, at).person) : [];
    const firsts = keys.map((key) => known[key]);
    for (const [at, owner] of row.owners.entries()) {
      const key = keysAt(cache, read[index]!, row, at).person;
      const first = key < 0 ? undefined : known[key];
      if (!first) {
        people += 1;
        if (key >= 0) {
          known[key] = owner;
          lines[key] = row;
        }
        continue;
      }
      if (sameSpelling(first, owner)) continue;
      const field = row.raw.owner === undefined ? 'lastName' : 'owner';
      addIssue(row, 'same_person_other_spelling', field, nameOf(owner), nameOf(first));
      addAttention(row, { field, title: importFields.owner.label, raw: nameOf(owner) });
      const { lastName, firstName, fatherName } = first;
      row.owners = row.owners.with(at, { ...owner, lastName, firstName, fatherName });
    }
    if (firsts[0] && firsts.every(Boolean)) tellTwice(row, firsts[0], lines[keys[0]!]!);
  }
  return people;
}

/** A line of a person that adds nothing to the one before it, or speaks against it, is not loaded: the first one stands. */
function tellTwice(row: ParsedRow, first: ParsedOwner, { row: line, sheet }: ParsedRow): void {
  const says = secondSays(first, row.owners[0]!);
  if (says === 'more') return;
  row.isNamed = true;
  const shown = sheet === row.sheet ? `в строке ${line}` : `на другом листе в строке ${line}`;
  if (says === 'otherwise') addIssue(row, 'person_told_twice', 'owner', nameOf(first), shown);
}

function finish(row: ParsedRow): void {
  if (row.outcome === 'ignored') return;
  row.outcome = isRefused(row) ? 'error' : row.issues.length > 0 ? 'created_with_warning' : 'created';
  if (row.attention.length > 0) row.notes = row.attention.map(({ title, raw }) => `${title}: ${raw}`).join('\n');
}
