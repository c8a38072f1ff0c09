// «Закрытие периода»: what would be closed, what is still undone, the proof of the books; opening with a reason.
import LockIcon from '@mui/icons-material/LockOutlined';
import Button from '@mui/material/Button';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import {
  closePeriod,
  closingReview,
  openPeriod,
  periodClose,
  periodOpen,
  type ClosingReview,
} from '../../contract/closing.ts';
import { Link } from 'react-router';
import { accrualDefaults } from '../../contract/books.ts';
import { goneText } from '../../contract/logWords.ts';
import { pages } from '../../contract/pages.ts';
import { closedUpTo } from '../../contract/kernel/words.ts';
import { call, errorsOf } from '../../providers/http.ts';
import { keyOf, readAnew, reading } from '../../providers/reading.ts';
import { onLive } from '../../providers/liveProvider.ts';
import { useMay } from '../../providers/session.ts';
import { ConfirmDialog } from '../../widgets/ConfirmDialog.tsx';
import { DateBox } from '../../widgets/DateInput.tsx';
import { ErrorNote } from '../../widgets/EmptyState.tsx';
import { formatDate, formatMoment, formatMoney, formatNumber } from '../../widgets/format.ts';
import { Note } from '../../widgets/Note.tsx';
import { PageSkeleton } from '../../widgets/PageSkeleton.tsx';
import { SectionCard } from '../../widgets/SectionCard.tsx';
import { StatusChip } from '../../widgets/StatusChip.tsx';
import { StickyBar } from '../../widgets/StickyBar.tsx';
import { TextBox } from '../../widgets/TextInput.tsx';
import { toast } from '../../widgets/toasts.ts';
import { BooksPage, Figure } from '../books/BooksPage.tsx';
import { garagesOf } from '../contributions/ru.ts';
import styles from '../books/books.module.css';
import { Readiness } from './Readiness.tsx';

