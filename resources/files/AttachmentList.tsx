// Scans and files of a garage or a person.
import FileIcon from '@mui/icons-material/InsertDriveFileOutlined';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type Dispatch, type SetStateAction } from 'react';
import { attach, attachments, detach, openAttachment, type Attachment } from '../../contract/files.ts';
import { registryEdit } from '../../contract/kernel/scope.ts';
import { call, upload, type HttpError } from '../../providers/http.ts';
import { keyOf, reading } from '../../providers/reading.ts';
import { useMay } from '../../providers/session.ts';
import { ConfirmDialog } from '../../widgets/ConfirmDialog.tsx';
import { EmptyState, ErrorNote } from '../../widgets/EmptyState.tsx';
import { FileUpload } from '../../widgets/FileUpload.tsx';
import { formatBytes, formatMoment } from '../../widgets/format.ts';
import { ProgressBar } from '../../widgets/ProgressBar.tsx';
import { openInTab } from './openInTab.ts';
import { toast } from '../../widgets/toasts.ts';
import type { OfObject } from '../comments/CommentList.tsx';
import styles from '../comments/notes.module.css';

const MAX_BYTES = 20 * 1024 * 1024;
/** Without HEIC here an iPhone turns its photos into JPEG by itself. */
export const ACCEPT = '.pdf,.jpg,.jpeg,.png,.webp,.doc,.docx,.xls,.xlsx,.odt';

export const useAttachments = ({ type, objectId }: OfObject) =>
  useQuery(reading(attachments, { params: { type, objectId } }));

/** Said beside a file that shows somebody's data, to those who may not open it. */
const closed = 'Открывает тот, кто ведёт реестр';

const open = (id: number) => openInTab(() => call(openAttachment, { params: { id }, quiet: true }));

export function AttachmentList(object: OfObject) {
  const { data, error, refetch } = useAttachments(object);
  const client = useQueryClient();
  const { may, reason } = useMay(registryEdit);
  const [sent, setSent] = useState<{ done: number; total: number } | null>(null);
  const [problem, setProblem] = useState('');
  const [leaving, setLeaving] = useState<{ id: number; name: string } | null>(null);
  const key = keyOf(attachments, { params: { type: object.type, objectId: object.objectId } });
  const send = async (files: readonly File[]) => {
    setProblem('');
    for (const [index, file] of files.entries()) {
      setSent({ done: index, total: files.length });
      try {
        client.setQueryData(key, await upload(attach, { params: { ...object }, file, quiet: true }));
      } catch (failure) {
        setProblem(`${file.name}: ${(failure as HttpError).message}`);
      }
    }
    setSent(null);
  };
  if (error) return <ErrorNote onRetry={() => void refetch()}>{error.message}</ErrorNote>;
  return (
    <div className={styles.papers}>
      <FileUpload
        label="Сканы и файлы"
        multiple
        accept={ACCEPT}
        maxBytes={MAX_BYTES}
        value={[]}
        onChange={(files) => void send(files)}
        disabled={!may || sent !== null}
        error={problem}
        helperText={reason ?? 'PDF, фото или документ до 20 МБ'}
      />
      {sent && <ProgressBar label="Отправка" done={sent.done} total={sent.total} />}
      {data?.data.length === 0 && <EmptyState>Приложите скан свидетельства, заявления или фото.</EmptyState>}
      <ul className={styles.list}>
        {data?.data.map((file) => (
          <FileLine may={may} setLeaving={setLeaving} file={file} key={file.id} />
        ))}
      </ul>
      <ConfirmDialog
        open={leaving !== null}
        title="Удалить файл?"
        confirm="Удалить"
        danger
        onCancel={() => setLeaving(null)}
        onConfirm={() => {
          const id = leaving!.id;
          setLeaving(null);
          call(detach, { params: { id }, quiet: true }).then(
            (rest) => {
              client.setQueryData(key, rest);
              toast('Файл удалён');
            },
            (failure: HttpError) => toast(failure.message, { kind: 'error' }),
          );
        }}
      >
        {leaving?.name}
      </ConfirmDialog>
    </div>
  );
}

function FileLine({
  may,
  setLeaving,
  file,
}: {
  may: boolean;
  setLeaving: Dispatch<SetStateAction<{ id: number; name: string } | null>>;
  file: Attachment;
}) {
  return (
    <li key={file.id} className={styles.fileLine}>
      <button
        type="button"
        className={styles.thumb}
        aria-hidden="true"
        tabIndex={-1}
        disabled={!file.may_open}
        onClick={() => void open(file.id)}
      >
        {file.thumb ? <img src={file.thumb} alt="" loading="lazy" /> : <FileIcon />}
      </button>
      <div className={styles.fileWords}>
        {file.may_open ? (
          <button type="button" className={styles.open} onClick={() => void open(file.id)}>
            {file.title ?? file.name}
          </button>
        ) : (
          (file.title ?? file.name)
        )}
        <div className={styles.meta}>
          {formatBytes(file.size_bytes)}, {formatMoment(file.created_at)}, {file.created_by}
          {!file.may_open && `. ${closed}`}
          {may && (
            <button type="button" onClick={() => setLeaving({ id: file.id, name: file.title ?? file.name })}>
              Удалить
            </button>
          )}
        </div>
      </div>
    </li>
  );
}
