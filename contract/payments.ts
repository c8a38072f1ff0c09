// Payments: the desk, lines of the ledger with their undoing and correction, refunds, offsets, write-offs, the cash day.
import { z } from 'zod';
import { Amount, SeenPenalties, WRONG_AMOUNT } from './books.ts';
import { PenaltiesOn, Source } from './contributions.ts';
import { endpoint } from './kernel/endpoint.ts';
import { ByIdParams, resource } from './kernel/resource.ts';
import { Choice, Id, IdValue, IsoDate, Kopecks, Named, optionalLine, optionalText, Version } from './kernel/scalars.ts';
import { financeEdit, financeRead, type Needs } from './kernel/scope.ts';
import { PlateRef } from './profiles.ts';

/** Most lines that one payment may be split over. */
export const MAX_SPLIT = 50;
const MAX_ID = 2_147_483_647;

/** A number that was chosen; `text`: what is said when none was. */
export const chosen = (text: string) => z.number(text).int(text).positive(text).max(MAX_ID, text);
export const GarageId = chosen('Выберите гараж');
export const TypeId = chosen('Выберите вид начисления');
export const Year = z.number('Укажите год').int('Укажите год').min(1990, 'Год от 1990').max(2100, 'Год до 2100');
/** Nothing is null. */
export const orNull = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? null);
/** Made by the client once for an intention: a call repeated with it does nothing more. */
const Key = z.uuid('Нужен ключ операции');
const Reason = optionalLine(300);

// ---- Lines of the ledger: the list of payments and the card of one line -------------------------------------

export const OperationRow = z.object({
  id: z.number(),
  document_id: z.number(),
  kind: z.enum(['accrual', 'payment', 'reversal']),
  source: Source,
  on_date: z.string(),
  garage: PlateRef,
  account_no: z.string(),
  po: Named,
  mo_name: z.string(),
  /** The owner on the day of the line. */
  payer: Named.nullable(),
  /** The former owner whose line it is, as lines name him; null: the present owners. */
  debtor_id: z.number().nullable(),
  /** On a payment: what the payer named. */
  accrual_type: Named.nullable(),
  year: z.number().nullable(),
  payment_type: Named.nullable(),
  /** Negative raises the debt. */
  amount_kopecks: Kopecks,
  paper_no: z.string().nullable(),
  comment: z.string().nullable(),
  user: Named.nullable(),
  created_at: z.string(),
  is_reversed: z.boolean(),
  /** Garages of the document inside the place of the reader. */
  garages: z.number(),
});
export type OperationRow = z.infer<typeof OperationRow>;

/** Another line this one is tied to. */
const LineLink = z.object({
  id: z.number(),
  on_date: z.string(),
  amount_kopecks: Kopecks,
  comment: z.string().nullable(),
});

/** Where the money of a payment stands now: what it pays and what of it is left. */
export const ClosedByPayment = z.object({
  id: z.number(),
  /** Without a type: a correction that named none. */
  parts: z.array(z.object({ accrual_type: Named.nullable(), year: z.number(), kopecks: Kopecks })),
  /** Advance, or set aside for what is not charged yet. */
  left_kopecks: Kopecks,
});
export type ClosedByPayment = z.infer<typeof ClosedByPayment>;

