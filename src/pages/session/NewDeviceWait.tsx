// A device nobody knows yet: waits for the letter's link to be answered and then signs in by itself.
import Button from '@mui/material/Button';
import { useCallback, useEffect, useRef, useState } from 'react';
import { authProvider } from '../../../providers/authProvider.ts';
import type { HttpError } from '../../../providers/http.ts';
import { onLive } from '../../../providers/liveProvider.ts';
import { Note } from '../../../widgets/Note.tsx';
import { ProgressBar } from '../../../widgets/ProgressBar.tsx';
import type { Further } from './further.ts';
import { Step } from './Step.tsx';
import styles from './sign.module.css';

interface NewDeviceWaitProps {
  asked: Further;
  onBack: () => void;
  /** Confirmed, but something else is asked for: the code of the second factor. */
  onFurther: (asked: Further) => void;
}

export function NewDeviceWait({ asked, onBack, onFurther }: NewDeviceWaitProps) {
  const [trouble, setTrouble] = useState('');
  const [busy, setBusy] = useState(false);
  const trying = useRef(false);
  const { email, password } = asked;
  const enter = useCallback(async () => {
    if (trying.current) return;
    trying.current = true;
    setBusy(true);
    setTrouble('');
    try {
      await authProvider.login({ email, password });
    } catch (error) {
      const problem = (error as HttpError).body;
      if (problem?.code === 'second_factor')
        onFurther({ email, password, code: problem.code, message: problem.message });
      else if (problem?.code !== 'new_device') setTrouble(problem?.message ?? 'Не удалось войти');
    } finally {
      trying.current = false;
      setBusy(false);
    }
  }, [email, password, onFurther]);

  useEffect(() => onLive((message) => void (message.type === 'sign_in_trigger' && enter())), [enter]);
  // A telephone that was in the mail meanwhile has lost the channel: coming back is a reason to ask.
  useEffect(() => {
    const seen = () => void (document.visibilityState === 'visible' && enter());
    document.addEventListener('visibilitychange', seen);
    return () => document.removeEventListener('visibilitychange', seen);
  }, [enter]);
  return (
    <Step title="Новое устройство" trouble={trouble} onBack={onBack}>
      {!trouble && (
        <Note tone="blue" role="status">
          {asked.message}
        </Note>
      )}
      <p className={styles.words}>
        Откройте письмо на любом устройстве. Эта страница войдёт сама, как только вход будет подтверждён; закрывать её
        не нужно. Ссылка действует час.
      </p>
      {!trouble && <ProgressBar label="Ждём подтверждения" done={0} />}
      <Button variant="outlined" loading={busy} onClick={() => void enter()} sx={{ mt: 2, alignSelf: 'flex-start' }}>
        Я подтвердил
      </Button>
    </Step>
  );
}
