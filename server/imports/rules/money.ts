// Opening balance: debts and overpayments of one row, in kopecks.
import type { Cell } from '../workbook.ts';
import { fold, saysNothing, tidy, type Read } from './text.ts';

export type BalanceColumn = 'debt' | 'credit' | 'balance' | 'signedDebt';

/** A larger sum is a slip of the hand, kopecks. */
const LARGEST = 1_000_000_000;

/**
 * Kopecks of one cell, negative = debt. In a debt column a minus still means a debt; a column titled «переплата» or
 * «аванс» holds overpayments; the words of the cell itself decide before the column does. In a column of balances the sign says which it is.
 */
export function readBalance(cell: Cell, column: BalanceColumn): Read<number> {
  // «#ССЫЛКА!» and a day are no sums, whatever figures stand in them.
  if (cell.kind === 'error' || cell.kind === 'date') return { value: 0, codes: ['balance_unparsable'] };
  const read = column === 'balance' || column === 'signedDebt' ? readSigned(cell, column) : readUnsigned(cell, column);
  return Math.abs(read.value) > LARGEST ? { value: 0, codes: ['balance_unparsable'] } : read;
}

/** «4.500», «4,500»: thousands or a fraction, nobody can tell. A nought before the mark or four digits leave no doubt. */
const unclear = /(?<![\d.,])[1-9]\d{0,2}(?:[.,]\d{3})+(?![.,]?\d)/;
/** «(4 500,00)»: bookkeepers write a minus so. */
const bracketed = /^\( ?[-–−]? ?(\d[^()]*?) ?\)( ?(?:руб|р)\.?| ?₽)?$/;

function readUnsigned(cell: Cell, column: 'debt' | 'credit'): Read<number> {
  if (cell.kind === 'number') {
    const amount = Number(cell.value);
    return { value: signed(Math.abs(amount), column), codes: amount < 0 ? ['balance_text'] : [] };
  }
  const text = fold(cell.text);
  if (saysNothing(text)) return { value: 0, codes: [] };
  if (unclear.test(text)) return { value: 0, codes: ['balance_unparsable'] };
  if (cell.typed && /^\d+(?:[.,]\d+)?$/.test(text)) return { value: signed(amountOf(text), column), codes: [] };
  if (!/\d/.test(text)) return { value: 0, codes: ['balance_text'] };
  const side = /переплат|аванс/.test(text) ? 'credit' : /долг|задолж|недоим/.test(text) ? 'debt' : column;
  const amount = amountIn(text);
  return amount === null
    ? { value: 0, codes: ['balance_unparsable'] }
    : { value: signed(amount, side), codes: ['balance_text'] };
}

function readSigned(cell: Cell, column: 'balance' | 'signedDebt'): Read<number> {
  const way = column === 'balance' ? 1 : -1;
  const towards = (kopecks: number) => (kopecks === 0 ? 0 : way * kopecks);
  if (cell.kind === 'number') return { value: towards(Math.round(Number(cell.value) * 100)), codes: [] };
  const inBrackets = bracketed.exec(fold(cell.text));
  const text = inBrackets ? `-${inBrackets[1]}` : fold(cell.text);
  const plain = /^([-–−+]?) ?(\d{1,3}(?: \d{3})+|\d+)(?:[.,](\d{1,2}))?$/.exec(text);
  if (!plain) {
    const isMinus = /^[-–−]/.test(text);
    return readUnsigned(cell, (isMinus ? -way : way) < 0 ? 'debt' : 'credit');
  }
  const [, sign = '', whole = '', part = ''] = plain;
  const kopecks = Number(whole.replaceAll(' ', '')) * 100 + Number(part.padEnd(2, '0'));
  return {
    value: towards(sign && sign !== '+' ? -kopecks : kopecks),
    codes: cell.typed && !inBrackets ? [] : ['balance_text'],
  };
}

const money =
  /\d{1,3}(?:\.\d{3})+,\d{1,2}(?!\d)|\d{1,3}(?:,\d{3})+\.\d{1,2}(?!\d)|\d{1,3}(?: \d{3})+(?!\d)(?:[.,]\d{1,2}(?!\d))?|\d+(?:[.,]\d{1,2}(?!\d))?/g;

