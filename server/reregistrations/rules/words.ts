// A case as the log tells it: every field under its name, in words. Pure.
import { closingNames, statusNames, type Status } from '../../../contract/reregistrations.ts';
import { formatDate } from '../../../contract/kernel/words.ts';
import { rubles } from '../../books/rules/words.ts';
import { reasonOf } from './reasons.ts';

type Words = Record<string, string | null>;

interface Told {
  reason: number;
  dateRequest: string;
  date: string;
  garagePrice: number | null;
  debtAnswer: string | null;
  details: Partial<Record<string, string | null>>;
  shares: Readonly<Record<string, string | null>>;
  exchangeGarage: number | null;
  pibNumber: string | null;
  pibDate: string | null;
  comment: string | null;
}
interface Person {
  side: string;
  full_name: string | null;
  share: string | null;
  on_date: string | null;
}

const debtWords: Record<string, string> = {
  pay_before: 'погасят до завершения',
  stays_old: 'остаётся за прежним владельцем',
  moves_new: 'принимает новый владелец',
};

const listed = (people: readonly Person[], side: string, tail: (one: Person) => string | null) =>
  people
    .filter((one) => one.side === side)
    .map((one) => [one.full_name, tail(one)].filter(Boolean).join(', '))
    .join('; ') || null;

/** The form of a case with its people: what a change of it is told by. */
export function wordsOfCase(form: Told, people: readonly Person[]): Words {
  const reason = reasonOf(form.reason);
  const shares = Object.values(form.shares).map((share) => share ?? 'без доли');
  return {
    Основание: reason.name,
    'Дата заявки': formatDate(form.dateRequest),
    'Дата перехода': formatDate(form.date),
    Выбывают: listed(people, 'old', ({ share }) => share),
    'Новые владельцы': listed(people, 'new', ({ share }) => share),
    'Через кого': listed(people, 'transit', ({ on_date }) => on_date && `с ${formatDate(on_date)}`),
    'Доли тех, кто остаётся': shares.join(' + ') || null,
    'Гараж для обмена': form.exchangeGarage ? `№ ${form.exchangeGarage}` : null,
    'Цена гаража': form.garagePrice ? rubles(form.garagePrice) : null,
    ...wordsOfDetails(form.reason, form.details),
    Долг: form.debtAnswer && (debtWords[form.debtAnswer] ?? null),
    'Справка ПИБ': [form.pibNumber, form.pibDate && `от ${formatDate(form.pibDate)}`].filter(Boolean).join(' ') || null,
    Примечание: form.comment,
  };
}

/** Fields that a reason asks for, by their names. */
export const wordsOfDetails = (reason: number, details: Told['details']): Words =>
  Object.fromEntries(
    reasonOf(reason).fields.map(({ key, label, kind }) => {
      const value = details[key] ?? null;
      return [label, value && kind === 'date' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? formatDate(value) : value];
    }),
  );

/** The state of a case; of a closed one, how it was closed. */
export const wordsOfStatus = (status: number, closing?: string | null): Words => ({
  Статус: closing ? closingNames[closing as keyof typeof closingNames] : statusNames[status as Status],
});

/** Owners with their shares in one line. */
export const wordsOfOwners = (owners: readonly { full_name: string; share: string | null }[]): Words => ({
  Владельцы: owners.map(({ full_name, share }) => (share ? `${full_name}, ${share}` : full_name)).join('; ') || null,
});

/** A paper as it stands in a case. */
export const wordsOfPaper = (paper: {
  number?: string | null;
  on_date?: string | null;
  received_at?: string | null;
}): Words => ({
  Получена: paper.received_at ? 'да' : 'нет',
  Номер: paper.number ?? null,
  Дата: paper.on_date ? formatDate(paper.on_date) : null,
});
