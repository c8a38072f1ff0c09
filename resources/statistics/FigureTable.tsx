// Figures by ПО, months or kinds: every number opens its rows, a ПО opens in place and says because of whom its debt moved.
import Button from '@mui/material/Button';
import { Fragment, useState } from 'react';
import type { MoneyRow, StatReply } from '../../contract/statistics.ts';
import { cx } from '../../widgets/cx.ts';
import { EmptyState } from '../../widgets/EmptyState.tsx';
import { formatNumber, formatSum } from '../../widgets/format.ts';
import { Because } from './Because.tsx';
import { CountTable } from './CountTable.tsx';
import { Figure } from './Figure.tsx';
import { FoldButton } from './FoldButton.tsx';
import { RestOfRow } from './RestOfRow.tsx';
import styles from './statistics.module.css';
import type { StatView } from './statView.ts';
import { debtorsBehind, linesBehind } from './useStatistics.ts';
import {
  againstWords,
  changeOf,
  collected,
  daysText,
  monthDays,
  monthName,
  percentText,
  pointsChange,
  signedSum,
} from './words.ts';

export interface TableProps {
  reply: StatReply;
  cut: 'po' | 'month' | 'kind';
  view: StatView;
  /** Opens the rows behind a figure. */
  onOpen: (change: StatView) => void;
}

export function FigureTable(props: TableProps) {
  const { reply, cut } = props;
  const empty = reply.money
    ? !reply.money.charged_lines &&
      !reply.money.paid_lines &&
      !reply.money.debt_kopecks &&
      !reply.money.debt_before_kopecks
    : !reply.count.now;
  if (empty) return <NothingInPeriod reply={reply} onOpen={props.onOpen} />;
  return reply.money ? <MoneyTable {...props} cut={cut} money={reply.money} /> : <CountTable {...props} />;
}

/** Nothing in these days: the nearest month with something is one press away. */
function NothingInPeriod({ reply: { money, nearest }, onOpen }: Pick<TableProps, 'reply' | 'onOpen'>) {
  return (
    <EmptyState
      title={money ? 'За период операций нет' : 'За период действий нет'}
      actions={
        nearest && (
          <Button variant="outlined" onClick={() => onOpen(nearest)}>
            Показать {daysText(nearest)}
          </Button>
        )
      }
    >
      Выберите другой период или снимите условия.
    </EmptyState>
  );
}

