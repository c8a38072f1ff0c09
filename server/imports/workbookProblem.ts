// The refusal of a file that cannot be read as a registry.

/** Why a file is refused as a whole. */
export type WorkbookProblemCode =
  | 'empty'
  | 'too_large'
  | 'too_many_rows'
  | 'not_a_workbook'
  | 'encrypted'
  | 'legacy_format'
  | 'archive_bomb'
  | 'too_far'
  | 'too_long_cell'
  | 'unclosed_quote'
  | 'exported_list';

const messages: Record<WorkbookProblemCode, string> = {
  empty: 'Файл пуст',
  too_large: 'Файл больше 20 МБ. Разделите его на несколько',
  too_many_rows: 'В книге слишком много строк. Разделите её на несколько',
  not_a_workbook: 'Файл повреждён или это не книга Excel',
  encrypted: 'Книга защищена паролем. Снимите пароль и загрузите снова',
  legacy_format: 'Сохраните книгу как .xlsx и загрузите снова',
  archive_bomb: 'Файл распаковывается в недопустимо большой объём',
  too_long_cell: 'В одной ячейке больше 32 767 знаков: столько не бывает и в Excel. Исправьте её и загрузите снова',
  too_far:
    'На листе есть ячейки очень далеко от таблицы. Удалите пустые строки и столбцы за ней (найти последнюю ячейку: Ctrl+End) и сохраните книгу снова',
  exported_list:
    'Это список, выгруженный из консоли: телефоны в нём скрыты, секция и номер слиты. Для правки в Excel и загрузки возьмите «Полный реестр»',
  unclosed_quote: 'В файле не закрыта кавычка. Исправьте её и загрузите снова',
};

/** Thrown instead of returning a workbook; `message` is Russian and is shown to the official as it is. */
export class WorkbookProblem extends Error {
  readonly code: WorkbookProblemCode;

  constructor(code: WorkbookProblemCode, message: string = messages[code], options?: ErrorOptions) {
    super(message, options);
    this.name = 'WorkbookProblem';
    this.code = code;
  }
}
