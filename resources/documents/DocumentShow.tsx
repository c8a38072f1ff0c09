// One paper: what it is, whether it has force, its pages as they were printed, copies, cancelling.
import BlockIcon from '@mui/icons-material/BlockOutlined';
import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import PrintIcon from '@mui/icons-material/PrintOutlined';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useRecordContext, useRefresh } from 'react-admin';
import { Link } from 'react-router';
import { cancelDocument, documentCopy, documentFile, documents, type DocumentCard } from '../../contract/documents.ts';
import { pages } from '../../contract/pages.ts';
import { call, download, errorsOf, saveFile, type HttpError } from '../../providers/http.ts';
import { ConfirmDialog } from '../../widgets/ConfirmDialog.tsx';
import { formatDate, formatMoment } from '../../widgets/format.ts';
import { GaragePlate } from '../../widgets/GaragePlate.tsx';
import { Note } from '../../widgets/Note.tsx';
import { PageSkeleton } from '../../widgets/PageSkeleton.tsx';
import { RecordPage } from '../../widgets/RecordPage.tsx';
import { printFile } from '../../widgets/print.ts';
import { StatusChip } from '../../widgets/StatusChip.tsx';
import { TextBox } from '../../widgets/TextInput.tsx';
import { toast } from '../../widgets/toasts.ts';
import styles from './documents.module.css';
import { hasNoForce, stateChips } from './words.ts';

export default function DocumentShow() {
  return (
    <RecordPage resource={documents.name}>
      <Card />
    </RecordPage>
  );
}

function Card() {
  const paper = useRecordContext<DocumentCard>();
  // A list leaves its shorter rows in the cache: the card is shown when it has come whole.
  if (paper?.copies === undefined) return <PageSkeleton />;
  return (
    <div className={styles.page}>
      <nav aria-label="Путь">
        <Link to={pages.documents}>Документы</Link> › {paper.po.name}
      </nav>
      <header className={styles.top}>
        <div>
          <h1>
            {paper.document_type.name}{' '}
            <StatusChip kind={paper.is_copy ? 'plain' : stateChips[paper.state].kind}>
              {paper.is_copy && !hasNoForce(paper) ? 'Копия' : stateChips[paper.state].text}
            </StatusChip>
          </h1>
          <p>
            {hasNoForce(paper) ? <s>№ {paper.number}</s> : `№ ${paper.number}`} от {formatDate(paper.on_date)}{' '}
            {paper.garage && (
              <GaragePlate
                section={paper.garage.section}
                number={paper.garage.number}
                size="s"
                to={pages.garage(paper.garage.id)}
              />
            )}{' '}
            {paper.profile && <Link to={pages.profile(paper.profile.id)}>{paper.profile.name}</Link>}
          </p>
        </div>
        <Actions paper={paper} />
      </header>
      <Notes paper={paper} />
      {paper.paper_refusal ? <Note tone="blue">{paper.paper_refusal}</Note> : <Pages id={paper.id} />}
      <p className={styles.foot}>
        Хранится с {formatMoment(paper.printed_at)}, напечатал(а): {paper.printed_by?.name ?? 'система'} · Следующий раз
        выйдет копия с отметкой «КОПИЯ». Проверка подлинности: {paper.check_url}
      </p>
    </div>
  );
}

function Notes({ paper }: { paper: DocumentCard }) {
  const { replaced_by: instead } = paper;
  return (
    <>
      {hasNoForce(paper) && (
        <Note
          tone="amber"
          title={`${stateChips[paper.state].text} ${formatMoment(paper.ended_at!)}, ${paper.ended_by ?? ''}`}
        >
          {paper.cancel_reason}{' '}
          {instead && (
            <>
              Взамен выдан <Link to={pages.document(instead.id)}>{instead.name}</Link>.
            </>
          )}
        </Note>
      )}
      {paper.received_at && (
        <Note title="Бумага получена">
          Подписанный лист вернулся {formatMoment(paper.received_at)}.{' '}
          {paper.scan_url && (
            <a href={paper.scan_url} target="_blank" rel="noopener noreferrer">
              Открыть скан
            </a>
          )}
        </Note>
      )}
      {paper.copy_of && (
        <Note>
          Это копия. <Link to={pages.document(paper.copy_of)}>Открыть документ</Link>
        </Note>
      )}
      {paper.copies.length > 0 && (
        <p>
          Копии:{' '}
          {paper.copies.map((copy, nth) => (
            <span key={copy.id}>
              {nth > 0 && ', '}
              <Link to={pages.document(copy.id)}>{formatMoment(copy.printed_at)}</Link>
            </span>
          ))}
        </p>
      )}
    </>
  );
}

