// The last look before sending: who by name, each doubt with its choice, the costliest message, the typed number, the sum.
import BackIcon from '@mui/icons-material/ChevronLeft';
import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, Navigate, useNavigate, useParams } from 'react-router';
import { exportReceivers } from '../../../contract/notifications/checking.ts';
import { notifications, type NotificationCard } from '../../../contract/notifications.ts';
import { pages } from '../../../contract/pages.ts';
import { download, saveFile, type HttpError } from '../../../providers/http.ts';
import { reading } from '../../../providers/reading.ts';
import { ErrorNote } from '../../../widgets/EmptyState.tsx';
import { PageSkeleton } from '../../../widgets/PageSkeleton.tsx';
import { StickyBar } from '../../../widgets/StickyBar.tsx';
import { toast } from '../../../widgets/toasts.ts';
import { useHotkey } from '../../../widgets/useHotkey.ts';
import { useNarrow } from '../../../widgets/useScreen.ts';
import { TrialButton } from '../constructor/TrialButton.tsx';
import { contentOf } from '../contentOf.ts';
import { MailingTrouble } from '../MailingTrouble.tsx';
import { useMailingDraft } from '../useMailingDraft.ts';
import type { Choices } from './choices.ts';
import { Facts } from './Facts.tsx';
import { Going, SendButton } from './Going.tsx';
import { WhoOfDraft } from './WhoExactly.tsx';
import shell from '../mailingPage.module.css';
import styles from './check.module.css';

export default function CheckPage() {
  const id = Number(useParams().id);
  const {
    data: card,
    error,
    refetch,
  } = useQuery({
    ...reading(notifications.one, { params: { id }, quiet: false, as: 'check' }),
    staleTime: Infinity,
    gcTime: 0,
  });
  if (error) return <MailingTrouble error={error} why="Её нет или это чужой черновик." onRetry={refetch} />;
  if (!card) return <PageSkeleton />;
  if (card.status > 0) return <Navigate to={pages.informingHistory(card.id)} replace />;
  return <Check card={card} />;
}

function Check({ card }: { card: NotificationCard }) {
  const navigate = useNavigate();
  const narrow = useNarrow();
  const draft = useMailingDraft(contentOf(card), card);
  const { content, preview, isCounting } = draft;
  const [choices, setChoices] = useState<Choices>({ night: 'sms', reason: '', later: '', typed: '', emptySeen: null });
  const back = () => void navigate(pages.notification(card.id));
  useHotkey('esc', back);
  if (!preview && draft.failure)
    return (
      <ErrorNote title="Не удалось посчитать" onRetry={() => void draft.refetch()}>
        {draft.failure}
      </ErrorNote>
    );
  if (!preview) return <PageSkeleton />;
  const parts = { draft, preview, choices, choose: (part: Partial<Choices>) => setChoices({ ...choices, ...part }) };
  const take = () =>
    download(exportReceivers, { body: content, quiet: true }).then(saveFile, (error: HttpError) =>
      toast(error.message, { kind: 'error' }),
    );
  return (
    <div className={shell.page}>
      <header className={shell.head}>
        <div>
          <nav className={shell.crumbs} aria-label="Путь">
            <Link to={pages.notifications}>Рассылки</Link> ›{' '}
            <Link to={pages.notification(card.id)}>{content.title || 'Без темы'}</Link> › Проверка
          </nav>
          <h1>Проверка перед отправкой</h1>
        </div>
        <p className={shell.muted} aria-live="polite">
          {isCounting ? 'Пересчитываем…' : `подсчитано в ${clockOf(preview.check.counted_at)}, список заморожен`}
        </p>
      </header>
      <div className={styles.columns} data-help="mailing.check">
        <div className={styles.body} aria-busy={isCounting}>
          <WhoOfDraft draft={draft} preview={preview} />
          <Facts {...parts} />
        </div>
        <Going {...parts} card={card} />
      </div>
      <StickyBar label="Проверка" info={narrow ? undefined : 'К тексту и получателям, ничего не потеряется'}>
        <Button variant="outlined" style={{ flex: 'none' }} startIcon={<BackIcon />} onClick={back}>
          Назад
        </Button>
        {!narrow && (
          <>
            <TrialButton draft={draft} isDisabled={!preview.sample} />
            <Button variant="outlined" startIcon={<DownloadIcon />} onClick={() => void take()}>
              Выгрузить список
            </Button>
          </>
        )}
        {narrow && <SendButton {...parts} />}
      </StickyBar>
    </div>
  );
}

/** By the clock of Moscow, as every other moment of the page. */
const clockOf = (moment: string) => new Date(moment).toLocaleTimeString('ru-RU', { timeZone: 'Europe/Moscow' });
