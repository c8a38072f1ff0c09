// The act of a handover: figures on the day, debtors, open matters, things, the rights; printed and confirmed.
import PrintIcon from '@mui/icons-material/PrintOutlined';
import Button from '@mui/material/Button';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode, type Dispatch, type SetStateAction } from 'react';
import { Link, useParams } from 'react-router';
import {
  confirmHandover,
  declineHandover,
  handoverCard,
  handoverStates,
  withdrawHandover,
  type HandoverCard,
} from '../../contract/instruments/handovers.ts';
import { superuser } from '../../contract/kernel/scope.ts';
import { pages } from '../../contract/pages.ts';
import { call, errorsOf, type HttpError } from '../../providers/http.ts';
import { readAnew, reading } from '../../providers/reading.ts';
import { useMay } from '../../providers/session.ts';
import { ConfirmDialog } from '../../widgets/ConfirmDialog.tsx';
import { ErrorNote } from '../../widgets/EmptyState.tsx';
import { formatDate, formatMoment, formatMoney, formatNumber } from '../../widgets/format.ts';
import { AlertNote, Note } from '../../widgets/Note.tsx';
import { PageSkeleton } from '../../widgets/PageSkeleton.tsx';
import { printPaper } from '../../widgets/printPaper.ts';
import { SectionCard } from '../../widgets/SectionCard.tsx';
import { StatusChip } from '../../widgets/StatusChip.tsx';
import { TextBox } from '../../widgets/TextInput.tsx';
import { toast } from '../../widgets/toasts.ts';
import { usePageTitle } from '../../widgets/usePageTitle.ts';
import { stateChips } from './HandoversPage.tsx';
import styles from './handovers.module.css';

export default function HandoverPage() {
  const id = Number(useParams().id);
  const { data, error, refetch } = useQuery({
    ...reading(handoverCard, { params: { id }, stops: true }),
    staleTime: 0,
  });
  usePageTitle(data ? `Акт передачи дел № ${data.id}` : 'Передача дел');
  if (error && !data) return <ErrorNote onRetry={() => void refetch()}>{error.message}</ErrorNote>;
  if (!data) return <PageSkeleton />;
  return (
    <div className={styles.page}>
      <nav className={styles.crumbs} aria-label="Путь">
        <Link to={pages.handovers}>Передача дел</Link>
      </nav>
      <header className={styles.head}>
        <h1>
          Акт передачи дел № {data.id}, {data.po.name}
        </h1>
        <StatusChip kind={stateChips[data.state]}>{handoverStates[data.state]}</StatusChip>
        <Button className={styles.screen} variant="outlined" startIcon={<PrintIcon />} onClick={() => printPaper()}>
          Напечатать
        </Button>
      </header>
      <p>
        {data.mo.name}. На {formatDate(data.on_date)}. Сдаёт: {data.former ?? 'нет действующего председателя'}.
        Принимает: {data.taker}, {data.email}
        {data.phone && `, ${data.phone}`}. Составил {data.asked_by}, {formatMoment(data.asked_at)}.
      </p>
      <Decision data={data} />
      <Figures data={data} />
      <SectionCard title="Ключи, печать, архив">
        <p className={styles.plain}>{data.things ?? 'Не указано.'}</p>
      </SectionCard>
      <Debtors data={data} />
      <div className={styles.signs}>
        <span>Сдал ____________________ {data.former}</span>
        <span>Принял ____________________ {data.taker}</span>
      </div>
    </div>
  );
}

function Figures({ data: { figures, on_date } }: { data: HandoverCard }) {
  return (
    <>
      <div className={styles.columns} data-help="handover.figures">
        <Facts
          title="Цифры"
          rows={[
            ['Гаражей', formatNumber(figures.garages)],
            ['Владельцев', formatNumber(figures.owners)],
            ['Начислено всего', formatMoney(figures.charged_kopecks)],
            ['Оплачено всего', formatMoney(figures.paid_kopecks)],
            ...(figures.other_kopecks
              ? [['Сальдо, списания, корректировки', formatMoney(figures.other_kopecks)] satisfies [string, string]]
              : []),
            ['Долг владельцев', formatMoney(figures.debt_kopecks)],
            ...(figures.former_kopecks
              ? [['Долг прежних владельцев', formatMoney(figures.former_kopecks)] satisfies [string, string]]
              : []),
            ['Аванс', formatMoney(figures.advance_kopecks)],
            ['Гаражей с долгом', formatNumber(figures.debtors)],
          ]}
        />
        <Facts
          title="Открытые дела"
          rows={figures.open.map(({ label, count }) => [label, formatNumber(count)])}
          nothing="Открытых дел нет."
        />
        <Facts
          title="Файлы"
          rows={figures.files.map(({ label, count }) => [label, formatNumber(count)])}
          nothing="Файлов нет."
        />
      </div>
      <p className={styles.plain}>
        Цифры и должники — на {formatDate(on_date)}; открытые переоформления, рассылки и файлы — на день составления.
        Имена и суммы записаны в акт и потом не меняются.
      </p>
    </>
  );
}

