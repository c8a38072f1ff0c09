// Loading a registry, a page of its own: sheets and questions, remarks, the run and what came of it.
import BackIcon from '@mui/icons-material/ChevronLeft';
import CheckIcon from '@mui/icons-material/Check';
import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode, type Dispatch, type SetStateAction } from 'react';
import { Link, useParams } from 'react-router';
import * as contract from '../../../contract/imports.ts';
import type { ImportBatch } from '../../../contract/imports.ts';
import { pages } from '../../../contract/pages.ts';
import { call, type HttpError } from '../../../providers/http.ts';
import { keyOf, readAnew, reading } from '../../../providers/reading.ts';
import { onLive } from '../../../providers/liveProvider.ts';
import { cx } from '../../../widgets/cx.ts';
import { formatNumber } from '../../../widgets/format.ts';
import { AlertNote, Note } from '../../../widgets/Note.tsx';
import { PageSkeleton } from '../../../widgets/PageSkeleton.tsx';
import { toast } from '../../../widgets/toasts.ts';
import { usePageTitle } from '../../../widgets/usePageTitle.ts';
import styles from './imports.module.css';
import { Outcome } from './Outcome.tsx';
import { Questions } from './Questions.tsx';
import { Remarks } from './Remarks.tsx';
import { RunStep } from './RunStep.tsx';
import { openQuestions } from './importRules.ts';
import type { StepProps } from './stepProps.ts';
import type { InTurn } from './useFixes.ts';
import { useQueue } from './useQueue.ts';

const POLL_MS = 1500;
const steps = ['Листы и вопросы', 'Проверка', 'Загрузка'] as const;

export default function ImportPage() {
  const { id: text, batch: batchText } = useParams();
  const [poId, id] = [Number(text), Number(batchText)];
  const client = useQueryClient();
  const asked = reading(contract.importBatch, { params: { id } });
  const { data: batch, error } = useQuery({
    ...asked,
    refetchInterval: ({ state }) =>
      state.data && (state.data.status === 'queued' || state.data.status === 'running') ? POLL_MS : false,
  });
  useEffect(
    () =>
      onLive((message) => {
        if (message.type === 'admin_garage_table_load_status')
          void readAnew(client, keyOf(contract.importBatch, { params: { id } }));
      }),
    [client, id],
  );
  if (error) return <Note tone="red">{(error as HttpError).message}</Note>;
  if (!batch) return <PageSkeleton />;
  return (
    <Steps key={batch.id} poId={poId} batch={batch} onBatch={(next) => client.setQueryData(asked.queryKey, next)} />
  );
}

/** Changes of a batch, one after another, with what went wrong. */
function useChanges(batch: ImportBatch, onBatch: OnBatch, inTurn: InTurn) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const keep = async (work: Promise<ImportBatch>, done?: string): Promise<boolean> => {
    setBusy(true);
    try {
      onBatch(await work);
      setProblem('');
      const of = { params: { id: batch.id } };
      void readAnew(client, keyOf(contract.importRows, of), keyOf(contract.importGroups, of));
      if (done) toast(done);
      return true;
    } catch (error) {
      const { body, message } = error as HttpError;
      setProblem(Object.values(body?.errors ?? {}).join('. ') || message);
      return false;
    } finally {
      setBusy(false);
    }
  };
  const change = (body: Record<string, unknown>, done?: string) =>
    keep(
      inTurn(() => call(contract.changeImport, { params: { id: batch.id }, body, quiet: true })),
      done,
    );
  return { keep, change, busy, problem };
}

/** The batch anew, or made of the one that is known by then. */
type OnBatch = (next: ImportBatch | ((known: ImportBatch | undefined) => ImportBatch | undefined)) => void;

