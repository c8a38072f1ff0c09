// «Почему такой долг?» at any day: each type and year with its charges and what paid them, the advance, whose debt it is.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { garageDebt, type DebtLine, type DebtReply } from '../../contract/balance.ts';
import { financeRead } from '../../contract/kernel/scope.ts';
import { pages } from '../../contract/pages.ts';
import { reading } from '../../providers/reading.ts';
import { useMay } from '../../providers/session.ts';
import { cx } from '../../widgets/cx.ts';
import { DateBox } from '../../widgets/DateInput.tsx';
import { today } from '../../widgets/today.ts';
import { EmptyState, ErrorNote } from '../../widgets/EmptyState.tsx';
import { countOf, formatDate, formatMoney } from '../../widgets/format.ts';
import { Money } from '../../widgets/Money.tsx';
import { openModal } from '../../widgets/modals.ts';
import paper from '../../widgets/print.module.css';
import { TableSkeleton } from '../../widgets/TableSkeleton.tsx';
import { YearMarks } from '../../widgets/YearMarks.tsx';
import styles from './balance.module.css';
import { BillLine } from './BillLine.tsx';
import { asideByEntry, lineKey, marksOf, owedLines } from './billRules.ts';

/** Act of reconciliation, notice of a debt, application to a court: what is printed for a former owner. */
const DEBT_PAPERS = [8, 16, 17];
const lineForms = ['строка', 'строки', 'строк'] as const;

export interface BillProps {
  garageId: number;
  /** `YYYY-MM-DD`; null is today. */
  on: string | null;
  onDay: (on: string | null) => void;
}

export function Bill({ garageId, on, onDay }: BillProps) {
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...reading(garageDebt, { params: { id: garageId }, ...(on && { query: { on } }) }),
    // The bill of another day takes the place of the shown one without a flash.
    placeholderData: (before: DebtReply | undefined) => before,
  });
  return (
    <section className={styles.part} data-help="debt.bill" aria-labelledby="bill-title">
      <header className={styles.partHead}>
        <h2 id="bill-title">{data ? question(data) : question({ debt_kopecks: 1, advance_kopecks: 0 })}</h2>
        <div className={styles.day}>
          <DateBox label="На дату" reserve={false} value={on ?? today()} max={today()} onChange={onDay} />
          <button type="button" className={styles.textButton} disabled={!on} onClick={() => onDay(null)}>
            Сегодня
          </button>
        </div>
      </header>
      {error ? (
        <ErrorNote onRetry={() => void refetch()}>{error.message}</ErrorNote>
      ) : data ? (
        <div className={isPlaceholderData ? styles.stale : undefined} aria-busy={isPlaceholderData}>
          <BillBody bill={data} garageId={garageId} />
        </div>
      ) : (
        <TableSkeleton columns={[{ label: 'За что' }, { label: 'Сумма', width: 120, kind: 'money' }]} rows={4} />
      )}
    </section>
  );
}

const question = ({
  debt_kopecks: debt,
  advance_kopecks: advance,
}: Pick<DebtReply, 'debt_kopecks' | 'advance_kopecks'>) =>
  debt > 0 ? 'Почему такой долг?' : advance > 0 ? 'Откуда аванс?' : 'Почему долга нет?';

/** The bill itself; mounted with what the server answered. */
export function BillBody({ bill, garageId }: { bill: DebtReply; garageId: number }) {
  const [withPaid, setWithPaid] = useState(false);
  const links = useMay(financeRead).may;
  const hasDebt = bill.debt_kopecks > 0;
  const owed = owedLines(bill.lines);
  const paid = bill.lines.filter((line) => line.owed_kopecks === 0);
  if (!bill.lines.length && !bill.advance_kopecks && !bill.former.length)
    return (
      <EmptyState title="Начислений не было">
        На {formatDate(bill.on)} по гаражу ничего не начислено и не оплачено.
      </EmptyState>
    );
  return (
    <>
      <div className={styles.summary}>
        <div>
          <span className={styles.muted}>
            {hasDebt || !bill.advance_kopecks ? 'Долг' : 'Аванс'} на {formatDate(bill.on)}
          </span>
          <Money
            kopecks={hasDebt ? bill.debt_kopecks : bill.advance_kopecks}
            tone={hasDebt ? 'debt' : bill.advance_kopecks ? 'advance' : 'plain'}
            size="display"
          />
          {hasDebt &&
            asideByEntry(bill.aside).map(({ name, kopecks }) => (
              <span key={name} className={styles.muted}>
                отложен {name}: {formatMoney(kopecks)}
              </span>
            ))}
        </div>
        <YearMarks marks={marksOf(bill)} size="card" />
      </div>
      {owed.length > 0 && <Lines lines={owed} links={links} open={owed.length <= 3} name="К оплате" />}
      {bill.advance.length > 0 && <Advance title="Аванс: ещё ничего не закрыл" parts={bill.advance} links={links} />}
      {bill.aside.length > 0 && (
        <Advance
          title="Отложено: ждёт своего начисления"
          parts={bill.aside.map((part) => ({ ...part, remark: `аванс на ${part.accrual_type} ${part.year}` }))}
          links={links}
        />
      )}
      {bill.owners.length > 0 && <Owners bill={bill} />}
      {bill.former.length > 0 && <Former former={bill.former} garageId={garageId} />}
      {paid.length > 0 && (
        <button
          type="button"
          className={styles.textButton}
          aria-expanded={withPaid}
          onClick={() => setWithPaid(!withPaid)}
        >
          {withPaid ? 'Скрыть оплаченное' : `Показать оплаченное: ${countOf(paid.length, lineForms)}`}
        </button>
      )}
      {withPaid && <Lines lines={paid} links={links} open={false} name="Оплачено" />}
    </>
  );
}

