// A person for an owner: somebody on record, or a new one typed in with live hints of likely doubles.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { OF_AGE, plusYears } from '../../contract/kernel/ages.ts';
import { duplicateHints, type DuplicateHint } from '../../contract/profiles.ts';
import { ownerKinds, type OwnerKind } from '../../contract/profiles/ownerKinds.ts';
import { reading } from '../../providers/reading.ts';
import { AddressBox, addressCode, addressText, type PickedCode } from '../../widgets/AddressInput.tsx';
import { DateBox } from '../../widgets/DateInput.tsx';
import { formatDate } from '../../widgets/format.ts';
import { GaragePlate } from '../../widgets/GaragePlate.tsx';
import { Note } from '../../widgets/Note.tsx';
import { PhoneBox } from '../../widgets/PhoneInput.tsx';
import { RadioGroup } from '../../widgets/RadioInput.tsx';
import { SearchSelect, type SelectOption } from '../../widgets/SearchSelect.tsx';
import { TextBox } from '../../widgets/TextInput.tsx';
import { today } from '../../widgets/today.ts';
import { loadAddresses, loadPeople } from '../lists/loaders.ts';
import {
  emptyRepresentative,
  isNobody,
  representativeBody,
  RepresentativeFields,
  type RepresentativePick,
} from './RepresentativeFields.tsx';
import styles from './profiles.module.css';

export interface PersonPick {
  isNew: boolean;
  /** What is entered, when it is new. */
  kind: OwnerKind;
  inn: string;
  estateOf: SelectOption | null;
  existing: SelectOption | null;
  lastName: string;
  firstName: string;
  fatherName: string;
  birthday: string | null;
  phone: string | null;
  /** What a change of owner asks besides. */
  passSeria: string;
  passNum: string;
  address: string;
  /** Of the suggestion that was chosen last. */
  fias: PickedCode;
  isMember: boolean;
  memberSince: string | null;
  /** Who is written to in place of a child or of an estate. */
  representative: RepresentativePick;
}
export const emptyPick: PersonPick = {
  isNew: false,
  kind: 'person',
  inn: '',
  estateOf: null,
  existing: null,
  lastName: '',
  firstName: '',
  fatherName: '',
  birthday: null,
  phone: null,
  passSeria: '',
  passNum: '',
  address: '',
  fias: null,
  isMember: false,
  memberSince: null,
  representative: emptyRepresentative,
};

/** The part of an owner's body that says who he is. */
export function personBody(pick: PersonPick) {
  if (!pick.isNew) return { profileId: pick.existing ? Number(pick.existing.value) : null, person: null };
  if (pick.kind !== 'person') return { profileId: null, person: otherBody(pick) };
  const { lastName, firstName, fatherName, birthday, phone, passSeria, passNum, isMember, memberSince } = pick;
  const { address, fias } = pick;
  return {
    profileId: null,
    person: {
      lastName,
      firstName,
      fatherName,
      birthday,
      phoneNumberList: phone ? [phone] : [],
      isVOAMember: isMember,
      ...(isMember ? { voaEntryDate: memberSince } : {}),
      ...(passSeria || passNum ? { passSeria, passNum } : {}),
      ...(address ? { registrationAddress: address, ...(fias?.text === address && { registrationFias: fias }) } : {}),
      ...(isChild(pick) ? representedBy(pick) : {}),
    },
  };
}

/** An organisation, or what a dead person left: a name, a telephone and what tells it from others. */
const otherBody = ({ kind, lastName, phone, inn, estateOf, representative }: PersonPick) => ({
  kind,
  lastName,
  isVOAMember: false,
  ...(kind === 'organisation'
    ? { inn, phoneNumberList: phone ? [phone] : [] }
    : { estateOf: estateOf ? Number(estateOf.value) : null, ...representedBy({ representative }) }),
});

const isChild = ({ birthday }: Pick<PersonPick, 'birthday'>) =>
  birthday !== null && plusYears(birthday, OF_AGE) > today();
const representedBy = ({ representative }: Pick<PersonPick, 'representative'>) =>
  isNobody(representative) ? {} : { representative: representativeBody(representative) };

const HINT_DELAY_MS = 400;

