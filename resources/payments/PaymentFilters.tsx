// Filters of the list of payments: the panel's fields and the chips in force.
import { useListContext } from 'react-admin';
import { sourceNames } from '../../contract/contributions.ts';
import { paymentUsers, type OperationFilter } from '../../contract/payments.ts';
import { call } from '../../providers/http.ts';
import { formatMoney } from '../../widgets/format.ts';
import { FilterField, type Chip } from '../../widgets/list/FilterBar.tsx';
import type { OptionLoader } from '../../widgets/SearchSelect.tsx';
import { SelectBox } from '../../widgets/SelectInput.tsx';
import { dayChips, kept, listChip, referenceChip, several, stateChip, usePlaceChips } from '../lists/chips.ts';
import {
  DatesField,
  FilterGrid,
  PeopleField,
  PlaceFields,
  ReferenceField,
  StateField,
  useFilter,
} from '../lists/filters.tsx';
import { useUserNames } from '../lists/names.ts';
import { useAccrualTypes, usePaymentTypes } from '../lists/types.ts';
import { stateNames } from './ru.ts';

type Values = Partial<OperationFilter>;

const loadUsers: OptionLoader = (q, signal) => call(paymentUsers, { query: { q }, signal, quiet: true });

export function PaymentFilters() {
  const [values, set] = useFilter<Values>();
  return (
    <FilterGrid>
      <PlaceFields />
      <ReferenceField name="paymentTypeFilter" label="Способ оплаты" options={usePaymentTypes()} />
      <ReferenceField name="accrualTypeFilter" label="Вид начисления" options={useAccrualTypes()} />
      <PeopleField label="Кто принял" load={loadUsers} names={useUserNames('payment_users', loadUsers)} />
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
      <StateField label="Состояние" empty="все платежи" names={stateNames} />
    </FilterGrid>
  );
}

/** Conditions in force as chips. */
export function usePaymentChips(): Chip[] {
  const values = useListContext().filterValues as Values;
  const place = usePlaceChips();
  const users = useUserNames('payment_users', loadUsers);
  const methods = usePaymentTypes();
  const types = useAccrualTypes();
  return kept([
    ...place,
    referenceChip('paymentTypeFilter', 'Способ', values.paymentTypeFilter, methods),
    referenceChip('accrualTypeFilter', 'Вид', values.accrualTypeFilter, types),
    listChip('userFilter', 'Принял', values.userFilter, users.get),
    ...dayChips(values),
    values.sourceFilter && {
      key: 'sourceFilter',
      label: 'Откуда',
      value: several(values.sourceFilter.map((source) => sourceNames[source])),
    },
    values.amountFrom !== undefined && { key: 'amountFrom', label: 'От', value: formatMoney(values.amountFrom) },
    values.amountTo !== undefined && { key: 'amountTo', label: 'До', value: formatMoney(values.amountTo) },
    values.garage !== undefined && { key: 'garage', label: 'Гараж', value: `№ ${values.garage}` },
    values.document !== undefined && { key: 'document', label: 'Документ', value: `№ ${values.document}` },
    stateChip('Состояние', values, stateNames),
  ]);
}
