// Files of a letter: kept with the draft at once.
import Button from '@mui/material/Button';
import { useState } from 'react';
import { attachToNotification, detachFromNotification } from '../../contract/notifications/attachments.ts';
import { MOST_FILES, MOST_FILES_BYTES, type NotificationCard } from '../../contract/notifications.ts';
import { call, upload, type HttpError } from '../../providers/http.ts';
import { FileUpload } from '../../widgets/FileUpload.tsx';
import { formatBytes } from '../../widgets/format.ts';
import { SectionCard } from '../../widgets/SectionCard.tsx';
import { toast } from '../../widgets/toasts.ts';
import type { useMailingDraft } from './useMailingDraft.ts';
import styles from './notifications.module.css';

type Files = NotificationCard['attachments'];

export function Attachments({ draft, files: start }: { draft: ReturnType<typeof useMailingDraft>; files: Files }) {
  const [files, setFiles] = useState(start);
  const [refused, setRefused] = useState<string | null>(null);
  const drop = (fileId: number) => {
    setRefused(null);
    call(detachFromNotification, { params: { id: draft.kept!.id, fileId }, quiet: true }).then(
      ({ attachments }) => setFiles(attachments),
      (error: HttpError) => toast(error.message, { kind: 'error' }),
    );
  };
  const add = async (chosen: readonly File[]) => {
    const kept = draft.kept ?? (await draft.save());
    if (!kept) return;
    const problems: string[] = [];
    for (const file of chosen)
      await upload(attachToNotification, { params: { id: kept.id }, file, quiet: true }).then(
        ({ attachments }) => setFiles(attachments),
        (error: HttpError) => problems.push(`«${file.name}»: ${error.message}`),
      );
    setRefused(problems.join('. ') || null);
  };
  return (
    <SectionCard title="К письму">
      <ul className={styles.list}>
        {files.map((file) => (
          <li key={file.id} className={styles.row}>
            <span>
              {file.name} <span className={styles.muted}>{formatBytes(file.size_bytes)}</span>
            </span>
            <Button size="small" onClick={() => drop(file.id)}>
              Убрать
            </Button>
          </li>
        ))}
      </ul>
      <FileUpload
        label="Файлы"
        multiple
        accept=".pdf,.jpg,.jpeg,.png,.docx,.xlsx"
        maxBytes={MOST_FILES_BYTES}
        helperText={`Не больше ${MOST_FILES} файлов, все вместе до ${formatBytes(MOST_FILES_BYTES)}`}
        error={refused}
        value={[]}
        onChange={(chosen) => void add(chosen)}
      />
    </SectionCard>
  );
}
