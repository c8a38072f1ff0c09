// Rules of people: what a card may hold, how alike two people are. Facts in, texts out.
import { isEnteredTooYoung } from '../../contract/profiles/membership.ts';
import { foldName, foldText, NOT_LATER } from '../../contract/kernel/words.ts';
import { isInn } from '../orgs/rules.ts';
import { consentKinds, type ConsentKind } from '../../contract/profiles.ts';
import { nameCaseFields } from '../../contract/profiles/nameCases.ts';
import type { FieldErrors } from '../../contract/kernel/problems.ts';

/** Digits of every phone, each followed by a space: `LIKE '%4567 %'` finds a tail. */
export const phonesKey = (phones: readonly string[]) => phones.map((phone) => `${phone.replace(/\D/g, '')} `).join('');

export interface ProfileFacts {
  /** `YYYY-MM-DD` */
  today: string;
  privilege: { is_health: boolean; needs_certificate: boolean } | null;
  status: { is_member: boolean } | null;
  hasHealthConsent: boolean;
  /** Birthday and day of entry before the change, null for a new person: what stands in an old register does not stop another correction. */
  former: { birthday: string | null; voa_entry_date: string | null } | null;
}

export interface ProfileInput {
  kind?: 'person' | 'organisation' | 'estate' | undefined;
  inn?: string | null | undefined;
  estateOf?: number | null | undefined;
  lastName: string;
  firstName?: string | null | undefined;
  fatherName?: string | null | undefined;
  nameGenitive?: string | null | undefined;
  nameDative?: string | null | undefined;
  nameInstrumental?: string | null | undefined;
  birthday: string | null;
  passSeria?: string | null | undefined;
  passNum?: string | null | undefined;
  passForeign?: boolean | undefined;
  phoneNumberList?: string[] | undefined;
  privilege: { value: number } | null;
  privilegeCertificateDate: string | null;
  privilegeCertificateEndDate: string | null;
  isVOAMember: boolean;
  voaEntryDate: string | null;
  statusVoa: { id: number } | null;
  statusVoaDate: string | null;
  ticketIssuedAt: string | null;
}

const OLDEST = '1900-01-01';
const LATER = NOT_LATER;

/** Everything that is wrong with a person's form, by field. */
export function profileProblems(input: ProfileInput, facts: ProfileFacts): FieldErrors {
  const errors: FieldErrors = {};
  const notLater = {
    birthday: input.birthday,
    voaEntryDate: input.voaEntryDate,
    privilegeCertificateDate: input.privilegeCertificateDate,
    statusVoaDate: input.statusVoaDate,
    ticketIssuedAt: input.ticketIssuedAt,
  };
  for (const [field, date] of Object.entries(notLater)) {
    if (date && date > facts.today) errors[field] = LATER;
    else if (date && date < OLDEST) errors[field] = 'Введите корректную дату';
  }
  if (!input.passForeign && !isRussianPassport(input.passSeria, input.passNum))
    errors.passSeria = 'Серия паспорта — 4 цифры, номер — 6 цифр';
  if (new Set(input.phoneNumberList).size < (input.phoneNumberList ?? []).length)
    errors.phoneNumberList = 'Телефон указан дважды';
  if (input.privilege?.value && !facts.privilege) errors.privilege = 'Выберите льготу из списка';
  if (
    input.privilegeCertificateEndDate &&
    input.privilegeCertificateDate &&
    input.privilegeCertificateEndDate < input.privilegeCertificateDate
  )
    errors.privilegeCertificateEndDate = 'Срок действия льготы истёк';
  if (input.statusVoa && !facts.status) errors.statusVoa = 'Выберите статус из списка';
  const isMember = facts.status?.is_member ?? input.isVOAMember;
  if (facts.status && facts.status.is_member !== input.isVOAMember)
    errors.statusVoa = input.isVOAMember
      ? 'Снимите членство или выберите другой статус'
      : 'Статус не соответствует членству';
  if (isMember && !input.voaEntryDate) errors.voaEntryDate ??= 'Укажите дату вступления в ВОА';
  if (input.voaEntryDate && input.birthday && input.voaEntryDate < input.birthday)
    errors.voaEntryDate ??= 'Дата раньше дня рождения';
  if (isMember && input.birthday && input.voaEntryDate && isEnteredTooYoung(input.birthday, input.voaEntryDate))
    if (!facts.former || !isSameEntry(input, facts.former)) errors.voaEntryDate ??= 'В ВОА принимают с 18 лет';
  if (facts.privilege?.is_health && !isMember && !facts.hasHealthConsent)
    errors.privilege ??= 'Нужно письменное согласие на обработку сведений о здоровье';
  return { ...errors, ...caseProblems(input), ...kindProblems(input) };
}

