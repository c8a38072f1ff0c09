// Rules of payments: what the desk may take, what may be undone or changed, when a cash day is closed. Pure.
import type { FieldErrors } from '../../contract/kernel/problems.ts';
import { financeEdit, levelOf, refusal, type Actor } from '../../contract/kernel/scope.ts';
import type { OperationKind, PaymentBody } from '../../contract/payments.ts';
import { formatDate } from '../../contract/kernel/words.ts';
import { closedPeriod, NO_DEBT_LEFT, transferText } from '../balance/rules.ts';
import { dateProblems } from '../books/rules/dates.ts';
import { rubles } from '../books/rules/words.ts';
import { noRight, notNow, type Refusal } from '../kernel/refusal.ts';

const [OFFSET, CORRECTION, WRITE_OFF, CARRIED] = [5, 6, 8, 9];
const NOT_MONEY = [OFFSET, CORRECTION, WRITE_OFF, CARRIED];

export interface Method {
  id: number;
  sign: number;
  is_active: boolean;
}
/** A method that brings money to the desk; the others are made by operations of their own. */
export const bringsMoney = (method: Pick<Method, 'id' | 'sign'>) => method.sign > 0 && !NOT_MONEY.includes(method.id);

/** A garage of the person's place as checks see it; kopecks, both may stand side by side. */
export interface GarageFact {
  id: number;
  /** «А 45» */
  label: string;
  po_id: number;
  po_name: string;
  is_active: boolean;
  debt_kopecks: number;
  advance_kopecks: number;
  /** Present owners. */
  owners: readonly number[];
  /** Those to whom debts were left: the number in the lines, the person by his card of today. */
  formers: readonly { id: number; person: number; full_name: string }[];
  /** The payer of the day. */
  payer: { id: number; full_name: string } | null;
  /** The desk of its ПО is closed for the day asked for. */
  day_closed: boolean;
}

export interface Facts {
  today: string;
  closedUntil: string | null;
  method: Method | null;
  /** Accrual types that there are. */
  types: ReadonlySet<number>;
  garages: ReadonlyMap<number, GarageFact>;
}

export const GARAGE_UNKNOWN = 'Гараж не найден';
export const GARAGE_ARCHIVED = 'Гараж в архиве: оплата не принимается';

/** «Касса КАС № 12-3 за 20.11.2026 закрыта…» */
export const dayClosedText = (poName: string, date: string) =>
  `Касса ${poName} за ${formatDate(date)} закрыта. Внесите запись следующим днём или попросите МО открыть день`;

type Part = Omit<PaymentBody['lines'][number], 'payer' | 'debtor'> & { debtor?: number | null };

/** The former owner who pays, as lines name him. */
export const formerOf = (garage: Pick<GarageFact, 'formers'>, person: number | null | undefined) =>
  garage.formers.find((one) => one.person === person || one.id === person);

/** Everything wrong with a payment of the desk, by field: `lines.0.garage`. */
export function paymentProblems(
  body: Pick<PaymentBody, 'date'> & { lines: readonly Part[] },
  facts: Facts,
  place = (nth: number) => `lines.${nth}.`,
): FieldErrors {
  const errors: FieldErrors = { ...dateProblems('date', body.date, facts), ...methodProblems(facts.method) };
  for (const [nth, line] of body.lines.entries()) {
    const garage = facts.garages.get(line.garage);
    if (!garage) errors[`${place(nth)}garage`] = GARAGE_UNKNOWN;
    else if (!garage.is_active) errors[`${place(nth)}garage`] = GARAGE_ARCHIVED;
    else if (garage.day_closed) errors.date ??= dayClosedText(garage.po_name, body.date);
    if (garage && line.debtor && !formerOf(garage, line.debtor)) errors[`${place(nth)}debtor`] = NO_DEBT_LEFT;
    Object.assign(errors, purposeProblems(line, facts, place(nth)));
  }
  return errors;
}

function methodProblems(method: Method | null): FieldErrors {
  if (!method || !bringsMoney(method)) return { paymentType: 'Выберите способ оплаты из списка' };
  return method.is_active ? {} : { paymentType: 'Этот способ оплаты больше не используется' };
}

function purposeProblems(
  line: { accrualType: number | null; year: number | null },
  facts: Facts,
  prefix: string,
): FieldErrors {
  const errors: FieldErrors = {};
  if (line.accrualType !== null && !facts.types.has(line.accrualType))
    errors[`${prefix}accrualType`] = 'Выберите вид начисления из списка';
  if ((line.accrualType === null) !== (line.year === null)) errors[`${prefix}year`] = 'Укажите и вид, и год';
  else if (line.year !== null && line.year > Number(facts.today.slice(0, 4)) + 1)
    errors[`${prefix}year`] = 'Год не позже следующего';
  return errors;
}

