// A parsed registry in the shape of the expected files, so that the two can be compared whole.
import { proposeLayout } from '../../server/imports/rules/layout.ts';
import { parseRegistry } from '../../server/imports/parse.ts';
import type { ParsedRegistry } from '../../server/imports/rows.ts';
import { readWorkbook, type ReadOptions } from '../../server/imports/workbook.ts';

/** After every day that the files name. */
export const TODAY = '2026-11-28';

export interface Expected {
  headerRow: number;
  summary: ParsedRegistry['summary'];
  rows: Record<string, unknown>[];
}

/** Reads a file with the guessed layout. */
export async function readFile(bytes: Uint8Array, name: string, options?: ReadOptions): Promise<ParsedRegistry> {
  const workbook = await readWorkbook(bytes, name, options);
  return parseRegistry(workbook, (await proposeLayout(workbook)).layout, [], TODAY);
}

/** Issues are sorted: their order has no meaning. */
export function toExpected(parsed: ParsedRegistry): Expected {
  return { headerRow: parsed.headerRow, summary: parsed.summary, rows: parsed.rows.map(rowOf) };
}

function rowOf(row: ParsedRegistry['rows'][number]): Record<string, unknown> {
  const { garage } = row;
  return {
    row: row.row,
    outcome: row.outcome,
    ...(row.ignoredAs ? { ignoredAs: row.ignoredAs } : {}),
    garage: garage && {
      section: garage.section,
      number: garage.number,
      type_id: garage.typeId,
      sizeX: garage.sizeX,
      sizeY: garage.sizeY,
      sizeZ: garage.sizeZ,
      dateOfConstruction: garage.plain.date_of_construction,
    },
    owners: row.owners.map((owner) => ({
      lastName: owner.lastName,
      firstName: owner.firstName,
      fatherName: owner.fatherName,
      birthday: owner.birthday,
      phones: owner.phones,
      passport: owner.passport,
      privilege_id: owner.privilegeId,
      privilegeCertificate: owner.privilegeCertificate,
      isVOAMember: owner.isVoaMember,
      voaEntryDate: owner.voaEntryDate,
      share: owner.share,
    })),
    openingBalanceKopecks: row.openingBalanceKopecks,
    issues: [...new Set(row.issues.map((issue) => issue.code))].toSorted(),
  };
}

/** An expected file with its issues sorted the same way. */
export function sortIssues(expected: Expected): Expected {
  const rows = expected.rows.map((row) => ({ ...row, issues: (row.issues as string[]).toSorted() }));
  return { headerRow: expected.headerRow, summary: expected.summary, rows };
}
