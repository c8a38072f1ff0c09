// Fields of the filter panel of people, and the conditions in force as chips; the same where receivers of a mailing are chosen.
import { useQuery } from '@tanstack/react-query';
import { useListContext } from 'react-admin';
import type { z } from 'zod';
import { profileLists, type profiles } from '../../contract/profiles.ts';
import { call } from '../../providers/http.ts';
import { FilterField, type Chip } from '../../widgets/list/FilterBar.tsx';
import { SelectBox } from '../../widgets/SelectInput.tsx';
import { usePlaceChips } from '../lists/chips.ts';
import { useDebtChips } from '../lists/debtChips.ts';
import { DebtFields } from '../lists/debts.tsx';
import { FilterGrid, PlaceFields, SectionField, useFilter } from '../lists/filters.tsx';

type Values = Partial<z.output<typeof profiles.filter>>;

export const useProfileLists = () =>
  useQuery({ queryKey: ['profile_lists'], queryFn: () => call(profileLists, { quiet: true }), staleTime: Infinity });

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
const choiceLabels: Record<keyof typeof choices, string> = {
  voa: 'ВОА',
  consent: 'Согласие на обработку',
  smsConsent: 'Согласие на СМС',
  contacts: 'Контакты',
  privilegeState: 'Срок льготы',
  confirmed: 'Данные',
  lacks: 'Чего нет',
  debt: 'Долг',
};

export function ProfileFilters() {
  const [values, set] = useFilter<Values>();
  const { data: lists } = useProfileLists();
  return (
    <FilterGrid>
      <PlaceFields />
      <SectionField />
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
      {(Object.keys(choices) as (keyof typeof choices)[]).map((key) => (
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
      <DebtFields />
    </FilterGrid>
  );
}

/** Conditions in force as chips. */
export function useProfileChips(): Chip[] {
  const { filterValues } = useListContext();
  const place = usePlaceChips();
  const debts = useDebtChips();
  const { data: lists } = useProfileLists();
  const values = filterValues as Values;
  const plain = (Object.keys(choices) as (keyof typeof choices)[]).flatMap((key) =>
    values[key]
      ? [{ key, label: choiceLabels[key], value: (choices[key] as Record<string, string>)[values[key]!]! }]
      : [],
  );
  return [
    ...place,
    ...(values.privilegeCatFilter
      ? [
          {
            key: 'privilegeCatFilter',
            label: 'Льгота',
            value: values.privilegeCatFilter
              .map((id) => lists?.privileges.find((one) => one.value === id)?.label ?? String(id))
              .join(', '),
          },
        ]
      : []),
    ...plain,
    ...debts,
  ];
}
