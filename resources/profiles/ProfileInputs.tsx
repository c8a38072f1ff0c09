// Fields of a person's form, section by section as on the paper card; shared by the editor and the creation page.
import { strayLatin } from '../../contract/kernel/words.ts';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { revealProfile, type ProfileCard } from '../../contract/profiles.ts';
import { DEAD } from '../../contract/profiles/membership.ts';
import { call, type HttpError } from '../../providers/http.ts';
import type { PickedCode } from '../../widgets/AddressInput.tsx';
import {
  CheckboxInput,
  DateInput,
  PhoneListInput,
  SearchSelectInput,
  SelectInput,
  TextInput,
} from '../../widgets/inputs.ts';
import { today } from '../../widgets/today.ts';
import type { EditorSection } from '../../widgets/editor/Editor.tsx';
import { useShownValues } from '../../widgets/editor/shownValues.ts';
import { FieldGrid } from '../../widgets/FieldGrid.tsx';
import { formatDate, formatPhone } from '../../widgets/format.ts';
import { Note } from '../../widgets/Note.tsx';
import { toast } from '../../widgets/toasts.ts';
import type { SelectOption } from '../../widgets/SearchSelect.tsx';
import { loadPeople } from '../lists/loaders.ts';
import { printConsentSheet } from './consentSheet.ts';
import { NameCases } from './NameCases.tsx';
import { PersonAddress } from './PersonAddress.tsx';
import { useProfileLists } from './ProfileFilters.tsx';
import { labels } from './ru.ts';

export interface ProfileValues extends Record<string, unknown> {
  lastName: string;
  firstName: string | null;
  fatherName: string | null;
  nameGenitive: string | null;
  nameDative: string | null;
  nameInstrumental: string | null;
  birthday: string | null;
  /** Of an organisation. */
  inn?: string | null;
  /** Of an estate. */
  estateOf?: SelectOption | null;
  /** Absent until it is typed: an untouched passport stays as it is. */
  passSeria?: string | null;
  passNum?: string | null;
  passText?: string | null;
  passForeign?: boolean;
  /** Absent while hidden, as the passport. */
  registrationAddress?: string | null;
  actualAddress?: string | null;
  /** Of the suggestion that was chosen last. */
  registrationFias?: PickedCode;
  actualFias?: PickedCode;
  email?: string | null;
  phoneNumberList?: string[];
  privilege: number;
  privilegeCertificateSeria: string | null;
  privilegeCertificateNumber: string | null;
  privilegeCertificateText: string | null;
  privilegeCertificateDate: string | null;
  privilegeCertificateEndDate: string | null;
  isVOAMember: boolean;
  voaEntryDate: string | null;
  statusVoa: number | null;
  statusVoaDate: string | null;
  statusVoaGround: string | null;
  ticketNumber: string | null;
  ticketIssuedAt: string | null;
}

export const emptyProfile: ProfileValues = {
  lastName: '',
  firstName: null,
  fatherName: null,
  nameGenitive: null,
  nameDative: null,
  nameInstrumental: null,
  birthday: null,
  registrationAddress: null,
  actualAddress: null,
  email: null,
  phoneNumberList: [],
  privilege: 0,
  privilegeCertificateSeria: null,
  privilegeCertificateNumber: null,
  privilegeCertificateText: null,
  privilegeCertificateDate: null,
  privilegeCertificateEndDate: null,
  isVOAMember: true,
  voaEntryDate: null,
  statusVoa: 3,
  statusVoaDate: null,
  statusVoaGround: null,
  ticketNumber: null,
  ticketIssuedAt: null,
};

