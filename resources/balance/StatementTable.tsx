// Lines of the statement between two balances, with its turnover. Those of other pages are drawn too, unseen: paper has them all.
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { StatementLine, StatementReply } from '../../contract/balance.ts';
import { financeRead } from '../../contract/kernel/scope.ts';
import { pages } from '../../contract/pages.ts';
import { useMay } from '../../providers/session.ts';
import { cx } from '../../widgets/cx.ts';
import { formatDate, formatSum } from '../../widgets/format.ts';
import { Money } from '../../widgets/Money.tsx';
import { Pager } from '../../widgets/Pager.tsx';
import paper from '../../widgets/print.module.css';
import styles from './balance.module.css';
import { columnsOf, lineTitle, othersOf, turnoverOf } from './statementRules.ts';

const PAGE = 50;
/** Lines that go to the sheet of the signatures. */
const KEPT = 2;

export interface StatementTableProps {
  reply: StatementReply;
  /** Some lines are hidden: their sums stand under them instead of the balances. */
  isFiltered: boolean;
  /** From 1; null is the last one. */
  page: number | null;
  onPage: (page: number) => void;
  /** On paper only: closing words and places for signatures, on the sheet of the last lines. */
  ending: ReactNode;
}

export function StatementTable({ reply, isFiltered, page, onPage, ending }: StatementTableProps) {
  const links = useMay(financeRead).may;
  const last = Math.max(1, Math.ceil(reply.lines.length / PAGE));
  const shown = Math.min(Math.max(1, page ?? last), last);
  const pageOf = (index: number) => Math.floor(index / PAGE) + 1;
  const rows = reply.lines.map((line, index) => (
    <Row key={line.id} line={line} links={links} away={pageOf(index) !== shown} />
  ));
  return (
    <>
      <table className={styles.statement}>
        <thead>
          <tr>
            <th scope="col">Дата</th>
            <th scope="col">Операция</th>
            <th scope="col">Год</th>
            <th scope="col" className={styles.end}>
              Начислено, ₽
            </th>
            <th scope="col" className={styles.end}>
              Оплачено, ₽
            </th>
            <th scope="col" className={styles.end}>
              Остаток
            </th>
          </tr>
        </thead>
        <tbody>
          {!isFiltered && <Saldo words="Остаток на начало" kopecks={reply.opening_kopecks} away={shown !== 1} />}
          {rows.slice(0, -KEPT)}
        </tbody>
        <tbody className={paper.ending}>
          {rows.slice(-KEPT)}
          <Turnover reply={reply} isFiltered={isFiltered} away={shown !== last} />
          {!isFiltered && <Saldo words="Остаток на конец" kopecks={reply.closing_kopecks} away={shown !== last} />}
          <tr className={paper.paperRow}>
            <td colSpan={6}>{ending}</td>
          </tr>
        </tbody>
      </table>
      {last > 1 && <Pager page={shown} perPage={PAGE} total={reply.lines.length} onPage={onPage} />}
    </>
  );
}

function Saldo({ words, kopecks, away }: { words: string; kopecks: number; away: boolean }) {
  return (
    <tr className={cx(styles.saldoRow, away && styles.away)}>
      <th scope="row" colSpan={5}>
        {words}
      </th>
      <td className={cx(styles.end, styles.balance)}>
        <Money kopecks={kopecks} tone="balance" />
      </td>
    </tr>
  );
}

function Turnover({ reply, isFiltered, away }: { reply: StatementReply; isFiltered: boolean; away: boolean }) {
  const sums = isFiltered ? turnoverOf(reply.lines) : reply;
  return (
    <>
      <tr className={cx(styles.saldoRow, away && styles.away)}>
        <th scope="row" colSpan={3}>
          {isFiltered ? 'Итого по показанным строкам' : 'Итого за период'}
        </th>
        <Sum kopecks={sums.accrued_kopecks} undone={false} label="начислено" />
        <Sum kopecks={sums.paid_kopecks} undone={false} label="оплачено" />
        <td className={styles.none} />
      </tr>
      {othersOf(sums).map(([words, kopecks]) => (
        <tr key={words} className={cx(styles.saldoRow, away && styles.away)}>
          <th scope="row" colSpan={3}>
            {words}
          </th>
          <td className={styles.end} colSpan={2}>
            {formatSum(kopecks)}
          </td>
          <td className={styles.none} />
        </tr>
      ))}
    </>
  );
}

function Row({ line, links, away }: { line: StatementLine; links: boolean; away: boolean }) {
  const { charged, paid, other } = columnsOf(line);
  const details = [line.paper_no && `документ № ${line.paper_no}`, line.comment, line.owner]
    .filter(Boolean)
    .join(' · ');
  const to = line.kind === 'accrual' ? pages.contribution(line.document_id) : pages.balanceOperation(line.id);
  return (
    <tr className={cx(line.is_reversed && styles.undone, away && styles.away)}>
      <td className={styles.date}>
        {formatDate(line.on_date)}
        <span className={styles.forYear}>, за {line.year} год</span>
      </td>
      <td className={styles.what}>
        {line.is_reversed ? <s>{title(line, links, to)}</s> : title(line, links, to)}
        {line.is_reversed && <span className={styles.mark}>сторнировано</span>}
        {details && <small>{details}</small>}
      </td>
      <td className={styles.year}>{line.year}</td>
      {other === null ? (
        <>
          <Sum kopecks={charged} undone={line.is_reversed} label="начислено" />
          <Sum kopecks={paid} undone={line.is_reversed} label="оплачено" />
        </>
      ) : (
        <td className={styles.end} colSpan={2}>
          {line.is_reversed ? <s>{formatSum(other)}</s> : formatSum(other)}
        </td>
      )}
      <td className={cx(styles.end, styles.balance)}>
        <Money kopecks={line.balance_kopecks} tone="balance" />
      </td>
    </tr>
  );
}

const title = (line: StatementLine, links: boolean, to: string) =>
  links ? <Link to={to}>{lineTitle(line)}</Link> : lineTitle(line);

/** A struck sum counts all the same: its reversal stands below with a minus. */
function Sum({ kopecks, undone, label }: { kopecks: number | null; undone: boolean; label: string }) {
  if (kopecks === null) return <td className={cx(styles.end, styles.none)} />;
  return (
    <td className={styles.end} data-label={label}>
      {undone ? <s>{formatSum(kopecks)}</s> : formatSum(kopecks)}
    </td>
  );
}
