// What seals cover, column by column, with the words by which people know the columns.

/** Columns of a sealed row, with the words by which people know them. */
export interface SealedTable {
  /** Row of the table as a text that differs whenever anything sealed differs. */
  text: string;
  order: string;
  /** A number that is the row's own. */
  key: string;
  /** Columns as whole numbers. */
  numbers: Record<string, { value: string; label: string }>;
  /** Columns of text; `key` is the row's own. */
  texts: Record<string, { label: string }>;
}

const column = (label: string, value?: string) => ({ label, value: value ?? '' });
const day = (name: string, label: string) => column(label, `${name} - date '2000-01-01'`);

/** Lines of the ledger. Author and time are those of the document, and proved by it. */
export const sealedLines: SealedTable = {
  text: `row(id, garage_id, owner_id, region_id, mo_id, po_id, contribution_id, sign, amount_kopecks, accrual_type_id, payment_type_id, period_year,
    on_date - date '2000-01-01', paper_no, comment, reversal_of, debtor_id, origin_id)::text`,
  order: 'id',
  key: 'id',
  numbers: {
    garage_id: column('гараж'),
    owner_id: column('плательщик'),
    region_id: column('регион'),
    mo_id: column('МО'),
    sign: column('знак'),
    amount_kopecks: column('сумма'),
    accrual_type_id: column('вид начисления'),
    payment_type_id: column('способ оплаты'),
    period_year: column('год'),
    on_date: day('on_date', 'дата'),
    reversal_of: column('что сторнирует'),
    debtor_id: column('должник'),
    origin_id: column('начисление-источник'),
  },
  texts: { paper_no: { label: 'номер бумаги' }, comment: { label: 'комментарий' } },
};

/** Parts of penalties: days that a line charged for. */
export const sealedParts: SealedTable = {
  text: `row(operation_id, garage_id, accrual_type_id, period_year, from_day - date '2000-01-01', to_day - date '2000-01-01', days, amount_kopecks)::text`,
  order: 'operation_id, accrual_type_id',
  key: 'operation_id',
  numbers: {
    garage_id: column('гараж'),
    accrual_type_id: column('вид взноса'),
    period_year: column('год'),
    from_day: day('from_day', 'первый день'),
    to_day: day('to_day', 'последний день'),
    days: column('дней'),
    amount_kopecks: column('сумма'),
  },
  texts: {},
};

/** Bytes of a row's print: enough that nobody finds another row with the same one. */
export const PRINT_BYTES = 12;

/** Columns of a document that its seal holds, with their words. */
export const documentColumns: Record<string, string> = {
  region_id: 'регион',
  mo_id: 'МО',
  po_id: 'ПО',
  kind: 'вид документа',
  source: 'откуда',
  accrual_type_id: 'вид начисления',
  payment_type_id: 'способ оплаты',
  period_year: 'год',
  on_date: 'дата',
  due_on: 'срок оплаты',
  amount_kopecks: 'сумма',
  garage_count: 'гаражей',
  reversal_of: 'что сторнирует',
  undoes_whole: 'сторно целиком',
  corrects: 'что исправляет',
  idempotency_key: 'ключ операции',
  import_batch_id: 'загрузка реестра',
  created_by: 'автор',
  created_at: 'когда внесено',
};
/** Words of a document; a seal holds their keyed hashes. */
export const wordColumns: Record<string, string> = {
  basis_document: 'основание',
  comment: 'комментарий',
  request: 'что было задано',
};