export const profileValues = (card: ProfileCard): ProfileValues => ({
  lastName: card.lastName,
  firstName: card.firstName || null,
  fatherName: card.fatherName || null,
  nameGenitive: card.nameGenitive,
  nameDative: card.nameDative,
  nameInstrumental: card.nameInstrumental,
  birthday: card.birthday,
  ...(card.kind === 'organisation' ? { inn: card.inn } : {}),
  ...(card.kind === 'estate'
    ? { estateOf: card.estate_of && { value: card.estate_of.id, label: card.estate_of.name } }
    : {}),
  // What there is nothing of is not hidden.
  ...(card.registrationAddress === null ? { registrationAddress: null } : {}),
  ...(card.actualAddress === null ? { actualAddress: null } : {}),
  ...(card.email === null ? { email: null } : {}),
  ...(card.phones_masked.length ? {} : { phoneNumberList: [] }),
  privilege: card.privilege.value,
  privilegeCertificateSeria: card.privilegeCertificateSeria,
  privilegeCertificateNumber: card.privilegeCertificateNumber,
  privilegeCertificateText: card.privilegeCertificateText,
  privilegeCertificateDate: card.privilegeCertificateDate,
  privilegeCertificateEndDate: card.privilegeCertificateEndDate,
  isVOAMember: card.isVOAMember,
  voaEntryDate: card.voaEntryDate,
  statusVoa: card.statusVoa.id,
  statusVoaDate: null,
  statusVoaGround: null,
  ticketNumber: card.ticketNumber,
  ticketIssuedAt: card.ticketIssuedAt,
});

export const profileBody = ({ estateOf, ...values }: ProfileValues) => ({
  ...values,
  ...(estateOf === undefined ? {} : { estateOf: estateOf && Number(estateOf.value) }),
  privilege: { value: values.privilege ?? 0 },
  statusVoa: values.statusVoa ? { id: values.statusVoa } : null,
  ...(values.phoneNumberList ? { phoneNumberList: values.phoneNumberList.filter(Boolean) } : {}),
});

/** How a value reads in «Что изменится». */
export function useShowProfileValue() {
  const { data } = useProfileLists();
  return (field: string, value: unknown): string => {
    if (value === undefined) return 'скрыто';
    if (value === null || value === '') return '—';
    if (field === 'privilege') return data?.privileges.find((one) => one.value === value)?.label ?? String(value);
    if (field === 'statusVoa') return data?.voaStatuses.find((one) => one.value === value)?.label ?? String(value);
    if (field === 'estateOf') return (value as SelectOption).label;
    if (field === 'phoneNumberList') return (value as string[]).map(formatPhone).join(', ') || '—';
    if (field === 'passSeria' || field === 'passNum') return 'новое значение';
    if (typeof value === 'boolean') return value ? 'да' : 'нет';
    return /date|birthday|IssuedAt/i.test(field) ? formatDate(String(value)) : String(value);
  };
}

export function useProfileSections(options: { card?: ProfileCard; isNew?: boolean } = {}): EditorSection[] {
  const { data } = useProfileLists();
  const { card } = options;
  // An organisation and an estate have neither a passport nor a privilege nor a membership.
  if (card?.kind === 'organisation') return [organisationSection, contactSection(options)];
  if (card?.kind === 'estate') return [estateSection, ...(hasContacts(card) ? [contactSection(options)] : [])];
  return [
    {
      key: 'name',
      title: 'ФИО и дата рождения',
      fields: ['lastName', 'firstName', 'fatherName', 'birthday'],
      children: (
        <>
          <FieldGrid>
            <TextInput source="lastName" label={labels.lastName!} required maxLength={80} />
            <TextInput source="firstName" label={labels.firstName!} maxLength={80} />
            <TextInput source="fatherName" label={labels.fatherName!} maxLength={80} />
            <DateInput source="birthday" label={labels.birthday!} max={today()} />
          </FieldGrid>
          <StrayLetters />
        </>
      ),
    },
    passportSection(options),
    contactSection(options),
    {
      key: 'privilege',
      title: 'Льгота',
      fields: [
        'privilege',
        'privilegeCertificateSeria',
        'privilegeCertificateNumber',
        'privilegeCertificateText',
        'privilegeCertificateDate',
        'privilegeCertificateEndDate',
      ],
      children: (
        <>
          <SelectInput source="privilege" label={labels.privilege!} options={data?.privileges ?? []} />
          <HealthConsent card={options.card} privileges={data?.privileges ?? []} />
          <Certificate />
        </>
      ),
    },
    membershipSection(options, data),
    {
      key: 'cases',
      title: 'Склонение ФИО',
      fields: ['nameGenitive', 'nameDative', 'nameInstrumental'],
      children: <NameCases />,
    },
  ];
}

