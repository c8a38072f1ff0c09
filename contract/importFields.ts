// Words shared by the reader of registries and its mapping and preview screens: fields, codes, layout, corrections.
import { z } from 'zod';
import { garageFields } from './fields/garages.ts';
import { plainImports } from './kernel/fields.ts';

/** Fields a column can be mapped to. `many`: several columns may carry the same field. */
export const importFields = {
  rowNumber: { label: '№ п/п (не загружается)', many: false },
  po: { label: 'ПО (кооператив)', many: false },
  section: { label: 'Секция (ряд, линия, этаж)', many: false },
  number: { label: 'Номер гаража', many: false },
  place: { label: 'Ряд и номер в одной ячейке', many: false },
  numberAndOwner: { label: 'Номер и владелец в одной ячейке', many: false },
  type: { label: 'Тип гаража', many: false },
  size: { label: 'Размер (длина × ширина × высота)', many: false },
  sizeX: { label: 'Длина, м', many: false },
  sizeY: { label: 'Ширина, м', many: false },
  sizeZ: { label: 'Высота, м', many: false },
  ...plainImports(garageFields),
  basis: { label: 'Основание', many: false },
  owner: { label: 'Ф. И. О. владельца', many: true },
  lastName: { label: 'Фамилия', many: false },
  firstName: { label: 'Имя', many: false },
  fatherName: { label: 'Отчество', many: false },
  share: { label: 'Доля владельца', many: false },
  personCode: { label: 'Код человека из полного реестра', many: false },
  birthday: { label: 'Дата рождения', many: false },
  phone: { label: 'Телефон', many: true },
  email: { label: 'E-mail', many: false },
  registrationAddress: { label: 'Адрес прописки', many: false },
  actualAddress: { label: 'Адрес проживания', many: false },
  passport: { label: 'Паспорт', many: true },
  passportIssued: { label: 'Кем и когда выдан паспорт', many: true },
  privilege: { label: 'Льгота', many: false },
  privilegeCertificate: { label: 'Удостоверение льготника', many: false },
  voaEntryDate: { label: 'Член ВОА с', many: false },
  ticketNumber: { label: 'Номер членского билета', many: false },
  consentPd: { label: 'Согласие на обработку ПДн', many: false },
  consentSms: { label: 'Согласие на СМС', many: false },
  consentEmail: { label: 'Согласие на e-mail', many: false },
  debt: { label: 'Долг', many: true },
  credit: { label: 'Переплата, аванс', many: true },
  balance: { label: 'Сальдо (минус — долг)', many: true },
  signedDebt: { label: 'Долг (минус — переплата)', many: true },
} as const;
export type ImportField = keyof typeof importFields;

/** Columns of money: they are read together as one sum. */
export const moneyFields = ['debt', 'credit', 'balance', 'signedDebt'] as const satisfies readonly ImportField[];
/** Columns of a name in parts. */
export const nameFields = ['lastName', 'firstName', 'fatherName'] as const satisfies readonly ImportField[];
export const ImportField = z.enum(Object.keys(importFields) as [ImportField, ...ImportField[]]);

/** Ground of an ownership whose registry says none. */
export const LOADED_GROUND = 'Загружено из реестра';
/** Stands between the grounds of several owners in one cell. */
export const GROUNDS_BETWEEN = ' | ';

