// The e-mail of signing in; changing it begins with a letter to the present address.
import Button from '@mui/material/Button';
import { useState } from 'react';
import { startEmailReset } from '../../../contract/session/account.ts';
import type { UserDetail } from '../../../contract/session.ts';
import { call } from '../../../providers/http.ts';
import { useActor } from '../../../providers/session.ts';
import { AlertNote, Note } from '../../../widgets/Note.tsx';
import { SectionCard } from '../../../widgets/SectionCard.tsx';
import { useSending } from '../useSending.ts';
import styles from './account.module.css';

export function EmailSection({ user }: { user: UserDetail }) {
  const actor = useActor();
  const [sentTo, setSentTo] = useState('');
  const { state, errors, submit } = useSending(async () => {
    setSentTo((await call(startEmailReset, { quiet: true })).data.email);
  });
  return (
    <SectionCard title="Почта для входа">
      <p className={styles.words}>
        <b>{user.email}</b>
      </p>
      <AlertNote text={errors.form} />
      {state === 'done' ? (
        <Note tone="blue" role="status">
          Мы отправили письмо на {sentTo}. По ссылке из него подтвердите смену и назовите новый адрес. До подтверждения
          вход остаётся прежним.
        </Note>
      ) : (
        <div className={styles.buttons}>
          <Button
            variant="outlined"
            loading={state === 'sending'}
            disabled={actor?.viewOnly === true}
            onClick={() => submit()}
          >
            Сменить почту
          </Button>
        </div>
      )}
    </SectionCard>
  );
}
