// The own password, asked before what should not be done by somebody passing by.
import Button from '@mui/material/Button';
import { useState } from 'react';
import { AlertNote } from '../../../widgets/Note.tsx';
import { PasswordBox } from '../../../widgets/PasswordBox.tsx';
import { useSending } from '../useSending.ts';
import styles from './account.module.css';

interface PasswordAskProps {
  button: string;
  danger?: boolean;
  send: (password: string) => Promise<void>;
  onCancel: () => void;
}

export function PasswordAsk({ button, danger, send, onCancel }: PasswordAskProps) {
  const [password, setPassword] = useState('');
  const { state, errors, submit } = useSending(() => send(password));
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <AlertNote text={errors.form} />
      <PasswordBox
        label="Ваш пароль"
        name="confirm_password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        error={errors.password}
        autoFocus
      />
      <div className={styles.buttons}>
        <Button onClick={onCancel}>Отмена</Button>
        <Button
          type="submit"
          variant="contained"
          color={danger ? 'error' : 'primary'}
          disabled={!password}
          loading={state === 'sending'}
        >
          {button}
        </Button>
      </div>
    </form>
  );
}
