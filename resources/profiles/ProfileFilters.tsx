// Fields of the filter panel of people, and the conditions in force as chips; the same where receivers of a mailing are chosen. Of the owners of
// garages some of them are asked there too.
import { useQuery } from '@tanstack/react-query';
import { useListContext } from 'react-admin';
import type { z } from 'zod';
import { profileLists, type profiles } from '../../contract/profiles.ts';
import { reading } from '../../providers/reading.ts';
import { FilterField, type Chip } from '../../widgets/list/FilterBar.tsx';
import { SelectBox } from '../../widgets/SelectInput.tsx';
import { usePlaceChips } from '../lists/chips.ts';
import { useDebtChips } from '../lists/debtChips.ts';
import { DebtFields } from '../lists/debts.tsx';
import { FilterGrid, PlaceFields, SectionField, useFilter } from '../lists/filters.tsx';

type Values = Partial<z.output<typeof profiles.filter>>;

export const useProfileLists = () => useQuery({ ...reading(profileLists), staleTime: Infinity });

const choices = {
  voa: { member: 'члены', not_member: 'не члены' },
  consent: { none: 'нет', given: 'есть', overdue: 'нет дольше 30 дней' },
  smsConsent: { given: 'есть', none: 'нет' },
  contacts: { has_phone: 'есть телефон', has_email: 'есть e-mail', no_phone: 'без телефона', no_email: 'без e-mail' },
  privilegeState: { expired: 'истекла', expires30: 'истекает за 30 дней' },
  confirmed: { older_12m: 'не подтверждались больше года' },
  lacks: { birthday: 'без даты рождения', address: 'без адреса', duplicates: 'с двойниками' },
  debt: { has: 'есть у владельца', left: 'остался за прежним владельцем' },
} as const;
type Choice = keyof typeof choices;
const choiceLabels: Record<Choice, string> = {
  voa: 'ВОА',
  consent: 'Согласие на обработку',
  smsConsent: 'Согласие на СМС',
  contacts: 'Контакты',
  privilegeState: 'Срок льготы',
  confirmed: 'Данные',
  lacks: 'Чего нет',
  debt: 'Долг',
};
const everyChoice = Object.keys(choices) as Choice[];
/** What is asked of owners where garages are listed. */
const ofOwners: readonly Choice[] = ['consent', 'smsConsent', 'contacts', 'privilegeState'];

export function ProfileFilters() {
  return (
    <FilterGrid>
      <PlaceFields />
      <SectionField />
      <ChoiceFields of={everyChoice} />
      <DebtFields />
    </FilterGrid>
  );
}

/** Conditions of owners, for the panel of a list of garages. */
export const OwnerFields = () => <ChoiceFields of={ofOwners} />;

function ChoiceFields({ of }: { of: readonly Choice[] }) {
  const [values, set] = useFilter<Values>();
  const { data: lists } = useProfileLists();
  return (
    <>
      <FilterField name="privilegeCatFilter">
        <SelectBox
          label="Льгота"
          reserve={false}
          emptyLabel="любая"
          options={lists?.privileges ?? []}
          value={values.privilegeCatFilter?.[0] ?? null}
          onChange={(value) => set({ privilegeCatFilter: value === null ? [] : [Number(value)] })}
        />
      </FilterField>
      {of.map((key) => (
        <FilterField key={key} name={key}>
          <SelectBox
            label={choiceLabels[key]}
            reserve={false}
            emptyLabel="не важно"
            options={Object.entries(choices[key]).map(([value, label]) => ({ value, label }))}
            value={values[key] ?? null}
            onChange={(value) => set({ [key]: value ?? undefined })}
          />
        </FilterField>
      ))}
    </>
  );
}

/** Conditions in force as chips. */
export function useProfileChips(): Chip[] {
  const place = usePlaceChips();
  const debts = useDebtChips();
  return [...place, ...useChoiceChips(everyChoice), ...debts];
}

/** Conditions of owners in force as chips. */
export const useOwnerChips = (): Chip[] => useChoiceChips(ofOwners);

function useChoiceChips(of: readonly Choice[]): Chip[] {
  const { filterValues } = useListContext();
  const { data: lists } = useProfileLists();
  const values = filterValues as Values;
  const plain = of.flatMap((key) =>
    values[key]
      ? [{ key, label: choiceLabels[key], value: (choices[key] as Record<string, string>)[values[key]!]! }]
      : [],
  );
  if (!values.privilegeCatFilter) return plain;
  const names = values.privilegeCatFilter.map(
    (id) => lists?.privileges.find((one) => one.value === id)?.label ?? String(id),
  );
  return [{ key: 'privilegeCatFilter', label: 'Льгота', value: names.join(', ') }, ...plain];
}
