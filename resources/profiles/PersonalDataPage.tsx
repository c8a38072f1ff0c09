// «Сведения об обрабатываемых данных»: all that is held about a person on one sheet, to print and hand over.
import PrintIcon from '@mui/icons-material/PrintOutlined';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { heldData, type HeldData } from '../../contract/instruments/personal.ts';
import { goneText } from '../../contract/logWords.ts';
import { superuser } from '../../contract/kernel/scope.ts';
import { pages } from '../../contract/pages.ts';
import { reading } from '../../providers/reading.ts';
import { useMay } from '../../providers/session.ts';
import { ErrorNote } from '../../widgets/EmptyState.tsx';
import { formatDate, formatMoment, formatNumber } from '../../widgets/format.ts';
import { Note } from '../../widgets/Note.tsx';
import { PageSkeleton } from '../../widgets/PageSkeleton.tsx';
import { printPaper } from '../../widgets/printPaper.ts';
import { SectionCard } from '../../widgets/SectionCard.tsx';
import { DestroyDialog } from './DestroyDialog.tsx';
import styles from './profiles.module.css';

export default function PersonalDataPage() {
  const id = Number(useParams().id);
  const [isAsked, setAsked] = useState(false);
  const mayDestroy = useMay(superuser).may;
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery({
    ...reading(heldData, { params: { id }, body: {}, stops: true }),
    // Each reading is a reveal written in the log: nothing is asked for again by itself.
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
  if (error) return <ErrorNote onRetry={() => void refetch()}>{error.message}</ErrorNote>;
  if (!data) return <PageSkeleton />;
  return (
    <div className={styles.held}>
      <nav aria-label="Путь" className={styles.heldTools}>
        <Link to={pages.profile(id)}>{data.name}</Link>
        <Button startIcon={<PrintIcon />} variant="outlined" onClick={() => printPaper()}>
          Напечатать
        </Button>
      </nav>
      <h1>Сведения об обрабатываемых персональных данных</h1>
      <p>
        Субъект: {data.name}. Оператор: {data.operator}. Составлены {formatMoment(data.at)}.
        {!mayDestroy && ' Гаражи, бумаги и просмотры — этой организации: другие организации общества отвечают за свои.'}
      </p>
      <Facts title="Данные" rows={data.facts} nothing="Личных данных нет" />
      <ConsentList data={data} />
      <Facts title="Гаражи" rows={data.garages} nothing="Гаражей не было" />
      <Facts
        title="Что ещё хранится"
        rows={data.counts.map(({ label, count }) => ({ label, value: formatNumber(count) }))}
        nothing="Больше ничего"
      />
      <SectionCard title="Цели, сроки, кому передаются">
        <p>
          Цель: ведение реестра членов и владельцев гаражей, учёт взносов, переоформление, выдача документов. Срок: пока
          человек владеет гаражом и пять лет после этого; учёт хранится без имени.
        </p>
        <p>{data.recipients.length ? `Передаются: ${data.recipients.join('; ')}.` : 'Третьим лицам не передаются.'}</p>
      </SectionCard>
      <SeenBy data={data} />
      {mayDestroy && !data.isDestroyed && (
        <div className={styles.heldTools}>
          {data.blocks.length > 0 ? (
            <Note tone="amber" title="Уничтожить сейчас нельзя">
              {data.blocks.join('. ')}.
            </Note>
          ) : (
            <Button color="error" variant="outlined" onClick={() => setAsked(true)}>
              Уничтожить данные
            </Button>
          )}
        </div>
      )}
      {isAsked && (
        <DestroyDialog
          id={id}
          name={data.name}
          onClose={() => setAsked(false)}
          onDone={() => void navigate(pages.adminPersonal)}
        />
      )}
    </div>
  );
}

function ConsentList({ data }: { data: HeldData }) {
  return (
    <SectionCard title="Согласия">
      {data.consents.length ? (
        <ul>
          {data.consents.map((one, nth) => (
            <li key={nth}>
              {one.kind}: {formatDate(one.signed_at)}
              {one.doc_no && `, № ${one.doc_no}`}
              {one.policy && `, политика версии ${one.policy}`}
              {one.revoked_at && `; отозвано ${formatDate(one.revoked_at)}`}
            </li>
          ))}
        </ul>
      ) : (
        <p>Согласий не записано.</p>
      )}
    </SectionCard>
  );
}

function SeenBy({ data }: { data: HeldData }) {
  return (
    <SectionCard title="Кто смотрел скрытые данные">
      {data.seen.length ? (
        <ul>
          {data.seen.map((one, nth) => (
            <li key={nth}>
              {formatMoment(one.at)} · {one.who}: {one.what}
            </li>
          ))}
          {data.seen_total > data.seen.length && (
            <li>И ещё раньше: {formatNumber(data.seen_total - data.seen.length)}, все — в журнале действий.</li>
          )}
        </ul>
      ) : (
        <p>Никто.</p>
      )}
      {data.log_from && <p>{goneText(data.log_from)}: до этого дня — только в файлах у суперпользователя.</p>}
    </SectionCard>
  );
}

function Facts({ title, rows, nothing }: { title: string; rows: HeldData['facts']; nothing: string }) {
  return (
    <SectionCard title={title}>
      {rows.length ? (
        <dl className={styles.heldFacts}>
          {rows.map(({ label, value }) => (
            <div key={`${label} ${value}`}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <p>{nothing}.</p>
      )}
    </SectionCard>
  );
}
