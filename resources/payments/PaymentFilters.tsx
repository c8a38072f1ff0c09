// Filters of the list of payments: the panel's fields and the chips in force.
import { useQuery } from '@tanstack/react-query';
import { useListContext } from 'ra-core';
import { paymentTypes, sourceNames } from '../../contract/contributions.ts';
import { paymentUsers, type OperationFilter } from '../../contract/payments.ts';
import { call } from '../../providers/http.ts';
import { formatDate, formatMoney } from '../../widgets/format.ts';
import { FilterField, type Chip } from '../../widgets/list/FilterBar.tsx';
import { SearchMultiSelect, type OptionLoader, type SelectOption } from '../../widgets/SearchSelect.tsx';
import { SelectBox } from '../../widgets/SelectInput.tsx';
import { useAccrualTypes } from '../contributions/ContributionFilters.tsx';
import {
  among,
  DatesField,
  FilterGrid,
  idsOf,
  PlaceFields,
  several,
  useFilter,
  usePlaceChips,
} from '../options/filters.tsx';
import { useUserNames } from '../options/names.ts';
import { stateNames, type StateName } from './ru.ts';

type Values = Partial<OperationFilter>;

export const usePaymentTypes = () =>
  useQuery({
    queryKey: ['payment_types'],
    queryFn: () => call(paymentTypes, { quiet: true }),
    staleTime: 5 * 60_000,
  }).data?.data;

const loadUsers: OptionLoader = (q, signal) => call(paymentUsers, { query: { q }, signal, quiet: true });
const named = (chosen: readonly number[] | undefined, options: readonly SelectOption[]) =>
  (chosen ?? []).map((id) => options.find((option) => option.value === id) ?? { value: id, label: `№ ${id}` });
const optionsOf = (list: readonly { id: number; name: string }[] | undefined) =>
  (list ?? []).map(({ id, name }) => ({ value: id, label: name }));
const stateOf = (values: Values): StateName | null =>
  values.kind === 'reversal' ? 'reversal' : (values.reversed ?? null);

export function PaymentFilters() {
  const [values, set] = useFilter<Values>();
  const methods = optionsOf(usePaymentTypes());
  const types = optionsOf(useAccrualTypes());
  const users = useUserNames('payment_users', loadUsers);
  return (
    <FilterGrid>
      <PlaceFields />
      <FilterField name="paymentTypeFilter">
        <SearchMultiSelect
          label="Способ оплаты"
          reserve={false}
          load={among(methods)}
          value={named(values.paymentTypeFilter, methods)}
          onChange={(options) => set({ paymentTypeFilter: idsOf(options) })}
        />
      </FilterField>
      <FilterField name="accrualTypeFilter">
        <SearchMultiSelect
          label="Вид начисления"
          reserve={false}
          load={among(types)}
          value={named(values.accrualTypeFilter, types)}
          onChange={(options) => set({ accrualTypeFilter: idsOf(options) })}
        />
      </FilterField>
      <FilterField name="userFilter">
        <SearchMultiSelect
          label="Кто принял"
          reserve={false}
          load={loadUsers}
          value={(values.userFilter ?? []).map((id) => ({ value: id, label: users.get(id) }))}
          onChange={(options) => {
            users.learn(options);
            set({ userFilter: idsOf(options) });
          }}
        />
      </FilterField>
      <DatesField />
      <FilterField name="sourceFilter">
        <SelectBox
          label="Откуда"
          reserve={false}
          emptyLabel="любая запись"
          options={Object.entries(sourceNames).map(([value, label]) => ({ value, label }))}
          value={values.sourceFilter?.[0] ?? null}
          onChange={(value) => set({ sourceFilter: value === null ? [] : [value as keyof typeof sourceNames] })}
        />
      </FilterField>
      <FilterField name={['reversed', 'kind']}>
        <SelectBox
          label="Состояние"
          reserve={false}
          emptyLabel="все платежи"
          options={Object.entries(stateNames).map(([value, label]) => ({ value, label }))}
          value={stateOf(values)}
          onChange={(state) =>
            set({
              kind: state === 'reversal' ? 'reversal' : undefined,
              reversed: state === 'yes' || state === 'no' ? state : undefined,
            })
          }
        />
      </FilterField>
    </FilterGrid>
  );
}

/** Conditions in force as chips. */
export function usePaymentChips(): Chip[] {
  const values = useListContext().filterValues as Values;
  const place = usePlaceChips();
  const users = useUserNames('payment_users', loadUsers);
  const methods = optionsOf(usePaymentTypes());
  const types = optionsOf(useAccrualTypes());
  const list = (options: readonly SelectOption[]) => several(options.map((option) => option.label));
  const state = stateOf(values);
  const chips: (Chip | false | undefined)[] = [
    ...place,
    values.paymentTypeFilter && {
      key: 'paymentTypeFilter',
      label: 'Способ',
      value: list(named(values.paymentTypeFilter, methods)),
    },
    values.accrualTypeFilter && {
      key: 'accrualTypeFilter',
      label: 'Вид',
      value: list(named(values.accrualTypeFilter, types)),
    },
    values.userFilter && { key: 'userFilter', label: 'Принял', value: several(values.userFilter.map(users.get)) },
    values.dateFrom !== undefined && { key: 'dateFrom', label: 'С', value: formatDate(values.dateFrom) },
    values.dateTo !== undefined && { key: 'dateTo', label: 'По', value: formatDate(values.dateTo) },
    values.sourceFilter && {
      key: 'sourceFilter',
      label: 'Откуда',
      value: several(values.sourceFilter.map((source) => sourceNames[source])),
    },
    values.amountFrom !== undefined && { key: 'amountFrom', label: 'От', value: formatMoney(values.amountFrom) },
    values.amountTo !== undefined && { key: 'amountTo', label: 'До', value: formatMoney(values.amountTo) },
    values.garage !== undefined && { key: 'garage', label: 'Гараж', value: `№ ${values.garage}` },
    values.document !== undefined && { key: 'document', label: 'Документ', value: `№ ${values.document}` },
    state !== null && { key: state === 'reversal' ? 'kind' : 'reversed', label: 'Состояние', value: stateNames[state] },
  ];
  return chips.filter((chip): chip is Chip => Boolean(chip));
}