export const OperationCard = OperationRow.extend({
  /** Version of the document: its words may be changed in place. */
  version: z.number(),
  basis_document: z.string().nullable(),
  document_comment: z.string().nullable(),
  /** Of the document, inside the place of the reader. */
  document_amount_kopecks: Kopecks,
  /** Other lines of the document, the first twenty. */
  siblings: z.array(z.object({ id: z.number(), garage: PlateRef, amount_kopecks: Kopecks, is_reversed: z.boolean() })),
  /** Other lines of a payment's document that stand: undone with it when the whole is. */
  rest: z.object({ lines: z.number(), amount_kopecks: Kopecks }),
  reversal_of: LineLink.nullable(),
  reversed_by: LineLink.nullable(),
  /** What this line was entered instead of, and what was entered instead of it. */
  corrects: LineLink.nullable(),
  corrected_by: LineLink.nullable(),
  /** A line that moves a debt between debtors, and the case that did it: undone with the case alone. */
  is_transfer: z.boolean(),
  moved_by_case: z.number().nullable(),
  /** Balance of the garage now; negative is a debt. */
  balance_kopecks: Kopecks,
  /** Penalties that stand on a charge: they are undone together with it. */
  penalties: PenaltiesOn,
  /** Why the reader can not change or undo it, as sentences; null when he can. */
  edit_refusal: z.string().nullable(),
  reverse_refusal: z.string().nullable(),
  /** A reason is asked for when it is undone. */
  needs_reason: z.boolean(),
  period_closed_until: z.string().nullable(),
});
export type OperationCard = z.infer<typeof OperationCard>;

const Ids = (max: number) => z.array(z.number().int()).max(max).optional();
export const OperationFilter = z.object({
  /** Garage number, account number, number of the paper or the owner's name. */
  nameFilter: z.string().max(100).optional(),
  /** What the list shows: payments (the default of payments), their reversals, charges. */
  kind: z.enum(['accrual', 'payment', 'reversal']).optional(),
  /** 0 among them: lines without a method, without a type. */
  paymentTypeFilter: Ids(100),
  accrualTypeFilter: Ids(100),
  userFilter: Ids(200),
  moFilter: Ids(500),
  poFilter: Ids(500),
  sourceFilter: z.array(Source).max(20).optional(),
  garage: z.number().int().optional(),
  document: z.number().int().optional(),
  /** Both ends included. */
  dateFrom: IsoDate.optional(),
  dateTo: IsoDate.optional(),
  amountFrom: z.number().int().min(0).optional(),
  amountTo: z.number().int().min(0).optional(),
  reversed: z.enum(['yes', 'no']).optional(),
  /** What statistics count as charged or as paid. */
  side: z.enum(['charged', 'paid']).optional(),
});
export type OperationFilter = z.output<typeof OperationFilter>;

const sorts = ['on_date', 'amount_kopecks'] as const;
/** Payments as lines of the ledger, one garage each; totals by method are `n<type>` and `sum<type>`. */
export const payments = resource({
  name: 'payments',
  title: 'Платежи',
  read: financeRead,
  row: OperationRow,
  card: OperationCard,
  filter: OperationFilter,
  sorts,
});
/** Every line of the ledger: charges, payments and what undid them. */
export const balanceOperations = resource({
  name: 'balance_operations',
  title: 'Операции по балансу',
  read: financeRead,
  row: OperationRow,
  card: OperationCard,
  filter: OperationFilter,
  sorts,
});

/** People who took payments in the reader's place, for the filter. */
export const paymentUsers = endpoint({
  tag: 'Платежи',
  method: 'GET',
  path: '/api/payment_users/',
  summary: 'Кто принимал платежи',
  needs: financeRead,
  query: z.object({ q: z.string().max(100).optional() }),
  reply: z.object({ data: z.array(Choice) }),
});

// ---- The desk ------------------------------------------------------------------------------------------------

const tag = 'Приём оплаты';

/** What each of these payments pays, by the books as they are now; lines that are not payments or not the reader's are left out. */
export const closedByPayments = endpoint({
  tag,
  method: 'POST',
  path: '/api/payments/closed/',
  summary: 'Что закрыли платежи',
  needs: financeRead,
  reads: true,
  body: z.object({ ids: z.array(Id).min(1).max(100) }),
  reply: z.object({ data: z.array(ClosedByPayment) }),
});

/** Part of a payment: a garage, a sum and what the payer names, type and year together or neither. */
export const PaymentPart = z
  .object({
    garage: GarageId,
    amount: Amount,
    accrualType: orNull(TypeId),
    year: orNull(Year),
    /** A former owner who pays what was left to him; none: the present owners. */
    debtor: orNull(IdValue),
    /** The payer that was shown: another one by now refuses. Not sent: nobody was shown. */
    payer: IdValue.optional(),
  })
  .refine((part) => (part.accrualType === null) === (part.year === null), {
    message: 'Укажите и вид, и год',
    path: ['year'],
  });
