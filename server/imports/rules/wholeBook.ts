// A workbook of a whole МО: which of its sheets and rows belong to which ПО. Pure.
import { FORMER_PEOPLE, type ImportLayout, type TableLayout } from '../../../contract/importFields.ts';
import type { Sheet, Workbook } from '../workbook.ts';
import { sameName } from './places.ts';
import { countNames, poNamesOf } from './poNames.ts';

export interface NamedPo {
  id: number;
  name: string;
}

/** What one ПО gets: its sheets, and its names in the column of ПО by table of the whole layout. */
export interface Part {
  po: NamedPo;
  sheets: Set<number>;
  /** Names by sheet: rows of the sheet that carry one of them. */
  names: Map<number, string[]>;
  /** Sheets whose tables without a column of ПО are its own beside the named rows. */
  bare: Set<number>;
}

export interface LeftOut {
  name: string;
  from: 'sheet' | 'column';
  rows: number;
  why: string;
}

/**
 * @param layout the whole workbook as it would be read, all sheets
 * @param assigned names of sheets and cells that a person has given to a ПО, by id
 */
export function divideBook(
  workbook: Workbook,
  layout: ImportLayout,
  poes: readonly NamedPo[],
  assigned: Readonly<Record<string, number>>,
): { parts: Part[]; leftOut: LeftOut[] } {
  const parts = new Map<number, Part>();
  const leftOut: LeftOut[] = [];
  const poOf = (written: string): NamedPo | string => {
    const given = poes.find((po) => po.id === assigned[written]);
    if (given) return given;
    const named = poes.filter((po) => sameName(po.name, written));
    return named.length === 1 ? named[0]! : named.length ? 'так называются несколько ПО' : 'такого ПО в МО нет';
  };
  const partOf = (po: NamedPo) => {
    const part = parts.get(po.id) ?? {
      po,
      sheets: new Set<number>(),
      names: new Map<number, string[]>(),
      bare: new Set<number>(),
    };
    parts.set(po.id, part);
    return part;
  };
  workbook.sheets.forEach((sheet, index) => {
    const tables = layout.tables.filter((table) => table.sheetIndex === index);
    const counts = new Map<string, number>();
    // A sheet that is not loaded is named with its reason, whatever columns it has.
    for (const table of tables.filter(({ fate }) => fate !== 'skip'))
      for (const [name, rows] of countNames(sheet, table)) counts.set(name, (counts.get(name) ?? 0) + rows);
    if (!counts.size) {
      const why = tables[0]?.fate === 'skip' ? tables[0].why : '';
      const po = sheet.rowCount === 0 ? 'пустой лист' : why || poOf(sheet.name);
      if (typeof po === 'string') leftOut.push({ name: sheet.name, from: 'sheet', rows: sheet.rowCount, why: po });
      else partOf(po).sheets.add(index);
    }
    // Beside a table with a column of ПО nobody knows whose the other one is: never everybody's.
    const bare = counts.size ? tables.filter((table) => table.fate !== 'skip' && !poNamesOf(sheet, table)) : [];
    if (bare.length) {
      const po = poOf(sheet.name);
      const rows = bare.reduce((sum, table) => sum + rowsOf(sheet, table), 0);
      if (typeof po === 'string')
        leftOut.push({ name: sheet.name, from: 'sheet', rows, why: 'таблица без столбца ПО' });
      else {
        partOf(po).sheets.add(index);
        partOf(po).bare.add(index);
      }
    }
    for (const [name, rows] of counts) {
      const po =
        name === ''
          ? 'ПО в строке не указано'
          : name === FORMER_PEOPLE
            ? 'прежние владельцы: только имена, они остаются в прежнем реестре'
            : poOf(name);
      if (typeof po === 'string') {
        leftOut.push({ name, from: 'column', rows, why: po });
        continue;
      }
      const part = partOf(po);
      part.sheets.add(index);
      part.names.set(index, [...(part.names.get(index) ?? []), name]);
    }
  });
  return { parts: [...parts.values()], leftOut };
}

/** Filled lines under the header of a table. */
function rowsOf(sheet: Sheet, { firstRow, lastRow, columns }: TableLayout): number {
  let rows = 0;
  for (let at = 0; at < sheet.rowCount; at += 1) {
    const line = sheet.lineOf(at);
    if (line < firstRow || (lastRow !== null && line > lastRow)) continue;
    const cells = sheet.row(at);
    if (columns.some(({ index }) => (cells[index]?.text ?? '').trim() !== '')) rows += 1;
  }
  return rows;
}

/** Names of sheets and cells with the ПО they went to: a ПО that is renamed later keeps them. */
export function namesOf(workbook: Workbook, parts: readonly Part[]): Record<string, number> {
  return Object.fromEntries(
    parts.flatMap(({ po, sheets, names, bare }) =>
      [...sheets].flatMap((index): [string, number][] => [
        ...(names.get(index) ?? []).map((name): [string, number] => [name, po.id]),
        ...(!names.has(index) || bare.has(index) ? [[workbook.sheets[index]!.name, po.id] as [string, number]] : []),
      ]),
    ),
  );
}
