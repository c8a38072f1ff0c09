// The letter about a new device: what waits, «это я» and «это не я»; a denial goes on to a new password.
import { newDevice } from '../../../contract/session/links.ts';
import { call } from '../../../providers/http.ts';
import { formatMoment } from '../../../widgets/format.ts';
import { Note } from '../../../widgets/Note.tsx';
import { DeadLink } from './DeadLink.tsx';
import { Facts } from './Facts.tsx';
import { NewPassword } from './PasswordFlows.tsx';
import { Step } from './Step.tsx';
import { answerOf, useDecision } from './useDecision.ts';
import { YesNo } from './YesNo.tsx';

interface DeviceFlowProps {
  flow: 'new_device' | 'deny_device';
  secret: string;
}

const TITLE = 'Вход с нового устройства';

export function DeviceFlow({ flow, secret }: DeviceFlowProps) {
  const { about, decided, dead, busy, decide } = useDecision(secret, (confirm) =>
    call(newDevice, { body: answerOf(secret, confirm), quiet: true }),
  );
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
  if (dead) return <DeadLink title={TITLE} {...dead} />;
  return (
    <Step title={TITLE}>
      {about && (
        <>
          <Facts
            rows={[
              ['Устройство', about.device],
              ['Адрес в сети', about.ip],
              ['Когда', `${formatMoment(about.at)} МСК`],
            ]}
          />
          <YesNo
            yes="Это я, впустить"
            no="Это не я, отклонить"
            denying={flow === 'deny_device'}
            busy={busy}
            onAnswer={decide}
          />
        </>
      )}
    </Step>
  );
}