function MoneyTable({ reply, money, cut, view, onOpen }: TableProps & { money: NonNullable<StatReply['money']> }) {
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
      <table className={cx(styles.table, withDebt && styles.ofPo)}>
        <MoneyHead cut={cut} withDebt={withDebt} against={reply.against} />
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
              />
              {withDebt && open === row.key && (
                <tr className={styles.because}>
                  <td colSpan={10}>
                    <RestOfRow row={row} onOpen={onOpen} />
                    <Because row={row} view={view} onAll={() => onOpen(debtorsBehind(Number(row.key), 'moved'))} />
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
        <MoneyFoot money={money} against={reply.against} cut={cut} withDebt={withDebt} rows={rows} onOpen={onOpen} />
      </table>
    </div>
  );
}

function MoneyHead({
  cut,
  withDebt,
  against,
}: {
  cut: 'po' | 'month' | 'kind';
  withDebt: boolean;
  against: StatReply['against'];
}) {
  return (
    <thead>
      <tr>
        <th scope="col">{withDebt ? 'ПО' : cut === 'month' ? 'Месяц' : 'Вид'}</th>
        <th scope="col">Начислено, ₽</th>
        <th scope="col" className={styles.toYear}>
          {againstWords[against]}
        </th>
        <th scope="col">Оплачено, ₽</th>
        {cut !== 'kind' && <th scope="col">Собираемость</th>}
        {cut !== 'kind' && (
          <th scope="col" className={styles.toYear}>
            {againstWords[against]}
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

interface FootProps extends Pick<TableProps, 'onOpen'> {
  money: NonNullable<StatReply['money']>;
  against: StatReply['against'];
  cut: 'po' | 'month' | 'kind';
  withDebt: boolean;
  rows: MoneyRow[];
}

function MoneyFoot({ money, against, cut, withDebt, rows, onOpen }: FootProps) {
  const { charged, paid, collected: closed } = money;
  const shares = [collected(closed.now, charged.now), collected(closed[against], charged[against])] as const;
  const lines = (side?: 'charged' | 'paid') => linesBehind({}, side);
  return (
    <tfoot>
      <tr>
        <th scope="row">Всего{withDebt ? `, ${formatNumber(rows.length)} ПО` : ''}</th>
        <td>
          <Figure
            label={`Начислено, всего: ${formatSum(charged.now)}, открыть операции`}
            isNothing={!money.charged_lines}
            opens={lines('charged')}
            onOpen={onOpen}
          >
            {formatSum(charged.now)}
          </Figure>
        </td>
        <td className={styles.toYear}>{changeOf(charged.now, charged[against])}</td>
        <td>
          <Figure
            label={`Оплачено, всего: ${formatSum(paid.now)}, открыть операции`}
            isNothing={!money.paid_lines}
            opens={lines('paid')}
            onOpen={onOpen}
          >
            {formatSum(paid.now)}
          </Figure>
        </td>
        {cut !== 'kind' && (
          <td>
            <Figure
              label={`Собираемость, всего: ${percentText(shares[0])}, открыть операции`}
              isNothing={!money.charged_lines && !money.paid_lines}
              opens={lines()}
              onOpen={onOpen}
            >
              {percentText(shares[0])}
            </Figure>
          </td>
        )}
        {cut !== 'kind' && <td className={styles.toYear}>{pointsChange(...shares)}</td>}
        {withDebt && <DebtFoot money={money} onOpen={onOpen} />}
      </tr>
    </tfoot>
  );
}

function DebtFoot({ money, onOpen }: Pick<FootProps, 'money' | 'onOpen'>) {
  const growth = money.debt_kopecks - money.debt_before_kopecks;
  return (
    <>
      <td className={styles.debt}>
        <Figure
          label={`Долг, всего: ${formatSum(money.debt_kopecks)}, открыть должников`}
          isNothing={!money.debt_kopecks}
          className={styles.debt!}
          opens={debtorsBehind(null, 'owing')}
          onOpen={onOpen}
        >
          {formatSum(money.debt_kopecks)}
        </Figure>
      </td>
      <td>
        <Figure
          label={`Изменение долга, всего: ${signedSum(growth)}, открыть гаражи`}
          isNothing={!growth}
          opens={debtorsBehind(null, 'moved')}
          onOpen={onOpen}
        >
          {signedSum(growth)}
        </Figure>
      </td>
      <td className={styles.bars} />
      <td>
        <Figure
          label={`Должников, всего: ${formatNumber(money.debtors)}, открыть`}
          isNothing={!money.debtors}
          opens={debtorsBehind(null, 'owing')}
          onOpen={onOpen}
        >
          {formatNumber(money.debtors)}
        </Figure>
      </td>
    </>
  );
}

/** The conditions of the lines behind a row. */
function narrowing({ what, key }: MoneyRow, period: StatReply['period']): StatView {
  if (what === 'po') return { po: [Number(key)] };
  if (what === 'month') return monthDays(key, period);
  return what === 'type' ? { type: Number(key) } : { method: Number(key) };
}

interface LineProps {
  row: MoneyRow;
  reply: StatReply;
  cut: 'po' | 'month' | 'kind';
  most: number;
  isOpen: boolean;
  onToggle: () => void;
  onOpen: (change: StatView) => void;
}

function MoneyLine({ row, reply, cut, most, isOpen, onToggle, onOpen }: LineProps) {
  const name = row.what === 'month' ? monthName(row.key) : row.name || 'Без вида';
  const [share, then] = [
    collected(row.collected_kopecks, row.charged_kopecks),
    collected(row.collected_was_kopecks, row.charged_was_kopecks),
  ];
  const narrow = narrowing(row, reply.period);
  const lines = (side?: 'charged' | 'paid') => linesBehind(narrow, side);
  const growth = (row.debt_kopecks ?? 0) - (row.debt_before_kopecks ?? 0);
  const tone = (value: number) => (value > 0 ? styles.bad : value < 0 ? styles.good : undefined);
  return (
    <tr className={isOpen ? styles.current : undefined}>
      <th scope="row">{cut === 'po' ? <FoldButton name={name} isOpen={isOpen} onToggle={onToggle} /> : name}</th>
      <td>
        {row.what !== 'method' && (
          <Figure
            label={`Начислено, ${name}: ${formatSum(row.charged_kopecks)}, открыть операции`}
            isNothing={!row.charged_lines}
            opens={lines('charged')}
            onOpen={onOpen}
          >
            {formatSum(row.charged_kopecks)}
          </Figure>
        )}
      </td>
      <td className={styles.toYear}>
        {row.what !== 'method' && changeOf(row.charged_kopecks, row.charged_was_kopecks)}
      </td>
      <td>
        {row.what !== 'type' && (
          <Figure
            label={`Оплачено, ${name}: ${formatSum(row.paid_kopecks)}, открыть операции`}
            isNothing={!row.paid_lines}
            opens={lines('paid')}
            onOpen={onOpen}
          >
            {formatSum(row.paid_kopecks)}
          </Figure>
        )}
      </td>
      {cut !== 'kind' && (
        <td>
          <Figure
            label={`Собираемость, ${name}: ${percentText(share)}, открыть операции`}
            isNothing={!row.charged_lines && !row.paid_lines}
            opens={lines()}
            onOpen={onOpen}
          >
            {percentText(share)}
          </Figure>
        </td>
      )}
      {cut !== 'kind' && (
        <td className={cx(styles.toYear, tone((then ?? 0) - (share ?? 0)))}>{pointsChange(share, then)}</td>
      )}
      {cut === 'po' && <DebtCells row={row} most={most} onOpen={onOpen} name={name} growth={growth} tone={tone} />}
    </tr>
  );
}

function DebtCells({
  row,
  most,
  onOpen,
  name,
  growth,
  tone,
}: {
  row: MoneyRow;
  most: number;
  onOpen: (change: StatView) => void;
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
          opens={debtorsBehind(Number(row.key), 'owing')}
          onOpen={onOpen}
        >
          {formatSum(row.debt_kopecks ?? 0)}
        </Figure>
      </td>
      <td>
        <Figure
          label={`Изменение долга, ${name}: ${signedSum(growth)}, открыть гаражи`}
          isNothing={!growth}
          className={tone(growth)!}
          opens={debtorsBehind(Number(row.key), 'moved')}
          onOpen={onOpen}
        >
          {signedSum(growth)}
        </Figure>
      </td>
      <td className={styles.bars} aria-hidden="true">
        {growth > 0 && <i style={{ width: `${Math.max(3, Math.round((growth / most) * 72))}px` }} />}
      </td>
      <td>
        <Figure
          label={`Должников, ${name}: ${formatNumber(row.debtors ?? 0)}, открыть`}
          isNothing={!row.debtors}
          opens={debtorsBehind(Number(row.key), 'owing')}
          onOpen={onOpen}
        >
          {formatNumber(row.debtors ?? 0)}
        </Figure>
      </td>
    </>
  );
}