export type PaymentPart = z.output<typeof PaymentPart>;

export const PaymentBody = z.object({
  idempotencyKey: Key,
  date: IsoDate,
  paymentType: chosen('Выберите способ оплаты').default(1),
  paperNo: optionalLine(40),
  /** «за брата», «по расписке»: words of the whole payment. */
  comment: optionalLine(300),
  lines: z.array(PaymentPart).min(1, 'Добавьте хотя бы одну строку').max(MAX_SPLIT, `Не больше ${MAX_SPLIT} строк`),
  /** The person has seen that such a payment is there already. */
  confirmDuplicate: z.boolean().default(false),
});
export type PaymentBody = z.output<typeof PaymentBody>;

export const PaymentAnswer = z.object({
  contribution: z.number(),
  amount_kopecks: Kopecks,
  /** In the order given; the balance is that of the garage afterwards, negative is a debt. */
  lines: z.array(z.object({ id: z.number(), garage: z.number(), amount_kopecks: Kopecks, balance_kopecks: Kopecks })),
  isRepeat: z.boolean(),
});
export type PaymentAnswer = z.infer<typeof PaymentAnswer>;

/** Code of the refusal that a person may confirm: such a payment was taken on that day already. */
export const DUPLICATE = 'duplicate_payment';

/** Code of the refusal when a garage changed hands while the payment was entered. */
export const PAYER_CHANGED = 'payer_changed';

export const takePayment = endpoint({
  tag,
  method: 'POST',
  path: '/api/payments/',
  summary: 'Принять оплату',
  needs: financeEdit,
  body: PaymentBody,
  reply: PaymentAnswer,
});

/** What the desk begins with. */
export const deskDefaults = endpoint({
  tag,
  method: 'GET',
  path: '/api/payment_desk/',
  room: 'payments',
  summary: 'Начальные значения приёма оплаты',
  needs: financeRead,
  reply: z.object({
    today: z.string(),
    /** Methods that bring money to the desk, in their order. */
    methods: z.array(Named),
    period_closed_until: z.string().nullable(),
  }),
});

export const operationKinds = ['refund', 'offset', 'write_off', 'correction'] as const;
export const OperationKind = z.enum(operationKinds);
export type OperationKind = z.infer<typeof OperationKind>;
/** Payment type that each of them is posted with. */
export const kindTypes: Record<OperationKind, number> = { refund: 7, offset: 5, write_off: 8, correction: 6 };

/** A refund of an advance, an offset between garages of one owner, a write-off of a bad debt, a correction. */
export const specialOperation = endpoint({
  tag,
  method: 'POST',
  path: '/api/payment_operations/',
  summary: 'Возврат, зачёт, списание, корректировка',
  needs: financeEdit,
  body: z.object({
    idempotencyKey: Key,
    kind: OperationKind,
    date: IsoDate,
    garage: GarageId,
    /** Where an offset goes. */
    toGarage: orNull(GarageId),
    amount: Amount,
    /** The debt that is written off or corrected; together or neither. */
    accrualType: orNull(TypeId),
    year: orNull(Year),
    /** The former owner whose debt is written off, or whose own overpayment is given back; none: the present owners. */
    debtor: orNull(IdValue),
    /** A correction lowers the debt or raises it. */
    direction: z.enum(['lower', 'raise']).default('lower'),
    paperNo: optionalLine(40),
    /** «Протокол № 3 от 02.02.2026»: without it nothing is written off. */
    protocol: optionalLine(300),
    comment: optionalLine(300),
  }),
  reply: PaymentAnswer,
});

