// A step that asks for an e-mail and sends a link to it.
import Button from '@mui/material/Button';
import type { FormEvent } from 'react';
import { TextBox } from '../../../widgets/TextInput.tsx';
import { Step } from './Step.tsx';
import styles from './sign.module.css';

interface Props {
  title: string;
  label: string;
  hint: string;
  autoComplete: 'email' | 'username';
  email: string;
  onEmail: (email: string) => void;
  errors: Record<string, string>;
  isSending: boolean;
  onSubmit: (event: FormEvent) => void;
}

export function AddressStep({ title, label, hint, autoComplete, email, onEmail, errors, isSending, onSubmit }: Props) {
  return (
    <Step title={title} trouble={errors.form}>
      <form className={styles.stepForm} noValidate onSubmit={onSubmit}>
        <TextBox
          label={label}
          name="email"
          type="email"
          inputMode="email"
          autoComplete={autoComplete}
          value={email}
          onChange={onEmail}
          error={errors.email}
          helperText={hint}
          autoFocus
        />
        <Button type="submit" variant="contained" loading={isSending}>
          Отправить ссылку
        </Button>
      </form>
    </Step>
  );
}
