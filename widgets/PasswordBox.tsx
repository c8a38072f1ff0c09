// A password that can be looked at.
import EyeIcon from '@mui/icons-material/VisibilityOutlined';
import EyeOffIcon from '@mui/icons-material/VisibilityOffOutlined';
import { useState } from 'react';
import { TextBox, type TextBoxProps } from './TextInput.tsx';
import styles from './field.module.css';

export const PASSWORD_HINT = 'Не короче 10 знаков, буквы и цифры';

export function PasswordBox(props: Omit<TextBoxProps, 'type' | 'unit'>) {
  const [shown, setShown] = useState(false);
  return (
    <TextBox
      {...props}
      type={shown ? 'text' : 'password'}
      unit={
        <button
          type="button"
          className={styles.eye}
          aria-label={shown ? 'Скрыть пароль' : 'Показать пароль'}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          {shown ? <EyeOffIcon /> : <EyeIcon />}
        </button>
      }
    />
  );
}
