// Where a payment goes: one garage or several, what each part is for; the parts must give the sum of the payment.
import AddIcon from '@mui/icons-material/Add';
import CloseIcon from '@mui/icons-material/Close';
import Button from '@mui/material/Button';
import { useState, type Dispatch, type SetStateAction } from 'react';
import type { StatementRow } from '../../contract/bankStatements.ts';
import { ConfirmDialog } from '../../widgets/ConfirmDialog.tsx';
import { formatDate } from '../../widgets/format.ts';
import { IconButtonWithTip } from '../../widgets/IconButtonWithTip.tsx';
import { Money } from '../../widgets/Money.tsx';
import { MoneyBox } from '../../widgets/MoneyInput.tsx';
import { Note } from '../../widgets/Note.tsx';
import { NumberBox } from '../../widgets/NumberInput.tsx';
import { SearchSelect, type SelectOption } from '../../widgets/SearchSelect.tsx';
import { SelectBox } from '../../widgets/SelectInput.tsx';
import { WhoPays } from '../payments/WhoPays.tsx';
import styles from './statements.module.css';
import { useAccrualTypes } from '../lists/types.ts';
import { loadGarages, type RowActions } from './useStatements.ts';

interface Draft {
  garage: SelectOption | null;
  /** A former owner whose debt it is; null: the present ones. */
  debtor: number | null;
  type: number | null;
  year: number | null;
  amount: number | null;
}

interface Props {
  row: StatementRow;
  actions: RowActions;
  onClose: () => void;
}

export function AssignDialog({ row, actions, onClose }: Props) {
  const [parts, setParts] = useState<Draft[]>(() => draftsOf(row));
  const [errors, setErrors] = useState<Record<string, string>>({});
  const left = row.left_kopecks - parts.reduce((sum, part) => sum + (part.amount ?? 0), 0);
  const change = (index: number, more: Partial<Draft>) => {
    setErrors({});
    setParts(parts.map((part, at) => (at === index ? { ...part, ...more } : part)));
  };
  const save = async () => {
    const empty = Object.fromEntries(
      parts.flatMap((part, index) => [
        ...(part.garage ? [] : [[`parts.${index}.garage`, 'Выберите гараж']]),
        ...(part.amount ? [] : [[`parts.${index}.amount_kopecks`, 'Укажите сумму']]),
      ]),
    ) as Record<string, string>;
    if (Object.keys(empty).length) return setErrors(empty);
    const refused = await actions.assign(
      row,
      parts.map((part) => ({
        garage: Number(part.garage!.value),
        debtor: part.debtor,
        accrual_type: part.type,
        year: part.type === null ? null : part.year,
        amount_kopecks: part.amount!,
      })),
    );
    if (refused) setErrors(refused);
    else onClose();
  };
  return (
    <ConfirmDialog
      open
      title={parts.length > 1 ? 'Разделить платёж' : row.standing_kopecks ? 'Назначить остаток' : 'Назначить платёж'}
      confirm="Сохранить"
      busy={actions.busy === row.id}
      onConfirm={() => void save()}
      form={parts}
      onCancel={onClose}
    >
      <p className={styles.subject}>
        <b>{row.payer || 'Без плательщика'}</b>, <Money kopecks={row.amount_kopecks} /> от {formatDate(row.on_date)}
        <small>{row.purpose}</small>
        {row.standing_kopecks > 0 && (
          <small>
            В учёте уже <Money kopecks={row.standing_kopecks} />, остаток <Money kopecks={row.left_kopecks} />
          </small>
        )}
      </p>
      {(errors.form ?? errors.parts) && (
        <Note tone="red" role="alert">
          {errors.form ?? errors.parts}
        </Note>
      )}
      {parts.map((part, index) => (
        <PartFields
          key={index}
          part={part}
          index={index}
          only={parts.length === 1}
          year={Number(row.on_date.slice(0, 4))}
          errors={errors}
          onChange={(more) => change(index, more)}
          onRemove={() => setParts(parts.filter((_, at) => at !== index))}
        />
      ))}
      <SplitFoot parts={parts} setParts={setParts} left={left} />
    </ConfirmDialog>
  );
}

