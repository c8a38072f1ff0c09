// The desk without its screen: parts of a payment, numbers of papers, purposes, what is sent. Pure.
import type { DebtLine } from '../../../contract/balance.ts';
import type { OperationRow, PaymentBody } from '../../../contract/payments.ts';
import { operationKey } from '../../../providers/operationKey.ts';

/** A garage as the desk knows it. */
export interface DeskGarage {
  id: number;
  section: string;
  number: string;
  po_name?: string | undefined;
  account_no: string;
  owner: string | null;
  /** Negative is a debt. */
  balance_kopecks: number;
}

/** «по порядку»: the oldest debt first, penalties last. */
export const IN_ORDER = 'order';
export const IN_ORDER_LABEL = 'по порядку';

/** One line of a payment that is being entered. */
export interface Part {
  key: string;
  garage: DeskGarage | null;
  amount: number | null;
  /** `IN_ORDER` or `type:year`. */
  purpose: string;
  purposeLabel: string;
}

/** A payment that is being entered; its key makes it once whatever happens on the way. */
export interface Draft {
  key: string;
  parts: Part[];
  paymentType: number;
  paperNo: string;
  /** Last paper number of each method. */
  papers: Record<string, string>;
}

/** A payment that was taken. */
export interface Done {
  document: number;
  lines: DoneLine[];
  method: string;
  paperNo: string | null;
  isUndone: boolean;
}
export interface DoneLine {
  id: number;
  garage: Pick<DeskGarage, 'id' | 'section' | 'number'>;
  payer: string | null;
  purpose: string;
  amount: number;
  /** Balance of the garage afterwards; null when it was not told. */
  after: number | null;
}

export const newPart = (): Part => ({
  key: operationKey(),
  garage: null,
  amount: null,
  purpose: IN_ORDER,
  purposeLabel: IN_ORDER_LABEL,
});
export const newDraft = (paymentType = 1, papers: Record<string, string> = {}): Draft => ({
  key: operationKey(),
  parts: [newPart()],
  paymentType,
  paperNo: nextPaper(papers[paymentType] ?? ''),
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
export const nextDraft = (draft: Draft): Draft =>
  newDraft(draft.paymentType, { ...draft.papers, [draft.paymentType]: draft.paperNo });

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

export const isEmpty = (draft: Draft) => draft.parts.every((part) => !part.garage && !part.amount);
export const totalOf = (draft: Draft) => draft.parts.reduce((sum, part) => sum + (part.amount ?? 0), 0);

/** Everything missing, by field as the server names them. */
export function missing(draft: Draft): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const [nth, part] of draft.parts.entries()) {
    if (!part.garage) errors[`lines.${nth}.garage`] = 'Выберите гараж';
    if (!part.amount) errors[`lines.${nth}.amount`] = 'Введите сумму';
  }
  return errors;
}

export const purposeKey = (type: number, year: number) => `${type}:${year}`;
export function purposeOf(key: string): { accrualType: number | null; year: number | null } {
  const [type, year] = key.split(':').map(Number);
  return key === IN_ORDER ? { accrualType: null, year: null } : { accrualType: type!, year: year! };
}

export function bodyOf(draft: Draft, date: string, confirmDuplicate: boolean) {
  return {
    idempotencyKey: draft.key,
    date,
    paymentType: draft.paymentType,
    paperNo: draft.paperNo || null,
    lines: draft.parts.map((part) => ({
      garage: part.garage!.id,
      amount: part.amount!,
      ...purposeOf(part.purpose),
      comment: null,
    })),
    confirmDuplicate,
  } satisfies PaymentBody;
}

/** Balance of a part's garage once the whole draft is taken; null while nothing is known. */
export function balanceAfter(draft: Draft, part: Part): number | null {
  if (!part.garage || !part.amount) return null;
  const own = draft.parts.filter((one) => one.garage?.id === part.garage!.id);
  return part.garage.balance_kopecks + own.reduce((sum, one) => sum + (one.amount ?? 0), 0);
}

export interface PurposeOption {
  value: string;
  label: string;
  hint?: string;
}
/** «по порядку», then what the garage owes, then every type for this year. */
export function purposeOptions(
  owed: readonly DebtLine[],
  types: readonly { id: number; name: string }[],
  year: number,
  money: (kopecks: number) => string,
): PurposeOption[] {
  const debts = owed
    .filter((line) => line.accrual_type_id !== null && line.owed_kopecks > 0)
    .map((line) => ({
      value: purposeKey(line.accrual_type_id!, line.year),
      label: `${line.accrual_type} ${line.year}`,
      hint: `долг ${money(line.owed_kopecks)}`,
    }));
  const known = new Set(debts.map((debt) => debt.value));
  const others = types
    .map((type) => ({ value: purposeKey(type.id, year), label: `${type.name} ${year}` }))
    .filter((option) => !known.has(option.value));
  return [{ value: IN_ORDER, label: IN_ORDER_LABEL }, ...debts, ...others];
}

/** Payments of the list as the desk shows them: lines of one document together, the oldest first. */
export function doneFrom(rows: readonly OperationRow[]): Done[] {
  const byDocument = new Map<number, Done>();
  for (const row of rows.toSorted((one, other) => one.id - other.id)) {
    const done = byDocument.get(row.document_id) ?? {
      document: row.document_id,
      lines: [],
      method: row.payment_type?.name ?? '',
      paperNo: row.paper_no,
      isUndone: true,
    };
    byDocument.set(row.document_id, done);
    done.isUndone &&= row.is_reversed;
    done.lines.push({
      id: row.id,
      garage: row.garage,
      payer: row.payer?.name ?? null,
      purpose: row.accrual_type ? `${row.accrual_type.name} ${row.year}` : IN_ORDER_LABEL,
      amount: row.amount_kopecks,
      after: null,
    });
  }
  return [...byDocument.values()];
}

/** Shown rows: those taken in this sitting know what was left, the others come from the server. */
export function mergeDone(server: readonly Done[], here: readonly Done[]): Done[] {
  const known = new Map(server.map((done) => [done.document, done]));
  const lines = new Map(here.flatMap((done) => done.lines.map((line) => [line.id, line] as const)));
  const fresh = here.filter((done) => !known.has(done.document));
  return [
    ...server.map((done) => ({
      ...done,
      isUndone: done.isUndone || here.some((one) => one.document === done.document && one.isUndone),
      lines: done.lines.map((line) => ({ ...line, after: lines.get(line.id)?.after ?? null })),
    })),
    ...fresh,
  ];
}