/** Names of fields on the card of an organisation and of an estate. */
export const labelsOfKind = (kind: ProfileCard['kind']): Record<string, string> => {
  if (kind === 'organisation')
    return { ...labels, lastName: 'Название организации', registrationAddress: 'Юридический адрес' };
  return kind === 'estate' ? { ...labels, lastName: 'Как показывать' } : labels;
};

const organisationSection: EditorSection = {
  key: 'name',
  title: 'Организация',
  fields: ['lastName', 'inn'],
  children: (
    <FieldGrid>
      <TextInput source="lastName" label={labelsOfKind('organisation').lastName!} required maxLength={80} />
      <TextInput source="inn" label={labels.inn!} required maxLength={12} />
    </FieldGrid>
  ),
};

const estateSection: EditorSection = {
  key: 'name',
  title: 'Наследство',
  fields: ['lastName', 'estateOf'],
  children: (
    <>
      <Note>Пишут представителю: его указывают на карточке.</Note>
      <FieldGrid>
        <SearchSelectInput source="estateOf" label={labels.estateOf!} required load={loadPeople} />
        <TextInput source="lastName" label={labelsOfKind('estate').lastName!} required maxLength={80} />
      </FieldGrid>
    </>
  ),
};
/** Contacts of an estate are those of its representative; what was entered before can still be taken away. */
const hasContacts = ({ phones_masked, email, registrationAddress, actualAddress }: ProfileCard) =>
  phones_masked.length > 0 || Boolean(email ?? registrationAddress ?? actualAddress);

function passportSection(options: { card?: ProfileCard; isNew?: boolean }): EditorSection {
  return {
    key: 'passport',
    title: 'Паспорт',
    fields: ['passSeria', 'passNum', 'passText', 'passForeign'],
    children: (
      <>
        {options.card?.pass_masked && (
          <Note tone="blue">
            На карточке паспорт {options.card.pass_masked}. Оставьте поля пустыми, чтобы не менять его.
          </Note>
        )}
        <FieldGrid>
          <TextInput source="passSeria" label={labels.passSeria!} maxLength={10} />
          <TextInput source="passNum" label={labels.passNum!} maxLength={20} />
          <TextInput source="passText" label={labels.passText!} maxLength={500} />
        </FieldGrid>
        <CheckboxInput source="passForeign" label="Другой документ (не паспорт РФ)" />
      </>
    ),
  };
}

function contactSection(options: { card?: ProfileCard; isNew?: boolean }): EditorSection {
  return {
    key: 'address',
    title: 'Адреса и контакты',
    fields: ['registrationAddress', 'actualAddress', 'email', 'phoneNumberList'],
    children: (
      <>
        {options.card && <HiddenContacts card={options.card} />}
        <PersonAddress which="registration" label={labelsOfKind(options.card?.kind ?? 'person').registrationAddress!} />
        <PersonAddress which="actual" label={labels.actualAddress!} />
        <FieldGrid>
          <PhoneListInput source="phoneNumberList" label={labels.phoneNumberList!} />
          <TextInput source="email" label={labels.email!} maxLength={254} />
        </FieldGrid>
      </>
    ),
  };
}

function membershipSection(
  options: { card?: ProfileCard; isNew?: boolean },
  data: ReturnType<typeof useProfileLists>['data'],
): EditorSection {
  return {
    key: 'voa',
    title: 'Членство в ВОА',
    fields: [
      'isVOAMember',
      'voaEntryDate',
      'statusVoa',
      'statusVoaDate',
      'statusVoaGround',
      'ticketNumber',
      'ticketIssuedAt',
    ],
    children: (
      <>
        <CheckboxInput source="isVOAMember" label={labels.isVOAMember!} />
        <FieldGrid>
          <SelectInput source="statusVoa" label={labels.statusVoa!} options={data?.voaStatuses ?? []} />
          <DateInput source="voaEntryDate" label={labels.voaEntryDate!} max={today()} />
          <TextInput source="ticketNumber" label={labels.ticketNumber!} maxLength={40} />
          <DateInput source="ticketIssuedAt" label={labels.ticketIssuedAt!} max={today()} />
        </FieldGrid>
        {!options.isNew && <StatusGround />}
      </>
    ),
  };
}

