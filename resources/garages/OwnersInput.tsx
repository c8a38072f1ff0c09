// Present owners in the garage's editor: who gets the receipts; their shares change by a case.
import Button from '@mui/material/Button';
import { Link } from 'react-router';
import { pages } from '../../contract/pages.ts';
import { bindInput } from '../../widgets/bindInput.tsx';
import { FieldBox } from '../../widgets/FieldBox.tsx';
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
  return (
    <FieldBox label={label} {...(id !== undefined && { id })} error={error} bare group>
      {(control) => (
        <div id={control.id} tabIndex={-1} aria-describedby={control['aria-describedby']}>
          {!value.length && <p className={styles.muted}>Без владельца</p>}
          <ul className={styles.ownerRows}>
            {value.map((owner) => (
              <li key={owner.id}>
                <span>{owner.full_name}</span>
                <span className={styles.muted}>{owner.share ? `доля ${owner.share}` : ''}</span>
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
          {/* A sentence: on a phone it takes two lines, else its end is cut. */}
          <Button
            size="small"
            variant="text"
            component={Link}
            to={pages.garage(garageId)}
            sx={{ whiteSpace: 'normal', textAlign: 'left' }}
          >
            Добавить, убрать владельца или изменить доли — на карточке
          </Button>
        </div>
      )}
    </FieldBox>
  );
}

/** Owners of the form, kept as `OwnerValue[]`. */
export const OwnersInput = bindInput<readonly OwnerValue[], OwnersBoxProps>(OwnersControl, []);
