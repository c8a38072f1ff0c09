// A workbook of a whole МО: what each ПО gets, what is left out and whose it is, the run and the way back of all.
import BackIcon from '@mui/icons-material/ChevronLeft';
import GridIcon from '@mui/icons-material/GridOnOutlined';
import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type Dispatch, type SetStateAction } from 'react';
import { Link, useParams } from 'react-router';
import * as contract from '../../../contract/imports.ts';
import type { WholeLoad } from '../../../contract/imports.ts';
import { pages } from '../../../contract/pages.ts';
import { call, type HttpError } from '../../../providers/http.ts';
import { keyOf, reading } from '../../../providers/reading.ts';
import { cx } from '../../../widgets/cx.ts';
import { ConfirmDialog } from '../../../widgets/ConfirmDialog.tsx';
import { formatNumber } from '../../../widgets/format.ts';
import { Money } from '../../../widgets/Money.tsx';
import { AlertNote, Note } from '../../../widgets/Note.tsx';
import { PageSkeleton } from '../../../widgets/PageSkeleton.tsx';
import { ProgressBar } from '../../../widgets/ProgressBar.tsx';
import { SelectBox } from '../../../widgets/SelectInput.tsx';
import { StatusChip } from '../../../widgets/StatusChip.tsx';
import { toast } from '../../../widgets/toasts.ts';
import { usePageTitle } from '../../../widgets/usePageTitle.ts';
import styles from './imports.module.css';
import { chips } from './importRules.ts';

const POLL_MS = 1500;
const isGoing = ({ status }: WholeLoad['parts'][number]) => status === 'queued' || status === 'running';

export default function MoImportPage() {
  const { id: text, book } = useParams();
  const [moId, id] = [Number(text), Number(book)];
  const client = useQueryClient();
  const [asks, setAsks] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const { data: load, error } = useQuery({
    ...reading(contract.wholeLoad, { params: { id } }),
    refetchInterval: ({ state }) => (state.data?.parts.some(isGoing) ? POLL_MS : false),
  });
  if (error) return <Note tone="red">{(error as HttpError).message}</Note>;
  if (!load) return <PageSkeleton />;
  const keep = async (work: Promise<WholeLoad>, done?: string) => {
    setBusy(true);
    try {
      client.setQueryData(keyOf(contract.wholeLoad, { params: { id } }), await work);
      setProblem('');
      if (done) toast(done);
    } catch (failure) {
      const { body, message } = failure as HttpError;
      setProblem(Object.values(body?.errors ?? {}).join('. ') || message);
    } finally {
      setBusy(false);
      setAsks(false);
    }
  };
  const waiting = load.parts.filter((part) => part.status === 'draft' || part.status === 'failed');
  const asked = waiting.reduce((sum, part) => sum + part.open_questions, 0);
  const going = load.parts.filter(isGoing);
  const isLoaded = load.parts.some((part) => part.status === 'done' || part.status === 'failed');
  const params = { id: load.id };
  return (
    <div className={styles.page}>
      <Head moId={moId} load={load} />
      <AlertNote text={problem} />
      {going.length > 0 && <Progress load={load} />}
      <div className={styles.columns}>
        <div className={styles.main}>
          <Parts load={load} />
          <LeftOut
            load={load}
            busy={busy}
            onGive={(name, po) => void keep(call(contract.assignWhole, { params, body: { name, po }, quiet: true }))}
          />
        </div>
        <Whole title={waiting.length > 0 ? 'Что получится' : 'Что в книге'} parts={load.parts} />
      </div>
      <Foot
        moId={moId}
        setAsks={setAsks}
        busy={busy}
        keep={keep}
        waiting={waiting}
        asked={asked}
        going={going}
        isLoaded={isLoaded}
        params={params}
      />
      <RollbackDialog asks={asks} setAsks={setAsks} busy={busy} keep={keep} params={params} />
    </div>
  );
}

