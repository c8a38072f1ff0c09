// The chat of an official with the support: 360 × 580 over the page, live, with files and pictures from the clipboard.
import AttachIcon from '@mui/icons-material/AttachFile';
import CloseIcon from '@mui/icons-material/Remove';
import SendIcon from '@mui/icons-material/ArrowUpward';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type KeyboardEvent } from 'react';
import { useNavigate } from 'react-router';
import { pages } from '../../contract/pages.ts';
import { askSupport, askWithFile, consentSupport, mySupport } from '../../contract/support.ts';
import { call, lastRefusals, upload, type HttpError } from '../../providers/http.ts';
import { keyOf, readAnew, reading } from '../../providers/reading.ts';
import { operationKey } from '../../providers/operationKey.ts';
import { useActor } from '../../providers/session.ts';
import { Checkbox } from '../../widgets/Checkbox.tsx';
import { formatMoment } from '../../widgets/format.ts';
import { IconButtonWithTip } from '../../widgets/IconButtonWithTip.tsx';
import { closeSupport } from '../../widgets/supportChat.ts';
import { Messages } from './Messages.tsx';
import styles from './support.module.css';
import { Quick, useQuick } from './Quick.tsx';
import { Unsaid } from './Unsaid.tsx';
import { useOutgoing, useTyped } from './useOutgoing.ts';
import { useTalk } from './useTalk.ts';
import { useTyping } from './useTyping.ts';

/** As the server takes it. */
const LONGEST = 4000;

export default function SupportChat() {
  const client = useQueryClient();
  const actor = useActor();
  const looksOnly = actor?.viewOnly === true;
  const { data } = useQuery(reading(mySupport));
  const [earlier, setEarlier] = useState<number | null>(null);
  const own = data?.thread?.id ?? null;
  const id = earlier ?? own;
  const { thread, events, goOn } = useTalk(id, !looksOnly);
  const typing = useTyping(own);
  const me = `${actor?.userId}:support`;
  const [text, setText] = useTyped(me);
  const [problem, setProblem] = useState('');
  const again = async () => {
    await readAnew(client, keyOf(mySupport), 'menu');
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
  const outgoing = useOutgoing(me, events, (message) =>
    attempt(() => call(askSupport, { body: { text: message.text, key: message.key }, quiet: true })),
  );
  const send = () => {
    if (!text.trim()) return;
    setText('');
    outgoing.send(text);
  };
  const sendFile = (file: File | undefined) =>
    file && void attempt(() => upload(askWithFile, { file, fields: { key: operationKey() }, quiet: true }));
  const duty = data?.duty ?? [];
  return (
    <section className={styles.chat} role="dialog" aria-label="Поддержка">
      <Head duty={data && duty} by={data?.answer_by ?? null} />
      <History rows={data?.history ?? []} open={earlier} onOpen={setEarlier} />
      <Messages thread={thread} events={events} mineIs="asker" typing={earlier ? '' : typing.name} />
      <Unsaid unsent={outgoing.unsent} problem={problem} onAgain={() => void outgoing.again()} />
      {!looksOnly && !earlier && (
        <>
          <Writer
            text={text}
            setText={(words) => {
              setText(words);
              typing.tell();
            }}
            onSend={send}
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

/** Who answers; with nobody here, until when a letter does. `duty` is undefined until it is known. */
function Head({ duty, by }: { duty: string[] | undefined; by: string | null }) {
  const words = !duty
    ? ' '
    : duty.length
      ? `${duty.join(', ')} · на связи`
      : `Ответим письмом${by ? ` до ${formatMoment(by)}` : ''}, ответ придёт и сюда`;
  return (
    <header className={styles.chatHead} data-on-ink>
      <div>
        <b>Поддержка</b>
        <span>{words}</span>
      </div>
      <IconButtonWithTip label="Свернуть" onClick={closeSupport}>
        <CloseIcon sx={{ color: 'inherit' }} />
      </IconButtonWithTip>
    </header>
  );
}

/** Earlier questions of the person: each opens in place, for reading. */
function History(props: {
  rows: { id: number; title: string; opened_at: string }[];
  open: number | null;
  onOpen: (id: number | null) => void;
}) {
  const [isShown, setShown] = useState(false);
  if (props.open)
    return (
      <p className={styles.history}>
        <button type="button" onClick={() => props.onOpen(null)}>
          ‹ К нынешнему вопросу
        </button>
      </p>
    );
  if (!props.rows.length) return null;
  return (
    <div className={styles.history}>
      <button type="button" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
        Прежние вопросы ({props.rows.length})
      </button>
      {isShown &&
        props.rows.map((row) => (
          <button key={row.id} type="button" onClick={() => props.onOpen(row.id)}>
            {row.title} <small>{formatMoment(row.opened_at)}</small>
          </button>
        ))}
    </div>
  );
}

function Writer(props: {
  text: string;
  setText: (text: string) => void;
  onSend: () => void;
  onFile: (file: File | undefined) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const [isHidden, setHidden] = useState(false);
  const rows = useQuick(isHidden ? '' : props.text);
  // What was hidden is hidden for this message alone.
  if (isHidden && !props.text) setHidden(false);
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && rows.length) setHidden(true);
    else if (event.key === 'Tab' && !event.shiftKey && rows[0]) void navigate(pages.tutorial(rows[0].id));
    else if (event.key === 'Enter' && !event.shiftKey) props.onSend();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      <Quick title="Похоже, ответ уже есть" rows={rows} onTake={(row) => void navigate(pages.tutorial(row.id))} />
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
          onPaste={(event) => {
            // Words copied from Excel bring a picture of themselves too: words stay words.
            if (!event.clipboardData.files.length || event.clipboardData.types.includes('text/plain')) return;
            event.preventDefault();
            props.onFile(event.clipboardData.files[0]);
          }}
          maxLength={LONGEST}
        />
        <IconButtonWithTip label="Отправить" onClick={props.onSend}>
          <SendIcon />
        </IconButtonWithTip>
      </div>
    </>
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
                refusals: lastRefusals.map((one) => ({ ...one, text: one.text.slice(0, 300) })),
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
