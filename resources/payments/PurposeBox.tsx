// The box «Вид»: what the garage owes and the types of the year to choose from, another year is typed.
import { useQueryClient } from '@tanstack/react-query';
import type { Ref } from 'react';
import type { FieldProps } from '../../widgets/FieldBox.tsx';
import { formatSum } from '../../widgets/format.ts';
import { SearchSelect } from '../../widgets/SearchSelect.tsx';
import { accrualTypesQuery, useAccrualTypes } from '../lists/types.ts';
import { useDeskDefaults } from './desk/useDesk.ts';
import { garageMoney, useGarageMoney } from './desk/WherePanel.tsx';
import { findPurposes, inOrder, wrongYear, type Purpose } from './purposes.ts';

export interface PurposeBoxProps extends FieldProps {
  garage: number | undefined;
  value: Purpose;
  onChange: (purpose: Purpose) => void;
  /** Day of the payment, `YYYY-MM-DD`: types are offered for its year. */
  date: string;
  inputRef?: Ref<HTMLInputElement>;
}

export function PurposeBox({ garage, value, onChange, date, ...rest }: PurposeBoxProps) {
  const client = useQueryClient();
  // Asked for as soon as the garage is known: the list seldom waits.
  useGarageMoney(garage);
  useAccrualTypes();
  const today = useDeskDefaults()?.today ?? date;
  const lastYear = Number(today.slice(0, 4)) + 1;
  /** A list without the debts would say that there are none: it waits for them. */
  const load = async (query: string) => {
    const [types, card] = await Promise.all([
      client.ensureQueryData(accrualTypesQuery),
      garage === undefined ? null : client.ensureQueryData(garageMoney(garage)),
    ]);
    const facts = {
      owed: card?.debt ?? [],
      types: types.data.filter((type) => type.is_active),
      year: Number(date.slice(0, 4)),
      lastYear,
      money: formatSum,
    };
    return { data: findPurposes(facts, query) };
  };
  return (
    <SearchSelect
      {...rest}
      value={value}
      load={load}
      delayMs={0}
      clearable={false}
      startAtChosen
      nothing={(query) => wrongYear(query, lastYear)}
      onChange={(chosen) => onChange(chosen ? { value: String(chosen.value), label: chosen.label } : inOrder)}
    />
  );
}