function Head({ moId, load }: { moId: number; load: WholeLoad }) {
  usePageTitle(`Загрузка: ${load.file_name}`);
  return (
    <header className={styles.head}>
      <p className={styles.crumbs}>
        <Link to={pages.adminTab('moes')}>Панель администратора</Link> ›{' '}
        <Link to={pages.adminMo(moId)}>{load.mo_name}</Link> › Загрузка реестра МО
      </p>
      <h1>{load.file_name}</h1>
    </header>
  );
}

function Foot({
  moId,
  setAsks,
  busy,
  keep,
  waiting,
  asked,
  going,
  isLoaded,
  params,
}: {
  moId: number;
  setAsks: Dispatch<SetStateAction<boolean>>;
  busy: boolean;
  keep: (work: Promise<WholeLoad>, done?: string) => Promise<void>;
  waiting: Array<WholeLoad['parts'][number]>;
  asked: number;
  going: Array<WholeLoad['parts'][number]>;
  isLoaded: boolean;
  params: { id: number };
}) {
  return (
    <footer className={styles.bar}>
      <Button component={Link} to={pages.adminMo(moId)} startIcon={<BackIcon />}>
        К МО
      </Button>
      {waiting.length > 0 && !isLoaded && <span className={styles.muted}>В реестр ещё ничего не записано</span>}
      <span className={styles.grow} />
      {asked > 0 && <span>Вопросов без ответа: {formatNumber(asked)}. Откройте ПО и ответьте</span>}
      {isLoaded && going.length === 0 && (
        <Button color="error" onClick={() => setAsks(true)}>
          Отменить загрузку МО
        </Button>
      )}
      {waiting.length > 0 && (
        <Button
          variant="contained"
          loading={busy}
          disabled={asked > 0}
          onClick={() => void keep(call(contract.runWhole, { params, quiet: true }))}
        >
          Загрузить ПО: {formatNumber(waiting.length)}
        </Button>
      )}
    </footer>
  );
}

function RollbackDialog({
  asks,
  setAsks,
  busy,
  keep,
  params,
}: {
  asks: boolean;
  setAsks: Dispatch<SetStateAction<boolean>>;
  busy: boolean;
  keep: (work: Promise<WholeLoad>, done?: string) => Promise<void>;
  params: { id: number };
}) {
  return (
    <ConfirmDialog
      open={asks}
      title="Отменить загрузку МО?"
      confirm="Отменить загрузку"
      cancel="Оставить"
      danger
      busy={busy}
      onCancel={() => setAsks(false)}
      onConfirm={() => void keep(call(contract.rollbackWhole, { params, quiet: true }), 'Загрузка отменена')}
    >
      Отменятся загрузки всех ПО этой книги, или ни одна, если после них в каком-то ПО уже есть изменения.
    </ConfirmDialog>
  );
}

const Progress = ({ load }: { load: WholeLoad }) => (
  <ProgressBar
    label="Загрузка ПО"
    done={load.parts.reduce((sum, part) => sum + part.rows_done, 0)}
    total={load.parts.reduce((sum, part) => sum + part.rows_total, 0)}
  />
);

const heads = ['ПО', 'Состояние', 'Гаражей', 'С предупреждением', 'Ошибок', 'Вопросов', 'Долг', 'Аванс'] as const;