function Debtors({ data }: { data: HandoverCard }) {
  return (
    <SectionCard title={`Должники: ${formatNumber(data.debtors.length)}`}>
      {data.debtors.length ? (
        <table className={styles.table}>
          <thead>
            <tr>
              <th>Гараж</th>
              <th>Владелец</th>
              <th>Долг</th>
            </tr>
          </thead>
          <tbody>
            {data.debtors.map((row) => (
              <tr key={`${row.garage_id} ${row.is_former} ${row.owner}`}>
                <td>
                  <Link to={pages.garage(row.garage_id)}>{row.garage}</Link>
                </td>
                <td>
                  {row.owner}
                  {row.is_former && ' (прежний владелец)'}
                </td>
                <td>{formatMoney(row.debt_kopecks)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <p className={styles.plain}>Должников нет.</p>
      )}
    </SectionCard>
  );
}

function Facts({ title, rows, nothing }: { title: string; rows: [string, ReactNode][]; nothing?: string }) {
  return (
    <SectionCard title={title}>
      {rows.length ? (
        <dl className={styles.facts}>
          {rows.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <p className={styles.plain}>{nothing}</p>
      )}
    </SectionCard>
  );
}

type Deed = 'confirm' | 'decline' | 'withdraw';
const deeds: Record<Deed, { title: string; confirm: string; done: string }> = {
  confirm: { title: 'Передать права?', confirm: 'Передать права', done: 'Дела переданы' },
  decline: { title: 'Отклонить передачу?', confirm: 'Отклонить', done: 'Передача отклонена' },
  withdraw: { title: 'Отозвать передачу?', confirm: 'Отозвать', done: 'Передача отозвана' },
};
const closedWords = ({ state, decline_reason }: HandoverCard) =>
  state === 'confirmed' ? 'Права переданы' : state === 'withdrawn' ? 'Отозвано' : `Отклонено: ${decline_reason}`;

function Decision({ data }: { data: HandoverCard }) {
  const client = useQueryClient();
  const mayDecide = useMay(superuser).may;
  const [ask, setAsk] = useState<Deed | null>(null);
  const [reason, setReason] = useState('');
  const decide = useMutation<void, HttpError, Deed>({
    mutationFn: async (deed) => {
      const params = { id: data.id };
      if (deed === 'confirm') await call(confirmHandover, { params, body: { rights: data.rights }, quiet: true });
      else if (deed === 'decline') await call(declineHandover, { params, body: { reason }, quiet: true });
      else await call(withdrawHandover, { params, quiet: true });
    },
    onSuccess: (_, deed) => {
      setAsk(null);
      toast(deeds[deed].done);
    },
    onSettled: () => readAnew(client, 'handovers'),
  });
  const errors = decide.error ? errorsOf(decide.error) : {};
  if (data.state !== 'asked')
    return (
      <p className={styles.plain}>
        {closedWords(data)}
        {data.decided_at && `, ${data.decided_by}, ${formatMoment(data.decided_at)}`}.
      </p>
    );
  return (
    <div className={styles.screen} data-help="handover.decision">
      <Note
        tone={data.problem ? 'red' : 'blue'}
        title={data.problem ?? 'Права ждут подтверждения суперпользователя'}
        action={<DecisionButtons data={data} mayDecide={mayDecide} setAsk={setAsk} />}
      >
        <RightsWords rights={data.rights} />
      </Note>
      <ConfirmDialog
        open={ask !== null}
        danger={ask !== 'confirm'}
        title={ask ? deeds[ask].title : ''}
        confirm={ask ? deeds[ask].confirm : ''}
        busy={decide.isPending}
        onConfirm={() => ask && decide.mutate(ask)}
        onCancel={() => setAsk(null)}
      >
        {ask === 'decline' ? (
          <TextBox label="Причина" required value={reason} onChange={setReason} error={errors.reason} maxLength={300} />
        ) : ask === 'withdraw' ? (
          'Акт останется в списке с пометкой «Отозвано», права не изменятся. Передачу можно будет начать заново.'
        ) : (
          <RightsWords rights={data.rights} />
        )}
        <AlertNote text={errors.form} />
      </ConfirmDialog>
    </div>
  );
}

const RightsWords = ({ rights }: { rights: readonly string[] }) => (
  <ul className={styles.rights}>
    {rights.map((words) => (
      <li key={words}>{words}.</li>
    ))}
  </ul>
);

function DecisionButtons({
  data,
  mayDecide,
  setAsk,
}: {
  data: HandoverCard;
  mayDecide: boolean;
  setAsk: Dispatch<SetStateAction<Deed | null>>;
}) {
  if (!mayDecide && !data.may_withdraw) return null;
  return (
    <span className={styles.head}>
      {mayDecide && (
        <>
          <Button size="small" variant="contained" disabled={data.problem !== null} onClick={() => setAsk('confirm')}>
            Подтвердить
          </Button>
          <Button size="small" onClick={() => setAsk('decline')}>
            Отклонить
          </Button>
        </>
      )}
      {data.may_withdraw && (
        <Button size="small" onClick={() => setAsk('withdraw')}>
          Отозвать
        </Button>
      )}
    </span>
  );
}
