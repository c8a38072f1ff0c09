// Penalties by ПО and by garage: what was late, for how long, what it costs.
import { dayForms } from '../../contract/kernel/days.ts';
import CloseIcon from '@mui/icons-material/Close';
import Button from '@mui/material/Button';
import { pages } from '../../contract/pages.ts';
import type { PenaltyPreview, PenaltyRow } from '../../contract/penalties.ts';
import { cx } from '../../widgets/cx.ts';
import { EmptyState } from '../../widgets/EmptyState.tsx';
import { countOf, formatDate, formatMoney, formatNumber } from '../../widgets/format.ts';
import { GaragePlate } from '../../widgets/GaragePlate.tsx';
import { IconButtonWithTip } from '../../widgets/IconButtonWithTip.tsx';
import { Note } from '../../widgets/Note.tsx';
import { TableSkeleton } from '../../widgets/TableSkeleton.tsx';
import { TextBox } from '../../widgets/TextInput.tsx';
import { garagesOf } from '../contributions/ru.ts';
import styles from '../books/books.module.css';

/** Garages of one page. */
export const PENALTY_PAGE = 50;

/** Every ПО with its settings; where nothing is charged it says why. */
export function PenaltyPos({ rows }: { rows: PenaltyPreview['pos'] }) {
  return (
    <div className={styles.box}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th>ПО</th>
            <th>Настройки</th>
            <th className={styles.end}>Гаражей</th>
            <th className={styles.end}>Пени</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.po.id}>
              <td>{row.po.name}</td>
              <td>
                {row.settings}
                {row.note && <small>{row.note}</small>}
              </td>
              <td className={styles.end}>{formatNumber(row.garages)}</td>
              <td className={cx(styles.end, styles.sum)}>{formatMoney(row.sum_kopecks)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** What is on its way: how many lines the sums and the ПО take is not known yet, so nothing stands under it to be moved. */
export const PenaltySkeleton = () => (
  <TableSkeleton columns={[{ width: 96, kind: 'plate' }, {}, { width: 120, kind: 'money' }]} rows={6} />
);

interface PenaltyTableProps {
  data: PenaltyPreview;
  isFresh: boolean;
  excluded: readonly number[];
  page: { q: string; offset: number };
  onPage: (page: { q: string; offset: number }) => void;
  onExclude: (garage: number) => void;
  onReset: () => void;
}

export function PenaltyTable(props: PenaltyTableProps) {
  const { data, isFresh, excluded, page, onPage } = props;
  const rows = data.rows.filter((row) => !excluded.includes(row.garage.id));
  return (
    <>
      <div className={styles.search}>
        <TextBox
          label="Найти гараж"
          hideLabel
          reserve={false}
          type="search"
          placeholder="Гараж, счёт или владелец"
          value={page.q}
          maxLength={100}
          onChange={(q) => onPage({ q, offset: 0 })}
        />
      </div>
      {excluded.length > 0 && (
        <p className={styles.muted}>
          Не начисляем: {garagesOf(excluded.length)}{' '}
          <Button size="small" variant="text" onClick={props.onReset}>
            Вернуть
          </Button>
        </p>
      )}
      {!rows.length && isFresh ? (
        <EmptyState title={page.q ? 'Ничего не найдено' : 'Начислять нечего'}>
          {page.q
            ? 'Проверьте номер гаража или фамилию.'
            : 'Просрочки нет, её дни уже оплачены пенями или пени выключены.'}
        </EmptyState>
      ) : (
        <div className={styles.box}>
          <table className={cx(styles.table, !isFresh && styles.waiting)} aria-busy={!isFresh}>
            <thead>
              <tr>
                <th>Гараж</th>
                <th className={styles.wide}>Владелец</th>
                <th>За что</th>
                <th className={cx(styles.end, styles.wider)}>Просрочено</th>
                <th className={cx(styles.end, styles.wider)}>Было пеней</th>
                <th className={styles.end}>Пени</th>
                <th>
                  <span className={styles.muted} />
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <Row key={row.garage.id} row={row} onExclude={props.onExclude} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {data.rows_total > PENALTY_PAGE && <Pages {...props} total={data.rows_total} />}
    </>
  );
}

function Row({ row, onExclude }: { row: PenaltyRow; onExclude: (garage: number) => void }) {
  const { garage } = row;
  const name = `Гараж ${garage.section} ${garage.number}`.replace('  ', ' ');
  return (
    <tr>
      <td>
        <GaragePlate section={garage.section} number={garage.number} to={pages.garage(garage.id)} />
        <small className={styles.line}>{garage.po_name}</small>
      </td>
      <td className={cx(styles.wide, styles.owner)}>{row.owner ?? '—'}</td>
      <td>
        {row.entries.map((entry) => (
          <div key={`${entry.accrual_type} ${entry.year} ${entry.from}`}>
            {entry.accrual_type}, {entry.year}
            <small>
              {countOf(entry.days, dayForms)} с {formatDate(entry.from)} по {formatDate(entry.to)}
              {entry.is_capped && `, не больше ${formatMoney(entry.cap_kopecks)}`}
            </small>
          </div>
        ))}
      </td>
      <td className={cx(styles.end, styles.wider)}>{formatMoney(row.principal_kopecks)}</td>
      <td className={cx(styles.end, styles.wider)}>
        {row.charged_before_kopecks ? formatMoney(row.charged_before_kopecks) : '—'}
      </td>
      <td className={cx(styles.end, styles.sum)}>{formatMoney(row.sum_kopecks)}</td>
      <td className={styles.tool}>
        <IconButtonWithTip label={`Не начислять: ${name}`} size="small" onClick={() => onExclude(garage.id)}>
          <CloseIcon fontSize="small" />
        </IconButtonWithTip>
      </td>
    </tr>
  );
}

function Pages({ page, onPage, total }: PenaltyTableProps & { total: number }) {
  const { offset } = page;
  return (
    <div className={styles.pages}>
      <Button
        size="small"
        disabled={offset === 0}
        onClick={() => onPage({ ...page, offset: Math.max(0, offset - PENALTY_PAGE) })}
      >
        Предыдущие
      </Button>
      <span>
        {formatNumber(offset + 1)}–{formatNumber(Math.min(total, offset + PENALTY_PAGE))} из {formatNumber(total)}
      </span>
      <Button
        size="small"
        disabled={offset + PENALTY_PAGE >= total}
        onClick={() => onPage({ ...page, offset: offset + PENALTY_PAGE })}
      >
        Следующие
      </Button>
    </div>
  );
}

/** Garages left out of the run: no key rate is known for days of their delay. */
export function UnratedNote({ rows }: { rows: PenaltyPreview['unrated'] }) {
  const days = (one: (typeof rows)[number]) => `${formatDate(one.from)} – ${formatDate(one.to)}`;
  return (
    <Note tone="amber">
      Пропущены: на дни просрочки нет ключевой ставки.{' '}
      {rows.map((one) => `${`${one.garage.section} ${one.garage.number}`.trim()} (${days(one)})`).join(', ')}
    </Note>
  );
}
