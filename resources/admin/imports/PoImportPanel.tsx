// Loading a registry into a ПО: file → columns → preview with fixes → run with progress → result, and the way back.
import UploadIcon from '@mui/icons-material/UploadFileOutlined';
import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import * as contract from '../../../contract/imports.ts';
import type { ImportBatch } from '../../../contract/imports.ts';
import { call, download, saveFile, upload, type HttpError } from '../../../providers/http.ts';
import { onLive } from '../../../providers/liveProvider.ts';
import { ConfirmDialog } from '../../../widgets/ConfirmDialog.tsx';
import { DateBox } from '../../../widgets/DateInput.tsx';
import { today } from '../../../widgets/dates.ts';
import { FileUpload } from '../../../widgets/FileUpload.tsx';
import { formatMoment, formatNumber } from '../../../widgets/format.ts';
import { Note } from '../../../widgets/Note.tsx';
import { ProgressBar } from '../../../widgets/ProgressBar.tsx';
import { SectionCard } from '../../../widgets/SectionCard.tsx';
import { StatusChip } from '../../../widgets/StatusChip.tsx';
import { toast } from '../../../widgets/toasts.ts';
import styles from './imports.module.css';
import { MappingTable } from './MappingTable.tsx';
import { PreviewTable } from './PreviewTable.tsx';

const MAX_BYTES = 20 * 1024 * 1024;
const POLL_MS = 1500;

