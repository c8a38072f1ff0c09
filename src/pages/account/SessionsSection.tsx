// Where the person is signed in; any session but this one can be ended.
import ComputerIcon from '@mui/icons-material/ComputerOutlined';
import PhoneIcon from '@mui/icons-material/SmartphoneOutlined';
import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type Dispatch, type SetStateAction } from 'react';
import { endMySession, endOtherSessions, mySessions, type MySession } from '../../../contract/session/account.ts';
import { call, type HttpError } from '../../../providers/http.ts';
import { keyOf, readAnew, reading } from '../../../providers/reading.ts';
import { useActor } from '../../../providers/session.ts';
import { ConfirmDialog } from '../../../widgets/ConfirmDialog.tsx';
import { countOf, formatMoment } from '../../../widgets/format.ts';
import { Note } from '../../../widgets/Note.tsx';
import { SectionCard } from '../../../widgets/SectionCard.tsx';
import { StatusChip } from '../../../widgets/StatusChip.tsx';
import { toast } from '../../../widgets/toasts.ts';
import styles from './account.module.css';

export function SessionsSection() {
  const client = useQueryClient();
  const actor = useActor();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState<number | 'others' | null>(null);
  const { data, error } = useQuery({
    ...reading(mySessions),
    refetchOnMount: 'always',
  });
  const others = data?.data.filter((session) => !session.is_current) ?? [];
  const ending = async (what: number | 'others', work: () => Promise<string>) => {
    setBusy(what);
    try {
      toast(await work());
    } catch (refused) {
      toast((refused as HttpError).message, { kind: 'error' });
    } finally {
      await readAnew(client, keyOf(mySessions));
      setBusy(null);
      setAsking(false);
    }
  };
  const endOne = (id: number) =>
    ending(id, async () => {
      await call(endMySession, { params: { id }, quiet: true });
      return 'Сеанс завершён';
    });
  const endOthers = () =>
    ending('others', async () => {
      const { ended } = await call(endOtherSessions, { quiet: true });
      return `Завершено: ${countOf(ended, ['сеанс', 'сеанса', 'сеансов'])}`;
    });
  return (
    <SectionCard title="Сеансы и устройства">
      {error && (
        <Note tone="red" role="alert">
          {error.message}
        </Note>
      )}
      <ul className={styles.list}>
        {data?.data.map((session) => (
          <SessionLine
            key={session.id}
            session={session}
            busy={busy === session.id}
            locked={actor?.viewOnly === true}
            onEnd={() => void endOne(session.id)}
          />
        ))}
      </ul>
      {others.length > 0 && (
        <div className={styles.buttons}>
          <Button variant="outlined" color="error" disabled={actor?.viewOnly === true} onClick={() => setAsking(true)}>
            Завершить все другие
          </Button>
        </div>
      )}
      <EndOthers asking={asking} setAsking={setAsking} busy={busy} others={others} endOthers={endOthers} />
    </SectionCard>
  );
}

function EndOthers({
  asking,
  setAsking,
  busy,
  others,
  endOthers,
}: {
  asking: boolean;
  setAsking: Dispatch<SetStateAction<boolean>>;
  busy: number | 'others' | null;
  others: MySession[];
  endOthers: () => Promise<void>;
}) {
  return (
    <ConfirmDialog
      open={asking}
      title="Завершить все другие сеансы?"
      confirm="Завершить"
      danger
      busy={busy === 'others'}
      onConfirm={() => void endOthers()}
      onCancel={() => setAsking(false)}
    >
      На других устройствах понадобится войти снова: {countOf(others.length, ['сеанс', 'сеанса', 'сеансов'])}. Этот
      сеанс останется.
    </ConfirmDialog>
  );
}

interface SessionLineProps {
  session: MySession;
  busy: boolean;
  locked: boolean;
  onEnd: () => void;
}

function SessionLine({ session, busy, locked, onEnd }: SessionLineProps) {
  const facts = [session.place, session.ip, `был ${formatMoment(session.last_seen_at)}`].filter(Boolean).join(' · ');
  return (
    <li>
      {/Android|iOS/.test(session.device) ? <PhoneIcon /> : <ComputerIcon />}
      <div>
        <b>{session.device}</b>
        <small>{facts}</small>
      </div>
      {session.is_current ? (
        <StatusChip kind="done">этот сеанс</StatusChip>
      ) : (
        <Button size="small" loading={busy} disabled={locked} onClick={onEnd}>
          Завершить
        </Button>
      )}
    </li>
  );
}
