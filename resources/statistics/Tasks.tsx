// Worklists given to colleagues: what was given to the reader, what he and his place gave out, a new one.
import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import {
  answerWords,
  giveTask,
  markTask,
  taskPeople,
  tasks,
  withdrawTask,
  type Task,
  type TaskState,
} from '../../contract/tasks.ts';
import type { Worklist } from '../../contract/today.ts';
import { call, type HttpError, type ReplyOf } from '../../providers/http.ts';
import { keyOf, reading } from '../../providers/reading.ts';
import { ConfirmDialog } from '../../widgets/ConfirmDialog.tsx';
import { DateBox } from '../../widgets/DateInput.tsx';
import { formatDate } from '../../widgets/format.ts';
import { AlertNote } from '../../widgets/Note.tsx';
import { SearchSelect, type SelectOption } from '../../widgets/SearchSelect.tsx';
import { TextBox } from '../../widgets/TextInput.tsx';
import { toast } from '../../widgets/toasts.ts';
import { dayOf } from '../../widgets/today.ts';
import { among } from '../lists/filters.tsx';
import { listPage, worklistWords } from './todayRows.ts';
import styles from './today.module.css';
import { WhyDialog } from './WhyDialog.tsx';

type Tasks = ReplyOf<typeof tasks>;

/** Tasks of the place, and how an answer about them is kept. */
export function useTasks(): {
  list: readonly Task[];
  /** Asked and answered, also with a refusal: nothing on the page will jump for them any more. */
  isReady: boolean;
  /** Says how it went; answers what went wrong. */
  keep: (answer: Promise<Tasks>, done: string) => Promise<HttpError | null>;
} {
  const client = useQueryClient();
  const { data, isPending } = useQuery({ ...reading(tasks), staleTime: 30_000, retry: false });
  return {
    list: data?.data ?? [],
    isReady: !isPending,
    keep: (answer, done) =>
      answer.then(
        (reply) => {
          client.setQueryData(keyOf(tasks), reply);
          toast(done);
          return null;
        },
        (error: HttpError) => {
          toast(error.message, { kind: 'error' });
          return error;
        },
      ),
  };
}

/** «поручено: Зимина Галина, до 25.11.2026». */
export function givenWords(list: readonly Task[], check: Worklist): string {
  return list
    .filter((task) => task.list === check && task.state === 'open')
    .map(({ assignee, due_on }) => `поручено: ${assignee.name}${due_on ? `, до ${formatDate(due_on)}` : ''}`)
    .join('; ');
}

export function TaskLists() {
  const { list, keep } = useTasks();
  const mine = list.filter((task) => task.is_mine && task.state === 'open');
  const others = list.filter((task) => !task.is_mine || task.state !== 'open');
  const props = { keep };
  return (
    <>
      {mine.length > 0 && (
        <section aria-labelledby="mine">
          <h2 id="mine">Поручено вам · {mine.length}</h2>
          <ul className={styles.tasks}>
            {mine.map((task) => (
              <TaskRow key={task.id} task={task} {...props} />
            ))}
          </ul>
        </section>
      )}
      {others.length > 0 && (
        <section aria-labelledby="given">
          <h2 id="given">Поручения</h2>
          <ul className={styles.tasks}>
            {others.map((task) => (
              <TaskRow key={task.id} task={task} {...props} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function TaskRow({ task, keep }: { task: Task; keep: ReturnType<typeof useTasks>['keep'] }) {
  const name = worklistWords[task.list];
  const params = { id: task.id };
  const [declines, setDeclines] = useState(false);
  const isOpen = task.state === 'open';
  const mark = (state: TaskState, note: string | null = null) =>
    keep(call(markTask, { params, body: { version: task.version, state, note }, quiet: true }), marked[state]);
  const who = task.is_mine ? `от ${task.author.name}` : `${task.assignee.name}, от ${task.author.name}`;
  const state =
    task.state !== 'open'
      ? `${answerWords[task.state]} ${formatDate(dayOf(task.done_at!))}, ${task.done_by ?? ''}`
      : task.due_on
        ? `${task.is_late ? 'просрочено: ' : ''}до ${formatDate(task.due_on)}`
        : 'без срока';
  return (
    <li>
      <span>
        {name.charAt(0).toUpperCase() + name.slice(1)}
        <small className={task.is_late ? styles.late : undefined}>{[state, who, task.place].join(' · ')}</small>
        {task.note && <small>{task.note}</small>}
        {task.done_note && <small>Ответ: {task.done_note}</small>}
      </span>
      <span className={styles.acts}>
        {task.is_own && isOpen && (
          <Button
            variant="text"
            onClick={() => void keep(call(withdrawTask, { params, quiet: true }), 'Поручение снято')}
            aria-label={`Снять поручение: ${name}`}
          >
            Снять
          </Button>
        )}
        {task.is_mine && isOpen && (
          <Button variant="text" onClick={() => setDeclines(true)} aria-label={`Отклонить: ${name}`}>
            Отклонить
          </Button>
        )}
        {task.may_mark && (
          <Button
            variant="outlined"
            onClick={() => void mark(isOpen ? 'done' : 'open')}
            aria-label={`${isOpen ? 'Готово' : 'Вернуть'}: ${name}`}
          >
            {isOpen ? 'Готово' : 'Вернуть'}
          </Button>
        )}
        {isOpen && (
          <Link to={listPage(task.list)} className={styles.act} aria-label={`Открыть список: ${name}`}>
            Открыть
          </Link>
        )}
      </span>
      {declines && (
        <WhyDialog
          title={`Отклонить поручение: ${name}`}
          about={`${task.author.name} увидит ответ и получит письмо.`}
          onDecline={(why) => mark('declined', why)}
          onClose={() => setDeclines(false)}
        />
      )}
    </li>
  );
}
const marked: Record<TaskState, string> = { open: 'Снова в работе', done: 'Сделано', declined: 'Отклонено' };

/** Who does a worklist, and by which day. */
export function GiveTask({ check, onClose }: { check: Worklist; onClose: () => void }) {
  const client = useQueryClient();
  const [who, setWho] = useState<SelectOption | null>(null);
  const [dueOn, setDueOn] = useState<string | null>(null);
  const [note, setNote] = useState('');
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const { data } = useQuery(reading(taskPeople));
  const options = (data?.data ?? []).map(({ id, name, place }) => ({ value: id, label: name, hint: place }));
  const give = () => {
    setBusy(true);
    const body = { list: check, assignee: Number(who!.value), dueOn, note: note || null };
    call(giveTask, { body, quiet: true }).then(
      (reply) => {
        client.setQueryData(keyOf(tasks), reply);
        toast('Поручено, письмо коллеге уйдёт сейчас');
        onClose();
      },
      (error: HttpError) => {
        setBusy(false);
        setErrors(error.body.errors ?? { form: error.message });
      },
    );
  };
  return (
    <ConfirmDialog
      open
      busy={busy}
      disabled={!who}
      title={`Поручить: ${worklistWords[check]}`}
      confirm="Поручить"
      onConfirm={give}
      onCancel={onClose}
    >
      <p>Коллега увидит список у себя на «Что делать» и получит письмо. Список — его места и его прав.</p>
      <AlertNote text={errors.form} />
      <SearchSelect label="Кому" load={among(data && options)} value={who} onChange={setWho} error={errors.assignee} />
      <DateBox label="Сделать до" value={dueOn} onChange={setDueOn} error={errors.dueOn} />
      <TextBox label="Что важно" value={note} onChange={setNote} maxLength={300} error={errors.note} />
    </ConfirmDialog>
  );
}
