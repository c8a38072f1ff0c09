// The last step: exactly what will happen, in figures; then the run, what came of it, the way back.
import BackIcon from '@mui/icons-material/ChevronLeft';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode, type Dispatch, type SetStateAction } from 'react';
import { Link } from 'react-router';
import * as contract from '../../../contract/imports.ts';
import type { ImportBatch } from '../../../contract/imports.ts';
import { pages } from '../../../contract/pages.ts';
import { call, download, saveFile, type HttpError } from '../../../providers/http.ts';
import { readAnew } from '../../../providers/reading.ts';
import { ConfirmDialog } from '../../../widgets/ConfirmDialog.tsx';
import { formatNumber } from '../../../widgets/format.ts';
import { Note } from '../../../widgets/Note.tsx';
import { ProgressBar } from '../../../widgets/ProgressBar.tsx';
import { StatusChip } from '../../../widgets/StatusChip.tsx';
import { toast } from '../../../widgets/toasts.ts';
import type { StepProps } from './stepProps.ts';
import { chips } from './importRules.ts';
import styles from './imports.module.css';
import { Outcome } from './Outcome.tsx';

export interface RunStepProps extends StepProps {
  poId: number;
  keep: (work: Promise<ImportBatch>, done?: string) => Promise<boolean>;
  onBack: (() => void) | undefined;
  bar: (children: ReactNode) => ReactNode;
}

export function RunStep({ batch, busy, poId, keep, onBack, bar }: RunStepProps) {
  const client = useQueryClient();
  const [asks, setAsks] = useState(false);
  const { plan, summary, status } = batch;
  const isDraft = status === 'draft';
  const isGoing = status === 'queued' || status === 'running';
  const people = plan?.people ? plan.people.created + plan.people.updated : 0;
  const loaded = plan ? plan.create + plan.update + people : 0;
  const back = async () => {
    await keep(call(contract.rollbackImport, { params: { id: batch.id }, quiet: true }), 'Загрузка отменена');
    setAsks(false);
    void readAnew(client, 'garages');
  };
  return (
    <>
      <div className={styles.columns}>
        <div className={styles.main}>
          <h2>
            {isDraft ? 'Что произойдёт' : 'Загрузка'}{' '}
            <StatusChip kind={chips[status]}>{contract.batchStates[status]}</StatusChip>
          </h2>
          {batch.failure && (
            <Note tone="red">
              {batch.failure}. Загруженные строки сохранены: повторный запуск продолжит с места остановки.
            </Note>
          )}
          {isGoing && <ProgressBar label="Загрузка строк" done={batch.rows_done} total={batch.rows_total} />}
          {plan && <PlanList plan={plan} errors={summary.error} />}
          {isDraft && (
            <p className={styles.muted}>Пока никто не правил загруженное, загрузку можно отменить целиком.</p>
          )}
          {!isDraft && !isGoing && <Results batch={batch} />}
        </div>
        <Outcome batch={batch} />
      </div>
      {bar(
        <Actions
          batch={batch}
          busy={busy}
          poId={poId}
          keep={keep}
          onBack={onBack}
          setAsks={setAsks}
          status={status}
          isDraft={isDraft}
          isGoing={isGoing}
          loaded={loaded}
        />,
      )}
      <ConfirmDialog
        open={asks}
        title="Отменить загрузку?"
        confirm="Отменить загрузку"
        cancel="Оставить"
        danger
        busy={busy}
        onCancel={() => setAsks(false)}
        onConfirm={() => void back()}
      >
        Созданные гаражи уйдут в архив как ошибочные, сальдо будет сторнировано, дополненные карточки вернутся к
        прежнему виду.
      </ConfirmDialog>
    </>
  );
}

/** Back, the book of results, taking back, loading. */
function Actions({
  batch,
  busy,
  poId,
  keep,
  onBack,
  setAsks,
  status,
  isDraft,
  isGoing,
  loaded,
}: {
  batch: ImportBatch;
  busy: boolean;
  poId: number;
  keep: (work: Promise<ImportBatch>, done?: string) => Promise<boolean>;
  onBack: (() => void) | undefined;
  setAsks: Dispatch<SetStateAction<boolean>>;
  status: ImportBatch['status'];
  isDraft: boolean;
  isGoing: boolean;
  loaded: number;
}) {
  return (
    <>
      {onBack ? (
        <Button startIcon={<BackIcon />} onClick={onBack}>
          Назад
        </Button>
      ) : (
        <Button component={Link} to={pages.adminPo(poId)} startIcon={<BackIcon />}>
          К ПО
        </Button>
      )}
      <span className={styles.grow} />
      {!isDraft && !isGoing && (
        <Button
          onClick={() =>
            void download(contract.importResult, { params: { id: batch.id }, quiet: true }).then(
              saveFile,
              (error: HttpError) => toast(error.message, { kind: 'error' }),
            )
          }
        >
          Книга с результатом
        </Button>
      )}
      {(status === 'done' || status === 'failed') && (
        <Button color="error" onClick={() => setAsks(true)}>
          Отменить загрузку
        </Button>
      )}
      {(isDraft || status === 'failed') && (
        <Button
          variant="contained"
          loading={busy}
          onClick={() => void keep(call(contract.runImport, { params: { id: batch.id }, quiet: true }))}
        >
          {isDraft ? `Загрузить ${formatNumber(loaded)}` : 'Продолжить'}
        </Button>
      )}
    </>
  );
}

function PlanList({ plan, errors }: { plan: NonNullable<ImportBatch['plan']>; errors: number }) {
  return (
    <ul className={styles.plan}>
      <li>будет создано гаражей: {formatNumber(plan.create)}</li>
      <li>будет дополнено: {formatNumber(plan.update)}</li>
      <li>без изменений: {formatNumber(plan.same)}</li>
      {plan.people && <PeopleLine words="с листа людей: будет записано" {...plan.people} />}
      <li>останется нетронутыми, решает человек: {formatNumber(plan.conflict)}</li>
      <li>отличается от реестра и не решено, останется как в реестре: {formatNumber(plan.differs)}</li>
      <li>не будет загружено из-за ошибок: {formatNumber(errors)}</li>
    </ul>
  );
}

type PeopleCounts = NonNullable<NonNullable<ImportBatch['plan']>['people']>;

/** People named apart from garages; whoever was entered with his garage is among those without change. */
const PeopleLine = ({ words, created, updated, same }: PeopleCounts & { words: string }) => (
  <li>
    {words} {formatNumber(created)}, дополнено {formatNumber(updated)}, без изменений {formatNumber(same)}
  </li>
);

/** What was made, changed and left, once the run is over. */
function Results({ batch }: { batch: ImportBatch }) {
  const { results } = batch;
  if (!results) return null;
  return (
    <ul className={styles.plan}>
      <li>создано: {formatNumber(results.created)}</li>
      <li>дополнено: {formatNumber(results.updated)}</li>
      <li>без изменений: {formatNumber(results.same)}</li>
      {results.people && <PeopleLine words="с листа людей: записано" {...results.people} />}
      <li>оставлено решать человеку: {formatNumber(results.conflict)}</li>
      <li>не загружено: {formatNumber(results.skipped)}</li>
    </ul>
  );
}
