// How long what is kept, and why. Pure.
import { RECEIPT_YEARS } from '../../documents/rules.ts';
import { UNUSED_DAYS } from '../../files/rules.ts';
import { FILE_DAYS } from '../../jobs/records.ts';
import { MOMENT_DAYS } from '../../jobs/retention.ts';
import { FILE_DAYS as REPORT_DAYS } from '../../reports/rules.ts';
import { LOG_YEARS } from '../../actionLog/rules/archive.ts';
import { RETURN_DAYS } from '../../../contract/instruments/normalising.ts';

export interface RetentionRule {
  what: string;
  term: string;
  basis: string;
  /** The upkeep that does it; null: a person does, by an act; `NEVER`: nobody. */
  due: string | null;
}
export const NEVER = 'never';
/** Months of the log: a superuser takes them out. */
export const LOG = 'log';

const ofAll: readonly RetentionRule[] = [
  {
    what: 'Карточка прежнего владельца',
    term: '5 лет после последнего гаража, если нет ни долга, ни аванса',
    basis: 'Первичный учёт',
    due: null,
  },
  {
    what: 'Учёт: начисления и оплаты',
    term: 'не удаляются',
    basis: 'Первичный учёт; имя уходит с карточкой',
    due: NEVER,
  },
  {
    what: 'Журнал действий',
    term: `${LOG_YEARS} лет; затем файл с печатью, личное и там под ключом человека`,
    basis: '152-ФЗ, подотчётность',
    due: LOG,
  },
  {
    what: 'Попытки входа, отправленные письма, старые сеансы',
    term: '90, 30 и 180 дней',
    basis: 'Минимизация',
    due: 'sign-ins.forget',
  },
  { what: 'Незагруженные файлы реестра', term: '30 дней', basis: 'Минимизация', due: 'drafts.forget' },
  {
    what: 'Загруженные книги реестра и прежние значения изменённых ими карточек',
    term: '30 дней',
    basis: 'Минимизация',
    due: 'workbooks.forget',
  },
  { what: 'Файлы заданий', term: `${FILE_DAYS} дней`, basis: 'Минимизация', due: 'job-files.forget' },
  {
    what: 'Файлы отчётов по расписанию',
    term: `${REPORT_DAYS} дней`,
    basis: 'Минимизация',
    due: 'report-files.forget',
  },
  {
    what: 'Файлы квитанций и их сканы',
    term: `${RECEIPT_YEARS} года; оплата остаётся в учёте`,
    basis: 'Минимизация',
    due: 'receipts.forget',
  },
  {
    what: 'Файлы, на которые ничто не ссылается',
    term: `${UNUSED_DAYS} дней`,
    basis: 'Минимизация',
    due: 'files.forget',
  },
  {
    what: 'Ключи операций и отметки о сделанном по расписанию',
    term: `2 дня и ${MOMENT_DAYS} дней`,
    basis: 'Минимизация',
    due: 'keys.forget',
  },
  { what: 'Акты об уничтожении', term: '3 года', basis: 'Приказ Роскомнадзора № 179', due: 'acts.forget' },
  {
    what: 'Акты об уточнении',
    term: 'пока есть карточка; исправленные значения уничтожаются с ней',
    basis: '152-ФЗ, подтверждение исполнения',
    due: NEVER,
  },
  { what: 'Снимки объединённых карточек', term: '30 дней', basis: 'Срок возврата', due: 'merges.forget' },
  { what: 'Прежние написания адресов', term: `${RETURN_DAYS} дней`, basis: 'Срок возврата', due: 'addresses.forget' },
];

/** The rules by which data go, each with the upkeep that carries it out. */
export const retentionRules = ({
  BACKUP_KEEP_DAYS,
  BACKUP_DAILY,
}: {
  BACKUP_KEEP_DAYS: number;
  BACKUP_DAILY: boolean;
}): RetentionRule[] => [
  ...ofAll,
  {
    what: 'Копии установки',
    term: `${BACKUP_KEEP_DAYS} дней, последняя проверенная — всегда`,
    basis: BACKUP_DAILY ? 'Настройка BACKUP_KEEP_DAYS' : 'Ночные копии выключены: удаляются при следующей копии',
    due: BACKUP_DAILY ? 'backup.make' : NEVER,
  },
];