/** Since when and by which paper a status is another; of the dead the day of death and the certificate. */
function StatusGround() {
  const isDead = useWatch({ name: 'statusVoa' }) === DEAD;
  return (
    <FieldGrid>
      <DateInput source="statusVoaDate" label={isDead ? 'Дата смерти' : labels.statusVoaDate!} max={today()} />
      <TextInput
        source="statusVoaGround"
        label={isDead ? 'Основание: свидетельство о смерти №' : labels.statusVoaGround!}
        maxLength={200}
      />
    </FieldGrid>
  );
}

/** What of the contacts is hidden: an empty field leaves it as it is; shown, it is corrected in place. */
function HiddenContacts({ card }: { card: ProfileCard }) {
  const give = useShownValues();
  const [shown, setShown] = useState(false);
  const hidden = [...card.phones_masked, card.email, card.registrationAddress, card.actualAddress].filter(Boolean);
  if (shown || !hidden.length) return null;
  const show = () =>
    call(revealProfile, { params: { id: card.id }, body: { what: 'contacts' }, quiet: true }).then(
      ({ registrationAddress, actualAddress, email, phones }) => {
        give({ registrationAddress, actualAddress, email, phoneNumberList: phones });
        setShown(true);
      },
      (error: HttpError) => toast(error.message, { kind: 'error' }),
    );
  return (
    <Note
      tone="blue"
      action={
        <Button size="small" onClick={() => void show()}>
          Показать для правки
        </Button>
      }
    >
      На карточке: {hidden.join(' · ')}. Пустые поля ничего не меняют. Показ запишется в журнал.
    </Note>
  );
}

/** A name typed in the wrong layout looks right and is told apart by programs of others: said while it can be put right. */
function StrayLetters() {
  const names = useWatch({ name: ['lastName', 'firstName', 'fatherName'] }) as (string | null)[];
  const stray = strayLatin(names.map((name) => name ?? '').join(' '));
  if (!stray.length) return null;
  return (
    <Note tone="amber" role="status">
      В имени {stray.length === 1 ? 'латинская буква' : 'латинские буквы'} {stray.join(', ')} — похоже на русскую, но
      это не она.
    </Note>
  );
}

/** A privilege by health of somebody who is no member asks for a consent of its own: said where it is chosen, with its sheet. */
function HealthConsent({ card, privileges }: { card: ProfileCard | undefined; privileges: HealthPrivilege[] }) {
  const [chosen, isMember] = useWatch({ name: ['privilege', 'isVOAMember'] }) as [number, boolean];
  const isHealth = privileges.some(({ value, is_health }) => value === chosen && is_health);
  const hasConsent = card?.consents.some(({ kind, revoked_at }) => kind === 'health' && !revoked_at);
  if (!isHealth || isMember || hasConsent) return null;
  return (
    <Note
      tone="amber"
      role="status"
      title="Нужно письменное согласие на обработку сведений о здоровье"
      action={
        card && (
          <Button size="small" onClick={() => printConsentSheet(card, 'health')}>
            Напечатать лист согласия
          </Button>
        )
      }
    >
      {card
        ? 'Дайте лист на подпись, запишите согласие на карточке и сохраните льготу.'
        : 'Сначала добавьте человека без этой льготы: на его карточке можно напечатать лист согласия, потом вписать льготу.'}
    </Note>
  );
}
type HealthPrivilege = { value: number | string; is_health: boolean };

function Certificate() {
  const privilege = useWatch({ name: 'privilege' }) as number;
  if (!privilege) return null;
  return (
    <FieldGrid>
      <TextInput source="privilegeCertificateSeria" label={labels.privilegeCertificateSeria!} maxLength={20} />
      <TextInput source="privilegeCertificateNumber" label={labels.privilegeCertificateNumber!} maxLength={40} />
      <TextInput source="privilegeCertificateText" label={labels.privilegeCertificateText!} maxLength={300} />
      <DateInput source="privilegeCertificateDate" label={labels.privilegeCertificateDate!} max={today()} />
      <DateInput source="privilegeCertificateEndDate" label={labels.privilegeCertificateEndDate!} />
    </FieldGrid>
  );
}
