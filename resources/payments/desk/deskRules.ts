// The desk without its screen: parts of a payment, numbers of papers, what is sent, what came back. Pure.
import { MAX_AMOUNT_KOPECKS, TOO_MUCH, WRONG_AMOUNT } from '../../../contract/books.ts';
import type { OperationRow, PaymentAnswer, PaymentBody } from '../../../contract/payments.ts';
import { operationKey } from '../../../providers/operationKey.ts';
import { formatMoney } from '../../../widgets/format.ts';
import { standingOf } from '../../balance/standingOf.ts';
import { inOrder, purposeFrom, purposeOf, type Purpose } from '../purposes.ts';

/** A garage as the desk knows it. */
export interface DeskGarage {
  id: number;
  section: string;
  number: string;
  po_name?: string | undefined;
  account_no: string;
  owner: string | null;
  is_active?: boolean | undefined;
  /** Negative is a debt; null until the card of the garage is read. */
  balance_kopecks: number | null;
  aside_kopecks?: number | undefined;
}

/** One line of a payment that is being entered. */
export interface Part {
  key: string;
  garage: DeskGarage | null;
  amount: number | null;
  /** Why what stands in the sum is no sum; the row waits until it is put right. */
  wrongSum?: string | null;
  purpose: Purpose;
  /** The former owner who pays what was left to him; none: the payer of the day. */
  debtor?: number | null | undefined;
}

/** A payment that is being entered; its key makes it once whatever happens on the way. */
export interface Draft {
  key: string;
  parts: Part[];
  paymentType: number;
  paperNo: string;
  /** «за брата», «по расписке»: of the whole payment. */
  comment: string;
  /** Last paper number of each method. */
  papers: Record<string, string>;
  /** Number of the payment that is being put right: the numbers do not go on from it. */
  again?: string | undefined;
}

/** A payment that was taken. */
export interface Done {
  document: number;
  lines: DoneLine[];
  paymentType: number;
  method: string;
  paperNo: string | null;
  comment: string | null;
}
export interface DoneLine {
  id: number;
  garage: DeskGarage;
  purpose: Purpose;
  amount: number;
  isUndone: boolean;
  /** The former owner who paid; none: the payer of the day. */
  debtor?: number | null;
  /** Balance of the garage afterwards; null when it was not told, or was not paid by its present owners. */
  after: number | null;
}

export const newPart = (): Part => ({
  key: operationKey(),
  garage: null,
  amount: null,
  purpose: inOrder,
});
export const newDraft = (paymentType = 1, papers: Record<string, string> = {}): Draft => ({
  key: operationKey(),
  parts: [newPart()],
  paymentType,
  paperNo: nextPaper(papers[paymentType] ?? ''),
  comment: '',
  papers,
});

/** «ПКО 119» after «ПКО 118»: the last figures grow by one and keep their zeros; a text without figures is not carried. */
export function nextPaper(paper: string): string {
  const match = /^(.*?)(\d+)(\D*)$/.exec(paper);
  if (!match) return '';
  const [, before = '', digits = '', after = ''] = match;
  return before + String(BigInt(digits) + 1n).padStart(digits.length, '0') + after;
}

/** Another method has papers of its own; what the person typed himself stays. */
export function withMethod(draft: Draft, paymentType: number): Draft {
  const suggested = nextPaper(draft.papers[draft.paymentType] ?? '');
  const typed = draft.paperNo !== '' && draft.paperNo !== suggested;
  return { ...draft, paymentType, paperNo: typed ? draft.paperNo : nextPaper(draft.papers[paymentType] ?? '') };
}

/** The next draft after one was taken: method and paper number go on. */
export function nextDraft({ paymentType, paperNo, papers, again }: Draft): Draft {
  return newDraft(paymentType, paperNo === again ? papers : { ...papers, [paymentType]: paperNo });
}

/** A draft as this browser kept it; an empty one gets a key of its own: another tab may have begun with the same. */
export function restored(kept: Draft | undefined): Draft {
  if (!kept?.parts?.length || kept.parts.some((part) => !part.purpose?.value)) return newDraft();
  // What was not understood is not kept: the box opens empty.
  const parts = kept.parts.map((part) => (part.wrongSum ? { ...part, wrongSum: null } : part));
  const draft = { ...newDraft(), ...kept, parts };
  return isEmpty(draft) ? { ...draft, key: operationKey() } : draft;
}

