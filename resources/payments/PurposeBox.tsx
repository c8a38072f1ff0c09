// The box «Вид»: what the garage owes and the types of the year to choose from, another year is typed.
import type { Ref } from 'react';
import type { FieldProps } from '../../widgets/FieldBox.tsx';
import { formatSum } from '../../widgets/format.ts';
import { SearchSelect } from '../../widgets/SearchSelect.tsx';
import { useAccrualTypes } from '../lists/types.ts';
import { useDeskDefaults } from './desk/useDesk.ts';
import { useGarageMoney } from './desk/WherePanel.tsx';
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
  const types = useAccrualTypes() ?? [];
  const owed = useGarageMoney(garage)?.debt ?? [];
  const today = useDeskDefaults()?.today ?? date;
  const lastYear = Number(today.slice(0, 4)) + 1;
  const facts = {
    owed,
    types: types.filter((type) => type.is_active),
    year: Number(date.slice(0, 4)),
    lastYear,
    money: formatSum,
  };
  return (
    <SearchSelect
      {...rest}
      value={value}
      load={async (query) => ({ data: findPurposes(facts, query) })}
      delayMs={0}
      clearable={false}
      startAt={findPurposes(facts).findIndex((option) => option.value === value.value)}
      nothing={(query) => wrongYear(query, lastYear)}
      onChange={(chosen) => onChange(chosen ? { value: String(chosen.value), label: chosen.label } : inOrder)}
    />
  );
}
