// The letter about a new device: what waits, «это я» and «это не я»; a denial goes on to a new password.
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { newDevice } from '../../../contract/account.ts';
import { call, type ReplyOf } from '../../../providers/http.ts';
import { formatMoment } from '../../../widgets/format.ts';
import { Note } from '../../../widgets/Note.tsx';
import { DeadLink } from './DeadLink.tsx';
import { Facts } from './Facts.tsx';
import { errorsOf } from './links.ts';
import { NewPassword } from './PasswordFlows.tsx';
import { Step } from './Step.tsx';
import styles from './sign.module.css';

type Device = ReplyOf<typeof newDevice>['data'];

interface DeviceFlowProps {
  flow: 'new_device' | 'deny_device';
  secret: string;
}

export function DeviceFlow({ flow, secret }: DeviceFlowProps) {
  const [decided, setDecided] = useState<Device | null>(null);
  const [trouble, setTrouble] = useState<unknown>(null);
  const [busy, setBusy] = useState<boolean | null>(null);
  const { data, error } = useQuery({
    queryKey: ['new_device', secret],
    queryFn: () => call(newDevice, { body: { token: secret }, quiet: true }),
    retry: false,
    staleTime: Infinity,
  });
  const decide = async (confirm: boolean) => {
    setBusy(confirm);
    try {
      setDecided((await call(newDevice, { body: { token: secret, confirm }, quiet: true })).data);
    } catch (refused) {
      setTrouble(refused);
    } finally {
      setBusy(null);
    }
  };
  const dead = trouble ?? error;
  if (decided?.reset_token)
    return (
      <NewPassword
        secret={decided.reset_token}
        reason="Вход отклонён. Пароль известен кому-то ещё: задайте новый, иначе войти не получится"
      />
    );
  if (decided)
    return (
      <Step title="Устройство подтверждено">
        <Note tone="blue" role="status">
          Страница входа на новом устройстве уже открывает консоль. Эту страницу можно закрыть.
        </Note>
      </Step>
    );
  if (dead) return <DeadLink title="Вход с нового устройства" errors={errorsOf(dead)} code={codeOf(dead)} />;
  const buttons = [
    <Button
      key="yes"
      variant={flow === 'deny_device' ? 'outlined' : 'contained'}
      loading={busy === true}
      disabled={busy === false}
      onClick={() => void decide(true)}
    >
      Это я, впустить
    </Button>,
    <Button
      key="no"
      variant={flow === 'deny_device' ? 'contained' : 'outlined'}
      color="error"
      loading={busy === false}
      disabled={busy === true}
      onClick={() => void decide(false)}
    >
      Это не я, отклонить
    </Button>,
  ];
  return (
    <Step title="Вход с нового устройства">
      {data && (
        <>
          <Facts
            rows={[
              ['Устройство', data.data.device],
              ['Адрес в сети', data.data.ip],
              ['Когда', `${formatMoment(data.data.at)} МСК`],
            ]}
          />
          <div className={styles.choice}>{flow === 'deny_device' ? buttons.toReversed() : buttons}</div>
        </>
      )}
    </Step>
  );
}

const codeOf = (error: unknown) => (error as { body?: { code?: string } }).body?.code;
