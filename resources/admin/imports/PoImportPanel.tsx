// Registries of a ПО: a file to bring, and the loads there were; each opens on a page of its own.
import UploadIcon from '@mui/icons-material/UploadFileOutlined';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import * as contract from '../../../contract/imports.ts';
import { pages } from '../../../contract/pages.ts';
import { call, upload, type HttpError } from '../../../providers/http.ts';
import { FileUpload } from '../../../widgets/FileUpload.tsx';
import { formatMoment } from '../../../widgets/format.ts';
import { ProgressBar } from '../../../widgets/ProgressBar.tsx';
import { SectionCard } from '../../../widgets/SectionCard.tsx';
import { StatusChip } from '../../../widgets/StatusChip.tsx';
import styles from './imports.module.css';

const MAX_BYTES = 20 * 1024 * 1024;
const chips = {
  done: 'done',
  failed: 'refused',
  rolled_back: 'archived',
  draft: 'waiting',
  queued: 'waiting',
  running: 'waiting',
} as const;

export function PoImportPanel({ poId }: { poId: number }) {
  const [open, setOpen] = useState(false);
  const navigate = useNavigate();
  const { data: batches } = useQuery({
    queryKey: ['imports', poId],
    queryFn: () => call(contract.importBatches, { params: { po: poId }, quiet: true }),
  });
  return (
    <div className={styles.panel}>
      <SectionCard
        title="Реестр из Excel или CSV"
        action={
          <Button startIcon={<UploadIcon />} onClick={() => setOpen(!open)} aria-expanded={open}>
            Загрузить реестр
          </Button>
        }
      >
        {open && <Upload poId={poId} onLoaded={(id) => void navigate(pages.adminPoImport(poId, id))} />}
        {batches && batches.data.length > 0 && (
          <ul className={styles.batches}>
            {batches.data.slice(0, 5).map((batch) => (
              <li key={batch.id}>
                <Link to={pages.adminPoImport(poId, batch.id)}>{batch.file_name}</Link>
                <span>{formatMoment(batch.created_at)}</span>
                <StatusChip kind={chips[batch.status]}>{contract.batchStates[batch.status]}</StatusChip>
              </li>
            ))}
          </ul>
        )}
      </SectionCard>
    </div>
  );
}

function Upload({ poId, onLoaded }: { poId: number; onLoaded: (id: number) => void }) {
  const [share, setShare] = useState<number | null>(null);
  const [problem, setProblem] = useState('');
  const send = async (file: File | undefined) => {
    if (!file) return;
    setProblem('');
    setShare(0);
    try {
      onLoaded(
        (await upload(contract.uploadRegistry, { params: { po: poId }, file, onProgress: setShare, quiet: true })).id,
      );
    } catch (error) {
      setProblem((error as HttpError).body.errors?.file ?? (error as HttpError).message);
    } finally {
      setShare(null);
    }
  };
  return (
    <>
      <FileUpload
        label="Файл реестра"
        accept=".xlsx,.xls,.ods,.csv"
        maxBytes={MAX_BYTES}
        value={[]}
        disabled={share !== null}
        onChange={([file]) => void send(file)}
        error={problem}
        helperText="Книга .xlsx, .xls, .ods или .csv до 20 МБ и 20 000 строк. Ничего не запишется, пока вы не нажмёте «Загрузить»"
      />
      {share !== null && <ProgressBar label="Отправка и чтение" done={Math.round(share * 100)} total={100} />}
    </>
  );
}
