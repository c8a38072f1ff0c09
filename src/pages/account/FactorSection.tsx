// The second factor: off, being set up, on; recovery codes are shown once.
import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { factorState, renewRecovery, startFactor, stopFactor } from '../../../contract/session/account.ts';
import { call, type ReplyOf } from '../../../providers/http.ts';
import { keyOf, readAnew, reading } from '../../../providers/reading.ts';
import { refreshOnce } from '../../../providers/refresh.ts';
import { useActor } from '../../../providers/session.ts';
import { countOf } from '../../../widgets/format.ts';
import { Note } from '../../../widgets/Note.tsx';
import { SectionCard } from '../../../widgets/SectionCard.tsx';
import { StatusChip } from '../../../widgets/StatusChip.tsx';
import { toast } from '../../../widgets/toasts.ts';
import { FactorSetup } from './FactorSetup.tsx';
import { PasswordAsk } from './PasswordAsk.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import styles from './account.module.css';

type Key = ReplyOf<typeof startFactor>['data'];
type Step =
  { name: 'rest' } | { name: 'on' | 'off' | 'codes' } | { name: 'setup'; key: Key } | { name: 'show'; codes: string[] };

export function FactorSection() {
  const client = useQueryClient();
  const [step, setStep] = useState<Step>({ name: 'rest' });
  const { data, error } = useQuery({
    ...reading(factorState),
    refetchOnMount: 'always',
  });
  const rest = () => setStep({ name: 'rest' });
  const again = () => readAnew(client, keyOf(factorState));
  const show = async (codes: string[]) => {
    setStep({ name: 'show', codes });
    // A superuser gets his panel back with a new token.
    await refreshOnce();
    await again();
  };
  const state = data?.data;
  return (
    <SectionCard
      title="Второй фактор"
      action={
        state && (
          <StatusChip kind={state.enabled ? 'done' : 'plain'}>{state.enabled ? 'включён' : 'выключен'}</StatusChip>
        )
      }
    >
      {error && (
        <Note tone="red" role="alert">
          {error.message}
        </Note>
      )}
      {state && step.name === 'rest' && <Rest state={state} onStep={(name) => setStep({ name })} />}
      {step.name === 'on' && (
        <PasswordAsk
          button="Продолжить"
          onCancel={rest}
          send={async (password) =>
            setStep({ name: 'setup', key: (await call(startFactor, { body: { password }, quiet: true })).data })
          }
        />
      )}
      {step.name === 'setup' && <FactorSetup secret={step.key} onCancel={rest} onDone={(codes) => void show(codes)} />}
      {step.name === 'show' && <RecoveryCodes codes={step.codes} onDone={rest} />}
      {step.name === 'codes' && (
        <PasswordAsk
          button="Выдать новые коды"
          onCancel={rest}
          send={async (password) =>
            show((await call(renewRecovery, { body: { password }, quiet: true })).data.recovery_codes)
          }
        />
      )}
      {step.name === 'off' && (
        <PasswordAsk
          button="Выключить"
          danger
          onCancel={rest}
          send={async (password) => {
            await call(stopFactor, { body: { password }, quiet: true });
            await again();
            toast('Второй фактор выключен');
            rest();
          }}
        />
      )}
    </SectionCard>
  );
}

interface RestProps {
  state: ReplyOf<typeof factorState>['data'];
  onStep: (name: 'on' | 'off' | 'codes') => void;
}

function Rest({ state, onStep }: RestProps) {
  const locked = useActor()?.viewOnly === true;
  if (!state.enabled)
    return (
      <>
        <p className={styles.words}>
          При входе, кроме пароля, спрашивается код из приложения на телефоне. Чужой пароль без телефона бесполезен.
        </p>
        <Button variant="outlined" disabled={locked} onClick={() => onStep('on')}>
          Включить
        </Button>
      </>
    );
  return (
    <>
      <p className={styles.words}>
        При входе спрашивается код из приложения. Осталось резервных кодов:{' '}
        <b>{countOf(state.recovery_left, ['код', 'кода', 'кодов'])}</b>.
      </p>
      {state.recovery_left < 3 && <Note tone="amber">Резервных кодов почти не осталось: выдайте новые.</Note>}
      <div className={styles.buttons}>
        <Button variant="outlined" disabled={locked} onClick={() => onStep('codes')}>
          Новые резервные коды
        </Button>
        <Button
          color="error"
          disabled={locked || state.required}
          title={state.required ? 'Суперпользователю второй фактор обязателен' : undefined}
          onClick={() => onStep('off')}
        >
          Выключить
        </Button>
      </div>
    </>
  );
}
