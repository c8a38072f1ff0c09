// Registries of a ПО and of a whole МО: a file to bring, and the loads there were; each opens on a page of its own.
import UploadIcon from '@mui/icons-material/UploadFileOutlined';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
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
        <Loads loads={batches?.data ?? []} to={(id) => pages.adminPoImport(poId, id)}>
          {({ status }) => <StatusChip kind={chips[status]}>{contract.batchStates[status]}</StatusChip>}
        </Loads>
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
        <Loads loads={loads?.data ?? []} to={(id) => pages.adminMoImport(moId, id)}>
          {({ parts }) => <span>ПО: {parts}</span>}
        </Loads>
      </SectionCard>
    </div>
  );
}

/** Of more loads the latest are shown first, the others when they are asked for. */
const SHOWN = 5;

interface LoadsProps<Load> {
  loads: readonly Load[];
  to: (id: number) => string;
  /** What stands at the end of the line. */
  children: (load: Load) => ReactNode;
}

function Loads<Load extends { id: number; file_name: string; created_at: string }>(props: LoadsProps<Load>) {
  const { loads, to, children } = props;
  const [isWhole, setWhole] = useState(false);
  if (!loads.length) return null;
  const rest = isWhole ? 0 : loads.length - SHOWN;
  return (
    <>
      <ul className={styles.batches}>
        {loads.slice(0, isWhole ? undefined : SHOWN).map((load) => (
          <li key={load.id}>
            <Link to={to(load.id)}>{load.file_name}</Link>
            <span>{formatMoment(load.created_at)}</span>
            {children(load)}
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <Button size="small" onClick={() => setWhole(true)}>
          Показать ещё {rest}
        </Button>
      )}
    </>
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
