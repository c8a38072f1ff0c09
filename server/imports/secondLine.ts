// A garage kept in two lines: what the second says of the garage itself and of its money. Pure.
import type { ImportField, ImportIssueCode } from '../../contract/importFields.ts';
import { GARAGE_NOTE, type BalancePart, type ParsedGarage } from './readRow.ts';
import { importedFields, type ImportedColumns } from './plainFields.ts';
import { roublesText } from './rules/money.ts';
import { tidy } from './rules/text.ts';
import type { ParsedRow, ReadRow } from './rows.ts';

/** Something both lines say, each in its own way. */
export interface LinesDiffer {
  code: ImportIssueCode;
  field: ImportField;
  raw: string;
  shown: string;
  /** The second text is kept with the garage. */
  keeps: boolean;
}
export interface JoinedLines {
  garage: ParsedGarage;
  openingBalanceKopecks: number;
  balanceParts: BalancePart[];
  differ: LinesDiffer[];
}

/**
 * The garage of a row with what its second line adds: empty fields are filled, notes stand one after another, sums are added
 * up. What the first line says otherwise stands; both are told.
 * @param isSumTyped a person wrote the sum of the garage: no other is added
 */
export function joinLines(
  above: Pick<ParsedRow, 'openingBalanceKopecks' | 'balanceParts' | 'raw'> & { garage: ParsedGarage },
  second: ReadRow,
  isSumTyped: boolean,
): JoinedLines {
  const differ: LinesDiffer[] = [];
  const told = second.read!.garage;
  const keepFirst = (field: ImportField, raw: string, first: string) =>
    differ.push({ code: 'lines_differ', field, raw, shown: `Оставлено «${first}»`, keeps: true });
  const sums = joinSums(above, second, isSumTyped, differ);
  const garage = { ...above.garage };
  const fill = <K extends keyof ParsedGarage>(
    key: K,
    field: ImportField,
    text = (value: ParsedGarage[K]) => `${value}`,
  ) => {
    if (told[key] === null || told[key] === garage[key]) return;
    if (garage[key] === null) garage[key] = told[key];
    else keepFirst(field, second.raw[field] ?? text(told[key]), above.raw[field] ?? text(garage[key]));
  };
  fill('typeId', 'type');
  fill('basis', 'basis');
  joinSizes(garage, told, keepFirst);
  const plain: Record<string, string | null> = { ...garage.plain };
  for (const { key, column } of importedFields) {
    const [first, more] = [plain[column] ?? null, told.plain[column]];
    if (more === null || more === first) continue;
    if (first === null) plain[column] = more;
    else keepFirst(key as ImportField, more, first);
  }
  garage.plain = plain as unknown as ImportedColumns;
  if (told.note && !garage.note?.includes(told.note)) {
    const note = [garage.note, told.note].filter(Boolean).join('; ');
    if (note.length <= GARAGE_NOTE / 2 - 20) garage.note = note;
    else keepFirst('note', told.note, garage.note ?? '');
  }
  const section = tidy(second.raw.section ?? '');
  if (section && told.section !== garage.section) keepFirst('section', section, garage.section);
  return { garage, ...sums, differ };
}

function joinSizes(
  garage: ParsedGarage,
  told: ParsedGarage,
  keepFirst: (field: ImportField, raw: string, first: string) => void,
): void {
  const text = ({ sizeX, sizeY, sizeZ }: ParsedGarage) =>
    [sizeX, sizeY, sizeZ]
      .filter((side) => side !== null)
      .map((side) => String(side).replace('.', ','))
      .join(' × ');
  if (told.sizeX === null || text(told) === text(garage)) return;
  if (garage.sizeX !== null) return keepFirst('size', text(told), text(garage));
  garage.sizeX = told.sizeX;
  garage.sizeY = told.sizeY;
  garage.sizeZ = told.sizeZ;
}

/** Sums of both lines; two of them are told, since the second may repeat the first. */
function joinSums(
  { openingBalanceKopecks, balanceParts }: Pick<ParsedRow, 'openingBalanceKopecks' | 'balanceParts'>,
  { read }: ReadRow,
  isSumTyped: boolean,
  differ: LinesDiffer[],
): Pick<JoinedLines, 'openingBalanceKopecks' | 'balanceParts'> {
  const first = openingBalanceKopecks ?? 0;
  const { openingBalanceKopecks: more, balanceParts: parts } = read!;
  if (isSumTyped || parts.length === 0) return { openingBalanceKopecks: first, balanceParts };
  if (balanceParts.length > 0)
    differ.push({
      code: 'lines_differ',
      field: more > 0 ? 'credit' : 'debt',
      raw: roublesText(more),
      shown: `В первой ${roublesText(first)}. Суммы сложены, проверьте`,
      keeps: false,
    });
  return { openingBalanceKopecks: first + more, balanceParts: [...balanceParts, ...parts] };
}
