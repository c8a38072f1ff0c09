// Setting the telephone up: a QR or a typed key, then the first code.
import Button from '@mui/material/Button';
import { useState } from 'react';
import { finishFactor } from '../../../contract/session/account.ts';
import { call } from '../../../providers/http.ts';
import { CopyButton } from '../../../widgets/CopyButton.tsx';
import { AlertNote } from '../../../widgets/Note.tsx';
import { QrCode } from '../../../widgets/QrCode.tsx';
import { TextBox } from '../../../widgets/TextInput.tsx';
import { useSending } from '../useSending.ts';
import styles from './account.module.css';

interface FactorSetupProps {
  secret: { secret: string; uri: string };
  onCancel: () => void;
  /** Hears the recovery codes. */
  onDone: (codes: string[]) => void;
}

const inFours = (text: string) => text.match(/.{1,4}/g)?.join(' ') ?? text;

export function FactorSetup({ secret: { secret, uri }, onCancel, onDone }: FactorSetupProps) {
  const [code, setCode] = useState('');
  const { state, errors, submit } = useSending(async () =>
    onDone((await call(finishFactor, { body: { code }, quiet: true })).data.recovery_codes),
  );
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <div className={styles.qr}>
        <QrCode text={uri} label="QR-код для приложения" size={176} />
        <div>
          <p className={styles.words}>
            Откройте на телефоне приложение с кодами (Яндекс Ключ, Google Authenticator или другое) и наведите камеру.
            Нет камеры — введите ключ:
          </p>
          <div className={styles.secret}>
            <code>{inFours(secret)}</code>
            <CopyButton text={secret} label="Скопировать ключ" />
          </div>
        </div>
      </div>
      <AlertNote text={errors.form} />
      <TextBox
        label="Код из приложения"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        onChange={setCode}
        error={errors.code}
        maxLength={10}
        autoFocus
      />
      <div className={styles.buttons}>
        <Button onClick={onCancel}>Отмена</Button>
        <Button type="submit" variant="contained" disabled={!code.trim()} loading={state === 'sending'}>
          Включить
        </Button>
      </div>
    </form>
  );
}
