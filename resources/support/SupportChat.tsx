// The chat of an official with the support: 360 × 580 over the page, live, with files and pictures from the clipboard.
import AttachIcon from '@mui/icons-material/AttachFile';
import CloseIcon from '@mui/icons-material/Remove';
import SendIcon from '@mui/icons-material/ArrowUpward';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type KeyboardEvent } from 'react';
import { useGetList } from 'react-admin';
import { Link } from 'react-router';
import { pages } from '../../contract/pages.ts';
import { askSupport, askWithFile, consentSupport, mySupport } from '../../contract/support.ts';
import type { TutorialRow } from '../../contract/tutorials.ts';
import { call, upload, type HttpError } from '../../providers/http.ts';
import { operationKey } from '../../providers/operationKey.ts';
import { useActor } from '../../providers/session.ts';
import { Checkbox } from '../../widgets/Checkbox.tsx';
import { formatMoment } from '../../widgets/format.ts';
import { IconButtonWithTip } from '../../widgets/IconButtonWithTip.tsx';
import { closeSupport } from '../../widgets/supportChat.ts';
import { Messages } from './Messages.tsx';
import styles from './support.module.css';
import { useTalk } from './useTalk.ts';

/** A message on its way: kept with its key until the server has it. */
interface Unsent {
  text: string;
  key: string;
}

export default function SupportChat() {
  const client = useQueryClient();
  const actor = useActor();
  const looksOnly = actor?.viewOnly === true;
  const { data } = useQuery({ queryKey: ['support_chat'], queryFn: () => call(mySupport, { quiet: true }) });
  const id = data?.thread?.id ?? null;
  const { thread, events, goOn } = useTalk(id, !looksOnly);
  const [text, setText] = useState('');
  const [unsent, setUnsent] = useState<Unsent | null>(null);
  const [problem, setProblem] = useState('');
  const again = async () => {
    await client.invalidateQueries({ queryKey: ['support_chat'] });
    await client.invalidateQueries({ queryKey: ['menu'] });
    goOn();
  };
  const attempt = async (work: () => Promise<unknown>) => {
    try {
      await work();
      setProblem('');
      await again();
      return true;
    } catch (error) {
      setProblem((error as HttpError).message);
      return false;
    }
  };
  const send = async (message: Unsent) => {
    if (!message.text.trim()) return;
    setUnsent(message);
    setText('');
    if (await attempt(() => call(askSupport, { body: message, quiet: true }))) setUnsent(null);
  };
  const sendFile = (file: File | undefined) =>
    file && void attempt(() => upload(askWithFile, { file, fields: { key: operationKey() }, quiet: true }));
  const duty = data?.duty ?? [];
  return (
    <section className={styles.chat} role="dialog" aria-label="Поддержка">
      <Head duty={duty} />
      <Messages thread={thread} events={events} mineIs="asker" />
      {unsent && (
        <p className={styles.unsent} role="status">
          {unsent.text.slice(0, 80)} — {problem || 'отправляется…'}{' '}
          {problem && (
            <button type="button" onClick={() => void send(unsent)}>
              Повторить
            </button>
          )}
        </p>
      )}
      {problem && !unsent && <p className={styles.unsent}>{problem}</p>}
      {!looksOnly && (
        <>
          <Answers words={text} />
          <Writer
            text={text}
            setText={setText}
            onSend={() => void send({ text, key: operationKey() })}
            onFile={sendFile}
          />
          {id && thread && thread.status !== 'solved' && (
            <Consent id={id} until={thread.consent_until} onChange={attempt} />
          )}
        </>
      )}
    </section>
  );
}

function Head({ duty }: { duty: string[] }) {
  return (
    <header className={styles.chatHead} data-on-ink>
      <div>
        <b>Поддержка</b>
        <span>{duty.length ? `${duty.join(', ')} · на связи` : 'Ответим письмом, ответ придёт и сюда'}</span>
      </div>
      <IconButtonWithTip label="Свернуть" onClick={closeSupport}>
        <CloseIcon sx={{ color: 'inherit' }} />
      </IconButtonWithTip>
    </header>
  );
}

function Writer(props: {
  text: string;
  setText: (text: string) => void;
  onSend: () => void;
  onFile: (file: File | undefined) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const keys = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    props.onSend();
  };
  return (
    <div className={styles.writer}>
      <input
        ref={input}
        type="file"
        hidden
        onChange={({ target }) => {
          props.onFile(target.files?.[0]);
          target.value = '';
        }}
      />
      <IconButtonWithTip label="Приложить файл" onClick={() => input.current?.click()}>
        <AttachIcon />
      </IconButtonWithTip>
      <textarea
        aria-label="Сообщение"
        placeholder="Ваш вопрос"
        rows={2}
        value={props.text}
        onChange={({ target }) => props.setText(target.value)}
        onKeyDown={keys}
        onPaste={({ clipboardData }) => props.onFile(clipboardData.files[0])}
      />
      <IconButtonWithTip label="Отправить" onClick={props.onSend}>
        <SendIcon />
      </IconButtonWithTip>
    </div>
  );
}

const FROM_SIGNS = 3;

/** Instructions that may answer what is being typed. */
function Answers({ words }: { words: string }) {
  const q = words.trim().slice(0, 100);
  const { data } = useGetList<TutorialRow>(
    'tutorials',
    { pagination: { page: 1, perPage: 2 }, sort: { field: 'sort', order: 'ASC' }, filter: { q } },
    { enabled: q.length >= FROM_SIGNS },
  );
  if (q.length < FROM_SIGNS || !data?.length) return null;
  return (
    <div className={styles.answers}>
      <small>Похоже, ответ уже есть</small>
      {data.map((row) => (
        <Link key={row.id} to={pages.tutorial(row.id)}>
          {row.title}
        </Link>
      ))}
    </div>
  );
}

/** A line, not a dialog: ends by itself in half an hour, «Прекратить» is always in sight. */
function Consent(props: { id: number; until: string | null; onChange: (work: () => Promise<unknown>) => unknown }) {
  const { id, until } = props;
  const set = (on: boolean) =>
    void props.onChange(() =>
      call(consentSupport, {
        params: { id },
        body: {
          context: on
            ? {
                page: window.location.pathname,
                screen: `${window.screen.width} × ${window.screen.height}`,
                refusals: [],
              }
            : null,
        },
        quiet: true,
      }),
    );
  return (
    <div className={styles.consent}>
      <Checkbox
        label={until ? `Поддержка видит мой экран до ${formatMoment(until).slice(-5)}` : 'Показать мой экран поддержке'}
        helperText="адрес страницы и роль, без данных людей"
        value={until !== null}
        onChange={set}
      />
    </div>
  );
}
