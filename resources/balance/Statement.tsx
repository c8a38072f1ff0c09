// Акт сверки: what was charged and paid in a period between two balances, by pages on the screen, whole on paper.
import type { ReactNode } from 'react';
import PrintIcon from '@mui/icons-material/PrintOutlined';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { garageStatement, type StatementReply } from '../../contract/balance.ts';
import type { GarageCard } from '../../contract/garages.ts';
import { reading } from '../../providers/reading.ts';
import { CopyButton } from '../../widgets/CopyButton.tsx';
import { today } from '../../widgets/today.ts';
import { DateBox } from '../../widgets/DateInput.tsx';
import { EmptyState, ErrorNote, NothingFound } from '../../widgets/EmptyState.tsx';
import { Note } from '../../widgets/Note.tsx';
import { printPaper } from '../../widgets/printPaper.ts';
import { SelectBox } from '../../widgets/SelectInput.tsx';
import { TableSkeleton } from '../../widgets/TableSkeleton.tsx';
import styles from './balance.module.css';
import { StatementEnding, StatementPaper } from './StatementPaper.tsx';
import { statementText } from './statementRules.ts';
import { StatementTable } from './StatementTable.tsx';
import { useStatementView, type StatementView } from './useStatementView.ts';

/** Name of the paper: what the printer is told to leave out of the card. */
export const STATEMENT_PAPER = 'statement';

export function Statement({ garage }: { garage: GarageCard }) {
  const [view, change] = useStatementView();
  const { from, to, type, year } = view;
  const wrongWay = Boolean(from && to && from > to);
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...reading(garageStatement, {
      params: { id: garage.id },
      query: {
        ...(from && { from }),
        ...(to && { to }),
        ...(type && { accrual_type: type }),
        ...(year && { year }),
      },
    }),
    enabled: !wrongWay,
    placeholderData: (before: StatementReply | undefined) => before,
  });
  const title = `Акт сверки по гаражу № ${garage.number}, ЛС ${garage.account_no}`;
  return (
    <section className={styles.part} data-help="debt.statement" aria-labelledby="statement-title">
      <header className={styles.partHead}>
        <h2 id="statement-title">Акт сверки</h2>
        {data && (
          <div className={styles.tools}>
            <CopyButton text={statementText(title, data)} label="Скопировать таблицу" />
            <Button startIcon={<PrintIcon />} onClick={() => printPaper(STATEMENT_PAPER)}>
              Напечатать акт
            </Button>
          </div>
        )}
      </header>
      <Filters view={view} reply={data} onChange={change} error={wrongWay ? 'Начало периода позже конца' : undefined} />
      {error ? (
        <ErrorNote onRetry={() => void refetch()}>{error.message}</ErrorNote>
      ) : data ? (
        <div className={isPlaceholderData ? styles.stale : undefined} aria-busy={isPlaceholderData}>
          <StatementPaper garage={garage} reply={data}>
            <Lines
              reply={data}
              view={view}
              onChange={change}
              ending={<StatementEnding garage={garage} reply={data} />}
            />
          </StatementPaper>
        </div>
      ) : (
        !wrongWay && (
          <TableSkeleton
            columns={[
              { label: 'Дата', width: 90 },
              { label: 'Операция' },
              { label: 'Остаток', width: 120, kind: 'money' },
            ]}
            rows={6}
          />
        )
      )}
    </section>
  );
}

interface Change {
  view: StatementView;
  onChange: (change: Partial<StatementView>) => void;
}

function Filters({
  view,
  onChange,
  reply,
  error,
}: Change & { reply: StatementReply | undefined; error: string | undefined }) {
  return (
    <div className={styles.filters}>
      <DateBox label="С" reserve={false} value={view.from} error={error} onChange={(from) => onChange({ from })} />
      <DateBox
        label="По"
        reserve={false}
        value={view.to ?? reply?.to ?? today()}
        onChange={(to) => onChange({ to: to === today() ? null : to })}
      />
      <SelectBox
        label="Вид"
        reserve={false}
        emptyLabel="Все виды"
        placeholder="Все виды"
        value={view.type}
        onChange={(type) => onChange({ type: type === null ? null : Number(type) })}
        options={(reply?.types ?? []).map((one) => ({ value: one.id, label: one.name }))}
      />
      <SelectBox
        label="Год"
        reserve={false}
        emptyLabel="Все годы"
        placeholder="Все годы"
        value={view.year}
        onChange={(year) => onChange({ year: year === null ? null : Number(year) })}
        options={(reply?.years ?? []).map((one) => ({ value: one, label: String(one) }))}
      />
    </div>
  );
}

function Lines({ reply, view, onChange, ending }: Change & { reply: StatementReply; ending: ReactNode }) {
  const isFiltered = view.type !== null || view.year !== null;
  const drop = () => onChange({ from: null, to: null, type: null, year: null });
  if (!reply.lines.length && isFiltered) return <NothingFound onReset={drop} />;
  if (!reply.lines.length)
    return reply.years.length ? (
      <EmptyState title="За период операций не было" actions={<Button onClick={drop}>Показать за всё время</Button>}>
        Остаток за это время не менялся.
      </EmptyState>
    ) : (
      <EmptyState>По гаражу ещё ничего не начислено.</EmptyState>
    );
  return (
    <>
      {isFiltered && <Note>Показаны не все строки. Остатки и итоги — по всему лицевому счёту.</Note>}
      <StatementTable
        reply={reply}
        isFiltered={isFiltered}
        page={view.page}
        onPage={(page) => onChange({ page })}
        ending={ending}
      />
    </>
  );
}
