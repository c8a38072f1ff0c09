// «Персональные данные»: the policy and its versions, terms of keeping, acts of destruction, who could have seen what.
import Button from '@mui/material/Button';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { correctionAct, demandsTaken, destructionAct } from '../../../contract/instruments/demands.ts';
import { addPolicy, personalDuties } from '../../../contract/instruments/personal.ts';
import { pages } from '../../../contract/pages.ts';
import { publicSettings } from '../../../contract/session.ts';
import { call, download, errorsOf, saveFile, type HttpError, type ReplyOf } from '../../../providers/http.ts';
import { keyOf, readAnew, reading } from '../../../providers/reading.ts';
import { useMay } from '../../../providers/session.ts';
import { dayOf, today } from '../../../widgets/today.ts';
import { DateBox } from '../../../widgets/DateInput.tsx';
import { ErrorNote } from '../../../widgets/EmptyState.tsx';
import { formatDate, formatMoment, formatNumber } from '../../../widgets/format.ts';
import { useLeaveGuard } from '../../../widgets/leaveGuard.ts';
import { Note } from '../../../widgets/Note.tsx';
import { PageSkeleton } from '../../../widgets/PageSkeleton.tsx';
import { SectionCard } from '../../../widgets/SectionCard.tsx';
import { TextArea } from '../../../widgets/TextArea.tsx';
import { toast } from '../../../widgets/toasts.ts';
import { useLoudAction } from '../../useLoudAction.ts';
import { usePageTitle } from '../../../widgets/usePageTitle.ts';
import { Demands } from './Demands.tsx';
import { Incident } from './Incident.tsx';
import styles from './instruments.module.css';

type Duties = ReplyOf<typeof personalDuties>;

export default function PersonalPage() {
  usePageTitle('Персональные данные');
  const { data, error, refetch } = useQuery({
    ...reading(personalDuties, { stops: true }),
    staleTime: 0,
  });
  if (error && !data) return <ErrorNote onRetry={() => void refetch()}>{error.message}</ErrorNote>;
  if (!data) return <PageSkeleton />;
  return (
    <div className={styles.page}>
      <nav className={styles.crumbs} aria-label="Путь">
        <Link to={pages.adminInstruments}>Инструменты</Link> › Персональные данные
      </nav>
      <h1>Персональные данные</h1>
      <Demands />
      <Terms rows={data.retention} />
      <Acts rows={data.destructions} />
      {data.corrections.length > 0 && <Corrections rows={data.corrections} />}
      <Incident />
      <Policies data={data} />
    </div>
  );
}

function Terms({ rows }: { rows: Duties['retention'] }) {
  return (
    <SectionCard title="Сроки хранения">
      <ul className={styles.merged}>
        {rows.map((row) => (
          <li key={row.what}>
            <span>
              <b>{row.what}</b>
              <small>
                {row.term} · {row.basis}
              </small>
            </span>
            <small>
              {row.waiting > 0 && `ждут акта: ${formatNumber(row.waiting)}`}
              {row.page && <Link to={row.page.to}>{row.page.words}</Link>}
              {row.page && row.last && ` · выносили ${formatMoment(row.last)}`}
              {[
                !row.page && row.last && `уборка была ${formatMoment(row.last)}`,
                row.next && `${row.last ? 'следующая' : 'первая уборка'} ${formatMoment(row.next)}`,
              ]
                .filter(Boolean)
                .join(', ')}
            </small>
          </li>
        ))}
      </ul>
    </SectionCard>
  );
}

function Acts({ rows }: { rows: Duties['destructions'] }) {
  return (
    <SectionCard title="Акты об уничтожении">
      {rows.length ? (
        <ul className={styles.merged}>
          {rows.map((row) => (
            <Act
              key={row.id}
              row={row}
              words={row.ground}
              take={() => download(destructionAct, { params: { id: row.id }, body: {}, quiet: true })}
            >
              <small>Уничтожено: {row.counts.map(({ label, count }) => `${label} — ${count}`).join(', ')}</small>
            </Act>
          ))}
        </ul>
      ) : (
        <p className={styles.quiet}>
          Актов нет. Уничтожение начинается на листе «Сведения об обрабатываемых данных» человека.
        </p>
      )}
    </SectionCard>
  );
}