/** A name in a case is words alone: it is printed as it stands. */
function caseProblems(input: ProfileInput): FieldErrors {
  if ((input.kind ?? 'person') !== 'person') return {};
  const wrong = nameCaseFields.filter((field) => input[field] && !/^\p{L}[\p{L}\s.'’()-]*$/u.test(input[field]));
  return Object.fromEntries(wrong.map((field) => [field, 'ФИО пишут буквами, без цифр и знаков']));
}

const isSameEntry = ({ birthday, voaEntryDate }: ProfileInput, former: NonNullable<ProfileFacts['former']>) =>
  birthday === former.birthday && voaEntryDate === former.voa_entry_date;

/** What an organisation and an estate must have, and what only a person has. */
function kindProblems(input: ProfileInput): FieldErrors {
  const { kind = 'person' } = input;
  const errors: FieldErrors = {};
  if (kind !== 'organisation' && input.inn) errors.inn = 'ИНН указывают у организации';
  if (kind !== 'estate' && input.estateOf) errors.estateOf = 'Чьё наследство, указывают у наследства';
  if (kind === 'person') return errors;
  if (input.firstName || input.fatherName) errors.firstName = 'Имя и отчество бывают только у человека';
  if (input.privilege?.value) errors.privilege = 'Льгота бывает только у человека';
  if (input.isVOAMember) errors.isVOAMember = 'Членом ВОА бывает только человек';
  if (input.birthday) errors.birthday = 'Дата рождения бывает только у человека';
  if (input.passSeria || input.passNum) errors.passSeria = 'Паспорт бывает только у человека';
  if (kind === 'organisation' && !input.inn) errors.inn = 'Укажите ИНН организации';
  if (kind === 'organisation' && input.inn && !isInn(input.inn))
    errors.inn = 'Проверьте ИНН: контрольная цифра не сходится';
  if (kind === 'estate' && !input.estateOf) errors.estateOf = 'Выберите, чьё наследство';
  return errors;
}

function isRussianPassport(seria: string | null | undefined, num: string | null | undefined): boolean {
  if (!seria && !num) return true;
  return /^\d{4}$/.test((seria ?? '').replace(/\s/g, '')) && /^\d{6}$/.test((num ?? '').replace(/\s/g, ''));
}

export interface Likeness {
  lastName: string;
  firstName: string;
  fatherName: string;
  birthday: string | null;
  passHash: string | null;
  phones: readonly string[];
  email: string | null;
  address: string | null;
  /** Of him the name alone is known. */
  isFormer?: boolean;
}

/**
 * How likely two cards are one person, 0–100, and why. Different birthdays or different known passports: never (0).
 */
export function likeness(one: Likeness, other: Likeness): { score: number; reason: string } {
  const none = { score: 0, reason: '' };
  const bothPassports = one.passHash && other.passHash;
  if (bothPassports && one.passHash === other.passHash) return { score: 100, reason: 'совпал паспорт' };
  if (bothPassports || (one.birthday && other.birthday && one.birthday !== other.birthday)) return none;
  const sameName = nameKey(one) === nameKey(other) && nameKey(one).length > 3;
  if (sameName && other.isFormer) return { score: 60, reason: 'совпало ФИО, прежде был у вас; остальное не видно' };
  const sameBirthday = Boolean(one.birthday) && one.birthday === other.birthday;
  const samePhone = one.phones.some((phone) => other.phones.includes(phone));
  const sameEmail = Boolean(one.email) && one.email?.toLowerCase() === other.email?.toLowerCase();
  if (sameName && sameBirthday) return { score: 90, reason: 'совпали ФИО и дата рождения' };
  if (sameName && samePhone) return { score: 80, reason: 'совпали ФИО и телефон' };
  if (sameName && sameEmail) return { score: 80, reason: 'совпали ФИО и e-mail' };
  if (sameName && one.address && addressKey(one.address) === addressKey(other.address ?? ''))
    return { score: 70, reason: 'совпали ФИО и адрес' };
  if (sameBirthday && isOneTypoApart(nameKey(one), nameKey(other)))
    return { score: 65, reason: 'похожее ФИО и та же дата рождения' };
  if (samePhone) return { score: 40, reason: 'совпал телефон' };
  return none;
}

/** A full name for comparing. */
export const nameKey = (person: { lastName: string; firstName: string; fatherName: string }): string =>
  foldName([person.lastName, person.firstName, person.fatherName].join(' '));

const addressKey = (address: string) =>
  foldText(address)
    .replace(/[^а-яa-z0-9]+/g, ' ')
    .trim();

/** True when one letter was changed, lost, added or two neighbours were swapped. */
export function isOneTypoApart(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false;
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  let tail = 0;
  while (tail < Math.min(one.length, other.length) - start && one.at(-1 - tail) === other.at(-1 - tail)) tail += 1;
  const left = one.slice(start, one.length - tail);
  const right = other.slice(start, other.length - tail);
  return Math.max(left.length, right.length) <= 1 || (left.length === 2 && right === left[1]! + left[0]!);
}

/** «Записано согласие: СМС-оповещения»; of one about health not even the kind is said: readers of the log need no right to know of it. */
export const consentText = (word: string, kind: ConsentKind): string =>
  kind === 'health' ? word : `${word}: ${consentKinds[kind]}`;
