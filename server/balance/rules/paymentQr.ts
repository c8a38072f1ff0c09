// Text of a payment QR by ГОСТ Р 56042-2014: requisites and purpose as `Key=Value`, short enough for every reader.
import { fitsBank, isInn } from '../../orgs/rules.ts';

/** Requisites as the ПО card keeps them. */
export interface Payee {
  payee_name: string | null;
  inn: string | null;
  kpp: string | null;
  bank_name: string | null;
  bik: string | null;
  account: string | null;
  corr_account: string | null;
}

export interface PaymentOrder {
  payee: Payee;
  sumKopecks: number;
  /** What is paid for: «Членский взнос». Gives way first when the text is too long. */
  about: string;
  /** What the payment is recognised by in a bank statement: «2026 ЛС 1123000455 гараж 45». Never cut. */
  reference: string;
  /** Personal account, ЛС. */
  accountNo: string;
  payer?: { [part in 'lastName' | 'firstName' | 'middleName' | 'address']?: string | null | undefined };
}

export interface PaymentQr {
  /** Null when something is missing or wrong; `problems` then say what. */
  text: string | null;
  /** Length of the text in UTF-8. */
  bytes: number;
  /** The purpose as it got into the text. */
  purpose: string;
  problems: string[];
}

/** A widely used reader refuses more. */
export const MAX_BYTES = 300;
const HEAD = 'ST00012';
const MAX_NAME = 160;
const MAX_BANK = 45;
const MAX_PURPOSE = 210;
/** Tried in turn: the first that stands in no value parts the keys. */
const SEPARATORS = ['|', '#', '~', '^', ';', '*'];
/** Optional keys in the order in which they are given up. */
const GIVEN_UP = ['PayerAddress', 'MiddleName', 'FirstName', 'LastName'];

const encoder = new TextEncoder();
const bytesOf = (text: string) => encoder.encode(text).length;

/**
 * Builds the text: the five mandatory keys first, in their order. Over 300 bytes it gives up the payer's address, his
 * patronymic, his name, and then cuts what the payment is for from its end; the account by which it is found stays.
 */
export function paymentQr(order: PaymentOrder): PaymentQr {
  const problems = [...payeeProblems(order.payee), ...orderProblems(order)];
  if (problems.length) return { text: null, bytes: 0, purpose: '', problems };
  const values = valuesOf(order);
  const separator = SEPARATORS.find((mark) => values.every(([, value]) => !value.includes(mark)));
  const tidy: Pair[] = separator ? values : values.map(([key, value]) => [key, value.replaceAll('|', ' ')]);
  const fitting = fitted(tidy, separator ?? '|', clean(order.reference).replaceAll(separator ?? '|', ' '));
  const text = written(fitting, separator ?? '|');
  const bytes = bytesOf(text);
  const purpose = fitting.find(([key]) => key === 'Purpose')![1];
  if (bytes <= MAX_BYTES) return { text, bytes, purpose, problems };
  return {
    text: null,
    bytes,
    purpose,
    problems: ['название получателя или банка слишком длинное для QR: сократите его'],
  };
}

/** What a payment of these lines is for: the type where there is one, and the years from the first to the last. */
export function aboutOf(lines: readonly { accrual_type: string; year: number }[]): { about: string; years: string } {
  if (!lines.length) return { about: 'Взносы', years: '' };
  const isOneType = lines.every((line) => line.accrual_type === lines[0]!.accrual_type);
  const years = lines.map((line) => line.year);
  const [first, last] = [Math.min(...years), Math.max(...years)];
  return {
    about: isOneType ? lines[0]!.accrual_type : 'Взносы',
    years: first === last ? String(first) : `${first}-${last}`,
  };
}

