// Registries of a ПО and of a whole МО: a file to bring, and the loads there were; each opens on a page of its own.
import UploadIcon from '@mui/icons-material/UploadFileOutlined';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import * as contract from '../../../contract/imports.ts';
import { pages } from '../../../contract/pages.ts';
import { upload, type HttpError } from '../../../providers/http.ts';
import { reading } from '../../../providers/reading.ts';
import { FileUpload } from '../../../widgets/FileUpload.tsx';
import { formatMoment } from '../../../widgets/format.ts';
import { ProgressBar } from '../../../widgets/ProgressBar.tsx';
import { SectionCard } from '../../../widgets/SectionCard.tsx';
import { StatusChip } from '../../../widgets/StatusChip.tsx';
import { chips } from './importRules.ts';
import styles from './imports.module.css';

const MAX_BYTES = 20 * 1024 * 1024;

export function PoImportPanel({ poId }: { poId: number }) {
  const [open, setOpen] = useState(false);
  const navigate = useNavigate();
  const { data: batches } = useQuery(reading(contract.importBatches, { params: { po: poId } }));
  return (
    <div className={styles.panel} data-help="import.file">
      <SectionCard
        title="Реестр из Excel или CSV"
        action={
          <Button startIcon={<UploadIcon />} onClick={() => setOpen(!open)} aria-expanded={open}>
            Загрузить реестр
          </Button>
        }
      >
        {open && (
          <Upload
            send={(file, onProgress) =>
              upload(contract.uploadRegistry, { params: { po: poId }, file, onProgress, quiet: true })
            }
            onLoaded={(id) => void navigate(pages.adminPoImport(poId, id))}
          />
        )}
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

/** Workbooks of a МО: a sheet for each ПО or a column that names them. */
export function MoImportPanel({ moId }: { moId: number }) {
  const [open, setOpen] = useState(false);
  const navigate = useNavigate();
  const { data: loads } = useQuery(reading(contract.wholeLoads, { params: { mo: moId } }));
  return (
    <div className={styles.panel}>
      <SectionCard
        title="Реестр всего МО из Excel или CSV"
        action={
          <Button startIcon={<UploadIcon />} onClick={() => setOpen(!open)} aria-expanded={open}>
            Загрузить реестр МО
          </Button>
        }
      >
        <p className={styles.muted}>Лист на каждое ПО с его названием или столбец «ПО».</p>
        {open && (
          <Upload
            send={(file, onProgress) =>
              upload(contract.uploadWhole, { params: { mo: moId }, file, onProgress, quiet: true })
            }
            onLoaded={(id) => void navigate(pages.adminMoImport(moId, id))}
          />
        )}
        {loads && loads.data.length > 0 && (
          <ul className={styles.batches}>
            {loads.data.slice(0, 5).map((load) => (
              <li key={load.id}>
                <Link to={pages.adminMoImport(moId, load.id)}>{load.file_name}</Link>
                <span>{formatMoment(load.created_at)}</span>
                <span>ПО: {load.parts}</span>
              </li>
            ))}
          </ul>
        )}
      </SectionCard>
    </div>
  );
}

interface UploadProps {
  send: (file: File, onProgress: (share: number) => void) => Promise<{ id: number }>;
  onLoaded: (id: number) => void;
}

function Upload({ send: sendFile, onLoaded }: UploadProps) {
  const [share, setShare] = useState<number | null>(null);
  const [problem, setProblem] = useState('');
  const send = async (file: File | undefined) => {
    if (!file) return;
    setProblem('');
    setShare(0);
    try {
      onLoaded((await sendFile(file, setShare)).id);
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
