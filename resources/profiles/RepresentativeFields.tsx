// Who is written to in place of a child or of an estate: somebody on record, or a name with a phone or a mailbox.
import { useRef, type ReactNode } from 'react';
import type { ReachConsent } from '../../contract/profiles/representatives.ts';
import { Checkbox } from '../../widgets/Checkbox.tsx';
import { DateBox } from '../../widgets/DateInput.tsx';
import { Note } from '../../widgets/Note.tsx';
import { PhoneBox } from '../../widgets/PhoneInput.tsx';
import { RadioGroup } from '../../widgets/RadioInput.tsx';
import { SearchSelect, type OptionLoader, type SelectOption } from '../../widgets/SearchSelect.tsx';
import { TextBox } from '../../widgets/TextInput.tsx';
import { today } from '../../widgets/today.ts';
import { loadPeople } from '../lists/loaders.ts';
import styles from './profiles.module.css';

export interface RepresentativePick {
  isTyped: boolean;
  existing: SelectOption | null;
  fullName: string;
  phone: string | null;
  email: string;
  /** Signed by him who is typed. */
  consents: readonly ReachConsent[];
  signedAt: string | null;
}
export const emptyRepresentative: RepresentativePick = {
  isTyped: false,
  existing: null,
  fullName: '',
  phone: null,
  email: '',
  consents: [],
  signedAt: null,
};

/** What the calls take. */
export const representativeBody = ({ isTyped, existing, ...typed }: RepresentativePick) => {
  if (!isTyped) return { profileId: existing ? Number(existing.value) : null };
  const { fullName, phone, email, consents, signedAt } = typed;
  return { fullName, phone, email, consents: [...consents], ...(consents.length ? { signedAt } : {}) };
};

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
  // Who was looked for and not found need not be typed twice.
  const sought = useRef('');
  const load: OptionLoader = (query, signal) => {
    if (query) sought.current = query;
    return loadPeople(query, signal);
  };
  const isTyped = (how: unknown) => {
    const name = value.existing || /\d/.test(sought.current) ? '' : sought.current;
    set(how === 'typed' ? { isTyped: true, fullName: value.fullName || name } : { isTyped: false });
  };
  return (
    <>
      <RadioGroup
        label={label}
        row
        value={value.isTyped ? 'typed' : 'known'}
        onChange={isTyped}
        options={[
          { value: 'known', label: 'Уже есть в базе' },
          { value: 'typed', label: 'Внести нового' },
        ]}
      />
      {value.isTyped ? (
        <Typed value={value} set={set} error={error} />
      ) : (
        <SearchSelect
          label="Представитель"
          load={load}
          value={value.existing}
          onChange={(existing) => set({ existing })}
          placeholder="Фамилия или телефон"
          nothing={(query) => (query ? 'Такого в базе нет: выберите «Внести нового»' : null)}
          error={error('profileId') ?? error('fullName')}
        />
      )}
      <Note>
        Считаются согласия самого представителя: без согласия на СМС ему не уйдут СМС, без согласия на обработку
        персональных данных — письма.{' '}
        {value.isTyped
          ? 'Отметьте подписанные, остальные запишите потом в его карточке.'
          : 'Они записаны в его карточке.'}
      </Note>
      {children}
    </>
  );
}

/** What a consent is called where it is ticked. */
const consentLabels: Record<ReachConsent, string> = {
  sms_info: 'Согласие на СМС подписано',
  pd_processing: 'Согласие на обработку персональных данных подписано',
};
const reachConsents = Object.keys(consentLabels) as ReachConsent[];

interface TypedProps {
  value: RepresentativePick;
  set: (change: Partial<RepresentativePick>) => void;
  error: Props['error'];
}

/** Somebody new: his name, how to reach him and what he has signed. */
const Typed = ({ value, set, error }: TypedProps) => (
  <>
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
    {reachConsents.map((kind) => (
      <Checkbox
        key={kind}
        label={consentLabels[kind]}
        value={value.consents.includes(kind)}
        onChange={(on) =>
          set({ consents: reachConsents.filter((one) => (one === kind ? on : value.consents.includes(one))) })
        }
      />
    ))}
    {value.consents.length > 0 && (
      <div style={{ marginTop: 8 }}>
        <DateBox
          label="Когда подписано"
          required
          value={value.signedAt}
          onChange={(signedAt) => set({ signedAt })}
          max={today()}
          error={error('signedAt')}
        />
      </div>
    )}
  </>
);
