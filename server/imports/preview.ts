// Rows of a batch as the screen shows them: what stood in the cells, what will be stored, what is wrong. Pure.
import { importedFields } from './plainFields.ts';
import {
  isMendedIssue,
  mendedIssues,
  refusingIssues,
  type ImportField,
  type ImportIssueCode,
  type ImportOverride,
  type RowPlace,
} from '../../contract/importFields.ts';
import type { Difference } from '../../contract/importChoices.ts';
import type { KindCount, PreviewRow } from '../../contract/imports.ts';
import { formatDate } from '../../contract/kernel/words.ts';
import type { BatchView } from './batchView.ts';
import { placeKey, type ParsedRow } from './rows.ts';
import type { ParsedGarage, ParsedOwner } from './readRow.ts';
import { consentText } from './rules/consents.ts';
import { phoneParts } from './rules/contacts.ts';
import { fold } from './rules/text.ts';

const day = (date: string | null | undefined) => (date ? formatDate(date) : '');
const nameOf = (owner: ParsedOwner) =>
  [owner.lastName, owner.firstName, owner.fatherName].filter(Boolean).join(' ') +
  (owner.share ? ` (${owner.share})` : '') +
  (owner.organisation?.inn ? ` (ИНН ${owner.organisation.inn})` : '');
const roubles = (kopecks: number) => (kopecks / 100).toFixed(2).replace('.', ',');

function garageTexts(garage: ParsedGarage, type: string | undefined): Partial<Record<ImportField, string | null>> {
  const metres = [garage.sizeX, garage.sizeY, garage.sizeZ]
    .filter((side) => side !== null)
    .map((side) => String(side).replace('.', ','));
  return {
    section: garage.section,
    number: garage.number,
    type: garage.typeId === null ? '' : (type ?? ''),
    size: metres.join(' × '),
    ...Object.fromEntries(
      importedFields.map(({ key, column, kind }) => [
        key,
        kind === 'date' ? day(garage.plain[column]) : garage.plain[column],
      ]),
    ),
    basis: garage.basis,
    note: garage.note,
  };
}

/** Every field as it will be stored; empty ones are left out. */
export function readTexts(row: ParsedRow): Partial<Record<ImportField, string>> {
  const owner = row.owners[0];
  const balance = row.openingBalanceKopecks ?? 0;
  const texts: Partial<Record<ImportField, string | null>> = {
    ...(row.garage ? garageTexts(row.garage, row.raw.type) : {}),
    owner: row.owners.map(nameOf).join('; '),
    birthday: day(owner?.birthday),
    phone: owner?.phones.join(', ') ?? '',
    email: owner?.email ?? '',
    registrationAddress: owner?.registrationAddress ?? '',
    actualAddress: owner?.actualAddress ?? '',
    passport: owner?.passport ? `${owner.passport.series} ${owner.passport.number}` : '',
    passportIssued: owner?.passportIssued ?? '',
    privilege: owner?.privilegeId ? (row.raw.privilege ?? '') : '',
    privilegeCertificate: owner?.privilegeCertificate ?? '',
    voaEntryDate: day(owner?.voaEntryDate),
    ticketNumber: owner?.ticketNumber ?? '',
    ...Object.fromEntries((owner?.consents ?? []).map((one) => [one.field, consentText(one)])),
    [balance > 0 ? 'credit' : 'debt']: balance === 0 ? '' : roubles(Math.abs(balance)),
  };
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text)) as Partial<Record<ImportField, string>>;
}

/** Fields that were corrected and by what, by place. */
export type Typed = ReadonlyMap<string, { fields: ImportField[]; by: 'hand' | 'rule' }>;

export function previewRow(
  row: ParsedRow,
  result: string | null,
  typed: Typed,
  differences: readonly Difference[],
): PreviewRow {
  return {
    sheet: row.sheet,
    row: row.row,
    column: row.column,
    outcome: row.outcome,
    ...(row.ignoredAs ? { ignoredAs: row.ignoredAs } : {}),
    section: row.garage?.section ?? '',
    number: row.garage?.number ?? '',
    owners: row.owners.map(nameOf).join(', '),
    balance_kopecks: row.openingBalanceKopecks,
    issues: row.issues.map(({ code, field, raw, message }) => ({ code, field, raw, message })),
    raw: row.raw as Record<string, string>,
    read: readTexts(row) as Record<string, string>,
    typed: typed.get(placeKey(row))?.fields ?? [],
    by: typed.get(placeKey(row))?.by ?? null,
    differences: [...differences],
    result,
  };
}

/** Remarks and the reason to be left out that a row bears. */
export const kindsOf = (row: ParsedRow | undefined): string[] =>
  row ? [...new Set([...(row.ignoredAs ? [row.ignoredAs] : []), ...row.issues.map((issue) => issue.code)])] : [];

/** What the rows bore before they were corrected, by place. */
export function formerKinds(overrides: readonly ImportOverride[]): Map<string, Set<string>> {
  const former = new Map<string, Set<string>>();
  for (const one of overrides) {
    if (!one.was?.length) continue;
    const place = placeKey(one);
    const known = former.get(place) ?? new Set();
    for (const kind of one.was) known.add(kind);
    former.set(place, known);
  }
  return former;
}

/**
 * How many rows carry each remark, were left out for each reason, or say otherwise than the register; `done` did so before they
 * were corrected.
 */