export function PersonPicker({
  value,
  onChange,
  errors = {},
  prefix = '',
  full = false,
}: {
  value: PersonPick;
  onChange: (pick: PersonPick) => void;
  errors?: Record<string, string>;
  prefix?: string;
  /** Passport, address and membership too: what an application for a garage names. */
  full?: boolean;
}) {
  const set = (change: Partial<PersonPick>) => onChange({ ...value, ...change });
  const error = (field: string) => errors[`${prefix}person.${field}`];
  return (
    <div>
      <RadioGroup
        label="Кто"
        row
        value={value.isNew ? value.kind : 'known'}
        onChange={(kind) => set(kind === 'known' ? { isNew: false } : { isNew: true, kind: kind as OwnerKind })}
        options={[
          { value: 'known', label: 'Уже есть в базе' },
          { value: 'person', label: 'Новый человек' },
          { value: 'organisation', label: ownerKinds.organisation },
          { value: 'estate', label: ownerKinds.estate },
        ]}
      />
      {value.isNew && value.kind !== 'person' ? (
        <OtherOwner value={value} set={set} error={error} />
      ) : value.isNew ? (
        <>
          <NewPerson isWhole={full} value={value} set={set} error={error} />
          {full && <PaperFields value={value} set={set} error={error} />}
          <DuplicateHints
            person={{
              ...value,
              registrationAddress: value.address || null,
              phoneNumberList: value.phone ? [value.phone] : [],
            }}
            onPick={(hint) => set({ isNew: false, existing: { value: hint.id, label: hint.full_name } })}
          />
        </>
      ) : (
        <div data-begin={value.existing ? undefined : ''}>
          <SearchSelect
            label="Человек"
            required
            load={loadPeople}
            value={value.existing}
            onChange={(existing) => set({ existing })}
            placeholder="Фамилия или телефон"
            error={errors[`${prefix}profileId`]}
          />
        </div>
      )}
    </div>
  );
}

/** The form of a new person: what is typed, its change, the refusals of its fields. */
interface PickForm {
  value: PersonPick;
  set: (change: Partial<PersonPick>) => void;
  error: (field: string) => string | undefined;
}
type TextField = 'lastName' | 'firstName' | 'fatherName' | 'inn' | 'passSeria' | 'passNum';

const textOf = ({ value, set, error }: PickForm, field: TextField) => ({
  value: value[field],
  onChange: (typed: string) => set({ [field]: typed }),
  error: error(field),
});
const phoneOf = ({ value, set, error }: PickForm) => ({
  value: value.phone,
  onChange: (phone: string | null) => set({ phone }),
  error: error('phoneNumberList.0') ?? error('phoneNumberList'),
});

/** An organisation by its name and ИНН; an estate by the person who left it. */
function OtherOwner(form: PickForm) {
  const { value, set, error } = form;
  const isEstate = value.kind === 'estate';
  return (
    <>
      {isEstate && (
        <>
          <SearchSelect
            label="Чьё наследство"
            required
            load={loadPeople}
            value={value.estateOf}
            onChange={(estateOf) =>
              set({ estateOf, lastName: estateOf ? `Наследство: ${estateOf.label}`.slice(0, 80) : '' })
            }
            placeholder="Фамилия умершего"
            error={error('estateOf')}
          />
          <Note>Долги и взносы числятся за наследственной массой, пока наследники не оформят свои доли.</Note>
        </>
      )}
      <div className={styles.personGrid}>
        <TextBox
          label={isEstate ? 'Как показывать' : 'Название организации'}
          required
          {...textOf(form, 'lastName')}
          maxLength={80}
        />
        {!isEstate && <TextBox label="ИНН" required {...textOf(form, 'inn')} maxLength={12} />}
        {!isEstate && <PhoneBox label="Телефон" {...phoneOf(form)} />}
      </div>
      {isEstate && <RepresentedFields {...form} />}
    </>
  );
}

/** Who the new person is, and the telephone. */
function NewPerson({ isWhole, ...form }: PickForm & { isWhole: boolean }) {
  const { value, set, error } = form;
  return (
    <div className={styles.personGrid}>
      <TextBox label="Фамилия" required {...textOf(form, 'lastName')} maxLength={80} />
      <TextBox label="Имя" {...textOf(form, 'firstName')} maxLength={80} />
      <TextBox label="Отчество" {...textOf(form, 'fatherName')} maxLength={80} />
      <DateBox
        label="Дата рождения"
        required={isWhole}
        value={value.birthday}
        onChange={(birthday) => set({ birthday })}
        error={error('birthday')}
      />
      <PhoneBox label="Телефон" required={isWhole && !isChild(value)} {...phoneOf(form)} />
      {isChild(value) && (
        <div style={{ gridColumn: '1 / -1' }}>
          <Note>Ребёнку до 18 лет пишут через представителя: ему идут письма, СМС и квитанции.</Note>
          <RepresentedFields {...form} />
        </div>
      )}
    </div>
  );
}