function Actions({ paper }: { paper: DocumentCard }) {
  const refresh = useRefresh();
  const [busy, setBusy] = useState(false);
  const [cancelling, setCancelling] = useState(false);
  const take = async (what: typeof documentFile, give: (file: { blob: Blob; name: string }) => void) => {
    setBusy(true);
    try {
      give(await download(what, { params: { id: paper.id }, quiet: true }));
      if (what === documentCopy) refresh();
    } catch (failure) {
      toast((failure as HttpError).message, { kind: 'error' });
    } finally {
      setBusy(false);
    }
  };
  const refusal = paper.paper_refusal ?? '';
  return (
    <div className={styles.actions}>
      <Button
        variant="contained"
        startIcon={<PrintIcon />}
        disabled={busy || Boolean(refusal) || hasNoForce(paper)}
        title={refusal || (hasNoForce(paper) ? 'Документ не имеет силы' : '')}
        onClick={() => void take(documentCopy, ({ blob }) => printFile(blob))}
      >
        Печать копии
      </Button>
      <Button
        startIcon={<DownloadIcon />}
        disabled={busy || Boolean(refusal)}
        title={refusal}
        onClick={() => void take(documentFile, saveFile)}
      >
        Скачать
      </Button>
      <Button
        startIcon={<BlockIcon />}
        disabled={paper.cancel_refusal !== null}
        title={paper.cancel_refusal ?? ''}
        onClick={() => setCancelling(true)}
      >
        Аннулировать
      </Button>
      {cancelling && (
        <Cancelling
          paper={paper}
          onClose={(isDone) => {
            setCancelling(false);
            if (isDone) refresh();
          }}
        />
      )}
    </div>
  );
}

function Cancelling({ paper, onClose }: { paper: DocumentCard; onClose: (isDone: boolean) => void }) {
  const [reason, setReason] = useState('');
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const cancel = async () => {
    setBusy(true);
    try {
      await call(cancelDocument, { params: { id: paper.id }, body: { reason }, quiet: true });
      toast(`Документ № ${paper.number} аннулирован`);
      onClose(true);
    } catch (failure) {
      setErrors(errorsOf(failure));
      setBusy(false);
    }
  };
  return (
    <ConfirmDialog
      open
      title={`Аннулировать документ № ${paper.number}?`}
      confirm="Аннулировать"
      danger
      busy={busy}
      onConfirm={() => void cancel()}
      onCancel={() => onClose(false)}
    >
      <p>Номер останется занятым, причина — в журнале. Проверка по QR скажет «Аннулирован».</p>
      <TextBox
        label="Причина"
        required
        autoFocus
        maxLength={300}
        value={reason}
        onChange={setReason}
        error={errors.reason ?? errors.form}
      />
    </ConfirmDialog>
  );
}

/** The stored pages in the browser's own viewer. */
function Pages({ id }: { id: number }) {
  const { data, error } = useQuery({
    queryKey: ['document_file', id],
    queryFn: () => download(documentFile, { params: { id }, quiet: true }),
    gcTime: 0,
    staleTime: Infinity,
  });
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!data) return undefined;
    const made = URL.createObjectURL(data.blob);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [data]);
  if (error) return <Note tone="red">{error.message}</Note>;
  return url ? (
    <iframe title="Документ" src={`${url}#navpanes=0&view=FitH`} className={styles.pages} />
  ) : (
    <div className={styles.pages} aria-busy="true" />
  );
}