/** What is missing or wrong in the requisites, each in words that continue «В карточке ПО: …». */
export function payeeProblems(payee: Payee): string[] {
  const { payee_name, inn, kpp, bank_name, bik, account, corr_account } = payee;
  const problems: string[] = [];
  if (!payee_name?.trim()) problems.push('не указано название получателя');
  else if (payee_name.trim().length > MAX_NAME) problems.push(`название получателя длиннее ${MAX_NAME} знаков`);
  if (!account) problems.push('не указан расчётный счёт');
  else if (!/^\d{20}$/.test(account)) problems.push('расчётный счёт — не 20 цифр');
  if (!bank_name?.trim()) problems.push('не указано название банка');
  else if (bank_name.trim().length > MAX_BANK) problems.push(`название банка длиннее ${MAX_BANK} знаков`);
  if (!bik) problems.push('не указан БИК');
  else if (!/^\d{9}$/.test(bik)) problems.push('БИК — не 9 цифр');
  else {
    if (account && /^\d{20}$/.test(account) && !fitsBank(account, bik, false))
      problems.push('расчётный счёт не подходит к БИК');
    if (hasCorrespondent(corr_account) && !(/^\d{20}$/.test(corr_account) && fitsBank(corr_account, bik, true)))
      problems.push('корреспондентский счёт не подходит к БИК');
  }
  if (!inn) problems.push('не указан ИНН');
  else if (!isInn(inn)) problems.push('ИНН неверный: не сходится контрольная цифра');
  if (kpp && !/^\d{9}$/.test(kpp)) problems.push('КПП — не 9 цифр');
  return problems;
}

type Pair = [key: string, value: string];

function orderProblems({ sumKopecks, accountNo }: PaymentOrder): string[] {
  const problems: string[] = [];
  if (!Number.isSafeInteger(sumKopecks) || sumKopecks <= 0) problems.push('сумма должна быть больше нуля');
  if (!/^\d+$/.test(accountNo)) problems.push('у гаража нет лицевого счёта');
  return problems;
}

/** A bank without a correspondent account is written with a zero. */
const hasCorrespondent = (account: string | null): account is string => account !== null && !/^0*$/.test(account);

function valuesOf({ payee, sumKopecks, about, reference, accountNo, payer = {} }: PaymentOrder): Pair[] {
  const optional: [string, string | null | undefined][] = [
    ['PayeeINN', payee.inn],
    ['KPP', payee.kpp],
    ['Sum', String(sumKopecks)],
    ['Purpose', purposeOf(clean(about), clean(reference), MAX_PURPOSE)],
    ['PersAcc', accountNo],
    ['LastName', payer.lastName],
    ['FirstName', payer.firstName],
    ['MiddleName', payer.middleName],
    ['PayerAddress', payer.address],
  ];
  return [
    ['Name', clean(payee.payee_name!)],
    ['PersonalAcc', payee.account!],
    ['BankName', clean(payee.bank_name!)],
    ['BIC', payee.bik!],
    ['CorrespAcc', hasCorrespondent(payee.corr_account) ? payee.corr_account : '0'],
    ...optional.map(([key, value]): Pair => [key, clean(value ?? '')]).filter(([, value]) => value),
  ];
}

/** Gives up what may be given up until the text is short enough. */
function fitted(values: readonly Pair[], separator: string, reference: string): Pair[] {
  let left = [...values];
  const excess = () => bytesOf(written(left, separator)) - MAX_BYTES;
  for (const key of GIVEN_UP) if (excess() > 0) left = left.filter(([own]) => own !== key);
  const purpose = left.find(([key]) => key === 'Purpose')![1];
  const words = purpose
    .slice(0, Math.max(0, purpose.length - reference.length))
    .trim()
    .split(' ')
    .filter(Boolean);
  while (excess() > 0 && words.length) {
    words.pop();
    const shorter = purposeOf(words.join(' '), reference, MAX_PURPOSE);
    left = left.map((pair) => (pair[0] === 'Purpose' ? ['Purpose', shorter] : pair));
  }
  return left;
}

/** «What for, found by»: the words before the account give way, whole ones, when both are too long. */
function purposeOf(about: string, reference: string, max: number): string {
  const room = max - reference.length - 1;
  const words = about.split(' ');
  while (words.length && words.join(' ').length > room) words.pop();
  return [words.join(' '), reference].filter(Boolean).join(' ').slice(0, max);
}

const written = (values: readonly Pair[], separator: string) =>
  [HEAD, ...values.map(([key, value]) => `${key}=${value}`)].join(separator);

/** One line without double spaces: a line break inside a value breaks readers. */
const clean = (text: string) => text.replace(/[\s\u0000-\u001f\u007f]+/g, ' ').trim();