export interface Special {
  kind: OperationKind;
  date: string;
  garage: number;
  toGarage: number | null;
  amount: number;
  accrualType: number | null;
  year: number | null;
  /** The former owner whose debt is written off or who gets his own money back; none: the present owners. */
  debtor: number | null;
  protocol: string | null;
  comment: string | null;
}

/**
 * Everything wrong with a refund, an offset, a write-off or a correction, by field.
 * @param owed what is open of that which is written off, kopecks
 * @param advance kopecks as the day of the operation ends and by now: money is given back on a day on which it is there
 */
export function specialProblems(body: Special, facts: Facts, owed: number, advance: Advance): FieldErrors {
  const errors: FieldErrors = { ...dateProblems('date', body.date, facts), ...purposeProblems(body, facts, '') };
  const garage = facts.garages.get(body.garage);
  if (!garage) return { ...errors, garage: GARAGE_UNKNOWN, ...wordProblems(body) };
  if (body.kind === 'refund' || body.kind === 'offset') Object.assign(errors, advanceProblems(body, garage, advance));
  if (body.kind === 'refund' && garage.day_closed) errors.date ??= dayClosedText(garage.po_name, body.date);
  if (body.kind === 'offset') Object.assign(errors, offsetProblems(body, garage, facts));
  if (body.debtor !== null) {
    if (body.kind !== 'write_off' && body.kind !== 'refund')
      errors.debtor = 'Прежнего владельца указывают только при списании долга и возврате';
    else if (!formerOf(garage, body.debtor)) {
      errors.debtor = body.kind === 'refund' ? NO_MONEY_LEFT : NO_DEBT_LEFT;
      delete errors.amount;
    }
  }
  if (body.kind === 'write_off' && !errors.debtor) Object.assign(errors, writeOffProblems(body, garage, owed));
  return { ...errors, ...wordProblems(body) };
}

/** More than is open would become an advance, and an advance can be taken back in cash. */
function writeOffProblems(body: Special, garage: GarageFact, owed: number): FieldErrors {
  if (owed > 0 && body.amount <= owed) return {};
  if (owed > 0) return { amount: `Списать можно не больше долга: ${rubles(owed)}` };
  if (body.debtor !== null) return { amount: 'У прежнего владельца нет долга: списывать нечего' };
  return {
    amount:
      garage.debt_kopecks > 0 && body.accrualType !== null
        ? 'По этому взносу долга нет: списывать нечего'
        : `У гаража ${garage.label} нет долга: списывать нечего`,
  };
}

function wordProblems({ kind, protocol, comment }: Special): FieldErrors {
  if (kind === 'write_off' && !protocol) return { protocol: 'Укажите протокол: без него долг не списывается' };
  if (kind === 'refund' && !comment) return { comment: 'Укажите основание возврата' };
  if (kind === 'correction' && !comment) return { comment: 'Укажите причину корректировки' };
  return {};
}

interface Advance {
  thatDay: number;
  now: number;
}
const NO_MONEY_LEFT =
  'Своего аванса у этого человека по гаражу нет: аванс гаража остаётся за гаражом и возвращается нынешнему владельцу';

function advanceProblems(
  { kind, amount, date, debtor }: Special,
  garage: GarageFact,
  { thatDay: then, now }: Advance,
): FieldErrors {
  const verb = kind === 'refund' ? 'Вернуть' : 'Зачесть';
  if (now <= 0)
    return { amount: debtor === null ? `У гаража ${garage.label} нет аванса` : 'У прежнего владельца нет аванса' };
  if (amount <= Math.min(now, then)) return {};
  if (then < now)
    return {
      date:
        then > 0
          ? `На ${formatDate(date)} аванса было ${rubles(then)}: выберите день позже или сумму меньше`
          : `На ${formatDate(date)} аванса ещё не было: выберите день позже`,
    };
  return { amount: `${verb} можно не больше аванса: ${rubles(now)}` };
}

function offsetProblems(body: Special, from: GarageFact, facts: Facts): FieldErrors {
  if (body.toGarage === null) return { toGarage: 'Выберите гараж' };
  if (body.toGarage === body.garage) return { toGarage: 'Выберите другой гараж' };
  const to = facts.garages.get(body.toGarage);
  if (!to) return { toGarage: GARAGE_UNKNOWN };
  if (!to.is_active) return { toGarage: GARAGE_ARCHIVED };
  if (!from.owners.some((owner) => to.owners.includes(owner)))
    return { toGarage: 'Зачёт возможен только между гаражами одного владельца' };
  return {};
}

// ---- Undoing and changing ------------------------------------------------------------------------------------

export interface LineFacts {
  kind: 'accrual' | 'payment' | 'reversal';
  source: string;
  on_date: string;
  payment_type_id: number | null;
  payment_sign: number | null;
  created_by: number | null;
  /** Day on which it was entered. */
  created_on: string;
  is_reversed: boolean;
  /** A line that moves a debt between debtors. */
  is_transfer: boolean;
  /** The case that moved the debt, by its number. */
  case_no: number | null;
  /** The desk of its ПО is closed for its day. */
  day_closed: boolean;
}

