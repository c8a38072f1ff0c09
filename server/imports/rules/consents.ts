// Consents in cells: «да», «есть от 01.02.2024», «№ 15 от 1.2.24», «нет».
import type { ConsentField } from '../../../contract/importFields.ts';
import { formatDate } from '../../../contract/kernel/words.ts';
import type { Cell } from '../workbook.ts';
import { readDate } from './dates.ts';
import { fold, saysNothing, tidy, type Read } from './text.ts';

/** A consent as a registry names it; the day is `YYYY-MM-DD`, null when the cell has none. `given`: false is «нет». */
export interface NamedConsent {
  field: ConsentField;
  given: boolean;
  signedAt: string | null;
  docNo: string | null;
}

const yes =
  /^(?:да|есть|имеется|дано|дал[аи]?|получено|подписано|согласен|согласна|согласие|в наличии|\+|v|✓|✔|1|истина|true|yes)$/;
const no =
  /^(?:нет|не дано|не дал[аи]?|не получено|отказ|отказал(?:ся|ась)|отсутствует|не согласен|не согласна|отозвано|0|ложь|false|no)$/;

/** @returns null when the cell is empty; a text that is not understood is told and kept */
export function readConsent(field: ConsentField, cell: Cell, today: string): Read<NamedConsent | null> {
  const consent = (given: boolean, signedAt: string | null = null, docNo: string | null = null) => ({
    field,
    given,
    signedAt,
    docNo,
  });
  const text = fold(cell.text).replace(/[.,;]+$/, '');
  if (no.test(text)) return { value: consent(false), codes: [] };
  if (text === '' || (text !== '+' && saysNothing(text))) return { value: null, codes: [] };
  if (yes.test(text)) return { value: consent(true), codes: ['consent_undated'] };
  const parts = /^(.*?)(?:^|\s|,)(?:от\s+)?(\d{1,2}[./-]\d{1,2}[./-]\d{2,4})\s*(?:г\.?)?$/.exec(tidy(cell.text));
  const head = parts?.[1]?.trim().replace(/,$/, '') ?? '';
  const docNo = head.replace(/^(?:да|есть|дано|получено|подписано|согласие)?[,;\s]*(?:№|n|номер)?\s*/i, '');
  const day: Cell = parts ? { kind: 'text', value: parts[2]!, text: parts[2]! } : cell;
  const { value, codes } = readDate(day);
  if (!value.date || docNo.length > 40 || /\p{L}{4,}/u.test(docNo)) return { value: null, codes: ['value_unknown'] };
  if (value.date > today || value.date < EARLIEST) return { value: null, codes: ['date_doubtful'] };
  return { value: consent(true, value.date, docNo || null), codes };
}

/** Before the law on personal data nobody asked for consents. */
const EARLIEST = '2006-07-27';

const noted = (day: string | null) => (day ? formatDate(day) : 'без даты');

/** «да, 01.02.2024, № 15» */
export const consentText = ({ given, signedAt, docNo }: NamedConsent): string =>
  given ? ['да', noted(signedAt), docNo && `№ ${docNo}`].filter(Boolean).join(', ') : 'нет';
