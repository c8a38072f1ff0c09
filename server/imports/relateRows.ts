// What rows mean to each other: repeated numbers, one person twice, one passport for two, sums kept on another sheet.
import {
  importFields,
  refusingIssues,
  type ImportField,
  type ImportIssueCode,
  type ImportLayout,
} from '../../contract/importFields.ts';
import type { ImportSummary, ParsedRow, ReadRow } from './rows.ts';
import type { Issue, ParsedGarage, ParsedOwner } from './readRow.ts';
import { issueMessage } from './rules/messages.ts';
import { couldBeOne, personKey, sameSpelling, type PersonIdentity } from './rules/person.ts';

/** Turns rows read one by one into the rows of the register; what was read is left as it was. */
export function relateRows(
  read: readonly ReadRow[],
  layout: ImportLayout,
): { summary: ImportSummary; rows: ParsedRow[] } {
  const rows = read.map(startRow);
  joinOwners(read, rows);
  noticeRepeats(rows, layout);
  takeMoney(rows, layout);
  noticePassports(rows, layout);
  const people = recognisePeople(rows);
  for (const row of rows) finish(row);
  const summary: ImportSummary = { created: 0, created_with_warning: 0, error: 0, ignored: 0, people };
  for (const row of rows) summary[row.outcome] += 1;
  return { summary, rows };
}

function startRow({ sheet, row, column, table, kind, read, raw }: ReadRow): ParsedRow {
  const place = { sheet, row, column, table, raw };
  if (kind !== 'garage' || !read)
    return {
      ...place,
      outcome: 'ignored',
      ignoredAs: kind === 'garage' ? 'footer' : kind,
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
    issues: [...issues],
    attention: [...attention],
    notes: '',
  };
}

