// «Кто что получает»: reports by the clock of the place, what each sends, to whom, what came of it.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { pages } from '../../contract/pages.ts';
import { reports, type Report } from '../../contract/reports.ts';
import { keyOf, reading } from '../../providers/reading.ts';
import { EmptyState, ErrorNote } from '../../widgets/EmptyState.tsx';
import { PageSkeleton } from '../../widgets/PageSkeleton.tsx';
import { ReportCard } from './ReportCard.tsx';
import { ReportEditor, type Reports } from './ReportEditor.tsx';
import styles from './reports.module.css';
import type { ReportDraft } from './words.ts';

export default function ReportsPage() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { state } = useLocation() as { state: { draft?: ReportDraft } | null };
  const [editing, setEditing] = useState<Report | null>(null);
  const draft = state?.draft ?? null;
  const { data, error, refetch } = useQuery({ ...reading(reports), staleTime: 0 });
  const keep = (reply: Reports) => client.setQueryData(keyOf(reports), reply);
  const close = () => {
    setEditing(null);
    // What was handed over is answered: a reload doesn't ask again.
    if (draft) void navigate(pages.reports, { replace: true, state: null });
  };
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>Кто что получает</h1>
      </header>
      <p className={styles.muted}>
        Отчёты уходят письмом сами, каждому — строки его места по его правам на тот час. Новый отчёт: откройте список
        или статистику, нажмите «Выгрузить» и «Присылать по почте».
      </p>
      {error && !data && <ErrorNote onRetry={() => void refetch()}>{error.message}</ErrorNote>}
      {!data && !error && <PageSkeleton />}
      {data?.data.length === 0 && (
        <EmptyState title="Отчётов по расписанию нет">
          Например, должники каждый понедельник в 8:00 или взносы за прошлый месяц первого числа.
        </EmptyState>
      )}
      <ul className={styles.list} aria-label="Отчёты по расписанию">
        {data?.data.map((report) => (
          <ReportCard key={report.id} report={report} onEdit={() => setEditing(report)} onDone={keep} />
        ))}
      </ul>
      {(editing ?? draft) && (
        <ReportEditor
          key={editing?.id ?? 'new'}
          report={editing}
          draft={draft}
          onClose={close}
          onSaved={(reply) => {
            keep(reply);
            close();
          }}
        />
      )}
    </div>
  );
}