/** Demands about wrong data that a corrected card has answered. */
function Corrections({ rows }: { rows: Duties['corrections'] }) {
  const { may } = useMay(demandsTaken);
  return (
    <SectionCard title="Акты об уточнении">
      <ul className={styles.merged}>
        {rows.map((row) => (
          <Act
            key={row.id}
            row={row}
            words={`по требованию от ${formatDate(row.on_date)}${row.is_late ? `, позже срока ${formatDate(row.due_on)}` : ''}`}
            take={
              may
                ? () =>
                    download(correctionAct, {
                      params: { id: row.profile_id },
                      body: { correction: row.id },
                      quiet: true,
                    })
                : null
            }
          />
        ))}
      </ul>
    </SectionCard>
  );
}

interface ActProps {
  row: { act_no: string; at: string; profile_id: number; who: string };
  words: string;
  /** Null where the reader may not have the paper. */
  take: (() => ReturnType<typeof download>) | null;
  children?: ReactNode;
}

/** An act in a list: its number and day, whose, on what ground, by whom, and its paper. */
const Act = ({ row, words, take, children }: ActProps) => (
  <li>
    <span>
      <b>
        Акт № {row.act_no} от {formatDate(dayOf(row.at))}
      </b>
      <small>
        <Link to={pages.profile(row.profile_id)}>Карточка {row.profile_id}</Link> · {words} · {row.who}
      </small>
      {children}
    </span>
    {take && <ActFile take={take} />}
  </li>
);

/** The act as a paper. */
function ActFile({ take }: { take: () => ReturnType<typeof download> }) {
  const { run, busy } = useLoudAction();
  return (
    <Button size="small" loading={busy} onClick={() => void run(async () => saveFile(await take()))}>
      Акт, PDF
    </Button>
  );
}

function Policies({ data: { policies } }: { data: Duties }) {
  const client = useQueryClient();
  const [text, setText] = useState<string | null>(null);
  const [approvedAt, setApprovedAt] = useState<string | null>(today());
  const add = useMutation<unknown, HttpError>({
    mutationFn: () =>
      call(addPolicy, {
        body: { approvedAt: approvedAt!, text: text!, after: policies[0]?.version ?? 0 },
        quiet: true,
      }),
    onSuccess: () => {
      toast('Политика утверждена');
      setText(null);
      // The banner over every page reads it too.
      void readAnew(client, 'personal_duties', keyOf(publicSettings));
    },
  });
  const errors = add.error ? errorsOf(add.error) : {};
  useLeaveGuard(text !== null && text !== (policies[0]?.text ?? ''));
  return (
    <SectionCard
      title="Политика обработки данных"
      action={
        text === null && (
          <Button size="small" onClick={() => setText(policies[0]?.text ?? '')}>
            Новая версия
          </Button>
        )
      }
    >
      {text !== null && (
        <div className={styles.deed}>
          <DateBox label="Утверждена" value={approvedAt} onChange={setApprovedAt} error={errors.approvedAt} />
          <TextArea label="Текст" value={text} onChange={setText} error={errors.text} maxLength={50_000} />
          {errors.form && <Note tone="red">{errors.form}</Note>}
          <div className={styles.head}>
            <Button variant="contained" disabled={add.isPending || !approvedAt} onClick={() => add.mutate()}>
              Утвердить
            </Button>
            <Button onClick={() => setText(null)}>Отмена</Button>
          </div>
        </div>
      )}
      <ul className={styles.merged}>
        {policies.map((one) => (
          <li key={one.version}>
            <span>
              <b>Версия {one.version}</b>
              <small>
                утверждена {formatDate(one.approved_at)}, пересмотр до {formatDate(one.review_due)}
              </small>
              {/* What was in force on the day of a consent is read here. */}
              <details className={styles.text}>
                <summary>Текст версии {one.version}</summary>
                <p>{one.text}</p>
              </details>
            </span>
          </li>
        ))}
      </ul>
    </SectionCard>
  );
}