function Parts({ load }: { load: WholeLoad }) {
  const absent = load.poes.filter((po) => !load.parts.some((part) => part.po_id === po.id));
  return (
    <>
      <h2>
        ПО в книге: {formatNumber(load.parts.length)}{' '}
        <span className={styles.muted}>ни один лист не пропадёт молча</span>
      </h2>
      {load.parts.length > 0 && (
        <div className={styles.whole}>
          <table>
            <thead>
              <tr>
                {heads.map((head) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {load.parts.map((part) => (
                <tr key={part.batch_id}>
                  <th scope="row">
                    <Link to={pages.adminPoImport(part.po_id, part.batch_id)}>{part.po_name}</Link>
                  </th>
                  <td data-head={heads[1]}>
                    <StatusChip kind={chips[part.status]}>{contract.batchStates[part.status]}</StatusChip>
                    {part.failure && <p className={styles.muted}>{part.failure}</p>}
                  </td>
                  <Count head={heads[2]}>{part.garages}</Count>
                  <Count head={heads[3]} tone="amber">
                    {part.summary.created_with_warning}
                  </Count>
                  <Count head={heads[4]} tone="red">
                    {part.summary.error}
                  </Count>
                  <Count head={heads[5]} tone="amber">
                    {part.open_questions}
                  </Count>
                  <td data-head={heads[6]}>
                    <Money kopecks={part.debt_kopecks} tone="balance" />
                  </td>
                  <td data-head={heads[7]}>
                    <Money kopecks={part.advance_kopecks} tone="balance" />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {absent.length > 0 && <p className={styles.muted}>Нет в книге: {absent.map((po) => po.name).join(', ')}</p>}
    </>
  );
}

function Count({ head, tone, children }: { head: string; tone?: 'amber' | 'red'; children: number }) {
  return (
    <td data-head={head}>
      {tone && children > 0 && <i className={cx(styles.dot, styles[tone])} aria-hidden="true" />}{' '}
      {formatNumber(children)}
    </td>
  );
}

/** All ПО together. */
function Whole({ title, parts }: { title: string; parts: WholeLoad['parts'] }) {
  const sum = (of: (part: WholeLoad['parts'][number]) => number) => parts.reduce((all, part) => all + of(part), 0);
  const lines: [string, number][] = [
    ['Гаражи', sum((part) => part.garages)],
    ['с предупреждением', sum((part) => part.summary.created_with_warning)],
    ['не загрузятся', sum((part) => part.summary.error)],
    ['Люди в файле', sum((part) => part.summary.people)],
  ];
  const [debt, advance] = [sum((part) => part.debt_kopecks), sum((part) => part.advance_kopecks)];
  const sums: [string, number][] = [
    ['Долг', debt],
    ['Аванс', advance],
    ['Сальдо', debt + advance],
  ];
  return (
    <aside className={styles.outcome} aria-label={title}>
      <h2>{title}</h2>
      <dl>
        {lines.map(([name, count]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{formatNumber(count)}</dd>
          </div>
        ))}
      </dl>
      <dl className={styles.sums}>
        {sums.map(([name, kopecks]) => (
          <div key={name} className={cx(name === 'Сальдо' && styles.total)}>
            <dt>{name}</dt>
            <dd>
              <Money kopecks={kopecks} tone="balance" />
            </dd>
          </div>
        ))}
      </dl>
    </aside>
  );
}

interface LeftOutProps {
  load: WholeLoad;
  busy: boolean;
  onGive: (name: string, po: number) => void;
}

/** Sheets and names no ПО was found for: they are not loaded until somebody says whose they are. */
function LeftOut({ load, busy, onGive }: LeftOutProps) {
  if (!load.left_out.length) return null;
  const free = load.poes.filter((po) => load.parts.every((part) => part.po_id !== po.id || part.status === 'draft'));
  return (
    <>
      <h2>Не загрузится: {formatNumber(load.left_out.length)}</h2>
      <ul className={styles.sheets}>
        {load.left_out.map((one) => (
          <li key={`${one.from}:${one.name}`}>
            <GridIcon />
            <b>
              {one.from === 'sheet' ? 'Лист' : 'В столбце ПО'} «{one.name || 'пусто'}»
            </b>
            <span className={styles.muted}>
              {one.why} · строк: {formatNumber(one.rows)}
            </span>
            {one.name !== '' && one.rows > 0 && free.length > 0 && (
              <SelectBox
                label={`ПО для «${one.name}»`}
                hideLabel
                reserve={false}
                placeholder="Отдать ПО…"
                value={null}
                disabled={busy}
                options={free.map((po) => ({ value: po.id, label: po.name }))}
                onChange={(po) => po !== null && onGive(one.name, Number(po))}
              />
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
