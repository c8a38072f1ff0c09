// Sheets of the full register that are for reading: they say so in their first line, and the loader leaves them out. Pure.
import { READING_SHEET } from '../../../contract/importFields.ts';
import { safeText } from '../../kernel/cells.ts';
import type { BookCell } from '../../kernel/workbook.ts';

/** Stands between the cells of a line; nothing that XML may hold. */
export const BETWEEN = '\u001f';
/** Cells in the order of the columns: days as `YYYY-MM-DD`, money in kopecks, nothing as nothing. */
export interface ReadingRow {
  line: string;
}
/** More lines than this no sheet holds: the latest are kept, and it is said. */
export const MOST_READING_ROWS = 300_000;

export interface ReadingColumn {
  key: string;
  title: string;
  kind?: 'date' | 'money' | 'number';
}

const place: ReadingColumn[] = [
  { key: 'po', title: 'ПО' },
  { key: 'garage', title: 'Гараж' },
];
export const readingSheets = {
  Остатки: [
    ...place,
    { key: 'account', title: 'Лицевой счёт' },
    { key: 'debt', title: 'Долг владельцев, ₽', kind: 'money' },
    { key: 'advance', title: 'Аванс, ₽', kind: 'money' },
    { key: 'former', title: 'Долг прежнего владельца, ₽', kind: 'money' },
    { key: 'debtor', title: 'Прежний владелец' },
    { key: 'paid_years', title: 'Оплачено за' },
    { key: 'partly_years', title: 'Оплачено частично за' },
    { key: 'unpaid_years', title: 'Не оплачено за' },
  ],
  Учёт: [
    { key: 'on_date', title: 'Дата', kind: 'date' },
    ...place,
    { key: 'account', title: 'Лицевой счёт' },
    { key: 'what', title: 'Операция' },
    { key: 'type', title: 'Вид взноса' },
    { key: 'year', title: 'Год', kind: 'number' },
    { key: 'charged', title: 'Начислено, ₽', kind: 'money' },
    { key: 'paid', title: 'Оплачено, ₽', kind: 'money' },
    { key: 'method', title: 'Способ' },
    { key: 'paper', title: 'Документ' },
    { key: 'person', title: 'Человек' },
    { key: 'debtor', title: 'Долг прежнего владельца' },
    { key: 'who', title: 'Кто провёл' },
  ],
  Переоформления: [
    { key: 'number', title: '№', kind: 'number' },
    { key: 'date_request', title: 'Заявление', kind: 'date' },
    { key: 'on_date', title: 'Переход', kind: 'date' },
    ...place,
    { key: 'before', title: 'Прежние владельцы' },
    { key: 'after', title: 'Новые владельцы' },
    { key: 'reason', title: 'Основание' },
    { key: 'status', title: 'Состояние' },
    { key: 'fee', title: 'Сбор, ₽', kind: 'money' },
  ],
  Бумаги: [
    { key: 'number', title: '№' },
    { key: 'on_date', title: 'Дата', kind: 'date' },
    { key: 'type', title: 'Вид' },
    ...place,
    { key: 'person', title: 'Человек' },
    { key: 'is_copy', title: 'Копия' },
    { key: 'state', title: 'Состояние' },
    { key: 'scan', title: 'Скан подписанного' },
    { key: 'who', title: 'Кто напечатал' },
  ],
  Архив: [
    ...place,
    { key: 'account', title: 'Лицевой счёт' },
    { key: 'type', title: 'Тип' },
    { key: 'size', title: 'Размер' },
    { key: 'archived', title: 'В архиве с', kind: 'date' },
    { key: 'why', title: 'Причина' },
    { key: 'owners', title: 'Владельцы' },
    { key: 'balance', title: 'Сальдо, ₽ (минус — долг)', kind: 'money' },
    { key: 'former', title: 'Долг прежних владельцев, ₽', kind: 'money' },
    { key: 'note', title: 'Примечание' },
  ],
} satisfies Record<string, ReadingColumn[]>;
export type ReadingSheet = keyof typeof readingSheets;

/** What the first line says: that the sheet is for reading, and what is not in it. */
export const readingNote = (found: number) =>
  `${READING_SHEET}: при загрузке реестра он пропускается.` +
  (found > MOST_READING_ROWS ? ` Показаны последние ${MOST_READING_ROWS}, более ранних здесь нет.` : '');

/** A line of a sheet: money in roubles, days as days. */
export function readingCells(columns: readonly ReadingColumn[], { line }: ReadingRow): BookCell[] {
  const cells = line.split(BETWEEN);
  return columns.map(({ kind }, index) => {
    const value = cells[index]!;
    if (!value) return null;
    if (kind === 'money') return Number(value) / 100;
    if (kind === 'number') return Number(value);
    return kind === 'date' ? new Date(`${value}T00:00:00Z`) : safeText(value);
  });
}