/** Codes of what was noticed in a row, with the short names the filters of the preview show. */
export const importIssues = {
  duplicate_garage: 'Номер повторяется',
  number_missing: 'Нет номера гаража',
  place_too_long: 'Слишком длинный номер или секция',
  number_refused: 'Номер не подходит',
  passport_conflict: 'Один паспорт у двух',
  garage_unknown: 'Гаража нет в файле',
  section_missing: 'Нет секции',
  section_spelling: 'Секция другими буквами',
  number_was_date: 'Номер был датой',
  number_normalised: 'Номер исправлен',
  number_zeros: 'Номер с нулём впереди',
  latin_in_cyrillic: 'Латинские буквы в имени',
  same_person_other_spelling: 'Другое написание имени',
  date_two_digit_year: 'Год из двух цифр',
  date_year_only: 'Только год',
  date_impossible: 'Дата не прочитана',
  balance_text: 'Долг записан словами',
  formula_value: 'Значение формулы',
  landline: 'Городской телефон',
  date_doubtful: 'Дата сомнительна',
  balance_unparsable: 'Сумма не прочитана',
  balance_mismatch: 'Суммы не сходятся',
  lines_differ: 'Две строки гаража',
  debt_elsewhere: 'На другом листе другой долг',
  co_owner_told: 'Взято с листа совладельцев',
  co_owner_differs: 'Совладелец: на листах сказано разное',
  garage_of_owners: 'Гараж только на листе совладельцев',
  owner_initials_only: 'Только инициалы',
  owner_is_organisation: 'Владелец — организация',
  inn_wrong: 'ИНН не сходится',
  inn_missing: 'Организация без ИНН',
  owner_is_estate: 'Наследники',
  owner_words: 'Лишнее рядом с именем',
  owner_same_as_above: 'Владелец «он же»',
  name_unparsable: 'Имя не прочитано',
  name_case: 'Буквы имени исправлены',
  passport_unusable: 'Паспорт не годится',
  two_owners_in_cell: 'Несколько владельцев',
  person_told_twice: 'На листах сказано разное',
  no_owner: 'Нет владельца',
  share_unparsable: 'Доли не прочитаны',
  phone_unparsable: 'Телефон не прочитан',
  size_unparsable: 'Размер не прочитан',
  text_looks_like_formula: 'Текст похож на формулу',
  note_says_deceased: 'В примечании: умер',
  note_says_sold: 'В примечании: продан',
  value_unknown: 'Значение не распознано',
  value_too_long: 'Слишком длинный текст',
  consent_undated: 'Согласие без даты',
  privilege_unconsented: 'Льгота без согласия',
} as const;
export type ImportIssueCode = keyof typeof importIssues;
export const ImportIssueCode = z.enum(Object.keys(importIssues) as [ImportIssueCode, ...ImportIssueCode[]]);

/** A row with one of these is refused; any other code is a warning. */
export const refusingIssues: readonly ImportIssueCode[] = [
  'duplicate_garage',
  'number_missing',
  'place_too_long',
  'number_refused',
  'passport_conflict',
  'garage_unknown',
  'co_owner_differs',
];

/** Corrected by a rule: nothing is left to decide. */
export const mendedIssues: readonly ImportIssueCode[] = [
  'section_spelling',
  'number_was_date',
  'number_normalised',
  'latin_in_cyrillic',
  'same_person_other_spelling',
  'name_case',
  'formula_value',
  'owner_same_as_above',
];

/** Whether nothing is left to decide about a remark: a formula that gave nothing says nothing of what stood there. */
export const isMendedIssue = ({ code, raw }: { code: ImportIssueCode; raw: string }): boolean =>
  mendedIssues.includes(code) && !(code === 'formula_value' && raw === '');

export const importOutcomes = {
  created: 'Без замечаний',
  created_with_warning: 'С предупреждением',
  error: 'Ошибка: не загружается',
  ignored: 'Не гараж',
} as const;
export const ImportOutcome = z.enum(['created', 'created_with_warning', 'error', 'ignored']);
export type ImportOutcome = z.infer<typeof ImportOutcome>;

export const ignoredRows = {
  blank: 'Пустая строка',
  total: 'Итог',
  subtitle: 'Заголовок ряда',
  column_numbers: 'Номера столбцов',
  header: 'Повтор заголовка',
  continuation: 'Продолжение строки выше',
  money: 'Долг взят к гаражу',
  money_own: 'Долг есть в строке гаража',
  co_owner: 'Совладелец взят к гаражу',
  co_owner_same: 'То же, что на листе ПО',
  other_po: 'Другое ПО',
  footer: 'Подпись или пояснение',
} as const;
export const IgnoredAs = z.enum([
  'blank',
  'total',
  'subtitle',
  'column_numbers',
  'header',
  'continuation',
  'money',
  'money_own',
  'co_owner',
  'co_owner_same',
  'other_po',
  'footer',
]);
export type IgnoredAs = z.infer<typeof IgnoredAs>;

/** One column of the sheet: 0-based index, its title, what it was taken for (null = not imported), how surely (0–1). */
export const ImportColumn = z.object({
  index: z.number().int().min(0).max(16_383),
  title: z.string(),
  field: ImportField.nullable(),
  confidence: z.number().min(0).max(1),
});
export type ImportColumn = z.infer<typeof ImportColumn>;

/** What happens to a table: its garages are loaded, only its people, co-owners or debts are taken, nothing. */
export const tableFates = {
  load: 'Загрузить',
  people: 'Взять людей',
  owners: 'Взять совладельцев',
  money: 'Взять долги',
  skip: 'Не загружать',
} as const;
export const TableFate = z.enum(['load', 'people', 'owners', 'money', 'skip']);
export type TableFate = z.infer<typeof TableFate>;