/** A row begun for this garage in place of another draft: a payment of its own, method and papers go on. */
export const draftOf = (garage: DeskGarage, { paymentType, papers }: Draft): Draft => ({
  ...newDraft(paymentType, papers),
  parts: [{ ...newPart(), garage }],
});

/** Whether something would be lost if another garage took the row: a sum for a garage, or a split. */
export const isBegun = ({ parts }: Draft) =>
  parts.length > 1 || parts.some((part) => part.garage !== null && part.amount !== null);

export const changePart = (draft: Draft, key: string, change: Partial<Part>): Draft => ({
  ...draft,
  parts: draft.parts.map((part) => (part.key === key ? { ...part, ...change } : part)),
});

/** A split: one line more of the same payment, for the same garage until another is chosen. */
export function withSplit(draft: Draft): Draft {
  const garage = draft.parts.at(-1)?.garage ?? null;
  return { ...draft, parts: [...draft.parts, { ...newPart(), garage }] };
}
export const withoutPart = (draft: Draft, key: string): Draft => {
  const parts = draft.parts.filter((part) => part.key !== key);
  return { ...draft, parts: parts.length ? parts : [newPart()] };
};

const standsOf = ({ balance_kopecks, aside_kopecks = 0 }: DeskGarage) =>
  standingOf({ balance_kopecks: balance_kopecks ?? 0, aside_kopecks });
/** «долг 150,00 ₽», «аванс 50,00 ₽», «долга нет». */
export function standsWords(garage: DeskGarage): string {
  const { debt, advance } = standsOf(garage);
  return debt > 0 ? `долг ${formatMoney(debt)}` : advance > 0 ? `аванс ${formatMoney(advance)}` : 'долга нет';
}

/** Whose money a part is: of one garage and one payer the parts are counted together. */
export const isSamePayer = (one: Part, other: Part) =>
  one.garage?.id === other.garage?.id && (one.debtor ?? null) === (other.debtor ?? null);

/**
 * The debt that the other parts leave, kopecks: what «=» stands for; null while it is not known. Money that is set aside pays nothing of it.
 * @param left what the former owner who pays owes
 */
export function wholeDebt(draft: Draft, part: Part, left: number | null = null): number | null {
  const { garage, debtor } = part;
  if (!garage || garage.balance_kopecks === null) return null;
  const owed = debtor ? left : standsOf(garage).debt;
  if (owed === null) return null;
  const others = draft.parts.filter((one) => one !== part && isSamePayer(one, part));
  return Math.max(0, owed - others.reduce((sum, one) => sum + (one.amount ?? 0), 0));
}

/** So many times the debt or the fee of a year: a sum that is asked about once. */
const UNUSUAL = 10;

/**
 * The first part whose sum is over ten times the larger of its garage's debt and fee of a year, in words; null for none.
 * @param known kopecks of both by garage; a garage that is not in it is not asked about
 */
export function unusualSum(draft: Draft, known: ReadonlyMap<number, { debt: number; fee: number }>) {
  for (const { garage, amount } of draft.parts) {
    const figures = garage && known.get(garage.id);
    const usual = figures ? Math.max(figures.debt, figures.fee) : 0;
    if (!garage || !amount || usual <= 0 || amount <= UNUSUAL * usual) continue;
    const { debt, fee } = figures!;
    const beside = debt >= fee ? `долг ${formatMoney(debt)}` : `взнос за год ${formatMoney(fee)}`;
    return `${`${garage.section} ${garage.number}`.trim()}: ${formatMoney(amount)}, а ${beside}`;
  }
  return null;
}

export const isEmpty = (draft: Draft) => draft.parts.every((part) => !part.garage && !part.amount && !part.wrongSum);
export const totalOf = (draft: Draft) => draft.parts.reduce((sum, part) => sum + (part.amount ?? 0), 0);

/** Everything wrong that is seen without asking, by field as the server names them. */
export function missing(draft: Draft): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const [nth, part] of draft.parts.entries()) {
    if (!part.garage) errors[`lines.${nth}.garage`] = 'Выберите гараж';
    if (part.wrongSum) errors[`lines.${nth}.amount`] = part.wrongSum;
    else if (part.amount === null) errors[`lines.${nth}.amount`] = 'Введите сумму';
    else if (part.amount <= 0) errors[`lines.${nth}.amount`] = WRONG_AMOUNT;
    else if (part.amount > MAX_AMOUNT_KOPECKS) errors[`lines.${nth}.amount`] = TOO_MUCH;
  }
  return errors;
}

