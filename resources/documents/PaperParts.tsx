// Parts of a paper, on its own page and beside the journal: what is told of it, what may be done, its pages.
import BlockIcon from '@mui/icons-material/BlockOutlined';
import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import PrintIcon from '@mui/icons-material/PrintOutlined';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useRefresh } from 'react-admin';
import { Link } from 'react-router';
import { cancelDocument, documentCopy, documentFile, openScan, type DocumentCard } from '../../contract/documents.ts';
import { takeAsReceived } from '../../contract/documents/scans.ts';
import { refusal, registryEdit } from '../../contract/kernel/scope.ts';
import { pages } from '../../contract/pages.ts';
import { call, download, errorsOf, saveFile, type HttpError } from '../../providers/http.ts';
import { useActor } from '../../providers/session.ts';
import { ActionButton } from '../../widgets/ActionButton.tsx';
import { ConfirmDialog } from '../../widgets/ConfirmDialog.tsx';
import { cx } from '../../widgets/cx.ts';
import { formatMoment } from '../../widgets/format.ts';
import { Note } from '../../widgets/Note.tsx';
import { printFile } from '../../widgets/printFile.ts';
import { TextBox } from '../../widgets/TextInput.tsx';
import { toast } from '../../widgets/toasts.ts';
import { openInTab } from '../files/openInTab.ts';
import styles from './documents.module.css';
import { hasNoForce, stateChips } from './words.ts';

export function Notes({ paper }: { paper: DocumentCard }) {
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
      <Returned paper={paper} />
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

/** The signed paper that came back, whole or not yet. */
function Returned({ paper }: { paper: DocumentCard }) {
  const refresh = useRefresh();
  const actor = useActor();
  const { scan_pages: had, scan_of: of } = paper;
  const missing = had && of ? Array.from({ length: of }, (_, nth) => nth + 1).filter((nth) => !had.includes(nth)) : [];
  if (!paper.received_at && !paper.has_scan) return null;
  const lacks = `${missing.length === 1 ? 'листа' : 'листов'} ${missing.join(', ')} из ${of}`;
  const open = paper.has_scan && !paper.paper_refusal && (
    <Button
      size="small"
      variant="text"
      onClick={() => void openInTab(() => call(openScan, { params: { id: paper.id }, quiet: true }))}
    >
      Открыть скан
    </Button>
  );
  if (paper.received_at)
    return (
      <Note title="Бумага получена">
        Подписанный лист вернулся {formatMoment(paper.received_at)}.{missing.length > 0 && ` В скане нет ${lacks}.`}{' '}
        {open}
      </Note>
    );
  const accept = async () => {
    try {
      await call(takeAsReceived, { params: { id: paper.id }, quiet: true });
      refresh();
    } catch (failure) {
      toast((failure as HttpError).message, { kind: 'error' });
    }
  };
  return (
    <Note tone="amber" title="Вернулись не все листы">
      Нет {lacks}. Отсканируйте недостающее: скан дополнится. {open}{' '}
      {!refusal(actor, registryEdit) && (
        <Button size="small" variant="text" onClick={() => void accept()}>
          Бумага получена целиком
        </Button>
      )}
    </Note>
  );
}

/** `onCancel`: the question is asked by whoever shows these, because they may leave the screen before it is answered. */
export function Actions({ paper, onCancel }: { paper: DocumentCard; onCancel?: () => void }) {
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
  const why = paper.paper_refusal;
  return (
    <div className={styles.actions}>
      <ActionButton
        main
        icon={<PrintIcon />}
        busy={busy}
        refusal={why}
        onClick={() => void take(documentCopy, ({ blob }) => printFile(blob))}
      >
        Печать копии
      </ActionButton>
      <ActionButton icon={<DownloadIcon />} busy={busy} refusal={why} onClick={() => void take(documentFile, saveFile)}>
        Скачать
      </ActionButton>
      <ActionButton
        icon={<BlockIcon />}
        refusal={paper.cancel_refusal}
        onClick={onCancel ?? (() => setCancelling(true))}
      >
        Аннулировать
      </ActionButton>
      {cancelling && <Cancelling paper={paper} onClose={() => setCancelling(false)} />}
    </div>
  );
}

export function Cancelling({ paper, onClose }: { paper: DocumentCard; onClose: () => void }) {
  const refresh = useRefresh();
  const [reason, setReason] = useState('');
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const cancel = async () => {
    setBusy(true);
    try {
      await call(cancelDocument, { params: { id: paper.id }, body: { reason }, quiet: true });
      toast(`Документ № ${paper.number} аннулирован`);
      onClose();
      refresh();
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
      onCancel={onClose}
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

/** A file, which stays as it is whatever becomes of papers. */
const fileKey = (paper: number) => ['document_file', paper];

/** The stored pages in the browser's own viewer. */
export function Pages({ id, bare }: { id: number; bare?: boolean }) {
  const { data, error } = useQuery({
    queryKey: fileKey(id),
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
    <iframe
      title="Документ"
      src={`${url}#${bare ? 'toolbar=0&' : ''}navpanes=0&view=FitH`}
      className={cx(styles.pages, bare && styles.beside)}
    />
  ) : (
    <div className={cx(styles.pages, bare && styles.beside)} aria-busy="true" />
  );
}