/**
 * A table of a sheet. `headerRow` is its last header row counted from 1, 0 when there is no header; rows go from the one
 * below it (or `firstRow`) to `lastRow`. `section` is given to every row that names none.
 */
export const TableLayout = z.object({
  sheetIndex: z.number().int().min(0).max(1000),
  firstRow: z.number().int().min(1),
  lastRow: z.number().int().min(0).nullable(),
  firstColumn: z.number().int().min(0),
  headerRow: z.number().int().min(0),
  columns: z.array(ImportColumn).max(16_384),
  sectionFrom: z.enum(['column', 'filled', 'subtitles', 'sheet']).nullable(),
  section: z.string().max(20),
  fate: TableFate,
  /** Names in the column of ПО whose rows are loaded; all rows when absent. */
  po: z.array(z.string().max(300)).max(500).optional(),
  /** Sums of a row that must agree: the columns of `plus` less those of `minus` give `total`. */
  check: z.object({ plus: z.array(z.number()), minus: z.array(z.number()), total: z.array(z.number()) }).nullable(),
  /** Why it is not loaded, or what is in it. */
  why: z.string().max(300),
});
export type TableLayout = z.infer<typeof TableLayout>;

/** How a workbook is laid out: its tables in order, and the questions that are answered (question → value). */
export const ImportLayout = z.object({
  tables: z.array(TableLayout).max(500),
  answers: z.record(z.string().max(40), z.string().max(40)),
});
export type ImportLayout = z.infer<typeof ImportLayout>;

/** One way to answer: what each column becomes, or what happens to tables. */
export const QuestionOption = z.object({
  value: z.string(),
  label: z.string(),
  fields: z.array(z.object({ table: z.number(), index: z.number(), field: ImportField.nullable() })),
  fates: z.array(z.object({ table: z.number(), fate: TableFate })).optional(),
  sections: z.array(z.object({ table: z.number(), section: z.string() })).optional(),
  /** Names of the column of ПО whose rows are loaded; null = all rows. */
  names: z.array(z.object({ table: z.number(), names: z.array(z.string()).nullable() })).optional(),
  /** Sum of the balances under this answer, debts below zero. */
  sumKopecks: z.number().nullable(),
});
export type QuestionOption = z.infer<typeof QuestionOption>;

/** What can't be decided without a person. `sure`: proved by titles and sums, the prepared answer stands. */
export const ImportQuestion = z.object({
  id: z.string(),
  kind: z.enum(['debt', 'sign', 'years', 'owner', 'number', 'content', 'header', 'tables', 'section']),
  table: z.number(),
  text: z.string(),
  proof: z.array(z.string()),
  sure: z.boolean(),
  prepared: z.string(),
  options: z.array(QuestionOption),
  columns: z.array(z.object({ index: z.number(), title: z.string() })),
  samples: z.array(z.object({ row: z.number(), cells: z.array(z.string()) })),
});
export type ImportQuestion = z.infer<typeof ImportQuestion>;

/** Where a row stands: its sheet, its line counted from 1, the first column of its table. */
export const RowPlace = z.object({
  sheet: z.number().int().min(0),
  row: z.number().int().positive(),
  column: z.number().int().min(0).default(0),
});
export type RowPlace = z.infer<typeof RowPlace>;

/** A correction typed in the preview: the text takes the place of the field's cells in that row. */
export const ImportOverride = RowPlace.extend({
  field: ImportField,
  text: z.string().max(2000),
  /** Remarks the row bore before it, so that what was settled can be looked at again. */
  was: z.array(z.string().max(40)).max(40).optional(),
  /** One press for all cells that say the same. */
  rule: z.boolean().optional(),
});
export type ImportOverride = z.infer<typeof ImportOverride>;

/** What each column of consents says of which consent. */
export const consentFields = {
  consentPd: 'pd_processing',
  consentSms: 'sms_info',
  consentEmail: 'email_info',
} as const;
export type ConsentField = keyof typeof consentFields;

/** What stands in the column of ПО beside people of that sheet whose tie to the place is over. */
export const FORMER_PEOPLE = 'прежние';

/** Sheet of the full register with all people, those who own no garage too. */
export const PEOPLE_SHEET = 'Люди';

/** Sheet of the full register with a row for each owner of a garage that has several. */
export const OWNERS_SHEET = 'Совладельцы';

/** How a sheet begins that is for reading alone: no loader takes it. */
export const READING_SHEET = 'Лист для чтения';