export default function ClosingPage() {
  const client = useQueryClient();
  const [until, setUntil] = useState<string | null>(null);
  const [ask, setAsk] = useState<'close' | 'open' | null>(null);
  const { data, error, refetch, isFetching } = useQuery({
    ...reading(closingReview, { query: until ? { until } : {}, stops: true }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  useEffect(
    () =>
      onLive(
        (message) =>
          message.type === 'records_changed' &&
          message.message.resource === 'closing' &&
          void readAnew(client, 'closing'),
      ),
    [client],
  );
  if (error && !data)
    return (
      <BooksPage title="Закрытие периода">
        <ErrorNote onRetry={() => void refetch()}>{error.message}</ErrorNote>
      </BooksPage>
    );
  if (!data) return <PageSkeleton />;
  return (
    <BooksPage title="Закрытие периода" bar={<Bar data={data} busy={isFetching} onAsk={setAsk} />}>
      <p style={{ margin: 0 }}>
        {data.mo.name}:{' '}
        {data.closed_until ? (
          <StatusChip kind="done">закрыто до {formatDate(data.closed_until)}</StatusChip>
        ) : (
          <StatusChip kind="waiting">открыто всё</StatusChip>
        )}
      </p>
      <div className={styles.fields} data-help="closing.day">
        <DateBox
          label="Закрыть до (включительно)"
          value={until ?? data.until}
          onChange={setUntil}
          error={error?.body?.errors?.until}
          helperText="Обычно последний день года"
        />
      </div>
      {data.problem && <Problem data={data} />}
      <Review data={data} />
      <Readiness until={data.until} />
      {(data.history.length > 0 || data.history_from) && <History data={data} />}
      {ask === 'close' && <CloseDialog data={data} onDone={() => setAsk(null)} />}
      {ask === 'open' && <OpenDialog data={data} onDone={() => setAsk(null)} />}
    </BooksPage>
  );
}

function Problem({ data }: { data: ClosingReview }) {
  return (
    <Note tone={data.faults_total ? 'red' : 'amber'} title={data.problem}>
      {data.faults.length > 0 && (
        <ul className={styles.list}>
          {data.faults.map((fault) => (
            <li key={fault}>{fault}</li>
          ))}
        </ul>
      )}
    </Note>
  );
}

function History({ data }: { data: ClosingReview }) {
  return (
    <SectionCard title="Когда закрывали и открывали">
      <ul className={styles.history}>
        {data.history.map((line) => (
          <li key={line.at}>
            {line.text}
            <small>
              {formatMoment(line.at)} · {line.user}
            </small>
          </li>
        ))}
        {data.history_from && <li>{goneText(data.history_from)}.</li>}
      </ul>
    </SectionCard>
  );
}

function Review({ data }: { data: ClosingReview }) {
  const { unfounded } = data;
  const undone: [number, string, string][] = [
    [data.open_statement_rows, 'Не разнесено строк банковских выписок', pages.statement],
    [data.open_cash_days, 'Не закрыто дней кассы', pages.payments],
  ];
  return (
    <>
      <SectionCard title={`Что будет закрыто до ${formatDate(data.until)}`}>
        <div className={styles.figures} data-help="closing.figures">
          <Figure label="Документов">{formatNumber(data.documents)}</Figure>
          <Figure label="Записей">{formatNumber(data.lines)}</Figure>
          <Figure label="Начислено">{formatMoney(data.charged_kopecks)}</Figure>
          <Figure label="Оплачено">{formatMoney(data.paid_kopecks)}</Figure>
          <Figure label="Долг на конец дня" note={`должников ${formatNumber(data.debtors)}`}>
            {formatMoney(data.debt_kopecks)}
          </Figure>
          <Figure label="Авансы на конец дня">{formatMoney(data.advance_kopecks)}</Figure>
          {data.former_kopecks > 0 && (
            <Figure label="Долг прежних владельцев">{formatMoney(data.former_kopecks)}</Figure>
          )}
        </div>
      </SectionCard>
      <SectionCard title="Проверки">
        <ul className={styles.history}>
          <li>
            {data.faults_total
              ? `Остатки, суммы по месяцам и печати не сходятся: ${formatNumber(data.faults_total)}`
              : 'Остатки, суммы по месяцам и печати сходятся с записями'}
          </li>
          <li>
            {unfounded.penalties > 0 ? <Link to={pages.penalties}>Пени без основания</Link> : 'Пени без основания'}:{' '}
            {formatNumber(unfounded.penalties)}
            {unfounded.penalties > 0 && (
              <small>
                {garagesOf(unfounded.garages)}, {formatMoney(unfounded.amount_kopecks)}: снимите их до закрытия
              </small>
            )}
          </li>
          {undone.map(([count, words, page]) => (
            <li key={words}>
              {count > 0 ? <Link to={page}>{words}</Link> : words}: {formatNumber(count)}
              {count > 0 && <small>После закрытия эти дни изменить нельзя</small>}
            </li>
          ))}
        </ul>
      </SectionCard>
    </>
  );
}

function Bar({ data, busy, onAsk }: { data: ClosingReview; busy: boolean; onAsk: (what: 'close' | 'open') => void }) {
  const close = useMay(periodClose);
  const open = useMay(periodOpen);
  const why = close.reason ?? data.problem;
  return (
    <StickyBar
      label="Закрытие периода"
      info={<small>{why ?? 'После закрытия записи этих дней только сторнируются'}</small>}
    >
      {data.closed_until && (
        <Button disabled={!open.may} title={open.reason ?? ''} onClick={() => onAsk('open')}>
          Открыть период
        </Button>
      )}
      <Button
        variant="contained"
        startIcon={<LockIcon />}
        disabled={why !== null || busy}
        title={close.reason ?? ''}
        onClick={() => onAsk('close')}
      >
        Закрыть до {formatDate(data.until)}
      </Button>
    </StickyBar>
  );
}

/** Sends, tells the screens, keeps the refusal in the dialog. */
function useSend(onDone: () => void) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const send = async (work: () => Promise<ClosingReview>, words: string) => {
    setBusy(true);
    setErrors({});
    try {
      await work();
      await readAnew(client, 'closing');
      void readAnew(client, 'contributions', 'payments', keyOf(accrualDefaults));
      toast(words);
      onDone();
    } catch (error) {
      setErrors(errorsOf(error));
      setBusy(false);
    }
  };
  return { busy, errors, send };
}

const Refusal = ({ children }: { children: ReactNode }) =>
  children ? (
    <Note tone="red" role="alert">
      {children}
    </Note>
  ) : null;

function CloseDialog({ data, onDone }: { data: ClosingReview; onDone: () => void }) {
  const { busy, errors, send } = useSend(onDone);
  const until = formatDate(data.until);
  return (
    <ConfirmDialog
      open
      title={`Закрыть период до ${until}?`}
      confirm="Закрыть период"
      busy={busy}
      onCancel={onDone}
      onConfirm={() =>
        void send(
          () => call(closePeriod, { body: { until: data.until, was: data.closed_until }, quiet: true }),
          closedUpTo(data.until),
        )
      }
    >
      <p>
        Записей: {formatNumber(data.lines)}. Ничего нельзя будет внести или изменить датой по {until} включительно;
        ошибки исправляются сторно в новом периоде. Открыть период сможет только суперпользователь.
      </p>
      <Refusal>{errors.until ?? errors.form}</Refusal>
    </ConfirmDialog>
  );
}

function OpenDialog({ data, onDone }: { data: ClosingReview; onDone: () => void }) {
  const { busy, errors, send } = useSend(onDone);
  const [until, setUntil] = useState<string | null>(null);
  const [reason, setReason] = useState('');
  return (
    <ConfirmDialog
      open
      title="Открыть период?"
      confirm="Открыть"
      busy={busy}
      onCancel={onDone}
      onConfirm={() =>
        void send(
          () => call(openPeriod, { body: { until, was: data.closed_until, reason }, quiet: true }),
          until ? closedUpTo(until) : 'Период открыт',
        )
      }
    >
      <p>Сейчас закрыто до {formatDate(data.closed_until)}. Причина останется в журнале действий.</p>
      <DateBox
        label="Оставить закрытым до"
        value={until}
        onChange={setUntil}
        error={errors.until}
        helperText="Пусто — открыть всё"
      />
      <TextBox label="Причина" required value={reason} maxLength={300} onChange={setReason} error={errors.reason} />
      <Refusal>{errors.form}</Refusal>
    </ConfirmDialog>
  );
}
