// Garages of the preview: whom, with which privilege, how much; those left out with the reason.
import CloseIcon from '@mui/icons-material/Close';
import Button from '@mui/material/Button';
import { useState, type KeyboardEvent } from 'react';
import { skipNames, type AccrualPreview, type PlanRow } from '../../../contract/contributions/charging.ts';
import { EmptyState } from '../../../widgets/EmptyState.tsx';
import { cx } from '../../../widgets/cx.ts';
import { formatDate, formatMoney, formatNumber, formatSum } from '../../../widgets/format.ts';
import { GaragePlate } from '../../../widgets/GaragePlate.tsx';
import { IconButtonWithTip } from '../../../widgets/IconButtonWithTip.tsx';
import { TableSkeleton } from '../../../widgets/TableSkeleton.tsx';
import { PLAN_PAGE, type PlanPage, type Preview } from './usePreview.ts';
import styles from './charge.module.css';

export interface PlanTableProps {
  preview: Preview;
  tab: PlanPage['tab'];
  /** Left out by hand: gone from the table at once, before the answer comes. */
  hidden: readonly number[];
  offset: number;
  onPage: (offset: number) => void;
  onExclude: (id: number, name: string) => void;
  onPutBack: (id: number) => void;
}

const nothing: Record<PlanPage['tab'], string> = {
  charge: 'Начислять некому: измените условия на первом шаге.',
  privilege: 'Льгот среди этих гаражей нет.',
  attention: 'Ничего необычного не нашлось.',
  skipped: 'Никто не пропущен.',
};

/** Why the table is empty: the words searched for, charges made before, or nobody at all. */
function emptyWords(tab: PlanPage['tab'], data: AccrualPreview): string {
  if (data.tabs[tab] > 0) return 'По этим словам никого не нашлось.';
  return tab === 'charge' && data.charged_before > 0 ? chargedAll : nothing[tab];
}
const chargedAll = 'Начислять некому: этим гаражам уже начислено. Выберите «Добавить» или измените условия.';

const reasonHeads: Record<PlanPage['tab'], string> = {
  charge: 'Льгота',
  privilege: 'Льгота',
  attention: 'Что необычно',
  skipped: 'Почему пропущен',
};

export function PlanTable(props: PlanTableProps) {
  const { preview, tab, hidden, offset, onPage } = props;
  const { data } = preview;
  const [focused, setFocused] = useState<number | null>(null);
  if (!data)
    return <TableSkeleton columns={[{ width: 96, kind: 'plate' }, {}, {}, { width: 120, kind: 'money' }]} rows={9} />;
  const isSkipped = tab === 'skipped';
  // Rows of the tab that was open before are not shown under this one.
  const rows = data.rows.filter((row) =>
    isSkipped
      ? row.skipped && (row.skipped !== 'excluded' || hidden.includes(row.garage.id))
      : !row.skipped && !hidden.includes(row.garage.id),
  );
  const reachable = rows.filter((row) => !row.skipped || row.skipped === 'excluded').map((row) => row.garage.id);
  const stop = focused !== null && reachable.includes(focused) ? focused : reachable[0];
  const several = data.pos.length > 1 || new Set(rows.map((row) => row.garage.po_name)).size > 1;
  // A column of dashes, and a base that is the sum, take the room of names.
  const isPrivileged = data.tabs.privilege > 0 || rows.some((row) => row.privilege);
  const shows = { several, reason: isPrivileged || isSkipped || tab === 'attention', base: isPrivileged && !isSkipped };
  if (!rows.length && preview.isFresh) return <EmptyState title="Пусто">{emptyWords(tab, data)}</EmptyState>;
  return (
    <>
      <div className={cx(styles.planBox, !preview.isFresh && styles.waiting)}>
        <table className={cx(styles.plan, styles.planRows)} aria-busy={!preview.isFresh}>
          <PlanHead tab={tab} data={data} isSkipped={isSkipped} several={several} shows={shows} />
          <tbody onKeyDown={walk}>
            {rows.map((row, at) => (
              <Row
                key={`${row.garage.id} ${at - rows.findIndex((one) => one.garage.id === row.garage.id)}`}
                row={row}
                shows={shows}
                isStop={row.garage.id === stop}
                onFocus={() => setFocused(row.garage.id)}
                {...props}
              />
            ))}
          </tbody>
        </table>
      </div>
      {data.rows_total > PLAN_PAGE && <PlanPages offset={offset} onPage={onPage} data={data} />}
    </>
  );
}

function PlanHead({
  tab,
  data,
  isSkipped,
  several,
  shows,
}: {
  tab: 'privilege' | 'skipped' | 'attention' | 'charge';
  data: AccrualPreview;
  isSkipped: boolean;
  several: boolean;
  shows: { several: boolean; reason: boolean; base: boolean };
}) {
  return (
    <thead>
      <tr>
        <th className={styles.plateCell}>Гараж</th>
        {several && <th className={cx(styles.wide, styles.poHead)}>ПО</th>}
        <th>Владелец</th>
        {shows.reason && <th className={cx(styles.wide, styles.reasonHead)}>{reasonHeads[tab]}</th>}
        {!isSkipped && data.unit !== 'garage' && data.unit !== 'person' && (
          <th className={cx(styles.end, styles.quantityHead)}>{data.unit === 'm2' ? 'м²' : 'кВт·ч'}</th>
        )}
        {shows.base && <th className={cx(styles.end, styles.wide, styles.baseHead)}>База</th>}
        {!isSkipped && <th className={cx(styles.end, styles.sumHead)}>К начислению</th>}
        <th className={cx(styles.tool, isSkipped && styles.backHead)}>
          <span className={styles.spoken}>Действие</span>
        </th>
      </tr>
    </thead>
  );
}