/** Who is written to in place of an estate or of a child; it may be said later, on the card. */
const RepresentedFields = ({ value, set, error }: PickForm) => (
  <RepresentativeFields
    value={value.representative}
    onChange={(representative) => set({ representative })}
    error={(field) => error(`representative.${field}`)}
  />
);

/** Passport, address and membership of a new owner; the membership changes the fee at once. */
function PaperFields(form: PickForm) {
  const { value, set, error } = form;
  // Under fourteen there is none.
  const hasPassport = !value.birthday || plusYears(value.birthday, 14) <= today();
  return (
    <>
      <div className={styles.personGrid}>
        <TextBox label="Серия паспорта" required={hasPassport} {...textOf(form, 'passSeria')} maxLength={10} />
        <TextBox label="Номер паспорта" required={hasPassport} {...textOf(form, 'passNum')} maxLength={20} />
      </div>
      <AddressBox
        label="Адрес регистрации"
        required
        value={value.address}
        onChange={(address) => set({ address })}
        onPick={(suggestion) => set({ address: addressText(suggestion), fias: addressCode(suggestion) })}
        load={loadAddresses}
        error={error('registrationAddress')}
      />
      <div className={styles.personGrid}>
        <RadioGroup
          label="Членство в ВОА"
          row
          value={value.isMember}
          onChange={(isMember) => set({ isMember: isMember === true })}
          options={[
            { value: true, label: 'Член ВОА' },
            { value: false, label: 'Не член' },
          ]}
        />
        {value.isMember && (
          <DateBox
            label="Дата вступления"
            required
            value={value.memberSince}
            onChange={(memberSince) => set({ memberSince })}
            error={error('voaEntryDate')}
          />
        )}
      </div>
    </>
  );
}

export interface HintedPerson {
  id?: number | undefined;
  lastName: string;
  firstName: string;
  fatherName: string;
  birthday?: string | null | undefined;
  passSeria?: string | null | undefined;
  passNum?: string | null | undefined;
  phoneNumberList: string[];
  email?: string | null | undefined;
  registrationAddress?: string | null | undefined;
}

/** «Похоже, такой человек уже есть»: asked while the person is being typed. */
export function DuplicateHints({
  person,
  onPick,
  pickLabel = 'Выбрать',
}: {
  person: HintedPerson;
  onPick: (hint: DuplicateHint) => void;
  pickLabel?: string;
}) {
  const {
    lastName,
    firstName,
    fatherName,
    birthday,
    passSeria,
    passNum,
    phoneNumberList,
    email,
    registrationAddress,
    id,
  } = person;
  const now = JSON.stringify({
    id,
    lastName,
    firstName,
    fatherName,
    birthday,
    passSeria,
    passNum,
    phoneNumberList,
    email,
    registrationAddress,
  });
  const [asked, setAsked] = useState(now);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(now), HINT_DELAY_MS);
    return () => clearTimeout(timer);
  }, [now]);
  const { data } = useQuery({
    ...reading(duplicateHints, { body: JSON.parse(asked) as HintedPerson }),
    enabled: lastName.trim().length > 2,
    placeholderData: (before) => before,
  });
  const hints = lastName.trim().length > 2 ? (data?.data ?? []) : [];
  if (!hints.length) return null;
  return (
    <Note tone="amber" role="status" title="Похоже, такой человек уже есть">
      <ul className={styles.hints}>
        {hints.map((hint) => (
          <li key={hint.id}>
            <span>
              <b>{hint.full_name}</b> {hint.birthday && `${formatDate(hint.birthday)} г. р. `}
              {hint.garages.map((garage) => (
                <GaragePlate key={garage.id} section={garage.section} number={garage.number} size="s" />
              ))}
              <small>{hint.reason}</small>
            </span>
            <button type="button" onClick={() => onPick(hint)}>
              {pickLabel}
            </button>
          </li>
        ))}
      </ul>
    </Note>
  );
}
