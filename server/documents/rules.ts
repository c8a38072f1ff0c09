// Rules of papers: who may print what, what must be asked, how numbers look. Pure.
import type { DocumentContext, PrintRequest } from '../../contract/documents.ts';
import { FIRST_ADDED_ID } from '../../contract/references.ts';
import { levelOf, refusal, registryEdit, SUPERUSER, type Actor, type Level } from '../../contract/kernel/scope.ts';
import type { FieldErrors } from '../../contract/kernel/problems.ts';
import { formatDate, NOT_LATER } from '../../contract/kernel/words.ts';
import { bringsMoney } from '../payments/rules.ts';
import { CONSENT } from './rules/consents.ts';

export interface DocumentKind {
  id: number;
  code: string;
  name: string;
  contexts: readonly DocumentContext[];
  is_po_specific: boolean;
  is_manual_numerated: boolean;
  date_mode: 'day' | 'period' | null;
  warns_of_repeat: boolean;
  is_personal: boolean;
  is_active: boolean;
  /** Levels at which it is printed. */
  levels: readonly Level[];
}

/** Why the actor may not print, open or copy papers of a kind; null when he may. */
export const paperRefusal = (actor: Actor, kind: Pick<DocumentKind, 'is_personal'>): string | null =>
  kind.is_personal ? refusal(actor, registryEdit) : null;

/** Why the actor may not print a kind, though he may see its papers; null when he may. */
export function printRefusal(actor: Actor, kind: Pick<DocumentKind, 'is_personal' | 'levels'>): string | null {
  const level = levelOf(actor);
  if (level && actor.isSuperuser !== SUPERUSER && !kind.levels.includes(level))
    return `Этот вид печатает ${kind.levels.map((one) => levelWords[one]).join(' или ')}`;
  return paperRefusal(actor, kind);
}
const levelWords: Record<Level, string> = { region: 'регион', mo: 'МО', po: 'ПО' };

/** What stands around the order in a number: code of the ПО and kind before it, year of the paper's date behind. */
export const numberAround = (code: number, kind: number, year: number): readonly [string, string] => [
  `${code}-${kind}/`,
  `-${String(year % 100).padStart(2, '0')}`,
];
/** «1123-2/41-26»: code of the ПО, kind, order, year of the paper's date. */
export const autoNumber = (code: number, kind: number, seq: number, year: number): string =>
  numberAround(code, kind, year).join(String(seq));

/** What a kind is asked of: a charge, or money that came in some way. */
export interface MoneyWay {
  kind: 'accrual' | 'payment' | 'reversal' | 'transfer';
  /** The way of a payment. */
  method: { id: number; sign: number; name: string } | null;
}
export const CASH = 1;
export const CASH_ORDER = 'cash_order';

/** Kind of the program that a document of money has: of a charge the receipt, of cash the order, of other money that came the receipt. */
function codeOfMoney({ kind, method }: MoneyWay): string | null {
  if (kind === 'accrual') return RECEIPT;
  if (kind !== 'payment' || !method || !bringsMoney(method)) return null;
  return method.id === CASH ? CASH_ORDER : RECEIPT;
}

/** Why a kind is not for a document of money, in words, with the code of the kind that is; null when it is. */
export function moneyRefusal(
  kind: Pick<DocumentKind, 'id' | 'code'>,
  money: MoneyWay,
): { reason: string; instead: string | null } | null {
  const instead = codeOfMoney(money);
  // Kinds that people added are for what they were made for.
  const fits = kind.id >= FIRST_ADDED_ID ? instead !== null : kind.code === instead;
  if (fits) return null;
  if (money.kind === 'payment' && kind.code === CASH_ORDER && instead)
    return {
      reason: `Приходный ордер выписывают на наличные, а эта оплата — «${money.method!.name}». Напечатайте квитанцию`,
      instead,
    };
  if (money.kind === 'payment' && kind.code === RECEIPT && instead)
    return { reason: 'На наличные выписывают приходный ордер: квитанция — его отрывная часть', instead };
  return { reason: 'Этот документ не для такой операции', instead };
}

const debtPapers = ['reconcile', 'debt_notice', 'court_order'];
/** Papers of a debt: they are printed for a former owner to whom one was left, too. */
export const tellsDebt = ({ code }: Pick<DocumentKind, 'code'>): boolean => debtPapers.includes(code);

