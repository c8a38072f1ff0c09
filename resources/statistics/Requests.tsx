// What a ПО asks of its МО about a record: asked on the card, seen and answered there and in the cockpit.
import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { dayForms } from '../../contract/kernel/days.ts';
import { objects } from '../../contract/kernel/objects.ts';
import { levelOf } from '../../contract/kernel/scope.ts';
import { answerRequest, askMo, requests, withdrawRequest, type PoRequest } from '../../contract/requests.ts';
import { answerWords } from '../../contract/tasks.ts';
import { call, type HttpError } from '../../providers/http.ts';
import { readAnew, reading } from '../../providers/reading.ts';
import { useActor } from '../../providers/session.ts';
import { ConfirmDialog } from '../../widgets/ConfirmDialog.tsx';
import { DateBox } from '../../widgets/DateInput.tsx';
import { countOf, formatDate } from '../../widgets/format.ts';
import { AlertNote } from '../../widgets/Note.tsx';
import { TextArea } from '../../widgets/TextArea.tsx';
import { toast } from '../../widgets/toasts.ts';
import { dayOf } from '../../widgets/today.ts';
import { WhyDialog } from './WhyDialog.tsx';
import styles from './today.module.css';

type Card = Pick<PoRequest, 'type' | 'objectId'>;

/** Requests of the place, or about one card; told live. */
export const useRequests = (card?: Card) =>
  useQuery({
    ...reading(requests, { query: card ?? {} }),
    staleTime: 30_000,
    retry: false,
  });

/** Those of the place that wait for an answer or were answered lately; nothing where nobody asked. */
export function RequestList() {
  const list = useRequests().data?.data ?? [];
  const open = list.filter(({ state }) => state === 'open').length;
  if (!list.length) return null;
  return (
    <section aria-labelledby="requests">
      <h2 id="requests">Просьбы к МО{open > 0 && ` · ${open}`}</h2>
      <ul className={styles.tasks}>
        {list.map((request) => (
          <RequestRow key={request.id} request={request}>
            {request.object_name === null ? (
              `${objects[request.type].title}: карточка вам не видна`
            ) : (
              <Link to={objects[request.type].page(request.objectId)}>
                {objects[request.type].title} {request.object_name}
              </Link>
            )}
          </RequestRow>
        ))}
      </ul>
    </section>
  );
}

/** On a card: what was asked about it, and a new request for who works in a ПО. */
export function CardRequests(card: Card) {
  const actor = useActor();
  const { data } = useRequests(card);
  const [asks, setAsks] = useState(false);
  const mayAsk = actor !== null && levelOf(actor) === 'po';
  if (!mayAsk && !data?.data.length) return null;
  return (
    <section aria-label="Просьбы к МО" className={styles.asked}>
      {mayAsk && <Button onClick={() => setAsks(true)}>Попросить МО</Button>}
      <ul className={styles.tasks}>
        {data?.data.map((request) => (
          <RequestRow key={request.id} request={request}>
            Просьба к МО
          </RequestRow>
        ))}
      </ul>
      {asks && <AskDialog card={card} onClose={() => setAsks(false)} />}
    </section>
  );
}

/** What is done with a request; the lists of it are read again after. */
function useAnswer() {
  const client = useQueryClient();
  return async (work: Promise<unknown>, done: string): Promise<HttpError | null> => {
    try {
      await work;
      toast(done);
      return null;
    } catch (error) {
      return error as HttpError;
    } finally {
      void readAnew(client, 'requests');
    }
  };
}

function RequestRow({ request, children }: { request: PoRequest; children: ReactNode }) {
  const { id, version, note, done_note } = request;
  const [declines, setDeclines] = useState(false);
  const answer = useAnswer();
  const act = async (work: Promise<unknown>, done: string) => {
    const error = await answer(work, done);
    if (error) toast(error.message, { kind: 'error' });
  };
  const params = { id };
  const declined = async (why: string) =>
    answer(call(answerRequest, { params, body: { version, state: 'declined', note: why }, quiet: true }), 'Отклонено');
  return (
    <li>
      <span>
        {children}
        <small className={request.is_late ? styles.late : undefined}>{stateOf(request)}</small>
        <small className={styles.said}>{note}</small>
        {done_note && <small className={styles.said}>Ответ: {done_note}</small>}
      </span>
      <span className={styles.acts}>
        {request.may_withdraw && (
          <Button
            variant="text"
            onClick={() => void act(call(withdrawRequest, { params, quiet: true }), 'Просьба отозвана')}
            aria-label={`Отозвать: ${note}`}
          >
            Отозвать
          </Button>
        )}
        {request.may_answer && (
          <>
            <Button variant="text" onClick={() => setDeclines(true)} aria-label={`Отклонить: ${note}`}>
              Отклонить
            </Button>
            <Button
              variant="outlined"
              onClick={() =>
                void act(
                  call(answerRequest, { params, body: { version, state: 'done', note: null }, quiet: true }),
                  'Сделано, ПО получит письмо',
                )
              }
              aria-label={`Сделано: ${note}`}
            >
              Сделано
            </Button>
          </>
        )}
      </span>
      {declines && (
        <WhyDialog
          title="Отклонить просьбу"
          about="ПО увидит ответ и получит письмо."
          onDecline={declined}
          onClose={() => setDeclines(false)}
        />
      )}
    </li>
  );
}

/** «ждёт ответа 3 дня, до 25.11.2026 · Иванов Пётр · ПО № 12-3». */
function stateOf({ state, days, due_on, is_late, done_at, done_by, author, place }: PoRequest): string {
  const waits = days ? `ждёт ответа ${countOf(days, dayForms)}` : 'ждёт ответа с сегодняшнего дня';
  const by = due_on ? `, ${is_late ? 'просрочено: ' : ''}до ${formatDate(due_on)}` : '';
  const now = state === 'open' ? waits + by : `${answerWords[state]} ${formatDate(dayOf(done_at!))}, ${done_by}`;
  return [now, `просит ${author.name}`, place].join(' · ');
}

function AskDialog({ card, onClose }: { card: Card; onClose: () => void }) {
  const [note, setNote] = useState('');
  const [dueOn, setDueOn] = useState<string | null>(null);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const answer = useAnswer();
  const ask = async () => {
    setBusy(true);
    const params = { type: card.type, objectId: card.objectId };
    const error = await answer(
      call(askMo, { params, body: { note, dueOn }, quiet: true }),
      'МО увидит просьбу у себя и получит письмо',
    );
    setBusy(false);
    if (error) setErrors(error.body.errors ?? { form: error.message });
    else onClose();
  };
  return (
    <ConfirmDialog
      open
      busy={busy}
      disabled={!note.trim()}
      title="Попросить МО"
      confirm="Попросить"
      onConfirm={() => void ask()}
      form={{ note, dueOn }}
      onCancel={onClose}
    >
      <p>МО увидит просьбу на этой карточке и на «Что делать». Ответ придёт вам письмом.</p>
      <AlertNote text={errors.form} />
      <TextArea label="О чём просите" value={note} onChange={setNote} maxLength={500} error={errors.note} autoFocus />
      <DateBox label="Нужно до" value={dueOn} onChange={setDueOn} error={errors.dueOn} />
    </ConfirmDialog>
  );
}
