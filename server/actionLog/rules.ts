// How a line of the log is read: fields by their names, values as words, personal data hidden. Pure.
import { orgLabels } from '../../contract/orgs.ts';
import { referenceLabels } from '../../contract/references.ts';

const labels: Record<string, string> = {
  ...referenceLabels,
  ...orgLabels,
  period_closed_until: 'Период закрыт до',
  last_name: 'Фамилия',
  first_name: 'Имя',
  father_name: 'Отчество',
  birthday: 'Дата рождения',
  registration_address: 'Адрес регистрации',
  actual_address: 'Фактический адрес',
  email: 'E-mail',
  phones: 'Телефоны',
  privilege_id: 'Льгота',
  privilege: 'Льгота',
  voa_status_id: 'Статус ВОА',
  voa_entry_date: 'Дата вступления',
  ticket_number: 'Членский билет',
  pass_masked: 'Паспорт',
  section: 'Секция',
  number: 'Номер',
  type: 'Тип',
  type_id: 'Тип',
  size_x: 'Длина',
  size_y: 'Ширина',
  size_z: 'Высота',
  sizeX: 'Длина',
  sizeY: 'Ширина',
  sizeZ: 'Высота',
  date_of_construction: 'Дата постройки',
  dateOfConstruction: 'Дата постройки',
  pib_number: 'Справка ПИБ',
  pib_date: 'Дата справки ПИБ',
  note: 'Примечание',
  comment: 'Комментарий',
  share: 'Доля',
  owners: 'Владельцы',
  columns: 'Столбцы',
  filter: 'Отбор',
  format: 'Вид файла',
  balance_kopecks: 'Остаток',
  amount_kopecks: 'Сумма',
  garages: 'Гаражей',
  region: 'Регион',
  mo: 'МО',
  po: 'ПО',
};

/** Ids of reference lists, told by their names. */
export const namedIds = {
  privilege_id: 'privilege',
  voa_status_id: 'voa_status',
  type_id: 'garage_type',
  accrual_type_id: 'accrual_type',
  payment_type_id: 'payment_type',
} as const;
export type NamedId = keyof typeof namedIds;
export type ReferenceNames = Partial<Record<NamedId, ReadonlyMap<number, string>>>;

export interface LogChange {
  field: string;
  before: string;
  after: string;
}

const NOTHING = '—';
const MOST_LETTERS = 300;

/** What differs between two sides of a line, each in words. `seesHealth`: privileges by name. */
export function changesOf(before: unknown, after: unknown, names: ReferenceNames, seesHealth: boolean): LogChange[] {
  const [was, now] = [fieldsOf(before), fieldsOf(after)];
  return [...new Set([...Object.keys(was), ...Object.keys(now)])]
    .map((key) => ({
      field: labels[key] ?? key,
      before: valueWords(key, was[key], names, seesHealth),
      after: valueWords(key, now[key], names, seesHealth),
    }))
    .filter((change) => change.before !== change.after);
}

function fieldsOf(side: unknown): Record<string, unknown> {
  if (side === null || side === undefined) return {};
  return typeof side === 'object' && !Array.isArray(side) ? (side as Record<string, unknown>) : { Запись: side };
}

function valueWords(key: string, value: unknown, names: ReferenceNames, seesHealth: boolean): string {
  if (value === null || value === undefined || value === '') return NOTHING;
  if (key.startsWith('privilege') && !seesHealth) return Number(value) === 0 ? 'нет' : 'льгота';
  if (Object.hasOwn(namedIds, key)) return names[key as NamedId]?.get(Number(value)) ?? `№ ${String(value)}`;
  if (key.endsWith('_kopecks')) return roubles(Number(value));
  return masked(plain(value)).slice(0, MOST_LETTERS);
}

function plain(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'да' : 'нет';
  if (Array.isArray(value)) return value.length ? value.map(plain).join(', ') : NOTHING;
  if (typeof value === 'object' && value !== null)
    return (
      Object.entries(value)
        .map(([key, inner]) => `${labels[key] ?? key}: ${plain(inner)}`)
        .join('; ') || NOTHING
    );
  if (value === null || value === undefined || value === '') return NOTHING;
  const text = String(value as string | number);
  const date = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  return date ? `${date[3]}.${date[2]}.${date[1]}` : text;
}

/** Phones, passports and mailboxes are hidden whoever wrote them where; ten digits on end are an account number. */
export function masked(text: string): string {
  return text
    .replace(/(?:\+7|(?<!\d)8)[\s(-]*\d{3}[\s)-]*\d{3}[\s-]*(\d{2})[\s-]*(\d{2})(?!\d)/g, '+7 *** ***-$1-$2')
    .replace(/(?<!\d)(\d{2})\d{2}(?:\s|\s?№\s?)\d{3}(\d{3})(?!\d)/g, '$1** ***$2')
    .replace(/([\p{L}\d])[\p{L}\d._%+-]*(@[\p{L}\d.-]+)/gu, '$1***$2');
}

const roubles = (kopecks: number) =>
  `${(kopecks / 100).toLocaleString('ru-RU', { minimumFractionDigits: 2, maximumFractionDigits: 2 })} ₽`;
