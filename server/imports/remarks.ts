// Remarks of rows, made when rows are related; and what a row is called by.
import { importFields, refusingIssues, type ImportField, type ImportIssueCode } from '../../contract/importFields.ts';
import type { Attention, Issue } from './issueLog.ts';
import type { ParsedRow } from './rows.ts';
import { issueMessage, toldMessage } from './rules/messages.ts';
import type { PersonIdentity } from './rules/person.ts';
import { foldNumber, foldSection } from './rules/place.ts';

/** Most rows have nothing to say: they share one list, which is replaced before anything is added to it. */
export const none: never[] = [];
Object.freeze(none);

export const addAttention = (row: ParsedRow, ...more: Attention[]) => {
  if (row.attention.length) row.attention.push(...more);
  else if (more.length) row.attention = more;
};
export const addIssues = (row: ParsedRow, ...more: Issue[]) => {
  if (row.issues.length) row.issues.push(...more);
  else if (more.length) row.issues = more;
};

export function addIssue(row: ParsedRow, code: ImportIssueCode, field: ImportField, raw: string, shown = ''): void {
  const facts = { raw, shown, title: importFields[field].label };
  const message = issueMessage(code, facts);
  const issue: Issue = { code, field, raw, message, told: toldMessage(code, field, facts) };
  if (!row.issues.some((one) => one.code === code && one.field === field)) addIssues(row, issue);
}

export function keep(row: ParsedRow, field: ImportField, raw: string): void {
  if (raw) addAttention(row, { field, title: importFields[field].label, raw });
}

export function nameOf(person: PersonIdentity): string {
  return [person.lastName, person.firstName, person.fatherName].filter(Boolean).join(' ');
}

export const isRefused = (row: ParsedRow) =>
  row.issues.length > 0 && row.issues.some((issue) => refusingIssues.includes(issue.code));

export const placeOf = ({ section, number }: { section: string; number: string }) =>
  `${foldSection(section)}\n${foldNumber(number)}`;
