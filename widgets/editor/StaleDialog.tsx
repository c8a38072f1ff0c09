// Somebody saved in between: mine and theirs, field by field; nothing typed is lost.
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import field from '../field.module.css';
import { Dialog } from '../overlay.tsx';
import styles from './editor.module.css';

export interface StaleDialogProps {
  message: string;
  /** «Сохранить выбранное» without it. */
  confirm?: string;
  /** It was the person himself, in another tab. */
  own: boolean;
  /** Fields that this person changed. */
  fields: readonly string[];
  /** What only the other side changed: told, it stays so. */
  told?: readonly string[];
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

export function StaleDialog({
  message,
  confirm = 'Сохранить выбранное',
  own,
  fields,
  onResolve,
  onCancel,
  ...side
}: StaleDialogProps) {
  const { mine, theirs } = side;
  // What the hand has just typed is what it means to save.
  const [picked, setPicked] = useState<Record<string, Whose>>(Object.fromEntries(fields.map((name) => [name, 'mine'])));
  const resolved = Object.fromEntries(
    fields.map((name) => [name, picked[name] === 'mine' ? mine[name] : theirs[name]]),
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
      <DialogTitle id="stale-title">
        {own ? 'Карточку изменили вы сами, в другой вкладке' : 'Карточку изменил другой сотрудник'}
      </DialogTitle>
      <DialogContent>
        <p>
          {message.replace(/\. Обновите страницу$/, '')}. Обновлять страницу не нужно
          {fields.length > 0 ? ': выберите, что оставить в полях, которые вы меняли здесь.' : '.'}
        </p>
        <Choices
          {...side}
          fields={fields}
          own={own}
          picked={picked}
          onPick={(field, whose) => setPicked({ ...picked, [field]: whose })}
        />
      </DialogContent>
      <DialogActions>
        <Button onClick={onCancel}>Вернуться к правке</Button>
        <Button variant="contained" onClick={() => onResolve(resolved)}>
          {confirm}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

type ChoicesProps = Omit<StaleDialogProps, 'message' | 'confirm' | 'onResolve' | 'onCancel'> & {
  picked: Record<string, Whose>;
  onPick: (field: string, whose: Whose) => void;
};

/** A row for each field: what it was, mine, theirs. */
function Choices({ own, fields, told = [], labels, show, before, mine, theirs, picked, onPick }: ChoicesProps) {
  return (
    <table className={styles.stale}>
      <thead>
        <tr>
          <th>Поле</th>
          <th>Было</th>
          <th>{own ? 'Здесь' : 'У вас'}</th>
          <th>{own ? 'В другой вкладке' : 'У коллеги'}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map((name) => (
          <tr key={name}>
            <td>{labels[name] ?? name}</td>
            <td>{show(name, before[name])}</td>
            {(['mine', 'theirs'] as const).map((side) => (
              <td key={side}>
                <label className={field.check}>
                  <input
                    type="radio"
                    name={`stale-${name}`}
                    checked={picked[name] === side}
                    onChange={() => onPick(name, side)}
                  />
                  <span>{show(name, side === 'mine' ? mine[name] : theirs[name])}</span>
                </label>
              </td>
            ))}
          </tr>
        ))}
        {told.map((name) => (
          <tr key={name}>
            <td>{labels[name] ?? name}</td>
            <td>{show(name, before[name])}</td>
            <td>не меняли</td>
            <td>{show(name, theirs[name])}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