function Lines(props: { lines: readonly DebtLine[]; links: boolean; open: boolean; name: string }) {
  const total = props.lines.reduce((sum, line) => sum + line.owed_kopecks, 0);
  return (
    <ul className={styles.lines} aria-label={props.name}>
      {props.lines.map((line) => (
        <BillLine key={lineKey(line)} line={line} links={props.links} startOpen={props.open} />
      ))}
      {total > 0 && (
        <li className={styles.total}>
          <span>Итого к оплате</span>
          <Money kopecks={total} tone="debt" />
        </li>
      )}
    </ul>
  );
}

type AdvancePart = DebtReply['advance'][number] & { remark?: string };

function Advance({ title, parts, links }: { title: string; parts: readonly AdvancePart[]; links: boolean }) {
  return (
    <section className={styles.sub}>
      <h3>{title}</h3>
      <ul className={styles.parts}>
        {parts.map((part) => (
          <li key={part.id}>
            <span>
              {links ? <Link to={pages.balanceOperation(part.id)}>{part.name}</Link> : part.name}{' '}
              {formatDate(part.on_date)}
              {part.paper_no && `, № ${part.paper_no}`}
              {part.remark && <span className={styles.muted}>, {part.remark}</span>}
            </span>
            <Money kopecks={part.kopecks} tone="advance" />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A debt does not pass to the buyer by itself: it stays with the person to whom it was charged. */
function Owners({ bill }: { bill: DebtReply }) {
  const only = bill.owners.length === 1 && bill.owners[0]?.is_present;
  if (only) return null;
  return (
    <section className={styles.sub}>
      <h3>Чей долг</h3>
      <ul className={styles.parts}>
        {bill.owners.map((owner) => (
          <li key={owner.id ?? 0}>
            <span>
              {owner.id ? <Link to={pages.profile(owner.id)}>{owner.full_name}</Link> : 'Владельца не было'}
              <span className={styles.muted}>
                {owner.id ? (owner.is_present ? ', владелец на эту дату' : ', прежний владелец') : ''}
              </span>
            </span>
            <span className={styles.sum}>{formatMoney(owner.owed_kopecks)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Debts left to former owners: payments of the present ones never close them. */
function Former({ former, garageId }: { former: DebtReply['former']; garageId: number }) {
  return (
    <section className={styles.sub}>
      <h3>Долг прежних владельцев</h3>
      <ul className={styles.parts}>
        {former.map((one) => (
          <li key={one.id}>
            <span>
              <Link to={pages.profile(one.id)}>{one.full_name}</Link>
              <span className={styles.muted}>
                {one.debt_kopecks
                  ? `: ${one.lines.map((line) => `${line.accrual_type} ${line.year}`).join(', ')}`
                  : ', аванс'}
              </span>
              <button
                type="button"
                className={cx(styles.textButton, paper.screenOnly)}
                onClick={() =>
                  openModal({
                    name: 'print-document',
                    about: { garage_id: garageId, profile_id: one.id },
                    types: DEBT_PAPERS,
                    title: `Прежний владелец: ${one.full_name}`,
                  })
                }
              >
                Напечатать
              </button>
            </span>
            <span className={styles.sum}>{formatMoney(one.debt_kopecks || one.advance_kopecks)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