/** `payers`: who was shown as the payer of a garage. */
export function bodyOf(
  draft: Draft,
  date: string,
  confirmDuplicate: boolean,
  payers: ReadonlyMap<number, number> = new Map(),
) {
  return {
    idempotencyKey: draft.key,
    date,
    paymentType: draft.paymentType,
    paperNo: draft.paperNo || null,
    comment: draft.comment || null,
    lines: draft.parts.map((part) => ({
      garage: part.garage!.id,
      amount: part.amount!,
      ...purposeOf(part.purpose.value),
      debtor: part.debtor ?? null,
      ...(payers.has(part.garage!.id) && !part.debtor ? { payer: payers.get(part.garage!.id)! } : {}),
    })),
    confirmDuplicate,
  } satisfies PaymentBody;
}

/** Balance of a part's garage once the whole draft is taken, from what it is `now`; null while nothing is known. A former owner's money changes none. */
export function balanceAfter(draft: Draft, part: Part, now = part.garage?.balance_kopecks ?? null): number | null {
  if (!part.garage || !part.amount || part.debtor || now === null) return null;
  const own = draft.parts.filter((one) => isSamePayer(one, part));
  return now + own.reduce((sum, one) => sum + (one.amount ?? 0), 0);
}

// ---- What was taken --------------------------------------------------------------------------------------------

/** Payments of the list as the desk shows them: lines of one document together, the oldest first. */
export function doneFrom(rows: readonly OperationRow[]): Done[] {
  const byDocument = new Map<number, Done>();
  for (const row of rows.toSorted((one, other) => one.id - other.id)) {
    const done = byDocument.get(row.document_id) ?? {
      document: row.document_id,
      lines: [],
      paymentType: row.payment_type?.id ?? 1,
      method: row.payment_type?.name ?? '',
      paperNo: row.paper_no,
      comment: row.comment,
    };
    byDocument.set(row.document_id, done);
    const { account_no } = row;
    done.lines.push({
      id: row.id,
      garage: { ...row.garage, account_no, owner: row.payer?.name ?? null, balance_kopecks: null },
      purpose: purposeFrom(row.accrual_type, row.year),
      amount: row.amount_kopecks,
      isUndone: row.is_reversed,
      debtor: row.debtor_id ?? null,
      after: null,
    });
  }
  return [...byDocument.values()];
}

/** What the answer of the server made of a draft. */
export const doneOf = (draft: Draft, answer: PaymentAnswer, method: string): Done => ({
  document: answer.contribution,
  paymentType: draft.paymentType,
  method,
  paperNo: draft.paperNo || null,
  comment: draft.comment || null,
  lines: answer.lines.map((line, nth) => {
    const { garage, purpose, debtor = null } = draft.parts[nth]!;
    const { id, amount_kopecks: amount, balance_kopecks: after } = line;
    return { id, garage: garage!, purpose, amount, isUndone: false, debtor, after: debtor ? null : after };
  }),
});

export const isUndone = (done: Done) => done.lines.every((line) => line.isUndone);
/** Lines of a payment that stand. */
export const standing = (done: Done) => done.lines.filter((line) => !line.isUndone);
/** What of a payment stands, kopecks. */
export const standingSum = (done: Done) => standing(done).reduce((sum, line) => sum + line.amount, 0);
export const withUndone = (done: Done): Done => ({
  ...done,
  lines: done.lines.map((line) => ({ ...line, isUndone: true })),
});

/** A payment that was taken back, ready to be put right and taken anew; what stood of it only. */
export const draftFrom = (done: Done, papers: Record<string, string>): Draft => ({
  ...newDraft(done.paymentType, papers),
  parts: standing(done).map(({ garage, amount, purpose, debtor }) => ({
    ...newPart(),
    garage,
    amount,
    purpose,
    debtor,
  })),
  paperNo: done.paperNo ?? '',
  again: done.paperNo ?? '',
  comment: done.comment ?? '',
});

/** Shown rows: those taken in this sitting know what was left, the others come from the server. */
export function mergeDone(server: readonly Done[], here: readonly Done[]): Done[] {
  const known = new Set(server.map((done) => done.document));
  const lines = new Map(here.flatMap((done) => done.lines.map((line) => [line.id, line] as const)));
  return [
    ...server.map((done) => ({
      ...done,
      lines: done.lines.map((line) => {
        const own = lines.get(line.id);
        return { ...line, after: own?.after ?? null, isUndone: line.isUndone || own?.isUndone === true };
      }),
    })),
    ...here.filter((done) => !known.has(done.document)),
  ];
}
