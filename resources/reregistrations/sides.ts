// Two hands on one case: its form field by field, in words, so that both sides can be shown and one of them chosen.
import type { ReregistrationCard } from '../../contract/reregistrations.ts';
import type { ReasonInfo } from '../../contract/reregistrations/steps.ts';
import { formatDate, formatMoney } from '../../widgets/format.ts';
import { debtWords, statusWords } from './ru.ts';
import { formOf, nameOfPick, type WizardForm } from './wizardForm.ts';

/** Values of a form by the keys of its fields; those that a reason asks for under «details.…», the state under `status`. */
export type Flat = Record<string, unknown>;

const labels: Record<string, string> = {
  status: 'Состояние дела',
  reason: 'Основание',
  dateRequest: 'Дата заявки',
  date: 'Дата перехода',
  owners: 'Новые владельцы',
  leaving: 'Кто выбывает',
  shares: 'Доли тех, кто остаётся',
  transit: 'Через кого',
  exchangeGarage: 'Гараж для обмена',
  garagePrice: 'Цена гаража',
  debtAnswer: 'Кто погашает долг',
  pibNumber: 'Справка ПИБ, №',
  pibDate: 'Дата справки ПИБ',
  acknowledged: 'Ознакомлены с ограничениями',
  comment: 'Примечание',
};

/** Names of all fields that may differ. */
export const labelsOf = (reasons: readonly ReasonInfo[]): Record<string, string> => ({
  ...labels,
  ...Object.fromEntries(reasons.flatMap(({ fields }) => fields.map(({ key, label }) => [`details.${key}`, label]))),
});

const DETAIL = 'details.';
export const isDetail = (key: string) => key.startsWith(DETAIL);
type Details = WizardForm['details'];
/** Fields that a reason asks for, under keys of their own. */
export const flatDetails = (details: Details): Flat =>
  Object.fromEntries(Object.entries(details).map(([key, value]) => [DETAIL + key, value]));
export const detailsOf = (values: Flat): Details =>
  Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => (isDetail(key) ? [[key.slice(DETAIL.length), value]] : [])),
  ) as Details;

export const flat = ({ details, keepHimself: _kept, ...form }: WizardForm): Flat => ({
  ...form,
  ...flatDetails(details),
});

/** The case as it was answered: its form with its state. */
export const flatCard = (card: ReregistrationCard): Flat => ({ ...flat(formOf(card)), status: card.status });

/** A form out of its fields. */
export function unflat({ status: _state, ...values }: Flat): WizardForm {
  const form = Object.fromEntries(Object.entries(values).filter(([key]) => !isDetail(key))) as unknown as WizardForm;
  return { ...form, keepHimself: !form.transit.length, details: detailsOf(values) };
}

/** Names by which owners and reasons are told. */
export interface Names {
  reasons: readonly ReasonInfo[];
  owners: readonly { id: number; full_name: string }[];
}

/** A value of a field in words; «—» where nothing stands. */
export function tell(field: string, value: unknown, { reasons, owners }: Names): string {
  const ownerOf = (id: number | string) => owners.find((one) => one.id === Number(id))?.full_name ?? `№ ${id}`;
  const said = ((): string | null | undefined => {
    if (value === null || value === undefined || value === '') return null;
    switch (field) {
      case 'status':
        return statusWords[value as keyof typeof statusWords];
      case 'reason':
        return reasons.find(({ id }) => id === value)?.name;
      case 'garagePrice':
        return formatMoney(value as number);
      case 'debtAnswer':
        return debtWords[value as keyof typeof debtWords];
      case 'exchangeGarage':
        return `гараж № ${String(value)}`;
      case 'owners':
        return (value as WizardForm['owners'])
          .flatMap(({ pick, share }) =>
            nameOfPick(pick) ? [[nameOfPick(pick), share].filter(Boolean).join(', ')] : [],
          )
          .join('; ');
      case 'transit':
        return (value as WizardForm['transit'])
          .flatMap(({ pick, date }) => (nameOfPick(pick) ? [`${nameOfPick(pick)} с ${formatDate(date)}`] : []))
          .join('; ');
      case 'leaving':
        return (value as number[]).map(ownerOf).join('; ');
      case 'shares':
        return Object.entries(value as Record<string, string>)
          .flatMap(([id, share]) => (share ? [`${ownerOf(id)}, ${share}`] : []))
          .join('; ');
      case 'acknowledged':
        return (value as number[]).length ? `отметок: ${(value as number[]).length}` : null;
      default:
        return /^\d{4}-\d{2}-\d{2}$/.test(String(value)) ? formatDate(String(value)) : String(value);
    }
  })();
  return said || '—';
}

/** Fields whose words differ. */
export const differing = (one: Flat, other: Flat, names: Names): string[] =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].filter(
    (field) => tell(field, one[field], names) !== tell(field, other[field], names),
  );