export function PoImportPanel({ poId, poName }: { poId: number; poName: string }) {
  const [open, setOpen] = useState(false);
  const [batchId, setBatchId] = useState<number | null>(null);
  const { data: batches, refetch } = useQuery({
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
        {open && (
          <Upload
            poId={poId}
            onLoaded={(id) => {
              setBatchId(id);
              setOpen(false);
              void refetch();
            }}
          />
        )}
        {batchId !== null && (
          <Batch
            key={batchId}
            id={batchId}
            poName={poName}
            onClose={() => {
              setBatchId(null);
              void refetch();
            }}
          />
        )}
        {batchId === null && batches && batches.data.length > 0 && (
          <ul className={styles.batches}>
            {batches.data.slice(0, 5).map((batch) => (
              <li key={batch.id}>
                <button type="button" onClick={() => setBatchId(batch.id)}>
                  {batch.file_name}
                </button>
                <span>{formatMoment(batch.created_at)}</span>
                <StatusChip
                  kind={
                    batch.status === 'done'
                      ? 'done'
                      : batch.status === 'failed'
                        ? 'refused'
                        : batch.status === 'rolled_back'
                          ? 'archived'
                          : 'waiting'
                  }
                >
                  {contract.batchStates[batch.status]}
                </StatusChip>
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
        accept=".xlsx,.csv"
        maxBytes={MAX_BYTES}
        value={[]}
        disabled={share !== null}
        onChange={([file]) => void send(file)}
        error={problem}
        helperText="Книга .xlsx или .csv до 20 МБ и 20 000 строк. Ничего не запишется, пока вы не нажмёте «Загрузить»"
      />
      {share !== null && <ProgressBar label="Отправка и чтение" done={Math.round(share * 100)} total={100} />}
    </>
  );
}

function Batch({ id, poName, onClose }: { id: number; poName: string; onClose: () => void }) {
  const client = useQueryClient();
  const key = ['imports', 'batch', id];
  const { data: batch } = useQuery({
    queryKey: key,
    queryFn: () => call(contract.importBatch, { params: { id }, quiet: true }),
    refetchInterval: ({ state }) =>
      state.data && (state.data.status === 'queued' || state.data.status === 'running') ? POLL_MS : false,
  });
  useEffect(
    () =>
      onLive(
        (message) =>
          message.type === 'admin_garage_table_load_status' &&
          void client.invalidateQueries({ queryKey: ['imports', 'batch', id] }),
      ),
    [client, id],
  );
  const [confirm, setConfirm] = useState<'run' | 'rollback' | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  if (!batch) return null;
  const set = (next: ImportBatch) => {
    client.setQueryData(key, next);
    void client.invalidateQueries({ queryKey: ['imports', 'rows', id] });
  };
  const run = async (work: Promise<ImportBatch>, done?: string) => {
    setBusy(true);
    try {
      set(await work);
      setProblem('');
      setConfirm(null);
      if (done) toast(done);
      void client.invalidateQueries({ queryKey: ['garages'] });
    } catch (error) {
      setConfirm(null);
      setProblem((error as HttpError).message);
    } finally {
      setBusy(false);
    }
  };
  const isDraft = batch.status === 'draft';
  return (
    <div className={styles.batch}>
      <header>
        <h3>{batch.file_name}</h3>
        <StatusChip kind={batch.status === 'done' ? 'done' : batch.status === 'failed' ? 'refused' : 'waiting'}>
          {contract.batchStates[batch.status]}
        </StatusChip>
        <Button size="small" variant="text" onClick={onClose}>
          К списку загрузок
        </Button>
      </header>
      {problem && (
        <Note tone="red" role="alert">
          {problem}
        </Note>
      )}
      {batch.failure && (
        <Note tone="red">
          {batch.failure}. Загруженные строки сохранены: повторный запуск продолжит с места остановки.
        </Note>
      )}
      <Counts batch={batch} />
      {(batch.status === 'queued' || batch.status === 'running') && (
        <ProgressBar label="Загрузка строк" done={batch.rows_done} total={batch.rows_total} />
      )}
      {isDraft && (
        <MappingTable
          key={JSON.stringify(batch.layout)}
          batch={batch}
          onSave={(layout) =>
            void run(
              call(contract.changeImport, { params: { id }, body: { layout }, quiet: true }),
              'Столбцы сохранены',
            )
          }
        />
      )}
      {isDraft && (
        <DateBox
          label="Сальдо на дату"
          value={batch.balance_date}
          max={today()}
          onChange={(balanceDate) =>
            balanceDate && void run(call(contract.changeImport, { params: { id }, body: { balanceDate }, quiet: true }))
          }
        />
      )}
      <PreviewTable batch={batch} onChanged={set} />
      <footer>
        {(isDraft || batch.status === 'failed') && (
          <Button variant="contained" loading={busy} onClick={() => setConfirm('run')}>
            Загрузить
          </Button>
        )}
        {!isDraft && batch.status !== 'queued' && (
          <Button
            onClick={() =>
              void download(contract.importResult, { params: { id }, quiet: true }).then(saveFile, (error: HttpError) =>
                toast(error.message, { kind: 'error' }),
              )
            }
          >
            Книга с результатом
          </Button>
        )}
        {(batch.status === 'done' || batch.status === 'failed') && (
          <Button color="error" onClick={() => setConfirm('rollback')}>
            Отменить загрузку
          </Button>
        )}
      </footer>
      <ConfirmDialog
        open={confirm === 'run'}
        title={`Загрузить реестр в ${poName}?`}
        confirm="Загрузить"
        busy={busy}
        onCancel={() => setConfirm(null)}
        onConfirm={() => void run(call(contract.runImport, { params: { id }, quiet: true }))}
      >
        <Plan batch={batch} />
        <p>До первых правок загрузку можно отменить целиком.</p>
      </ConfirmDialog>
      <ConfirmDialog
        open={confirm === 'rollback'}
        title="Отменить загрузку?"
        confirm="Отменить загрузку"
        cancel="Оставить"
        danger
        busy={busy}
        onCancel={() => setConfirm(null)}
        onConfirm={() => void run(call(contract.rollbackImport, { params: { id }, quiet: true }), 'Загрузка отменена')}
      >
        Созданные гаражи уйдут в архив как ошибочные, сальдо будет сторнировано, дополненные карточки вернутся к
        прежнему виду.
      </ConfirmDialog>
    </div>
  );
}

function Counts({ batch }: { batch: ImportBatch }) {
  const { summary } = batch;
  return (
    <p className={styles.counts}>
      <span>без замечаний {formatNumber(summary.created)}</span>
      <span>с предупреждением {formatNumber(summary.created_with_warning)}</span>
      <span>ошибок {formatNumber(summary.error)}</span>
      <span>не гаражи {formatNumber(summary.ignored)}</span>
      <span>людей {formatNumber(summary.people)}</span>
    </p>
  );
}

function Plan({ batch }: { batch: ImportBatch }) {
  const { plan } = batch;
  if (!plan) return null;
  return (
    <ul>
      <li>будет создано гаражей: {formatNumber(plan.create)}</li>
      <li>будет дополнено: {formatNumber(plan.update)}</li>
      <li>без изменений: {formatNumber(plan.same)}</li>
      <li>останется нетронутыми из-за другого владельца: {formatNumber(plan.conflict)}</li>
      <li>не будет загружено из-за ошибок: {formatNumber(batch.summary.error)}</li>
    </ul>
  );
}
