// Present owners in the garage's editor: shares and who gets the receipts.
import Button from '@mui/material/Button';
import { Link } from 'react-router';
import { pages } from '../../contract/pages.ts';
import { bindInput } from '../../widgets/bindInput.tsx';
import { FieldBox } from '../../widgets/FieldBox.tsx';
import { TextBox } from '../../widgets/TextInput.tsx';
import styles from './garages.module.css';
import type { OwnerValue } from './GarageInputs.tsx';

interface OwnersBoxProps {
  label: string;
  garageId: number;
  value: readonly OwnerValue[];
  onChange: (value: readonly OwnerValue[]) => void;
  error?: React.ReactNode;
  id?: string;
}

function OwnersControl({ label, garageId, value, onChange, error, id }: OwnersBoxProps) {
  const change = (at: number, change: Partial<OwnerValue>) =>
    onChange(value.map((owner, index) => (index === at ? { ...owner, ...change } : owner)));
  const equal = () => onChange(value.map((owner) => ({ ...owner, share: `1/${value.length}` })));
  return (
    <FieldBox
      label={label}
      {...(id !== undefined && { id })}
      error={error}
      bare
      group
      helperText="Доля вида 1/2; пусто у всех — владеют совместно"
    >
      {(control) => (
        <div id={control.id} tabIndex={-1} aria-describedby={control['aria-describedby']}>
          {!value.length && <p className={styles.muted}>Без владельца</p>}
          <ul className={styles.ownerRows}>
            {value.map((owner, index) => (
              <li key={owner.id}>
                <span>{owner.full_name}</span>
                <TextBox
                  label={`Доля: ${owner.full_name}`}
                  hideLabel
                  reserve={false}
                  placeholder="1/2"
                  maxLength={12}
                  value={owner.share ?? ''}
                  onChange={(share) => change(index, { share: share || null })}
                />
                <label>
                  <input
                    type="radio"
                    name={`${control.id}-primary`}
                    checked={owner.isPrimary}
                    onChange={() => onChange(value.map((other) => ({ ...other, isPrimary: other.id === owner.id })))}
                  />{' '}
                  получает квитанции
                </label>
              </li>
            ))}
          </ul>
          {value.length > 1 && (
            <Button size="small" variant="text" onClick={equal}>
              Разделить поровну
            </Button>
          )}
          <Button size="small" variant="text" component={Link} to={pages.garage(garageId)}>
            Добавить или убрать владельца — на карточке
          </Button>
        </div>
      )}
    </FieldBox>
  );
}

/** Owners of the form, kept as `OwnerValue[]`. */
export const OwnersInput = bindInput<readonly OwnerValue[], OwnersBoxProps>(OwnersControl, []);