export interface Dates {
  day: string;
  from: string | null;
}

/** The days of a paper; one without a date is of today. */
export function datesOf(kind: DocumentKind, request: PrintRequest, today: string): Dates {
  if (!kind.date_mode) return { day: today, from: null };
  const [start, end] = [request.start_date!, request.end_date!];
  return { day: end, from: start === end && kind.date_mode === 'day' ? null : start };
}

/** What is missing or wrong in a request, by field. */
export function requestProblems(
  actor: Actor,
  kind: DocumentKind,
  request: PrintRequest,
  today: string,
  allowed: { po: number; pos: readonly number[] | null },
): FieldErrors {
  const errors: FieldErrors = {};
  const { specific_po: po, number, start_date: start, end_date: end } = request;
  Object.assign(errors, misplaced(kind, request, today));
  if (kind.is_po_specific && !actor.po && !po) errors.specific_po = 'Выберите ПО';
  if (po && !(allowed.pos ?? [allowed.po]).includes(po)) errors.specific_po = 'Документ печатает ПО этой записи';
  if (kind.is_manual_numerated && !number) errors.number = 'Заполните поле';
  if (kind.is_manual_numerated && number && /^0+$/.test(number)) errors.number = 'Номер больше нуля';
  if (kind.date_mode) {
    if (!start) errors.start_date = 'Заполните поле';
    if (!end) errors.end_date = 'Заполните поле';
    if (start && end && start > end) errors.start_date = 'Начало периода позже конца';
    if (end && end > today) errors.end_date = NOT_LATER;
  }
  return errors;
}

/** What was said of a paper that does not ask for it, and a day that has not come. */
function misplaced({ code }: DocumentKind, { consent_kind: consent, court }: PrintRequest, today: string): FieldErrors {
  const errors: FieldErrors = {};
  if (consent && code !== CONSENT) errors.consent_kind = 'Вид согласия называют только для согласия';
  if (court && code !== COURT) errors.court = 'Эти поля — только для заявления о судебном приказе';
  if (court?.notified_on && court.notified_on > today) errors['court.notified_on'] = NOT_LATER;
  if (!court?.notified_on && court?.notified_how) errors['court.notified_on'] = 'Укажите, когда уведомили';
  return errors;
}
export const COURT = 'court_order';

/** Of all who come by a case such a paper is of one. */
const ofOneNewcomer = ['app_join', CONSENT, 'plain'];
export const isOfNewcomer = ({ code }: Pick<DocumentKind, 'code'>): boolean => ofOneNewcomer.includes(code);

/** What the file is called: «Акт сверки № 1123-8-31-26 от 06.03.2026.pdf». */
export function fileName(paper: { type: string; number: string; on_date: string; isCopy?: boolean }): string {
  const date = formatDate(paper.on_date);
  return `${paper.type} № ${paper.number.replaceAll('/', '-')} от ${date}${paper.isCopy ? ', копия' : ''}.pdf`;
}

/** How long the file of a receipt is kept, years; its number, day and state stay for ever. */
export const RECEIPT_YEARS = 3;
export const RECEIPT = 'receipt_qr';
export const TICKET = 'ticket';
/** Kinds of a re-registration in which passports of either side may stand. */
export const BOTH_SIDED: readonly string[] = ['contract', 'app_transfer'];
/** The moment before which receipts are over their term. */
export const receiptTerm = (now: Date): Date => {
  const before = new Date(now);
  before.setUTCFullYear(now.getUTCFullYear() - RECEIPT_YEARS);
  return before;
};
/** A receipt whose file is not kept any more. */
export const isOverTerm = (paper: { type_code: string; printed_at: string }, now: Date): boolean =>
  paper.type_code === RECEIPT && new Date(paper.printed_at) < receiptTerm(now);

const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** A code nobody guesses, of 60 random bits: «7K4M-Q2XF-9TRB», without letters that look like figures. */
export function checkCode(random: Uint8Array): string {
  const signs = Array.from(random.slice(0, 12), (byte) => SIGNS[byte % SIGNS.length]);
  return [0, 4, 8].map((at) => signs.slice(at, at + 4).join('')).join('-');
}
