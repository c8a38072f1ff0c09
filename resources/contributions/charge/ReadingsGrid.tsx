// Used kWh garage by garage: an entry grid, Enter goes down.
import Button from '@mui/material/Button';
import { useGetList } from 'ra-core';
import { useState, type KeyboardEvent } from 'react';
import type { GarageRow } from '../../../contract/garages.ts';
import { EmptyState, ErrorNote } from '../../../widgets/EmptyState.tsx';
import { formatMoney, formatNumber } from '../../../widgets/format.ts';
import { GaragePlate } from '../../../widgets/GaragePlate.tsx';
import { Note } from '../../../widgets/Note.tsx';
import { NumberBox } from '../../../widgets/NumberInput.tsx';
import { TableSkeleton } from '../../../widgets/TableSkeleton.tsx';
import type { ChargeDraft } from './model.ts';
import type { StepProps } from './WhoStep.tsx';
import styles from './charge.module.css';

const PAGE = 50;

export function ReadingsGrid({ draft, change, errors }: StepProps) {
  const [page, setPage] = useState(1);
  const { rows, total, error, refetch, isPending } = useChosenGarages(draft, page);
  const entered = Object.keys(draft.readings).length;
  const set = (id: number, quantity: number | null) => {
    const { [id]: _before, ...others } = draft.readings;
    change({ readings: quantity === null ? others : { ...others, [id]: quantity } });
  };
  return (
    <section className={styles.block} aria-label="Показания">
      <h3>
        Расход, кВт·ч <small>внесено {formatNumber(entered)}</small>
      </h3>
      {errors.readings && (
        <Note tone="red" role="alert">
          {errors.readings}
        </Note>
      )}
      {error && <ErrorNote onRetry={() => void refetch()}>{(error as Error).message}</ErrorNote>}
      {isPending && (
        <TableSkeleton columns={[{ width: 96, kind: 'plate' }, {}, { width: 140 }, { width: 120 }]} rows={6} />
      )}
      {!isPending && !error && !rows.length && (
        <EmptyState>Под условия первого шага не подходит ни один гараж.</EmptyState>
      )}
      {rows.length > 0 && (
        <table className={styles.grid} onKeyDown={goDown}>
          <thead>
            <tr>
              <th>Гараж</th>
              <th>Владелец</th>
              <th>кВт·ч</th>
              <th className={styles.end}>Сумма</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <td>
                  <GaragePlate section={row.section} number={row.number} />
                </td>
                <td>{row.owners[0]?.full_name ?? 'без владельца'}</td>
                <td>
                  <NumberBox
                    label={`Расход гаража ${row.section} ${row.number}, кВт·ч`}
                    hideLabel
                    reserve={false}
                    digits={2}
                    value={draft.readings[row.id] ?? null}
                    onChange={(quantity) => set(row.id, quantity)}
                  />
                </td>
                <td className={styles.end}>{sumOf(draft, row.id)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {total > PAGE && (
        <div className={styles.pages}>
          <Button size="small" disabled={page === 1} onClick={() => setPage(page - 1)}>
            Предыдущие
          </Button>
          <span>
            {formatNumber((page - 1) * PAGE + 1)}–{formatNumber(Math.min(total, page * PAGE))} из {formatNumber(total)}
          </span>
          <Button size="small" disabled={page * PAGE >= total} onClick={() => setPage(page + 1)}>
            Следующие
          </Button>
        </div>
      )}
      <p className={styles.hint}>Гаражи без показаний не начисляются. До скидки по льготе.</p>
    </section>
  );
}

function sumOf({ readings, amount }: ChargeDraft, id: number) {
  const quantity = readings[id];
  return quantity === undefined || !amount ? '—' : formatMoney(Math.round(quantity * amount));
}

/** Garages of the first step: those of the filter page by page, on the first page also those named one by one. */
function useChosenGarages(draft: ChargeDraft, page: number) {
  const sort = { field: 'place', order: 'ASC' as const };
  const byFilter = useGetList<GarageRow>(
    'garages',
    { filter: draft.all ? draft.filter : { id: draft.included }, pagination: { page, perPage: PAGE }, sort },
    { enabled: draft.all || draft.included.length > 0 },
  );
  const extra = draft.all && page === 1 ? draft.included : [];
  const named = useGetList<GarageRow>(
    'garages',
    { filter: { id: extra }, pagination: { page: 1, perPage: 200 }, sort },
    { enabled: extra.length > 0 },
  );
  const all = [...(extra.length ? (named.data ?? []) : []), ...(byFilter.data ?? [])];
  const rows = all.filter(
    (row, at) => !draft.excluded.includes(row.id) && all.findIndex((one) => one.id === row.id) === at,
  );
  const { total = 0, error, refetch, isPending } = byFilter;
  return { rows, total, error, refetch, isPending };
}

/** Enter moves to the next reading, as in a spreadsheet. */
function goDown(event: KeyboardEvent<HTMLTableElement>) {
  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const boxes = [...event.currentTarget.querySelectorAll('input')];
  const next = boxes[boxes.indexOf(event.target as HTMLInputElement) + (event.shiftKey ? -1 : 1)];
  next?.focus();
  next?.select();
}