/** One garage more, and what is left to divide. */
function SplitFoot({
  parts,
  setParts,
  left,
}: {
  parts: Draft[];
  setParts: Dispatch<SetStateAction<Draft[]>>;
  left: number;
}) {
  return (
    <div className={styles.splitFoot}>
      <Button
        size="small"
        startIcon={<AddIcon />}
        onClick={() =>
          setParts([
            ...parts,
            {
              garage: null,
              debtor: null,
              type: parts[0]?.type ?? null,
              year: parts[0]?.year ?? null,
              amount: left > 0 ? left : null,
            },
          ])
        }
      >
        Ещё гараж
      </Button>
      <span role="status" className={left === 0 ? styles.muted : styles.warning}>
        {left === 0 ? 'Распределено всё' : left > 0 ? 'Осталось ' : 'Лишнее '}
        {left !== 0 && <Money kopecks={Math.abs(left)} />}
      </span>
    </div>
  );
}

const draftsOf = (row: StatementRow): Draft[] =>
  row.parts.length
    ? row.parts.map((part) => ({
        garage: { value: part.garage.id, label: `${part.garage.section} ${part.garage.number}`.trim() },
        debtor: part.debtor?.id ?? null,
        type: part.accrual_type?.id ?? null,
        year: part.year,
        amount: part.amount_kopecks,
      }))
    : [{ garage: null, debtor: null, type: null, year: null, amount: row.left_kopecks }];

interface PartProps {
  part: Draft;
  index: number;
  /** The only part can not be taken away. */
  only: boolean;
  /** Year that a chosen type begins with. */
  year: number;
  errors: Record<string, string>;
  onChange: (more: Partial<Draft>) => void;
  onRemove: () => void;
}

function PartFields({ part, index, only, year, errors, onChange, onRemove }: PartProps) {
  const types = useAccrualTypes();
  const error = (field: string) => errors[`parts.${index}.${field}`];
  return (
    <fieldset className={styles.partFields}>
      <legend>{only ? 'Куда' : `Часть ${index + 1}`}</legend>
      <div className={styles.partTop}>
        <SearchSelect
          label="Гараж"
          required
          autoFocus={!part.garage}
          placeholder="№, ЛС или владелец"
          value={part.garage}
          load={loadGarages}
          error={error('garage')}
          onChange={(garage) => onChange({ garage, debtor: null })}
        />
        {!only && (
          <IconButtonWithTip label={`Убрать часть ${index + 1}`} onClick={onRemove} sx={{ mt: '20px' }}>
            <CloseIcon />
          </IconButtonWithTip>
        )}
      </div>
      {part.garage && (
        <WhoPays
          garage={Number(part.garage.value)}
          label="Чей долг"
          value={part.debtor}
          error={error('debtor')}
          onChange={(debtor) => onChange({ debtor })}
        />
      )}
      <div className={styles.partGrid}>
        <SelectBox
          label="За что"
          emptyLabel="по порядку"
          placeholder="по порядку"
          options={(types ?? [])
            .filter((type) => type.is_active || type.id === part.type)
            .map((type) => ({ value: type.id, label: type.name }))}
          value={part.type}
          error={error('accrual_type')}
          onChange={(type) =>
            onChange(type === null ? { type: null, year: null } : { type: Number(type), year: part.year ?? year })
          }
        />
        <NumberBox
          label="Год"
          value={part.year}
          disabled={part.type === null}
          error={error('year')}
          onChange={(next) => onChange({ year: next })}
        />
        <MoneyBox
          label="Сумма"
          required
          value={part.amount}
          error={error('amount_kopecks')}
          onChange={(amount) => onChange({ amount })}
        />
      </div>
    </fieldset>
  );
}
