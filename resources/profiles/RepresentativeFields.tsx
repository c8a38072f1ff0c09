// Who is written to in place of a child or of an estate: somebody on record, or a name with a phone or a mailbox.
import type { ReactNode } from 'react';
import { PhoneBox } from '../../widgets/PhoneInput.tsx';
import { RadioGroup } from '../../widgets/RadioInput.tsx';
import { SearchSelect, type SelectOption } from '../../widgets/SearchSelect.tsx';
import { TextBox } from '../../widgets/TextInput.tsx';
import { loadPeople } from '../lists/loaders.ts';
import styles from './profiles.module.css';

export interface RepresentativePick {
  isTyped: boolean;
  existing: SelectOption | null;
  fullName: string;
  phone: string | null;
  email: string;
}
export const emptyRepresentative: RepresentativePick = {
  isTyped: false,
  existing: null,
  fullName: '',
  phone: null,
  email: '',
};

/** What the calls take. */
export const representativeBody = ({ isTyped, existing, fullName, phone, email }: RepresentativePick) =>
  isTyped ? { fullName, phone, email } : { profileId: existing ? Number(existing.value) : null };

/** Nobody was chosen and nothing typed. */
export const isNobody = (pick: RepresentativePick) =>
  pick.isTyped ? !pick.fullName && !pick.phone && !pick.email : !pick.existing;

interface Props {
  value: RepresentativePick;
  onChange: (pick: RepresentativePick) => void;
  error: (field: string) => string | undefined;
  label?: string;
  /** Under the fields of somebody who is typed. */
  children?: ReactNode;
}

export function RepresentativeFields({ value, onChange, error, label = 'Кто представляет', children }: Props) {
  const set = (change: Partial<RepresentativePick>) => onChange({ ...value, ...change });
  return (
    <>
      <RadioGroup
        label={label}
        row
        value={value.isTyped ? 'typed' : 'known'}
        onChange={(how) => set({ isTyped: how === 'typed' })}
        options={[
          { value: 'known', label: 'Уже есть в базе' },
          { value: 'typed', label: 'Внести нового' },
        ]}
      />
      {value.isTyped ? (
        <div className={styles.personGrid}>
          <TextBox
            label="ФИО представителя"
            required
            value={value.fullName}
            onChange={(fullName) => set({ fullName })}
            maxLength={160}
            error={error('fullName')}
          />
          <PhoneBox
            label="Телефон представителя"
            value={value.phone}
            onChange={(phone) => set({ phone })}
            error={error('phone')}
          />
          <TextBox
            label="E-mail представителя"
            type="email"
            value={value.email}
            onChange={(email) => set({ email })}
            maxLength={254}
            error={error('email')}
          />
        </div>
      ) : (
        <SearchSelect
          label="Представитель"
          load={loadPeople}
          value={value.existing}
          onChange={(existing) => set({ existing })}
          placeholder="Фамилия или телефон"
          error={error('profileId') ?? error('fullName')}
        />
      )}
      {children}
    </>
  );
}
