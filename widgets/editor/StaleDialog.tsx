// Somebody saved in between: mine and theirs, field by field; nothing typed is lost.
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { Dialog } from '../overlay.tsx';
import styles from './editor.module.css';

export interface StaleDialogProps {
  message: string;
  /** Fields that this person changed. */
  fields: readonly string[];
  labels: Record<string, string>;
  show: (field: string, value: unknown) => string;
  before: FieldValues;
  mine: FieldValues;
  theirs: FieldValues;
  /** Chosen values of the person's own fields; all others stay as the colleague left them. */
  onResolve: (values: FieldValues) => void;
  onCancel: () => void;
}

type Whose = 'mine' | 'theirs';

export function StaleDialog({ message, fields, onResolve, onCancel, ...side }: StaleDialogProps) {
  const { before, mine, theirs } = side;
  const same = (field: string) => JSON.stringify(before[field] ?? null) === JSON.stringify(theirs[field] ?? null);
  const [picked, setPicked] = useState<Record<string, Whose>>(
    Object.fromEntries(fields.map((field) => [field, same(field) ? 'mine' : 'theirs'])),
  );
  const resolved = Object.fromEntries(
    fields.map((field) => [field, picked[field] === 'mine' ? mine[field] : theirs[field]]),
  );
  return (
    <Dialog
      open
      onClose={onCancel}
      aria-labelledby="stale-title"
      maxWidth="md"
      fullWidth
      sx={{ '& .MuiDialog-paper': { maxWidth: 720 } }}
    >
      <DialogTitle id="stale-title">Карточку изменил другой сотрудник</DialogTitle>
      <DialogContent>
        <p>{message}. Выберите, что оставить в полях, которые меняли вы.</p>
        <Choices
          {...side}
          fields={fields}
          picked={picked}
          onPick={(field, whose) => setPicked({ ...picked, [field]: whose })}
        />
      </DialogContent>
      <DialogActions>
        <Button onClick={onCancel}>Вернуться к правке</Button>
        <Button variant="contained" onClick={() => onResolve(resolved)}>
          Сохранить выбранное
        </Button>
      </DialogActions>
    </Dialog>
  );
}

type ChoicesProps = Omit<StaleDialogProps, 'message' | 'onResolve' | 'onCancel'> & {
  picked: Record<string, Whose>;
  onPick: (field: string, whose: Whose) => void;
};

/** A row for each field: what it was, mine, theirs. */
function Choices({ fields, labels, show, before, mine, theirs, picked, onPick }: ChoicesProps) {
  return (
    <table className={styles.stale}>
      <thead>
        <tr>
          <th>Поле</th>
          <th>Было</th>
          <th>У вас</th>
          <th>У коллеги</th>
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => (
          <tr key={field}>
            <td>{labels[field] ?? field}</td>
            <td>{show(field, before[field])}</td>
            {(['mine', 'theirs'] as const).map((side) => (
              <td key={side}>
                <label>
                  <input
                    type="radio"
                    name={`stale-${field}`}
                    checked={picked[field] === side}
                    onChange={() => onPick(field, side)}
                  />
                  {show(field, side === 'mine' ? mine[field] : theirs[field])}
                </label>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
