// Figures by ПО, months or kinds: every number opens its rows, a ПО opens in place and says because of whom its debt moved.
import { Fragment, useState, type ReactNode } from 'react';
import ExpandIcon from '@mui/icons-material/ChevronRight';
import type { LogRow, MoneyRow, StatReply } from '../../contract/statistics.ts';
import { cx } from '../../widgets/cx.ts';
import { EmptyState } from '../../widgets/EmptyState.tsx';
import { formatDate, formatNumber, formatSum } from '../../widgets/format.ts';
import { Because } from './Because.tsx';
import styles from './statistics.module.css';
import type { StatView } from './useStatistics.ts';
import { changeOf, collected, monthDays, monthName, percentText, pointsChange, signedSum } from './words.ts';

export interface TableProps {
  reply: StatReply;
  cut: 'po' | 'month' | 'kind';
  view: StatView;
  /** Opens the rows behind a figure. */
  onOpen: (change: StatView) => void;
  onDebtors: (po: number | null) => void;
}

export function FigureTable(props: TableProps) {
  const { reply, cut } = props;
  const empty = reply.money
    ? !reply.money.charged_lines &&
      !reply.money.paid_lines &&
      !reply.money.debt_kopecks &&
      !reply.money.debt_before_kopecks
    : !reply.count.now;
  if (empty) return <EmptyState title="За период операций нет">Выберите другой период или снимите условия.</EmptyState>;
  return reply.money ? <MoneyTable {...props} cut={cut} money={reply.money} /> : <CountTable {...props} />;
}

/** A figure is a button that opens its rows; nothing opens nothing. */
function Figure(props: {
  label: string;
  onOpen: () => void;
  isNothing: boolean;
  children: ReactNode;
  className?: string;
}) {
  if (props.isNothing) return <span className={styles.zero}>{props.children}</span>;
  return (
    <button type="button" className={cx(styles.pick, props.className)} aria-label={props.label} onClick={props.onOpen}>
      {props.children}
    </button>
  );
}