/** Days and terms: «на 01.01.2025», «2023–2025 гг.». */
const day = /(?<!\d)\d{1,2}[./]\d{1,2}[./](?:\d{4}|\d{2})(?!\d)/g;
const term = /(?<!\d)((?:19|20)\d\d) ?(?:г\.?|год)? ?[-–—] ?((?:19|20)\d\d)(?![\d]|[.,]\d)/g;
/** «за 2023», «2023 г.», «2022, 2023»: a year said in so many words, or among others, is no sum. */
const yearBefore =
  /(?:(?<![а-я])(?:за|с|по|до|в|год[а-я]*)[ :]*|(?<!\d)(?:19|20)\d\d ?(?:гг?\.?|год[а-я]*)? ?(?:[,;/+]|и) ?)$/;
const yearAfter = /^ ?(?:гг?(?![а-я])|год|(?:[,;/+]|и) ?(?:19|20)\d\d(?![\d]|[.,]\d))/;
const isYear = /^(?:19|20)\d\d$/;

/** The sum a text speaks of: those beside their years together, the one after «долг» or «аванс», else the only one. */
function amountIn(written: string): number | null {
  const text = written.replace(day, ' ').replace(term, (all, from: string, to: string) => (to > from ? ' ' : all));
  const byYear = [...text.matchAll(/(?<!\d)(?:19|20)\d\d ?(?:г\.?|год)? ?[-–—:=] ?(\d[\d ]*(?:[.,]\d{1,2})?)(?!\d)/g)];
  if (byYear.length > 0) return byYear.reduce((sum, match) => sum + amountOf(match[1]!), 0);
  const kopecks =
    /^(\d{1,6})-(\d{2})(?: ?(?:руб|р)?\.?)?$/.exec(text) ?? /(\d[\d ]*) ?(?:руб[а-я]*|р)\.? ?(\d{2}) ?коп/.exec(text);
  if (kopecks) return amountOf(kopecks[1]!) + Number(kopecks[2]) / 100;
  const thousands = /(\d+(?:[.,]\d+)?) ?(?:тыс|т\.? ?р)/.exec(text);
  if (thousands) return amountOf(thousands[1]!) * 1000;
  const isSaidYear = ({ at, text: figure }: { at: number; text: string }) =>
    isYear.test(figure) && (yearBefore.test(text.slice(0, at)) || yearAfter.test(text.slice(at + figure.length)));
  const found = [...text.matchAll(money)]
    .map((match) => ({ amount: amountOf(match[0]), at: match.index, text: match[0] }))
    .filter((one) => !isSaidYear(one));
  const afterWord = /(?:долг|задолженность|недоимка|переплата|аванс)\s*[:=-]?\s*(?=\d)/.exec(text);
  const named = afterWord && found.find((item) => item.at === afterWord.index + afterWord[0].length);
  const rest = found.filter((item) => !isYear.test(item.text));
  // Of several that all look like years none is the sum.
  if (!rest.length && found.length > 1) return null;
  return (named ?? rest[0] ?? found[0])?.amount ?? null;
}

function amountOf(text: string): number {
  const bare = text.replaceAll(' ', '');
  if (/^\d{1,3}(?:\.\d{3})+,/.test(bare)) return Number(bare.replaceAll('.', '').replace(',', '.'));
  if (/^\d{1,3}(?:,\d{3})+\./.test(bare)) return Number(bare.replaceAll(',', ''));
  return Number(bare.replace(',', '.'));
}

function signed(roubles: number, side: 'debt' | 'credit'): number {
  const kopecks = Math.round(roubles * 100);
  return side === 'credit' || kopecks === 0 ? kopecks : -kopecks;
}

/** Number of a cell as it stands, NaN when it is none. */
export function plainSum(cell: Cell): number {
  if (cell.kind === 'number') return Number(cell.value);
  const text = tidy(cell.text)
    .replace(/[ \u00a0]/g, '')
    .replace('−', '-')
    .replace(',', '.');
  return saysNothing(cell.text) ? 0 : /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
}

/** «долг 4 500,50 ₽», «переплата 500,00 ₽», «0,00 ₽», with non-breaking spaces. */
export function roublesText(kopecks: number): string {
  const [whole = '0', rest = '00'] = (Math.abs(kopecks) / 100).toFixed(2).split('.');
  const amount = `${whole.replace(/\B(?=(\d{3})+$)/g, '\u00a0')},${rest}\u00a0₽`;
  return kopecks === 0 ? amount : `${kopecks < 0 ? 'долг' : 'переплата'} ${amount}`;
}
