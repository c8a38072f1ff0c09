// Opening balance: debts and overpayments of one row, in kopecks.
import type { Cell } from '../workbook.ts';
import { fold, saysNothing, type Read } from './text.ts';

export type BalanceColumn = 'debt' | 'credit' | 'balance';

/**
 * Kopecks of one cell, negative = debt. In a debt column a minus still means a debt; a column titled «переплата» or
 * «аванс» holds overpayments; the words of the cell itself decide before the column does. In a column of balances the sign says which it is.
 */
export function readBalance(cell: Cell, column: BalanceColumn): Read<number> {
  if (column === 'balance') return readSigned(cell);
  if (cell.kind === 'number') {
    const amount = Number(cell.value);
    return { value: signed(Math.abs(amount), column), codes: amount < 0 ? ['balance_text'] : [] };
  }
  const text = fold(cell.text);
  if (saysNothing(text)) return { value: 0, codes: [] };
  if (cell.typed && /^\d+(?:[.,]\d+)?$/.test(text)) return { value: signed(amountOf(text), column), codes: [] };
  if (cell.kind === 'date') return { value: 0, codes: ['balance_text'] };
  const side = /переплат|аванс/.test(text) ? 'credit' : /долг|задолж|недоим/.test(text) ? 'debt' : column;
  return { value: signed(amountIn(text), side), codes: ['balance_text'] };
}

function readSigned(cell: Cell): Read<number> {
  if (cell.kind === 'number') return { value: Math.round(Number(cell.value) * 100), codes: [] };
  const text = fold(cell.text);
  const plain = /^([-–−+]?) ?(\d{1,3}(?: \d{3})+|\d+)(?:[.,](\d{1,2}))?$/.exec(text);
  if (!plain) return readBalance(cell, /^[-–−]/.test(text) ? 'debt' : 'credit');
  const [, sign = '', whole = '', part = ''] = plain;
  const kopecks = Number(whole.replaceAll(' ', '')) * 100 + Number(part.padEnd(2, '0'));
  const value = sign && sign !== '+' && kopecks ? -kopecks : kopecks;
  return { value, codes: cell.typed ? [] : ['balance_text'] };
}

const money = /\d{1,3}(?: \d{3})+(?![\d])(?:[.,]\d{1,2}(?!\d))?|\d+(?:[.,]\d{1,2}(?!\d))?/g;

/** The sum a text speaks of: the one after «долг» or «аванс», else the first that is not a year. */
function amountIn(text: string): number {
  const found = [...text.matchAll(money)].map((match) => ({
    amount: amountOf(match[0]),
    at: match.index,
    text: match[0],
  }));
  const afterWord = /(?:долг|задолженность|недоимка|переплата|аванс)\s*[:=-]?\s*(?=\d)/.exec(text);
  const named = afterWord && found.find((item) => item.at === afterWord.index + afterWord[0].length);
  const rest = found.filter((item) => !/^(?:19|20)\d\d$/.test(item.text));
  return (named ?? rest[0] ?? found[0])?.amount ?? 0;
}

function amountOf(text: string): number {
  return Number(text.replaceAll(' ', '').replace(',', '.'));
}

function signed(roubles: number, side: 'debt' | 'credit'): number {
  const kopecks = Math.round(roubles * 100);
  return side === 'credit' || kopecks === 0 ? kopecks : -kopecks;
}
