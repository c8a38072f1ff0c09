// Where words about a person may stay after his data are destroyed, and by what right. The act names what of it there is. Pure data.

export interface KeptWords {
  table: string;
  /** Null: every column of the table. */
  columns: readonly string[] | null;
  what: string;
  reason: string;
  /** The words are somebody else's own data or published for all: they are not counted as the person's. */
  isOthers?: true;
}

const PRIMARY = {
  what: 'Слова первичных документов (основание, комментарий)',
  reason: 'бухгалтерский учёт, 5 лет (402-ФЗ, ст. 29); строки учёта под печатью не меняются',
};
const OFFICIALS = {
  what: 'Учётные записи и подписи сотрудников',
  reason: 'данные других людей: сотрудников организации',
  isOthers: true,
} as const;
const NAMESAKES = {
  what: 'Карточки других людей с похожей фамилией',
  reason: 'данные других людей',
  isOthers: true,
} as const;
const PUBLISHED = {
  what: 'Опубликованные тексты, шаблоны, инструкции',
  reason: 'тексты организации для всех, не сведения о человеке',
  isOthers: true,
} as const;
const PLACES = { what: 'Реквизиты организаций', reason: 'сведения об организации', isOthers: true } as const;

export const keptWords: readonly KeptWords[] = [
  {
    table: 'comment',
    columns: ['text'],
    what: 'Комментарии сотрудников к гаражам и переоформлениям',
    reason: 'заметки о событиях; лишнее исправляют их авторы',
  },
  {
    table: 'support_event',
    columns: ['text'],
    what: 'Переписка сотрудников с поддержкой',
    reason: 'переписка об ошибках программы, не сведения о человеке',
  },
  { table: 'contribution_words', columns: ['basis_document', 'comment'], ...PRIMARY },
  { table: 'contribution', columns: null, ...PRIMARY },
  { table: 'balance_operation', columns: null, ...PRIMARY },
  { table: 'ledger_seal', columns: null, ...PRIMARY },
  { table: 'app_user', columns: null, ...OFFICIALS },
  { table: 'handover', columns: null, ...OFFICIALS },
  { table: 'session', columns: null, ...OFFICIALS },
  { table: 'device', columns: null, ...OFFICIALS },
  { table: 'action_log', columns: ['user_name', 'device', 'device_name', 'ip'], ...OFFICIALS },
  { table: 'reregistration_event', columns: ['user_name'], ...OFFICIALS },
  { table: 'profile', columns: null, ...NAMESAKES },
  { table: 'profile_place', columns: null, ...NAMESAKES },
  { table: 'garage', columns: ['owners_key'], ...NAMESAKES },
  { table: 'name_word', columns: null, ...NAMESAKES },
  { table: 'region', columns: null, ...PLACES },
  { table: 'mo', columns: null, ...PLACES },
  { table: 'po', columns: null, ...PLACES },
  { table: 'place_word', columns: null, ...PLACES },
  { table: 'news', columns: null, ...PUBLISHED },
  { table: 'tutorial', columns: null, ...PUBLISHED },
  { table: 'document_template', columns: null, ...PUBLISHED },
  { table: 'document_type', columns: null, ...PUBLISHED },
  { table: 'privacy_policy', columns: null, ...PUBLISHED },
  { table: 'message_template', columns: null, ...PUBLISHED },
];

/** Whether a column is left as it is. */
export const isKept = (table: string, column: string): boolean =>
  keptWords.some((one) => one.table === table && (!one.columns || one.columns.includes(column)));

/** What else stays outside the rows of the database, said on every act. */
export const keptElsewhere: readonly { what: string; reason: string }[] = [
  { what: 'Начисления, оплаты и сроки владения без имени', reason: 'бухгалтерский учёт; имя заменено номером' },
  { what: 'Файлы квитанций', reason: '3 года со дня печати, затем удаляются сами' },
  { what: 'Бумаги нынешних владельцев, где назван прежний', reason: 'до уничтожения данных этих владельцев' },
  {
    what: 'Кассовые ордера; файлы банковских выписок; договоры и свидетельства дел переоформления; файлы гаража',
    reason: 'первичные документы, 5 лет; основание права нынешнего владельца',
  },
  { what: 'Загруженная книга реестра', reason: 'до 30 дней после загрузки' },
  { what: 'Вынесенные месяцы журнала', reason: 'файл с печатью; личное под уничтоженным ключом не читается' },
  {
    what: 'Копии установки',
    reason: 'до 90 дней; при восстановлении уничтожение повторяется по списку рядом с копиями',
  },
];
