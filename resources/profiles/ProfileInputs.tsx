// Fields of a person's form, section by section as on the paper card; shared by the editor and the creation page.
import { useWatch } from 'react-hook-form';
import { addressSuggestions } from '../../contract/addresses.ts';
import type { ProfileCard } from '../../contract/profiles.ts';
import { call } from '../../providers/http.ts';
import {
  AddressInput,
  CheckboxInput,
  DateInput,
  PhoneListInput,
  SelectInput,
  TextInput,
} from '../../widgets/inputs.ts';
import { today } from '../../widgets/dates.ts';
import type { EditorSection } from '../../widgets/editor/Editor.tsx';
import { FieldGrid } from '../../widgets/FieldGrid.tsx';
import { formatDate, formatPhone } from '../../widgets/format.ts';
import { Note } from '../../widgets/Note.tsx';
import { useProfileLists } from './ProfileList.tsx';
import { labels } from './ru.ts';

export interface ProfileValues extends Record<string, unknown> {
  lastName: string;
  firstName: string | null;
  fatherName: string | null;
  birthday: string | null;
  /** Absent until it is typed: an untouched passport stays as it is. */
  passSeria?: string | null;
  passNum?: string | null;
  passText?: string | null;
  passForeign?: boolean;
  registrationAddress: string | null;
  actualAddress: string | null;
  email: string | null;
  phoneNumberList: string[];
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
  birthday: card.birthday,
  registrationAddress: card.registrationAddress,
  actualAddress: card.actualAddress,
  email: card.email,
  phoneNumberList: card.phoneNumberList,
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

export const profileBody = (values: ProfileValues) => ({
  ...values,
  privilege: { value: values.privilege ?? 0 },
  statusVoa: values.statusVoa ? { id: values.statusVoa } : null,
  phoneNumberList: (values.phoneNumberList ?? []).filter(Boolean),
});

const loadAddresses = async (q: string, signal: AbortSignal) =>
  (await call(addressSuggestions, { query: { q }, signal, quiet: true })).suggestions;

/** How a value reads in «Что изменится». */
export function useShowProfileValue() {
  const { data } = useProfileLists();
  return (field: string, value: unknown): string => {
    if (value === null || value === undefined || value === '') return '—';
    if (field === 'privilege') return data?.privileges.find((one) => one.value === value)?.label ?? String(value);
    if (field === 'statusVoa') return data?.voaStatuses.find((one) => one.value === value)?.label ?? String(value);
    if (field === 'phoneNumberList') return (value as string[]).map(formatPhone).join(', ') || '—';
    if (field === 'passSeria' || field === 'passNum') return 'новое значение';
    if (typeof value === 'boolean') return value ? 'да' : 'нет';
    return /date|birthday|IssuedAt/i.test(field) ? formatDate(String(value)) : String(value);
  };
}

export function useProfileSections(options: { passMasked?: string | null; isNew?: boolean } = {}): EditorSection[] {
  const { data } = useProfileLists();
  return [
    {
      key: 'name',
      title: 'ФИО и дата рождения',
      fields: ['lastName', 'firstName', 'fatherName', 'birthday'],
      children: (
        <FieldGrid>
          <TextInput source="lastName" label={labels.lastName!} required maxLength={80} />
          <TextInput source="firstName" label={labels.firstName!} maxLength={80} />
          <TextInput source="fatherName" label={labels.fatherName!} maxLength={80} />
          <DateInput source="birthday" label={labels.birthday!} max={today()} />
        </FieldGrid>
      ),
    },
    {
      key: 'passport',
      title: 'Паспорт',
      fields: ['passSeria', 'passNum', 'passText', 'passForeign'],
      children: (
        <>
          {options.passMasked && (
            <Note tone="blue">
              На карточке паспорт {options.passMasked}. Оставьте поля пустыми, чтобы не менять его.
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
    },
    {
      key: 'address',
      title: 'Адреса и контакты',
      fields: ['registrationAddress', 'actualAddress', 'email', 'phoneNumberList'],
      children: (
        <>
          <AddressInput source="registrationAddress" label={labels.registrationAddress!} load={loadAddresses} />
          <AddressInput source="actualAddress" label={labels.actualAddress!} load={loadAddresses} />
          <FieldGrid>
            <PhoneListInput source="phoneNumberList" label={labels.phoneNumberList!} />
            <TextInput source="email" label={labels.email!} maxLength={254} />
          </FieldGrid>
        </>
      ),
    },
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
          <Certificate />
        </>
      ),
    },
    {
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
          {!options.isNew && (
            <FieldGrid>
              <DateInput source="statusVoaDate" label={labels.statusVoaDate!} max={today()} />
              <TextInput source="statusVoaGround" label={labels.statusVoaGround!} maxLength={200} />
            </FieldGrid>
          )}
        </>
      ),
    },
  ];
}

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