/** «он же» takes the owner of the garage above; a second line of a garage adds its owners and remarks to it. */
function joinOwners(read: readonly ReadRow[], rows: ParsedRow[]): void {
  let above: ParsedRow | null = null;
  for (const [index, one] of read.entries()) {
    const row = rows[index]!;
    if (one.kind === 'continuation' && one.read && above) {
      const more = one.read.owners.filter((owner) => !above!.owners.some((known) => sameSpelling(known, owner)));
      above.owners = [...above.owners, ...more];
      above.attention.push(...one.read.attention);
      above.issues.push(
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
    }
    above = row;
  }
}

const places = new WeakMap<ParsedGarage, string>();

/** Section and number as one key, worked out once however often the rows are related. */
function placeOf(garage: ParsedGarage): string {
  const known = places.get(garage);
  if (known !== undefined) return known;
  const place = `${garage.section}\n${garage.number}`;
  places.set(garage, place);
  return place;
}

function noticeRepeats(rows: ParsedRow[], layout: ImportLayout): void {
  const first = new Map<string, ParsedRow>();
  for (const row of rows) {
    const { garage } = row;
    if (!garage || garage.number === '' || layout.tables[row.table]!.fate === 'money') continue;
    const place = placeOf(garage);
    const known = first.get(place);
    if (!known) {
      first.set(place, row);
      continue;
    }
    const where = known.sheet === row.sheet ? `в строке ${known.row}` : `на другом листе в строке ${known.row}`;
    const shown = `№ ${garage.number}${garage.section ? ` в секции ${garage.section}` : ''} уже есть ${where}`;
    addIssue(row, 'duplicate_garage', 'number', garage.number, shown);
  }
}

/** Sums of a sheet that holds only money go to the garages of the other sheets by section and number. */
function takeMoney(rows: ParsedRow[], layout: ImportLayout): void {
  const isMoney = (row: ParsedRow) => layout.tables[row.table]!.fate === 'money';
  if (!rows.some(isMoney)) return;
  const garages = rows.filter((row) => row.garage && !isMoney(row));
  const byPlace = new Map(garages.map((row) => [placeOf(row.garage!), row]));
  const byNumber = Map.groupBy(garages, (row) => row.garage!.number);
  const taken = new Set<ParsedRow>();
  for (const row of rows) {
    if (!isMoney(row) || !row.garage) continue;
    const same = byNumber.get(row.garage.number) ?? [];
    const target =
      byPlace.get(placeOf(row.garage)) ?? (row.garage.section === '' && same.length === 1 ? same[0] : undefined);
    const hasOwn =
      target &&
      layout.tables[target.table]!.columns.some(
        (column) => column.field && ['debt', 'credit', 'balance', 'signedDebt'].includes(column.field),
      );
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
    if (!hasOwn) {
      target.openingBalanceKopecks = (target.openingBalanceKopecks ?? 0) + (row.openingBalanceKopecks ?? 0);
      target.balanceParts = [...target.balanceParts, ...row.balanceParts];
    }
    target.issues.push(...row.issues);
    target.attention.push(...row.attention);
    Object.assign(row, {
      outcome: 'ignored',
      ignoredAs: 'money',
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

/** Keys of an owner, worked out once however often the rows are related. */
interface Keys {
  person: string | null;
  passport: string | null;
}
const ownerKeys = new WeakMap<ParsedOwner, Keys>();

function keysOf(owner: ParsedOwner): Keys {
  const known = ownerKeys.get(owner);
  if (known) return known;
  const passport = owner.passport ? owner.passport.series + owner.passport.number : null;
  const keys = { person: personKey(owner), passport };
  ownerKeys.set(owner, keys);
  return keys;
}

/** One passport with different people: of two a person decides, with three it is a number typed to fill the cell. */
function noticePassports(rows: ParsedRow[], layout: ImportLayout): void {
  const alone = new Map<string, Holder>();
  const holders = new Map<string, Holder[]>();
  for (const row of rows) {
    if (layout.tables[row.table]!.fate === 'money') continue;
    for (const owner of row.owners) {
      const key = keysOf(owner).passport;
      if (key === null) continue;
      const first = alone.get(key);
      if (!first) alone.set(key, { row, owner });
      else if (holders.has(key)) holders.get(key)!.push({ row, owner });
      else holders.set(key, [first, { row, owner }]);
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
}

/** Counts people, and gives one person met twice the spelling met first. */
function recognisePeople(rows: ParsedRow[]): number {
  const known = new Map<string, PersonIdentity>();
  let unknown = 0;
  for (const row of rows) {
    if (isRefused(row)) continue;
    if (row.owners.length === 0) continue;
    for (const [at, owner] of row.owners.entries()) {
      const key = keysOf(owner).person;
      if (key === null) {
        unknown += 1;
        continue;
      }
      const first = known.get(key);
      if (!first) {
        known.set(key, owner);
        continue;
      }
      if (sameSpelling(first, owner)) continue;
      const field = row.raw.owner === undefined ? 'lastName' : 'owner';
      addIssue(row, 'same_person_other_spelling', field, nameOf(owner), nameOf(first));
      row.attention.push({ field, title: importFields.owner.label, raw: nameOf(owner) });
      const { lastName, firstName, fatherName } = first;
      row.owners = row.owners.with(at, { ...owner, lastName, firstName, fatherName });
    }
  }
  return known.size + unknown;
}

const isRefused = (row: ParsedRow) =>
  row.issues.length > 0 && row.issues.some((issue) => refusingIssues.includes(issue.code));

function finish(row: ParsedRow): void {
  if (!row.garage) return;
  row.outcome = isRefused(row) ? 'error' : row.issues.length > 0 ? 'created_with_warning' : 'created';
  if (row.attention.length > 0) row.notes = row.attention.map(({ title, raw }) => `${title}: ${raw}`).join('\n');
}

function addIssue(row: ParsedRow, code: ImportIssueCode, field: ImportField, raw: string, shown = ''): void {
  const issue: Issue = {
    code,
    field,
    raw,
    message: issueMessage(code, { raw, shown, title: importFields[field].label }),
  };
  if (!row.issues.some((one) => one.code === code && one.field === field)) row.issues.push(issue);
}

function keep(row: ParsedRow, field: ImportField, raw: string): void {
  if (raw) row.attention.push({ field, title: importFields[field].label, raw });
}

function nameOf(person: PersonIdentity): string {
  return [person.lastName, person.firstName, person.fatherName].filter(Boolean).join(' ');
}