function Steps({ poId, batch, onBatch }: { poId: number; batch: ImportBatch; onBatch: OnBatch }) {
  const inTurn = useQueue();
  const isDraft = batch.status === 'draft';
  const [chosen, setChosen] = useState<number | null>(null);
  const open = openQuestions(batch).length;
  const step = isDraft ? (chosen ?? (open > 0 || batch.layout.tables.length === 0 ? 0 : 0)) : 2;
  const { keep, change, busy, problem } = useChanges(batch, onBatch, inTurn);
  const props: StepProps = { batch, change, busy };
  const bar = (children: ReactNode) => <footer className={styles.bar}>{children}</footer>;
  return (
    <div className={styles.page}>
      <Head poId={poId} batch={batch} step={step} />
      <AlertNote text={problem} />
      {step === 0 && (
        <Understanding
          poId={poId}
          batch={batch}
          setChosen={setChosen}
          busy={busy}
          open={open}
          props={props}
          bar={bar}
        />
      )}
      {step === 1 && (
        <Remarks
          {...props}
          onBatch={(next) => onBatch((known) => known && next(known))}
          inTurn={inTurn}
          bar={(left) =>
            bar(
              <>
                <Button startIcon={<BackIcon />} onClick={() => setChosen(0)}>
                  Назад
                </Button>
                {left}
                <span className={styles.grow} />
                <Button variant="contained" disabled={busy} onClick={() => setChosen(2)}>
                  Далее: загрузка
                </Button>
              </>,
            )
          }
        />
      )}
      {step === 2 && (
        <RunStep {...props} poId={poId} keep={keep} onBack={isDraft ? () => setChosen(1) : undefined} bar={bar} />
      )}
    </div>
  );
}

function Head({ poId, batch, step }: { poId: number; batch: ImportBatch; step: number }) {
  usePageTitle(`Загрузка: ${batch.file_name}`);
  return (
    <header className={styles.head}>
      <p className={styles.crumbs}>
        <Link to={pages.adminTab('poes')}>Панель администратора</Link> › <Link to={pages.adminPo(poId)}>ПО</Link> ›{' '}
        {batch.book_id !== null && (
          <>
            <Link to={pages.adminMoImport(batch.mo_id, batch.book_id)}>Реестр МО</Link> ›{' '}
          </>
        )}
        Загрузка реестра
      </p>
      <h1>{batch.file_name}</h1>
      <ol className={styles.steps}>
        <StepMark done name="Файл" nth={1} />
        {steps.map((name, at) => (
          <StepMark
            key={name}
            name={name}
            nth={at + 2}
            current={at === step}
            done={at < step || batch.status === 'done'}
          />
        ))}
      </ol>
    </header>
  );
}

/** What was understood of the file, and what is asked. */
function Understanding({
  poId,
  batch,
  setChosen,
  busy,
  open,
  props,
  bar,
}: {
  poId: number;
  batch: ImportBatch;
  setChosen: Dispatch<SetStateAction<number | null>>;
  busy: boolean;
  open: number;
  props: StepProps;
  bar: (children: ReactNode) => ReactNode;
}) {
  return (
    <>
      <div className={styles.columns}>
        <Questions {...props} />
        <Outcome batch={batch} />
      </div>
      {bar(
        <>
          <Button component={Link} to={pages.adminPo(poId)} startIcon={<BackIcon />}>
            К ПО
          </Button>
          <span className={styles.muted}>В реестр ещё ничего не записано</span>
          <span className={styles.grow} />
          {open > 0 && <span>Ответьте на вопросы: {formatNumber(open)}</span>}
          <Button variant="contained" disabled={open > 0 || busy} onClick={() => setChosen(1)}>
            Далее: проверка
          </Button>
        </>,
      )}
    </>
  );
}

function StepMark({ name, nth, current, done }: { name: string; nth: number; current?: boolean; done?: boolean }) {
  return (
    <li
      className={cx(styles.step, current && styles.current, done && styles.doneStep)}
      aria-current={current ? 'step' : undefined}
    >
      <span aria-hidden="true">{done ? <CheckIcon fontSize="inherit" /> : nth}</span>
      {name}
    </li>
  );
}
