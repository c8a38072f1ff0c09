// Words shared by the reader of registries and its mapping and preview screens: fields, codes, layout, corrections.
import { z } from 'zod';

/** Fields a column can be mapped to. `many`: several columns may carry the same field. */
export const importFields = {
  rowNumber: { label: '№ п/п (не загружается)', many: false },
  section: { label: 'Секция (ряд, линия, этаж)', many: false },
  number: { label: 'Номер гаража', many: false },
  type: { label: 'Тип гаража', many: false },
  size: { label: 'Размер (длина × ширина × высота)', many: false },
  sizeX: { label: 'Длина, м', many: false },
  sizeY: { label: 'Ширина, м', many: false },
  sizeZ: { label: 'Высота, м', many: false },
  dateOfConstruction: { label: 'Дата постройки', many: false },
  pib: { label: 'ПИБ', many: false },
  basis: { label: 'Основание', many: false },
  owner: { label: 'Ф. И. О. владельца', many: false },
  lastName: { label: 'Фамилия', many: false },
  firstName: { label: 'Имя', many: false },
  fatherName: { label: 'Отчество', many: false },
  share: { label: 'Доля владельца', many: false },
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
  debt: { label: 'Долг', many: true },
  credit: { label: 'Переплата, аванс', many: true },
  balance: { label: 'Сальдо (минус — долг)', many: true },
  note: { label: 'Примечание', many: true },
} as const;
export type ImportField = keyof typeof importFields;
export const ImportField = z.enum(Object.keys(importFields) as [ImportField, ...ImportField[]]);

/** Codes of what was noticed in a row, with the short names the filters of the preview show. */
export const importIssues = {
  duplicate_garage: 'Номер повторяется',
  number_missing: 'Нет номера гаража',
  place_too_long: 'Слишком длинный номер или секция',
  number_was_date: 'Номер был датой',
  number_normalised: 'Номер исправлен',
  latin_in_cyrillic: 'Латинские буквы в имени',
  same_person_other_spelling: 'Другое написание имени',
  date_two_digit_year: 'Год из двух цифр',
  date_year_only: 'Только год',
  date_impossible: 'Дата не прочитана',
  balance_text: 'Долг записан словами',
  formula_value: 'Значение формулы',
  landline: 'Городской телефон',
  owner_initials_only: 'Только инициалы',
  two_owners_in_cell: 'Несколько владельцев',
  no_owner: 'Нет владельца',
  share_unparsable: 'Доли не прочитаны',
  phone_unparsable: 'Телефон не прочитан',
  size_unparsable: 'Размер не прочитан',
  text_looks_like_formula: 'Текст похож на формулу',
  note_says_deceased: 'В примечании: умер',
  note_says_sold: 'В примечании: продан',
  value_unknown: 'Значение не распознано',
} as const;
export type ImportIssueCode = keyof typeof importIssues;
export const ImportIssueCode = z.enum(Object.keys(importIssues) as [ImportIssueCode, ...ImportIssueCode[]]);

/** A row with one of these is refused; any other code is a warning. */
export const refusingIssues: readonly ImportIssueCode[] = ['duplicate_garage', 'number_missing', 'place_too_long'];

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
  footer: 'Подпись или пояснение',
} as const;
export const IgnoredAs = z.enum(['blank', 'total', 'subtitle', 'column_numbers', 'footer']);
export type IgnoredAs = z.infer<typeof IgnoredAs>;

/** One column of the sheet: 0-based index, its title, what it was taken for (null = not imported), how surely (0–1). */
export const ImportColumn = z.object({
  index: z.number().int().min(0).max(16_383),
  title: z.string(),
  field: ImportField.nullable(),
  confidence: z.number().min(0).max(1),
});
export type ImportColumn = z.infer<typeof ImportColumn>;

/** How a registry is laid out: `headerRow` is the last header row counted from 1, 0 when there is no header. */
export const ImportLayout = z.object({
  sheetIndex: z.number().int().min(0),
  headerRow: z.number().int().min(0),
  columns: z.array(ImportColumn).max(16_384),
  sectionFrom: z.enum(['column', 'subtitles']).nullable(),
});
export type ImportLayout = z.infer<typeof ImportLayout>;

/** A correction typed in the preview: the text takes the place of the field's cells in that row. */
export const ImportOverride = z.object({
  row: z.number().int().positive(),
  field: ImportField,
  text: z.string().max(2000),
});
export type ImportOverride = z.infer<typeof ImportOverride>;
