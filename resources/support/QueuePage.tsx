// The desk of the support: who waits, the talk, who asks.
import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { Navigate } from 'react-router';
import { pages } from '../../contract/pages.ts';
import { capabilityNames, SUPERUSER, type Capability } from '../../contract/kernel/scope.ts';
import {
  answerSupport,
  answerWithFile,
  moveSupport,
  supportCard,
  supportQueue,
  type QueueRow,
  type SupportEvent,
} from '../../contract/support.ts';
import type { TutorialRow } from '../../contract/tutorials.ts';
import { roleNames } from '../../contract/users.ts';
import { call, upload, type HttpError, type ReplyOf } from '../../providers/http.ts';
import { readAnew, reading } from '../../providers/reading.ts';
import { onLive } from '../../providers/liveProvider.ts';
import { operationKey } from '../../providers/operationKey.ts';
import { useActor } from '../../providers/session.ts';
import { Checkbox } from '../../widgets/Checkbox.tsx';
import { EmptyState, ErrorNote } from '../../widgets/EmptyState.tsx';
import { formatMoment } from '../../widgets/format.ts';
import { Segmented } from '../../widgets/Segmented.tsx';
import { TextBox } from '../../widgets/TextInput.tsx';
import { toast } from '../../widgets/toasts.ts';
import { useHotkey } from '../../widgets/useHotkey.ts';
import { useInAddress } from '../../widgets/useInAddress.ts';
import { useNarrow } from '../../widgets/useScreen.ts';
import { Messages } from './Messages.tsx';
import styles from './support.module.css';
import { Quick, useQuick } from './Quick.tsx';
import { Unsaid } from './Unsaid.tsx';
import { useOutgoing, useTyped, type Unsent } from './useOutgoing.ts';
import { useTalk } from './useTalk.ts';
import { useTyping } from './useTyping.ts';

type Show = 'mine' | 'waiting' | 'all';
const LATE_MIN = 15;
const minutesSince = (moment: string) => Math.floor((Date.now() - new Date(moment).getTime()) / 60_000);

export default function QueuePage() {
  const [{ show, q, id }, choose] = useInAddress<{ show: Show; q: string; id: string }>({
    show: 'waiting',
    q: '',
    id: '',
  });
  // What is being typed never waits for the address.
  const [words, type] = useState(q);
  const setWords = (next: string) => {
    type(next);
    choose({ q: next });
  };
  const client = useQueryClient();
  const actor = useActor();
  const open = Number(id) || null;
  // On a phone the talk stands in the place of the queue.
  const isNarrow = useNarrow();
  const { data, error, refetch } = useQuery({
    ...reading(supportQueue, { query: { show, ...(words && { q: words }) } }),
    refetchInterval: 30_000,
  });
  useEffect(
    () =>
      onLive(({ type }) => {
        if (type === 'support_changed') void readAnew(client, 'support_queue');
      }),
    [client],
  );
  const step = (by: number) => {
    const rows = data?.data ?? [];
    const next = rows[open === null ? 0 : rows.findIndex(({ id }) => id === open) + by];
    if (next) choose({ id: String(next.id) });
  };
  useHotkey('j', () => step(1));
  useHotkey('k', () => step(-1));
  useHotkey('r', () => document.querySelector<HTMLElement>('textarea[aria-label="Ответ"]')?.focus());
  if (actor && actor.isSuperuser < 1) return <Navigate to={pages.garages} replace />;
  return (
    <div className={styles.page}>
      <QueueHead data={data} show={show} setShow={(next) => choose({ show: next })} />
      <div className={styles.panes}>
        {!(isNarrow && open) && (
          <div className={styles.queue}>
            <TextBox label="Человек, слово, номер" value={words} onChange={setWords} maxLength={100} type="search" />
            {error && !data && <ErrorNote onRetry={() => void refetch()}>{error.message}</ErrorNote>}
            {data?.data.length === 0 && <EmptyState title={words ? 'Ничего не нашлось' : nobody[show]} />}
            {data?.data.map((row) => (
              <QueueEntry
                key={row.id}
                row={row}
                isOpen={row.id === open}
                onOpen={() => choose({ id: String(row.id) })}
              />
            ))}
          </div>
        )}
        {open && <Talk key={open} id={open} onBack={isNarrow ? () => choose({ id: '' }) : undefined} />}
      </div>
    </div>
  );
}

const nobody: Record<Show, string> = { mine: 'Вы никому не отвечаете', waiting: 'Никто не ждёт', all: 'Вопросов нет' };
type Queue = ReplyOf<typeof supportQueue>;

