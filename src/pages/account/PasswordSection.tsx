// A new password of one's own, with the present one.
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { mySessions } from '../../../contract/session/account.ts';
import { updateUserDetail, type UserDetail } from '../../../contract/session.ts';
import { call } from '../../../providers/http.ts';
import { keyOf, readAnew } from '../../../providers/reading.ts';
import { useActor } from '../../../providers/session.ts';
import { useLeaveGuard } from '../../../widgets/leaveGuard.ts';
import { AlertNote } from '../../../widgets/Note.tsx';
import { SectionCard } from '../../../widgets/SectionCard.tsx';
import { toast } from '../../../widgets/toasts.ts';
import { PASSWORD_HINT, PasswordBox } from '../../../widgets/PasswordBox.tsx';
import { useSending } from '../useSending.ts';
import styles from './account.module.css';

const EMPTY = { current_password: '', password: '' };

export function PasswordSection({ user }: { user: UserDetail }) {
  const client = useQueryClient();
  const actor = useActor();
  const [form, setForm] = useState(EMPTY);
  const { state, errors, submit } = useSending(async () => {
    await call(updateUserDetail, { params: { id: user.id }, body: form, quiet: true });
    setForm(EMPTY);
    toast('Пароль изменён, другие сеансы завершены');
    await readAnew(client, keyOf(mySessions));
  });
  const filled = form.current_password !== '' && form.password !== '';
  useLeaveGuard((form.current_password !== '' || form.password !== '') && state !== 'sending');
  return (
    <SectionCard title="Пароль">
      <form className={styles.form} noValidate onSubmit={submit}>
        <AlertNote text={errors.form} />
        <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
        <PasswordBox
          label="Нынешний пароль"
          name="current_password"
          autoComplete="current-password"
          value={form.current_password}
          onChange={(current_password) => setForm({ ...form, current_password })}
          error={errors.current_password}
        />
        <PasswordBox
          label="Новый пароль"
          name="new_password"
          autoComplete="new-password"
          value={form.password}
          onChange={(password) => setForm({ ...form, password })}
          error={errors.password}
          helperText={PASSWORD_HINT}
        />
        <div className={styles.buttons}>
          <Button
            type="submit"
            variant="contained"
            disabled={!filled || actor?.viewOnly === true}
            loading={state === 'sending'}
          >
            Сменить пароль
          </Button>
        </div>
      </form>
    </SectionCard>
  );
}
