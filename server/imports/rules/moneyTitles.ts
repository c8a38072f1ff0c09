// What a column of money means by its titles: a debt of today, of a year, a turnover, a sign.
import { fold } from './text.ts';

export type MoneyRole =
  'opening' | 'closing' | 'charged' | 'paid' | 'year' | 'total' | 'debt' | 'credit' | 'balance' | 'signed' | 'extra';

/**
 * A column of money. `side` is that of a bookkeeper's account, else what the words say: a debt is its debit, an overpayment its
 * credit; `on` is the day (`YYYY-MM-DD`) the sum stands at.
 */
export interface MoneyTitle {
  role: MoneyRole;
  year: number | null;
  on: string | null;
  side: 'debit' | 'credit' | null;
  /** The plus and the minus are explained by the title, or both words stand in it without signs. */
  sign: 'plusIsDebt' | 'minusIsDebt' | 'unsaid' | null;
  /** The words of debt stand in the titles: bare years may be anything. */
  saysDebt: boolean;
}

const debtWord = /долг|задолж|недоим|dolg|debt|arrears/;
const creditWord = /переплат|аванс/;
const balanceWord = /сальдо|баланс|остаток|остатк|balance/;
const chargedWord = /начисл|(?:подлежит|положено) (?:к )?(?:оплат|уплат)/;
const paidWord = /оплач|уплач|(?<!к )оплат|внесен|внес(?![а-я])|поступ|погаш|(?<![а-я])получено/;

/** @returns null when the titles do not speak of money that matters */
export function moneyTitle(own: string, above: readonly string[]): MoneyTitle | null {
  const leaf = fold(own);
  const all = [...above.map(fold), leaf].join(' ');
  if (
    /тариф|взнос(?!ам|ов)|ставк|цена|стоимост|площад|номер|№|телефон|дата|когда|рожд|постро|ввод/.test(leaf) &&
    !debtWord.test(leaf)
  )
    return null;
  const account = /дебет|(?<![а-я])дт(?![а-я])/.test(all)
    ? 'debit'
    : /кредит|(?<![а-я])кт(?![а-я])/.test(all)
      ? 'credit'
      : null;
  const saysDebt = debtWord.test(all);
  const sign = signOf(all);
  const said = saysDebt ? 'debit' : creditWord.test(all) ? 'credit' : null;
  const facts = { year: yearOf(leaf), on: dayOf(all), side: account ?? (sign ? null : said), sign, saysDebt } as const;
  const role = roleOf(leaf, all, { ...facts, side: account });
  return role && { role, ...facts };
}

function roleOf(leaf: string, all: string, facts: Omit<MoneyTitle, 'role'>): MoneyRole | null {
  if (/пен[ия](?![а-я])|неустой|штраф|к оплате|к доплате|к уплате/.test(leaf)) return 'extra';
  const isBalance = balanceWord.test(all) || facts.saysDebt || creditWord.test(all);
  if (/оборот/.test(all) && facts.side) return facts.side === 'debit' ? 'charged' : 'paid';
  if (chargedWord.test(leaf) || (chargedWord.test(all) && facts.year)) return 'charged';
  if (!debtWord.test(leaf) && (paidWord.test(leaf) || (paidWord.test(all) && facts.year))) return 'paid';
  if (isBalance && /начал|входящ|(?<![а-я])вх(?![а-я])/.test(all)) return 'opening';
  if (isBalance && /кон(?:ец|ца)|исходящ|(?<![а-я])исх(?![а-я])/.test(all)) return 'closing';
  if (facts.sign) return 'signed';
  // A plus or a minus would have told of both: only overpayments are left here.
  if (creditWord.test(all)) return 'credit';
  if (facts.year && !facts.on && (leaf === String(facts.year) || facts.saysDebt)) return 'year';
  if (/^(?:итого|всего|общ[а-я]*)(?![а-я])/.test(leaf) && !/гараж|площ|кол/.test(leaf))
    // What was charged, or paid, in all is no balance.
    return isBalance || chargedWord.test(all) === paidWord.test(all) ? 'total' : null;
  if (facts.saysDebt && /итог|всего|общ/.test(all)) return 'total';
  if (facts.saysDebt) return 'debt';
  return balanceWord.test(all) ? 'balance' : null;
}

/** Year of a title that is one («2024», «2024 г.») or names one («Долг за 2024»). */
function yearOf(leaf: string): number | null {
  const found = /(?<![\d.])((?:19|20)\d\d)(?!\d)/.exec(leaf);
  return found ? Number(found[1]) : null;
}

/** «на 01.01.2026», «на конец 2025»: the day of a balance. */
function dayOf(all: string): string | null {
  const full = /(?:на|по|к) (\d{1,2})[./](\d{1,2})[./](\d{4}|\d{2})(?!\d)/.exec(all);
  if (full) return `${full[3]!.padStart(4, '20')}-${full[2]!.padStart(2, '0')}-${full[1]!.padStart(2, '0')}`;
  const words =
    /на (\d{1,2}) (январ|феврал|март|апрел|ма[йя]|июн|июл|август|сентябр|октябр|ноябр|декабр)[а-я]* (\d{4})/.exec(all);
  if (words) {
    const months = [
      'январ',
      'феврал',
      'март',
      'апрел',
      'ма',
      'июн',
      'июл',
      'август',
      'сентябр',
      'октябр',
      'ноябр',
      'декабр',
    ];
    const month = months.findIndex((stem) => words[2]!.startsWith(stem)) + 1;
    return `${words[3]}-${String(month).padStart(2, '0')}-${words[1]!.padStart(2, '0')}`;
  }
  const part = /на (начало|конец) ((?:19|20)\d\d)/.exec(all);
  return part ? `${part[2]}-${part[1] === 'начало' ? '01-01' : '12-31'}` : null;
}

const minus = '[-–−]|минус';

function signOf(all: string): MoneyTitle['sign'] {
  const hasDebt = debtWord.test(all);
  const hasCredit = creditWord.test(all);
  const marked = (word: string, mark: string) =>
    new RegExp(
      `(?:${word})[а-я]*,?\\s*(?:\\(|«|"|со знаком )\\s*(?:${mark})|(?:${mark})\\s*(?:[-–—=]\\s*)?(?:это )?(?:${word})`,
    ).test(all);
  if (hasDebt && marked('долг|задолженн', '\\+|плюс')) return 'plusIsDebt';
  if (hasCredit && marked('переплат|аванс', minus)) return 'plusIsDebt';
  if (hasDebt && marked('долг|задолженн', minus)) return 'minusIsDebt';
  if (hasCredit && marked('переплат|аванс', '\\+|плюс')) return 'minusIsDebt';
  return hasDebt && hasCredit ? 'unsaid' : null;
}

const years = new Map<string, number | null>();

/** Year a column of debts is titled by, null for a balance of today. */
export function yearOfTitle(title: string): number | null {
  const known = years.get(title);
  if (known !== undefined) return known;
  const parts = title.split(' / ');
  const read = moneyTitle(parts.at(-1)!, parts.slice(0, -1));
  const year = read?.role === 'year' ? read.year : null;
  if (years.size > 1000) years.clear();
  years.set(title, year);
  return year;
}
