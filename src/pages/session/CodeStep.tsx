// The second factor: a code of the telephone, or a recovery code where there is no telephone.
import Button from '@mui/material/Button';
import { useState, type FormEvent } from 'react';
import { authProvider } from '../../../providers/authProvider.ts';
import type { HttpError } from '../../../providers/http.ts';
import { TextBox } from '../../../widgets/TextInput.tsx';
import type { Further } from './further.ts';
import { Step } from './Step.tsx';
import styles from './sign.module.css';

export function CodeStep({ asked, onBack }: { asked: Further; onBack: () => void }) {
  const [code, setCode] = useState('');
  const [isRecovery, setRecovery] = useState(false);
  const [error, setError] = useState('');
  const [trouble, setTrouble] = useState('');
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!code.trim()) return setError('Заполните поле');
    setError('');
    setTrouble('');
    setBusy(true);
    try {
      await authProvider.login({ email: asked.email, password: asked.password, code });
    } catch (refused) {
      setBusy(false);
      const problem = (refused as HttpError).body;
      if (problem?.errors?.code) setError(problem.errors.code);
      else setTrouble(problem?.message ?? 'Не удалось войти');
    }
  };
  const swap = () => {
    setRecovery(!isRecovery);
    setCode('');
    setError('');
  };
  return (
    <Step title="Код подтверждения" trouble={trouble} onBack={onBack}>
      <form className={styles.stepForm} noValidate onSubmit={(event) => void submit(event)}>
        <TextBox
          key={String(isRecovery)}
          label={isRecovery ? 'Резервный код' : 'Код из приложения'}
          name="code"
          inputMode={isRecovery ? 'text' : 'numeric'}
          autoComplete="one-time-code"
          value={code}
          onChange={setCode}
          error={error}
          helperText={
            isRecovery ? 'Вида abcde-fghjk; каждый код работает один раз' : 'Шесть цифр, меняются каждые 30 секунд'
          }
          maxLength={20}
          autoFocus
        />
        <Button type="submit" variant="contained" loading={busy}>
          Войти
        </Button>
      </form>
      <button type="button" className={styles.help} onClick={swap}>
        {isRecovery ? 'Ввести код из приложения' : 'Нет телефона под рукой? Резервный код'}
      </button>
    </Step>
  );
}
