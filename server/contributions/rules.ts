// Rules of documents of charges: what may be posted, changed, undone. Pure.
import { MAX_AMOUNT_KOPECKS } from '../../contract/books.ts';
import type { AccrualTerms } from '../../contract/contributions/charging.ts';
import type { FieldErrors } from '../../contract/kernel/problems.ts';
import { levelOf, type Actor } from '../../contract/kernel/scope.ts';
import { closedPeriod, transferText } from '../balance/rules.ts';
import { dateProblems } from '../books/rules/dates.ts';
import { rubles } from '../books/rules/words.ts';
import { noRight, notNow, type Refusal } from '../kernel/refusal.ts';

export interface TermsFacts {
  today: string;
  closedUntil: string | null;
  /** The accrual type asked for; null when there is none. */
  type: { is_active: boolean; id: number } | null;
  /** Garages named one by one, and how many of them the person may charge. */
  named: number;
  reachable: number;
}

/** Types that a person does not charge by hand: penalties have a run of their own, opening balances come with the import. */
export const PENALTY_TYPE = 11;

const OPENING_TYPE = 15;

const usedOf = ({ previous, current, quantity }: AccrualTerms['readings'][number]) =>
  typeof current === 'number' ? current - (previous ?? 0) : (quantity ?? 0);

export const NOT_REACHABLE = 'Среди выбранных есть гаражи, которых нет в вашем списке. Обновите страницу';

/** Everything wrong with the terms of a charge, by field. */
export function termsProblems(
  terms: {
    contributionDate: string;
    dueOn: string | null;
    contributionPeriod: number;
    isAllGaragSelected: boolean;
    includedGarages: readonly number[];
    corrects: number | null;
    contributionAmount: number;
    readings: AccrualTerms['readings'];
  },
  facts: TermsFacts,
): FieldErrors {
  const errors: FieldErrors = { ...dateProblems('contributionDate', terms.contributionDate, facts) };
  if (terms.dueOn && terms.dueOn < terms.contributionDate) errors.dueOn = 'Срок оплаты не раньше дня начисления';
  if (!facts.type) errors.accrualType = 'Выберите вид начисления из списка';
  else if (!facts.type.is_active) errors.accrualType = 'Этот вид начисления больше не используется';
  else if (facts.type.id === PENALTY_TYPE) errors.accrualType = 'Пени начисляются отдельным расчётом';
  else if (facts.type.id === OPENING_TYPE) errors.accrualType = 'Входящее сальдо приходит с загрузкой реестра';
  if (terms.contributionPeriod > Number(facts.today.slice(0, 4)) + 1)
    errors.contributionPeriod = 'Год не позже следующего';
  const most = Math.max(0, ...terms.readings.map(usedOf)) * terms.contributionAmount;
  if (most > MAX_AMOUNT_KOPECKS) errors.readings = `По показаниям выходит слишком много: ${rubles(most)} с гаража`;
  if (!terms.isAllGaragSelected && !terms.includedGarages.length && terms.corrects === null)
    errors.includedGarages = 'Выберите хотя бы один гараж';
  else if (facts.reachable < facts.named) errors.includedGarages = NOT_REACHABLE;
  return errors;
}

/** What is wrong with the largest line that the terms make, kopecks; null for none. */
export function lineProblems(largest: { place: string; kopecks: number } | null): FieldErrors {
  if (!largest || largest.kopecks <= MAX_AMOUNT_KOPECKS) return {};
  const much = `${rubles(largest.kopecks)}, а больше ${rubles(MAX_AMOUNT_KOPECKS)} одному гаражу не начисляется`;
  return { contributionAmount: `Гараж ${largest.place}: выходит ${much}. Проверьте ставку и размеры` };
}

export interface DocumentFacts {
  kind: string;
  source: string;
  on_date: string;
  po_id: number | null;
  created_by: number | null;
  reversed_by: number | null;
  open_lines: number;
  /** The case that moved a debt by it, by its number. */
  case_no: number | null;
}

/** Why the person may not undo the document; null when he may. */
export function reverseRefusal(actor: Actor, document: DocumentFacts): Refusal | null {
  if (document.kind === 'reversal') return notNow('Сторно не отменяется: внесите новое начисление');
  if (document.kind === 'transfer') return notNow(transferText(document.case_no));
  if (document.kind === 'payment') return notNow('Оплата отменяется в «Платежах»');
  if (document.reversed_by || !document.open_lines) return notNow('Уже сторнировано');
  if (levelOf(actor) !== 'po') return null;
  if (document.po_id !== actor.po) return noRight('Начисление сделано на уровне МО: его отменяет МО');
  return document.created_by === actor.userId ? null : noRight('Чужую запись отменяет МО');
}

/** Why the person may not change the document; null when he may. */
export function editRefusal(actor: Actor, document: DocumentFacts, closedUntil: string | null): Refusal | null {
  if (document.kind !== 'accrual') return notNow('Изменяется только начисление');
  if (document.source === 'import' || document.source === 'penalty' || document.source === 'reregistration')
    return notNow('Эта запись сделана автоматически: её можно только отменить');
  const closed = closedPeriod(document.on_date, closedUntil);
  return reverseRefusal(actor, document) ?? (closed ? notNow(closed, 'contributionDate') : null);
}

/** A correction charges those who were charged; whoever falls away by it is to be seen first. */
export const fallingText = (garages: number) =>
  `По новым условиям части гаражей (${garages}) не начисляется ничего, хотя им было начислено. Подтвердите, что они выпадают`;

/** What changed between the preview and the posting, as a sentence; null when nothing did. */
export function changedSince(
  expected: { garages: number; amount_kopecks: number },
  now: { garages: number; amount_kopecks: number },
): string | null {
  if (expected.garages === now.garages && expected.amount_kopecks === now.amount_kopecks) return null;
  if (expected.garages !== now.garages)
    return `Пока вы смотрели, список изменился: было гаражей ${expected.garages}, стало ${now.garages}. Проверьте ещё раз`;
  return 'Пока вы смотрели, изменились льготы или размеры: сумма стала другой. Проверьте ещё раз';
}
