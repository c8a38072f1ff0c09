// Discounts of a privilege by accrual type: percent or roubles, one row for a type.
import AddIcon from '@mui/icons-material/Add';
import CloseIcon from '@mui/icons-material/Close';
import Button from '@mui/material/Button';
import { useGetList, type RaRecord } from 'react-admin';
import type { ReactNode } from 'react';
import type { Discount } from '../../../contract/references.ts';
import { bindInput } from '../../../widgets/bindInput.tsx';
import { FieldBox } from '../../../widgets/FieldBox.tsx';
import { IconButtonWithTip } from '../../../widgets/IconButtonWithTip.tsx';
import { MoneyBox } from '../../../widgets/MoneyInput.tsx';
import { NumberBox } from '../../../widgets/NumberInput.tsx';
import { SelectBox } from '../../../widgets/SelectInput.tsx';
import styles from './references.module.css';

interface DiscountsBoxProps {
  label: string;
  value: readonly Discount[];
  onChange: (value: readonly Discount[]) => void;
  error?: ReactNode;
  id?: string;
}

function DiscountsBox({ label, value, onChange, error, id }: DiscountsBoxProps) {
  const { data: types = [] } = useGetList('accrual_types', {
    pagination: { page: 1, perPage: 200 },
    sort: { field: 'sort', order: 'ASC' },
  });
  const set = (at: number, change: Partial<Discount>) =>
    onChange(value.map((one, index) => (index === at ? { ...one, ...change } : one)));
  const taken = new Set(value.map((one) => one.accrual_type_id));
  const free = types.find((type) => !taken.has(Number(type.id)));
  return (
    <FieldBox label={label} {...(id !== undefined && { id })} error={error} bare group>
      {(control) => (
        <div id={control.id} tabIndex={-1} aria-describedby={control['aria-describedby']}>
          <ul className={styles.list}>
            {value.map((one, at) => (
              <DiscountRow
                value={value}
                onChange={onChange}
                types={types}
                set={set}
                taken={taken}
                one={one}
                at={at}
                key={one.accrual_type_id}
              />
            ))}
          </ul>
          <Button
            size="small"
            startIcon={<AddIcon />}
            disabled={!free}
            onClick={() =>
              onChange([...value, { accrual_type_id: Number(free!.id), percent: 50, amount_kopecks: null }])
            }
          >
            Добавить скидку
          </Button>
        </div>
      )}
    </FieldBox>
  );
}

function DiscountRow({
  value,
  onChange,
  types,
  set,
  taken,
  one,
  at,
}: {
  value: readonly Discount[];
  onChange: (value: readonly Discount[]) => void;
  types: readonly RaRecord[];
  set: (at: number, change: Partial<Discount>) => void;
  taken: Set<number>;
  one: Discount;
  at: number;
}) {
  return (
    <li key={one.accrual_type_id}>
      <SelectBox
        label={`Вид начисления ${at + 1}`}
        hideLabel
        reserve={false}
        value={one.accrual_type_id}
        options={types.map((type) => ({
          value: Number(type.id),
          label: String(type.name),
          disabled: taken.has(Number(type.id)) && Number(type.id) !== one.accrual_type_id,
        }))}
        onChange={(type) => set(at, { accrual_type_id: Number(type) })}
      />
      <SelectBox
        label={`В чём скидка ${at + 1}`}
        hideLabel
        reserve={false}
        value={one.percent === null ? 'sum' : 'percent'}
        options={[
          { value: 'percent', label: 'процентов' },
          { value: 'sum', label: 'рублей' },
        ]}
        onChange={(kind) =>
          set(at, kind === 'sum' ? { percent: null, amount_kopecks: 10_000 } : { percent: 50, amount_kopecks: null })
        }
      />
      {one.percent === null ? (
        <MoneyBox
          label={`Скидка ${at + 1}, рублей`}
          hideLabel
          reserve={false}
          value={one.amount_kopecks}
          onChange={(amount_kopecks) => set(at, { amount_kopecks })}
        />
      ) : (
        <NumberBox
          label={`Скидка ${at + 1}, процентов`}
          hideLabel
          reserve={false}
          unit="%"
          value={one.percent}
          onChange={(percent) => set(at, { percent: percent ?? 0 })}
        />
      )}
      <IconButtonWithTip label="Убрать скидку" onClick={() => onChange(value.filter((_, index) => index !== at))}>
        <CloseIcon />
      </IconButtonWithTip>
    </li>
  );
}

/** Discounts of the form: a list of `{accrual_type_id, percent, amount_kopecks}`. */
export const DiscountsInput = bindInput<readonly Discount[], DiscountsBoxProps>(DiscountsBox, []);