export function countKinds(
  { parsed: { rows }, rowAt }: Pick<BatchView, 'parsed' | 'rowAt'>,
  former: ReadonlyMap<string, ReadonlySet<string>>,
  differs = { count: 0, done: 0 },
): KindCount[] {
  const counts = new Map<string, Omit<KindCount, 'kind'>>();
  const of = (kind: string) => {
    const known = counts.get(kind) ?? { count: 0, done: 0 };
    counts.set(kind, known);
    return known;
  };
  for (const row of rows) {
    if (row.ignoredAs) of(row.ignoredAs).count += 1;
    for (const code of new Set(row.issues.map((issue) => issue.code))) of(code).count += 1;
    for (const issue of row.issues)
      if (mendedIssues.includes(issue.code) && !isMendedIssue(issue)) of(issue.code).toCheck = true;
  }
  for (const [place, kinds] of former) {
    const now = kindsOf(rowAt(place));
    for (const kind of kinds) if (!now.includes(kind)) of(kind).done += 1;
  }
  if (differs.count + differs.done) counts.set('differs', differs);
  const weight = ({ kind, toCheck }: KindCount) =>
    refusingIssues.includes(kind as ImportIssueCode)
      ? 0
      : mendedIssues.includes(kind as ImportIssueCode) && !toCheck
        ? 2
        : 1;
  return [...counts]
    .map(([kind, sums]) => ({ kind, ...sums }))
    .toSorted((one, other) => weight(one) - weight(other) || other.count - one.count || other.done - one.done);
}

const searched = new WeakMap<
  ParsedRow['raw'],
  Pick<ParsedRow, 'owners' | 'openingBalanceKopecks'> & { text: string }
>();

/** Everything of a row that can be searched: as typed and as read. Rows related anew keep their cells. */
function searchText(row: ParsedRow): string {
  const { owners, openingBalanceKopecks } = row;
  const known = searched.get(row.raw);
  if (known?.owners === owners && known.openingBalanceKopecks === openingBalanceKopecks) return known.text;
  const text = fold([String(row.row), ...Object.values(row.raw), ...Object.values(readTexts(row))].join(' '));
  searched.set(row.raw, { text, owners, openingBalanceKopecks });
  return text;
}

export interface RowFilter {
  outcome?: string | undefined;
  kind?: string | undefined;
  state?: 'open' | 'done' | undefined;
  q?: string | undefined;
}

/** `differs` says whether what a row says otherwise than the register waits to be decided; `former` as of `formerKinds`. */
export function filterRows(
  rows: readonly ParsedRow[],
  { outcome, kind, state, q }: RowFilter,
  differs: (row: ParsedRow) => 'open' | 'done' | null,
  former: ReadonlyMap<string, ReadonlySet<string>>,
): ParsedRow[] {
  const words = fold(q ?? '')
    .split(' ')
    .filter(Boolean);
  const stateOf = (row: ParsedRow): 'open' | 'done' | null => {
    if (kind === 'differs') return differs(row);
    if (row.ignoredAs === kind || row.issues.some((issue) => issue.code === kind)) return 'open';
    return former.size > 0 && former.get(placeKey(row))?.has(kind!) ? 'done' : null;
  };
  return rows.filter((row) => {
    if (outcome && row.outcome !== outcome) return false;
    if (kind) {
      const found = stateOf(row);
      if (!found || (state && found !== state)) return false;
    }
    return words.every((word) => searchText(row).includes(word));
  });
}

/** Cells under a remark that say the same, with what could stand there instead, where it is plain. */
export function groupIssues(
  rows: readonly ParsedRow[],
  kind: ImportIssueCode,
): { field: ImportField; raw: string; count: number; offer: string | null }[] {
  const groups = new Map<string, { field: ImportField; raw: string; count: number; offer: string | null }>();
  for (const row of rows)
    for (const issue of row.issues) {
      if (issue.code !== kind) continue;
      const key = `${issue.field}\n${issue.raw}`;
      const known = groups.get(key);
      if (known) known.count += 1;
      else
        groups.set(key, {
          field: issue.field,
          raw: issue.raw,
          count: 1,
          offer: offerFor(issue.field, kind, issue.raw),
        });
    }
  return [...groups.values()].toSorted((one, other) => other.count - one.count).slice(0, 200);
}

/** Seven digits are a phone of the city; nothing else is guessed. */
function offerFor(field: ImportField, kind: ImportIssueCode, raw: string): string | null {
  if (field !== 'phone' || kind !== 'phone_unparsable') return null;
  const parts = phoneParts(raw);
  const mended = parts.map((part) => (/^\D*(?:\d\D*){7}$/.test(part) ? `812${part.replace(/\D/g, '')}` : part));
  return mended.some((part, at) => part !== parts[at]) ? mended.join(', ') : null;
}

/** Places of the cells a group correction goes to. */
export function placesOf(
  rows: readonly ParsedRow[],
  group: { kind: ImportIssueCode; field: ImportField; raw?: string | undefined },
): RowPlace[] {
  return rows
    .filter((row) =>
      row.issues.some(
        (issue) =>
          issue.code === group.kind &&
          issue.field === group.field &&
          (group.raw === undefined || issue.raw === group.raw),
      ),
    )
    .map(({ sheet, row, column }) => ({ sheet, row, column }));
}