function MoneyTable({
  reply,
  money,
  cut,
  view,
  onOpen,
  onDebtors,
}: TableProps & { money: NonNullable<StatReply['money']> }) {
  const [open, setOpen] = useState<string | null>(null);
  const withDebt = cut === 'po';
  const growth = (row: MoneyRow) => (row.debt_kopecks ?? 0) - (row.debt_before_kopecks ?? 0);
  const rows = money.rows.filter((row) =>
    cut === 'kind' ? row.what === 'type' || row.what === 'method' : row.what === cut,
  );
  const sorted = withDebt ? rows.toSorted((a, b) => growth(b) - growth(a)) : rows;
  const most = Math.max(1, ...rows.map((row) => Math.abs(growth(row))));
  const toggle = (key: string) => setOpen(open === key ? null : key);
  return (
    <div className={styles.scroll} role="region" aria-label="Показатели" tabIndex={0}>
      <table className={styles.table}>
        <MoneyHead cut={cut} withDebt={withDebt} />
        <tbody>
          {sorted.map((row) => (
            <Fragment key={`${row.what} ${row.key}`}>
              <MoneyLine
                row={row}
                reply={reply}
                cut={cut}
                most={most}
                isOpen={open === row.key && withDebt}
                onToggle={() => toggle(row.key)}
                onOpen={onOpen}
                onDebtors={onDebtors}
              />
              {withDebt && open === row.key && (
                <tr className={styles.because}>
                  <td colSpan={10}>
                    <Because row={row} view={view} onAll={() => onDebtors(Number(row.key))} />
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
        <MoneyFoot money={money} cut={cut} withDebt={withDebt} rows={rows} />
      </table>
    </div>
  );
}

function MoneyHead({ cut, withDebt }: { cut: 'po' | 'month' | 'kind'; withDebt: boolean }) {
  return (
    <thead>
      <tr>
        <th scope="col">{withDebt ? 'ПО' : cut === 'month' ? 'Месяц' : 'Вид'}</th>
        <th scope="col">Начислено, ₽</th>
        <th scope="col" className={styles.toYear}>
          к году
        </th>
        <th scope="col">Оплачено, ₽</th>
        {cut !== 'kind' && <th scope="col">Собираемость</th>}
        {cut !== 'kind' && (
          <th scope="col" className={styles.toYear}>
            к году
          </th>
        )}
        {withDebt && <th scope="col">Долг, ₽</th>}
        {withDebt && (
          <th scope="col" aria-sort="descending">
            за период ↓
          </th>
        )}
        {withDebt && (
          <th scope="col" className={styles.bars}>
            <span className={styles.spoken}>Рост долга</span>
          </th>
        )}
        {withDebt && <th scope="col">Должников</th>}
      </tr>
    </thead>
  );
}

function MoneyFoot({
  money,
  cut,
  withDebt,
  rows,
}: {
  money: NonNullable<StatReply['money']>;
  cut: 'po' | 'month' | 'kind';
  withDebt: boolean;
  rows: MoneyRow[];
}) {
  return (
    <tfoot>
      <tr>
        <th scope="row">Всего{withDebt ? `, ${formatNumber(rows.length)} ПО` : ''}</th>
        <td>{formatSum(money.charged.now)}</td>
        <td className={styles.toYear}>{changeOf(money.charged.now, money.charged.year)}</td>
        <td>{formatSum(money.paid.now)}</td>
        {cut !== 'kind' && <td>{percentText(collected(money.paid.now, money.charged.now))}</td>}
        {cut !== 'kind' && (
          <td className={styles.toYear}>
            {pointsChange(collected(money.paid.now, money.charged.now), collected(money.paid.year, money.charged.year))}
          </td>
        )}
        {withDebt && <td className={styles.debt}>{formatSum(money.debt_kopecks)}</td>}
        {withDebt && <td>{signedSum(money.debt_kopecks - money.debt_before_kopecks)}</td>}
        {withDebt && <td className={styles.bars} />}
        {withDebt && <td>{formatNumber(money.debtors)}</td>}
      </tr>
    </tfoot>
  );
}

interface LineProps {
  row: MoneyRow;
  reply: StatReply;
  cut: 'po' | 'month' | 'kind';
  most: number;
  isOpen: boolean;
  onToggle: () => void;
  onOpen: (change: StatView) => void;
  onDebtors: (po: number | null) => void;
}

function MoneyLine({ row, reply, cut, most, isOpen, onToggle, onOpen, onDebtors }: LineProps) {
  const name = row.what === 'month' ? monthName(row.key) : row.name || 'Без вида';
  const [share, then] = [
    collected(row.paid_kopecks, row.charged_kopecks),
    collected(row.paid_year_kopecks, row.charged_year_kopecks),
  ];
  const narrow: StatView =
    row.what === 'po' ? { po: [Number(row.key)] } : row.what === 'month' ? monthDays(row.key, reply.period) : {};
  const side = (which: 'charged' | 'paid') => onOpen({ ...narrow, rows: 'lines', side: which });
  const growth = (row.debt_kopecks ?? 0) - (row.debt_before_kopecks ?? 0);
  const tone = (value: number) => (value > 0 ? styles.bad : value < 0 ? styles.good : undefined);
  return (
    <tr className={isOpen ? styles.current : undefined}>
      <th scope="row">
        {cut === 'po' ? (
          <button type="button" className={styles.fold} aria-expanded={isOpen} onClick={onToggle}>
            <ExpandIcon fontSize="small" aria-hidden="true" />
            {name}
          </button>
        ) : (
          name
        )}
      </th>
      <td>
        {row.what !== 'method' && (
          <Figure
            label={`Начислено, ${name}: ${formatSum(row.charged_kopecks)}, открыть операции`}
            isNothing={!row.charged_lines}
            onOpen={() => side('charged')}
          >
            {formatSum(row.charged_kopecks)}
          </Figure>
        )}
      </td>
      <td className={styles.toYear}>
        {row.what !== 'method' && changeOf(row.charged_kopecks, row.charged_year_kopecks)}
      </td>
      <td>
        {row.what !== 'type' && (
          <Figure
            label={`Оплачено, ${name}: ${formatSum(row.paid_kopecks)}, открыть операции`}
            isNothing={!row.paid_lines}
            onOpen={() => side('paid')}
          >
            {formatSum(row.paid_kopecks)}
          </Figure>
        )}
      </td>
      {cut !== 'kind' && <td>{percentText(share)}</td>}
      {cut !== 'kind' && (
        <td className={cx(styles.toYear, tone((then ?? 0) - (share ?? 0)))}>{pointsChange(share, then)}</td>
      )}
      {cut === 'po' && (
        <DebtCells row={row} most={most} onDebtors={onDebtors} name={name} growth={growth} tone={tone} />
      )}
    </tr>
  );
}

function DebtCells({
  row,
  most,
  onDebtors,
  name,
  growth,
  tone,
}: {
  row: MoneyRow;
  most: number;
  onDebtors: (po: number | null) => void;
  name: string;
  growth: number;
  tone: (value: number) => string | undefined;
}) {
  return (
    <>
      <td>
        <Figure
          label={`Долг, ${name}: ${formatSum(row.debt_kopecks ?? 0)}, открыть должников`}
          isNothing={!row.debt_kopecks}
          className={styles.debt!}
          onOpen={() => onDebtors(Number(row.key))}
        >
          {formatSum(row.debt_kopecks ?? 0)}
        </Figure>
      </td>
      <td className={tone(growth)}>{signedSum(growth)}</td>
      <td className={styles.bars} aria-hidden="true">
        {growth > 0 && <i style={{ width: `${Math.max(3, Math.round((growth / most) * 72))}px` }} />}
      </td>
      <td>{formatNumber(row.debtors ?? 0)}</td>
    </>
  );
}

function CountTable({ reply, cut, onOpen }: TableProps) {
  const rows = reply.rows.filter((row) => row.what === (cut === 'kind' ? 'verb' : cut));
  const nameOf = (row: LogRow) =>
    row.what === 'month' ? monthName(row.key) : row.what === 'po' && !row.key ? 'Без ПО' : row.name;
  const open = (row: LogRow): StatView =>
    row.what === 'month'
      ? monthDays(row.key, reply.period)
      : row.what === 'verb'
        ? { verb: [row.key] }
        : row.key
          ? { po: [Number(row.key)] }
          : { noPo: true };
  return (
    <div className={styles.scroll} role="region" aria-label="Показатели" tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{cut === 'po' ? 'ПО' : cut === 'month' ? 'Месяц' : 'Действие'}</th>
            <th scope="col">Действий</th>
            <th scope="col">Доля</th>
            {cut !== 'month' && (
              <th scope="col">{`было ${formatDate(reply.year.from)} – ${formatDate(reply.year.to)}`}</th>
            )}
            {cut !== 'month' && <th scope="col">к году</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row">{nameOf(row)}</th>
              <td>
                <Figure
                  label={`${nameOf(row)}: ${formatNumber(row.count)}, открыть журнал`}
                  isNothing={!row.count}
                  onOpen={() => onOpen({ ...open(row), rows: 'log' })}
                >
                  {formatNumber(row.count)}
                </Figure>
              </td>
              <td>{percentText(collected(row.count, reply.count.now))}</td>
              {cut !== 'month' && <td>{formatNumber(row.year)}</td>}
              {cut !== 'month' && <td>{changeOf(row.count, row.year)}</td>}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Всего</th>
            <td>{formatNumber(reply.count.now)}</td>
            <td>100 %</td>
            {cut !== 'month' && <td>{formatNumber(reply.count.year)}</td>}
            {cut !== 'month' && <td>{changeOf(reply.count.now, reply.count.year)}</td>}
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