function QueueHead({ data, show, setShow }: { data: Queue | undefined; show: Show; setShow: (show: Show) => void }) {
  return (
    <header className={styles.head}>
      <h1>Вопросы</h1>
      <Segmented<Show>
        small
        label="Какие вопросы"
        value={show}
        onChange={setShow}
        options={[
          { value: 'mine', label: 'Мои', count: data?.counts.mine },
          { value: 'waiting', label: 'Ждут', count: data?.counts.waiting },
          { value: 'all', label: 'Все', count: data?.counts.all },
        ]}
      />
      <span>
        {data &&
          [
            data.first_answer !== null && `Первый ответ ${data.first_answer} мин`,
            data.first_answer_before !== null && `неделей раньше ${data.first_answer_before} мин`,
            data.duty.length ? `на дежурстве: ${data.duty.join(', ')}` : 'вне часов дежурства: вопросы идут и письмом',
          ]
            .filter(Boolean)
            .join(' · ')}
      </span>
    </header>
  );
}

function QueueEntry({ row, isOpen, onOpen }: { row: QueueRow; isOpen: boolean; onOpen: () => void }) {
  const waits = row.waiting_since ? minutesSince(row.waiting_since) : null;
  return (
    <button type="button" className={styles.entry} aria-current={isOpen || undefined} onClick={onOpen}>
      <span>
        <b>{row.asker}</b>
        <small data-late={(waits !== null && waits >= LATE_MIN) || undefined}>
          {waits === null ? formatMoment(row.last_at) : `${waits} мин`}
        </small>
      </span>
      <small>
        {row.place}, {roleNames[row.role] ?? row.role}
        {row.assignee && ` · отвечает ${row.assignee}`}
      </small>
      <span>
        <span className={styles.last}>{row.text}</span>
        {row.unread > 0 && <i aria-label="непрочитанных">{row.unread}</i>}
      </span>
    </button>
  );
}

function Talk({ id, onBack }: { id: number; onBack: (() => void) | undefined }) {
  const client = useQueryClient();
  const { thread, events, goOn } = useTalk(id, true);
  const { data: card } = useQuery(reading(supportCard, { params: { id } }));
  const typing = useTyping(id);
  const readAgain = async () => {
    await readAnew(client, 'support_queue');
    goOn();
  };
  const attempt = async (work: () => Promise<unknown>) => {
    try {
      await work();
      await readAgain();
      return true;
    } catch (error) {
      toast((error as HttpError).message, { kind: 'error' });
      return false;
    }
  };
  const move = (what: 'take' | 'release' | 'solve') =>
    void attempt(() => call(moveSupport, { params: { id }, body: { what }, quiet: true }));
  useHotkey('e', () => thread && thread.status !== 'solved' && move('solve'));
  return (
    <>
      <section className={styles.talk} aria-label={`Вопрос № ${id}`}>
        <header className={styles.talkHead}>
          {onBack && <Button onClick={onBack}>К вопросам</Button>}
          <b>{card?.asker.name}</b>
          {thread?.status === 'waiting' && <Button onClick={() => move('take')}>Отвечу я</Button>}
          {thread?.status === 'taken' && <Button onClick={() => move('release')}>Вернуть в очередь</Button>}
          {thread && thread.status !== 'solved' && (
            <Button variant="outlined" onClick={() => move('solve')}>
              Решено
            </Button>
          )}
        </header>
        <Messages thread={thread} events={events} mineIs="staff" typing={typing.name} />
        {thread && thread.status !== 'solved' && (
          <Reply id={id} said={events} attempt={attempt} onSaid={readAgain} onTyping={typing.tell} />
        )}
      </section>
      {card && <Asker card={card} id={id} />}
    </>
  );
}

/** The words of an answer and the answers on their way: the box is free for the next one while they are sent. */
function useAnswers(id: number, said: readonly SupportEvent[], onSaid: () => Promise<void>) {
  const talk = `${useActor()?.userId}:support_desk:${id}`;
  const [text, setText] = useTyped(talk);
  const now = useRef(text);
  now.current = text;
  const [problem, setProblem] = useState('');
  const post = async ({ text: words, key, isNote = false }: Unsent) => {
    try {
      await call(answerSupport, { params: { id }, body: { text: words, key, is_note: isNote }, quiet: true });
      setProblem('');
      await onSaid();
      return true;
    } catch (error) {
      const { status, message } = error as HttpError;
      const isRefused = status >= 400 && status < 500;
      setProblem(isRefused ? '' : message);
      if (!isRefused) return false;
      // Saying it again would change nothing: the words come back, before those typed since.
      setText([words, now.current].filter((one) => one.trim()).join('\n'));
      toast(message, { kind: 'error' });
      return true;
    }
  };
  const outgoing = useOutgoing(talk, said, post);
  const send = (isNote: boolean) => {
    if (!text.trim()) return;
    setText('');
    outgoing.send(text, isNote);
  };
  return { text, setText, send, unsent: outgoing.unsent, problem, onAgain: () => void outgoing.again() };
}