/** Why the person may not undo a line; null when he may. */
export function reverseRefusal(actor: Actor, line: LineFacts): Refusal | null {
  const right = refusal(actor, financeEdit);
  if (right) return noRight(right);
  if (line.kind === 'reversal') return notNow('Сторно не отменяется: внесите операцию заново');
  if (line.is_transfer) return notNow(transferText(line.case_no));
  if (line.is_reversed) return notNow('Уже сторнировано');
  if (levelOf(actor) === 'po' && line.created_by !== actor.userId) return noRight('Чужую запись отменяет МО');
  return null;
}

/** Why a ПО may not undo the whole document of a line: some of its lines are another's. */
export function wholeRefusal(actor: Actor, line: { document_po: number | null }): Refusal | null {
  if (levelOf(actor) !== 'po' || line.document_po === actor.po) return null;
  return noRight('Документ сделан на уровне МО по нескольким ПО: целиком его отменяет МО');
}

/** Why the person may not change a line; null when he may. */
export function editRefusal(actor: Actor, line: LineFacts, closedUntil: string | null): Refusal | null {
  const right = refusal(actor, financeEdit);
  if (right) return noRight(right);
  if (line.is_transfer && line.kind !== 'reversal') return notNow(transferText(line.case_no));
  if (line.kind === 'accrual') return notNow('Начисление изменяется в карточке документа');
  if (line.kind === 'reversal') return notNow('Сторно не изменяется: внесите операцию заново');
  if (!bringsMoney({ id: line.payment_type_id!, sign: line.payment_sign! }))
    return notNow('Эту запись можно только отменить и внести заново');
  if (line.source === 'import') return notNow('Запись сделана загрузкой реестра: её можно только отменить');
  return reverseRefusal(actor, line) ?? dayRefusal(line, closedUntil);
}

function dayRefusal(line: LineFacts, closedUntil: string | null): Refusal | null {
  const closed = closedPeriod(line.on_date, closedUntil);
  if (closed) return notNow(closed, 'date');
  return line.day_closed
    ? notNow(`Касса за ${formatDate(line.on_date)} закрыта: отмените платёж следующим днём и внесите заново`)
    : null;
}

/** A fresh slip of one's own hand needs no words; anything else does. */
export const needsReason = (actor: Actor, line: LineFacts, today: string) =>
  line.created_by !== actor.userId || line.created_on !== today || line.kind !== 'payment';

/** Everything wrong with undoing a line that may be undone. */
export function undoProblems(
  body: { date: string; reason: string | null },
  line: Pick<LineFacts, 'on_date'>,
  facts: { today: string; closedUntil: string | null; needsReason: boolean; closedPo: string | null },
): FieldErrors {
  const errors: FieldErrors = { ...dateProblems('date', body.date, facts) };
  if (body.date < line.on_date) errors.date = 'Сторно не может быть раньше операции';
  if (facts.closedPo) errors.date ??= dayClosedText(facts.closedPo, body.date);
  if (facts.needsReason && !body.reason) errors.reason = 'Укажите причину сторно';
  return errors;
}

/** «По гаражу А 45 за 20.11.2026 уже принято 4 500,00 ₽ (Иванова М. П., 12:30)». */
export const duplicateText = (same: { label: string; date: string; amount: number; user: string; time: string }) =>
  `По гаражу ${same.label} за ${formatDate(same.date)} уже принято ${rubles(same.amount)} (${same.user}, ${same.time})`;

// ---- The cash day --------------------------------------------------------------------------------------------

export type DayState = 'open' | 'partly' | 'closed';
export const dayState = (closed: number, pos: number): DayState =>
  closed === 0 ? 'open' : closed < pos ? 'partly' : 'closed';

/** Why the desk can not be closed for a day; null when it can. */
export function closeRefusal(
  actor: Actor,
  day: { date: string; today: string; state: DayState; desks: number },
): Refusal | null {
  const right = refusal(actor, financeEdit);
  if (right) return noRight(right);
  if (day.date > day.today) return notNow('Этот день ещё не наступил', 'date');
  if (!day.desks) return notNow('Закрывать нечего: в этот день касс не было', 'date');
  return day.state === 'closed' ? notNow(`Касса за ${formatDate(day.date)} уже закрыта`, 'date') : null;
}

/** Why the desk can not be opened again; null when it can. */
export function reopenRefusal(
  actor: Actor,
  day: { date: string; state: DayState; closedUntil: string | null },
): Refusal | null {
  const right = refusal(actor, { ...financeEdit, levels: ['mo'] });
  if (right) return noRight(right);
  if (day.state === 'open') return notNow(`Касса за ${formatDate(day.date)} не закрыта`, 'date');
  const closed = closedPeriod(day.date, day.closedUntil);
  return closed ? notNow(closed, 'date') : null;
}