const undone = z.object({ contribution: z.number(), lines: z.number(), amount_kopecks: Kopecks });
/** Undoes a line, or with `whole` all lines of its document. */
export const reverseOperation = endpoint({
  tag,
  method: 'POST',
  path: '/api/balance_operations/:id/reverse/',
  summary: 'Сторнировать операцию',
  needs: financeEdit,
  params: ByIdParams,
  body: z.object({
    idempotencyKey: Key,
    date: IsoDate,
    reason: Reason,
    whole: z.boolean().default(false),
    penalties_kopecks: SeenPenalties,
  }),
  reply: undone,
});

/** Changes a payment: words in place, money by a reversal and a new line in one transaction. Answers the line in force. */
export const correctOperation = endpoint({
  tag,
  method: 'POST',
  path: '/api/balance_operations/:id/correct/',
  summary: 'Исправить платёж',
  needs: financeEdit,
  params: ByIdParams,
  body: z.object({
    version: Version,
    idempotencyKey: Key,
    /** As long as what a bank writes in a statement. */
    comment: optionalText(1000),
    /** Set when money changes; null changes the words only. */
    money: orNull(
      z.object({
        garage: GarageId,
        date: IsoDate,
        amount: z.number(WRONG_AMOUNT).pipe(Amount),
        paymentType: chosen('Выберите способ оплаты'),
        accrualType: orNull(TypeId),
        year: orNull(Year),
        paperNo: optionalLine(40),
        reason: z
          .string('Укажите причину исправления')
          .trim()
          .min(1, 'Укажите причину исправления')
          .max(300, 'Не длиннее 300 знаков'),
      }),
    ),
  }),
  reply: z.object({ operation: z.number() }),
});

// ---- The cash day --------------------------------------------------------------------------------------------

const days = 'Кассовый день';
/** Reopening undoes what a ПО has signed: it is done above it. */
const reopenNeeds: Needs = { ...financeEdit, levels: ['mo'] };

const DaySum = {
  /** Payments that stand at the end of the day. */
  count: z.number(),
  /** Money in less money out, storno of earlier days among it. */
  amount_kopecks: Kopecks,
};
export const CashDay = z.object({
  date: z.string(),
  today: z.string(),
  ...DaySum,
  /** What was taken back on this day from payments of earlier days, ≥ 0. */
  undone_kopecks: Kopecks,
  methods: z.array(z.object({ payment_type: Named, ...DaySum })),
  /** ПО that took something on this day or have closed it. */
  pos: z.array(
    z.object({
      po: Named,
      ...DaySum,
      closed: z.object({ at: z.string(), by: z.string().nullable() }).nullable(),
    }),
  ),
  state: z.enum(['open', 'partly', 'closed']),
  /** Why the reader can not close or reopen it; null when he can. */
  close_refusal: z.string().nullable(),
  reopen_refusal: z.string().nullable(),
});
export type CashDay = z.infer<typeof CashDay>;

/** Totals of the desk by method; `po` narrows it to one ПО. */
export const cashDay = endpoint({
  tag: days,
  method: 'GET',
  path: '/api/cash_days/',
  room: 'payments',
  summary: 'Касса за день',
  needs: financeRead,
  query: z.object({ date: IsoDate.optional(), po: Id.optional() }),
  reply: CashDay,
});

/** Closes the desk for a day: one ПО, or with null every ПО of the person's place that is still open. */
export const closeCashDay = endpoint({
  tag: days,
  method: 'POST',
  path: '/api/cash_days/close/',
  summary: 'Закрыть кассу за день',
  needs: financeEdit,
  body: z.object({
    date: IsoDate,
    po: orNull(chosen('Выберите ПО')),
    /** What the person saw; a difference refuses the closing. */
    expected: z.object({ count: z.number().int(), amount_kopecks: Kopecks }),
  }),
  reply: CashDay,
});

export const reopenCashDay = endpoint({
  tag: days,
  method: 'POST',
  path: '/api/cash_days/reopen/',
  summary: 'Открыть кассу за день',
  needs: reopenNeeds,
  body: z.object({
    date: IsoDate,
    po: orNull(chosen('Выберите ПО')),
    reason: z.string('Укажите причину').trim().min(1, 'Укажите причину').max(300, 'Не длиннее 300 знаков'),
  }),
  reply: CashDay,
});