/** An answer, a file or a note; Ctrl+Enter sends. */
function Reply(props: {
  id: number;
  said: readonly SupportEvent[];
  attempt: (work: () => Promise<unknown>) => Promise<boolean>;
  /** Something was said: the talk and the queue are read again. */
  onSaid: () => Promise<void>;
  onTyping: () => void;
}) {
  const { id, attempt } = props;
  const { text, setText, send: say, ...outgoing } = useAnswers(id, props.said, props.onSaid);
  const [isNote, setNote] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const rows = useQuick(isNote ? '' : text);
  const send = () => say(isNote);
  const sendFile = (file: File | undefined) =>
    file &&
    void attempt(() => upload(answerWithFile, { params: { id }, file, fields: { key: operationKey() }, quiet: true }));
  const take = (row: TutorialRow) => setText(`Об этом есть инструкция «${row.title}»: ${pages.tutorial(row.id)}`);
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Tab' && !event.shiftKey && rows[0] && !text.includes(pages.tutorial(rows[0].id))) take(rows[0]);
    else if (event.key === 'Enter' && event.ctrlKey) send();
    else return;
    event.preventDefault();
  };
  return (
    <div className={styles.reply}>
      <textarea
        aria-label="Ответ"
        rows={3}
        maxLength={4000}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          if (!isNote) props.onTyping();
        }}
        onKeyDown={keys}
        onPaste={(event) => {
          if (isNote || !event.clipboardData.files.length || event.clipboardData.types.includes('text/plain')) return;
          event.preventDefault();
          sendFile(event.clipboardData.files[0]);
        }}
      />
      <Unsaid {...outgoing} />
      <Quick title="Ответ инструкцией" rows={rows} onTake={take} />
      <Checkbox label="Заметка для дежурных" value={isNote} onChange={setNote} />
      {!isNote && (
        <>
          <input
            ref={input}
            type="file"
            hidden
            aria-label="Файл в ответ"
            onChange={({ target }) => {
              sendFile(target.files?.[0]);
              target.value = '';
            }}
          />
          <Button onClick={() => input.current?.click()}>Приложить файл</Button>
        </>
      )}
      <Button variant="contained" onClick={send}>
        {isNote ? 'Оставить заметку' : 'Ответить'}
      </Button>
    </div>
  );
}

function Asker({
  card: { asker, context, earlier, thread, at },
  id,
}: {
  card: import('../../contract/support.ts').SupportCard;
  id: number;
}) {
  const actor = useActor();
  return (
    <aside className={styles.asker} aria-label="Кто спрашивает">
      <h2>Что он видит</h2>
      <dl>
        <dt>Место</dt>
        <dd>{asker.place}</dd>
        <dt>Роль</dt>
        <dd>{roleNames[asker.role] ?? asker.role}</dd>
        <dt>Права</dt>
        <dd>{asker.rights.map((one) => capabilityNames[one as Capability]).join(', ') || 'только чтение'}</dd>
        {context && (
          <>
            <dt>Где был</dt>
            <dd>{context.page}</dd>
            <dt>Экран</dt>
            <dd>{context.screen}</dd>
            <dt>Последние отказы</dt>
            <dd>
              {context.refusals.length
                ? context.refusals.map((one) => (
                    <div key={one.at}>
                      {formatMoment(one.at).slice(-5)} · {one.status} · {one.text}
                    </div>
                  ))
                : 'не было'}
            </dd>
          </>
        )}
      </dl>
      <p>
        {thread.consent_until
          ? `Согласие до ${formatMoment(thread.consent_until).slice(-5)}.`
          : 'Человек не разрешил смотреть его экран.'}
      </p>
      {actor?.isSuperuser === SUPERUSER && at && thread.consent_until && <Look id={id} user={asker.id} />}
      {earlier.length > 0 && <h2>Раньше спрашивал</h2>}
      {earlier.map((one) => (
        <p key={one.id}>
          {one.title} <small>{formatMoment(one.opened_at)}</small>
        </p>
      ))}
    </aside>
  );
}

/** Tells the asker first; the view itself begins on his page of the panel. */
function Look({ id, user }: { id: number; user: number }) {
  const look = async () => {
    try {
      await call(moveSupport, { params: { id }, body: { what: 'look' }, quiet: true });
      window.location.assign(pages.adminUser(user));
    } catch (error) {
      toast((error as HttpError).message, { kind: 'error' });
    }
  };
  return (
    <Button variant="outlined" onClick={() => void look()}>
      Посмотреть его глазами
    </Button>
  );
}