function PlanPages({
  offset,
  onPage,
  data,
}: {
  offset: number;
  onPage: (offset: number) => void;
  data: AccrualPreview;
}) {
  return (
    <div className={styles.pages}>
      <Button size="small" disabled={offset === 0} onClick={() => onPage(Math.max(0, offset - PLAN_PAGE))}>
        Предыдущие
      </Button>
      <span>{rangeOf(offset, data.rows_total)}</span>
      <Button size="small" disabled={offset + PLAN_PAGE >= data.rows_total} onClick={() => onPage(offset + PLAN_PAGE)}>
        Следующие
      </Button>
    </div>
  );
}

interface RowProps extends PlanTableProps {
  row: PlanRow;
  /** Columns that are there only where they say something. */
  shows: { several: boolean; reason: boolean; base: boolean };
  /** Its button is the tab stop of the table; arrows lead to the others. */
  isStop: boolean;
  onFocus: () => void;
}

function Row({ row, shows, isStop, onFocus, ...props }: RowProps) {
  const { garage } = row;
  const isAboutReason = props.tab === 'skipped' || props.tab === 'attention';
  const name = `Гараж ${garage.section} ${garage.number}`.replace('  ', ' ');
  const reason = isAboutReason ? <Why row={row} /> : <Privilege row={row} />;
  return (
    <tr>
      <td className={styles.plateCell}>
        <GaragePlate section={garage.section} number={garage.number} archived={garage.is_active === false} />
      </td>
      {shows.several && (
        <td className={cx(styles.wide, styles.muted, styles.po)} title={garage.po_name}>
          {garage.po_name}
        </td>
      )}
      <td className={styles.owner} title={row.owner ?? ''}>
        {row.owner ?? <span className={styles.muted}>без владельца</span>}
        {(isAboutReason || row.privilege) && <small className={styles.under}>{reason}</small>}
      </td>
      {shows.reason && <td className={cx(styles.reason, styles.wide)}>{reason}</td>}
      {!row.skipped && row.quantity !== null && <td className={styles.end}>{formatNumber(row.quantity)}</td>}
      {shows.base && <td className={cx(styles.end, styles.wide, styles.muted)}>{formatSum(row.base_kopecks)}</td>}
      {!row.skipped && <td className={cx(styles.end, styles.sumCell)}>{formatMoney(row.sum_kopecks)}</td>}
      <td className={styles.tool}>
        {!row.skipped && (
          <IconButtonWithTip
            label={`Не начислять: ${name}`}
            size="small"
            tabIndex={isStop ? 0 : -1}
            onFocus={onFocus}
            onClick={(event) => {
              focusNext(event.currentTarget);
              props.onExclude(garage.id, name);
            }}
          >
            <CloseIcon fontSize="small" />
          </IconButtonWithTip>
        )}
        {row.skipped === 'excluded' && (
          <Button
            size="small"
            tabIndex={isStop ? 0 : -1}
            onFocus={onFocus}
            onClick={() => props.onPutBack(garage.id)}
            aria-label={`Вернуть: ${name}`}
          >
            Вернуть
          </Button>
        )}
      </td>
    </tr>
  );
}

/** «Ветеран труда, −50 %»; a privilege that is over says when. */
function Privilege({ row }: { row: PlanRow }) {
  const { privilege } = row;
  if (!privilege) return <span className={styles.muted}>—</span>;
  if (privilege.expired_on)
    return <span className={styles.amber}>льгота истекла {formatDate(privilege.expired_on)}</span>;
  const off =
    privilege.percent !== null
      ? `−${formatNumber(privilege.percent)}\u00a0%`
      : `−${formatMoney(privilege.amount_kopecks ?? 0)}`;
  return (
    <span className={styles.privilege} title={`${privilege.name}, ${off}`}>
      <span>{privilege.name},</span> <span className={styles.discount}>{off}</span>
    </span>
  );
}

function Why({ row }: { row: PlanRow }) {
  const words = row.skipped ? skipNames[row.skipped] : row.attention;
  return <span className={row.skipped ? styles.muted : styles.amber}>{words}</span>;
}

/** Arrows lead from button to button: fifty of them are one stop of Tab. */
function walk(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const next = buttons[buttons.indexOf(event.target as HTMLButtonElement) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** The row goes away: the focus passes to the next cross, else to the one before. */
function focusNext(button: HTMLElement) {
  const row = button.closest('tr');
  const next = row?.nextElementSibling ?? row?.previousElementSibling;
  next?.querySelector<HTMLElement>('button')?.focus();
}

/** «1–50 из 120». */
const rangeOf = (offset: number, total: number) =>
  `${formatNumber(Math.min(total, offset + 1))}–${formatNumber(Math.min(total, offset + PLAN_PAGE))} из ${formatNumber(total)}`;
