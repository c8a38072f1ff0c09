// A list on paper: title, conditions, columns of the screen, totals, page n of m. Pure.
import { ruledTable, type TableColumn } from '../../kernel/paper/blocks.ts';
import { money, shortDate } from '../../kernel/paper/words.ts';
import { quotedText, typstString } from '../../kernel/richText/typst.ts';
import type { FileColumn } from '../../kernel/cells.ts';

export interface ListPaper {
  title: string;
  /** The place whose rows these are: «КАС № 12-3». */
  place: string;
  /** Conditions of the list in words; null when there are none. */
  conditions: string | null;
  /** Day of printing, YYYY-MM-DD. */
  today: string;
  columns: readonly FileColumn[];
  /** Keys of the columns, in the same order. */
  keys: readonly string[];
  /** The rows hold their whole themselves: nothing is added up. */
  hasTotals?: boolean;
}

/** More columns than this lie across the sheet. */
const UPRIGHT_COLUMNS = 6;

/** A column takes room by its longest cell, within these numbers of letters. */
const NARROWEST = 4;
const WIDEST = 30;

/** Typst source of the list. Money in kopecks, dates YYYY-MM-DD, as the export reads them. */
export function listPaper(paper: ListPaper, rows: readonly (readonly unknown[])[]): string {
  const { columns } = paper;
  const texts = rows.map((row) => row.map((value, index) => cellText(value, columns[index]!)));
  const width = (index: number) => {
    const longest = texts.reduce((most, row) => Math.max(most, row[index]!.length), columns[index]!.title.length);
    return Math.min(WIDEST, Math.max(NARROWEST, longest));
  };
  const shown: TableColumn[] = columns.map((column, index) => ({
    title: column.title,
    width: `${width(index)}fr`,
    right: column.kind === 'money' || column.kind === 'number',
  }));
  return `#set document(title: ${typstString(paper.title)})
#set page(paper: "a4", flipped: ${columns.length > UPRIGHT_COLUMNS}, margin: (x: 12mm, y: 14mm),
  footer: context grid(columns: (1fr, auto), text(size: 8pt)[${quotedText(`${paper.title}, ${paper.place}`)}],
    text(size: 8pt)[#counter(page).display() / #counter(page).final().first()]))
#set text(font: ("PT Sans", "PT Serif"), size: 9pt, lang: "ru", hyphenate: false)
#text(size: 14pt, weight: "bold")[${quotedText(paper.title)}]#linebreak()
${quotedText(`${paper.place} · на ${shortDate(paper.today)} · строк ${rows.length}`)}
${paper.conditions ? `#linebreak()${quotedText(`Отбор: ${paper.conditions}`)}` : ''}
${ruledTable(shown, texts, totals(paper, rows))}`;
}

function cellText(value: unknown, { kind }: FileColumn): string {
  if (value === null || value === undefined) return '';
  if (kind === 'money') return money(Number(value));
  return kind === 'date' ? shortDate(String(value)) : String(value);
}

/**
 * What the columns of money add up to, debts and advances apart. The debt of people is not added: co-owners owe the same rouble.
 */
function totals({ title, columns, keys, hasTotals }: ListPaper, rows: readonly (readonly unknown[])[]): string[][] {
  const isMoney = columns.map(
    (column, index) => column.kind === 'money' && !(title === 'Люди' && keys[index] === 'debt'),
  );
  if (hasTotals || !rows.length || !isMoney.includes(true)) return [];
  const line = (name: string, wanted: (kopecks: number) => boolean) => {
    const sums = columns.map((_, index) =>
      isMoney[index]
        ? rows.reduce((sum, row) => sum + (wanted(Number(row[index] ?? 0)) ? Number(row[index] ?? 0) : 0), 0)
        : null,
    );
    if (!sums.some((sum) => sum)) return null;
    const texts = sums.map((sum) => (sum === null ? '' : money(sum)));
    // The first column carries the name; a sum that stands there keeps it beside.
    return texts.map((text, index) => (index === 0 ? [name, text].filter(Boolean).join(' ') : text));
  };
  const some = [line('Итого', (kopecks) => kopecks > 0), line('С минусом', (kopecks) => kopecks < 0)];
  return some.filter((row) => row !== null);
}
