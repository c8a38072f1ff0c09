// One line of the bill: opened, it names each charge with its document and each payment that closed a part of it.
import { useId, useState } from 'react';
import { Link } from 'react-router';
import type { DebtLine } from '../../contract/balance.ts';
import { pages } from '../../contract/pages.ts';
import { formatDate, formatMoney } from '../../widgets/format.ts';
import { Money } from '../../widgets/Money.tsx';
import styles from './balance.module.css';
import { lineName, lineStory } from './billRules.ts';

export interface BillLineProps {
  line: DebtLine;
  /** Documents are links: the person may read money. */
  links: boolean;
  startOpen: boolean;
}

export function BillLine({ line, links, startOpen }: BillLineProps) {
  const [open, setOpen] = useState(startOpen);
  const id = useId();
  return (
    <li>
      <button
        type="button"
        className={styles.lineHead}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <span className={styles.arrow} aria-hidden="true">
          {open ? '▾' : '▸'}
        </span>
        <span className={styles.lineName}>{lineName(line)}</span>
        <span className={styles.story}>{lineStory(line)}</span>
        <span className={styles.sum}>
          {line.owed_kopecks ? <Money kopecks={line.owed_kopecks} tone="debt" /> : 'оплачено'}
        </span>
      </button>
      <div id={id} className={styles.details} data-open={open}>
        <ul className={styles.parts}>
          {line.charges.map((charge) => (
            <li key={charge.id}>
              <span>
                {links ? <Link to={pages.contribution(charge.document_id)}>Начислено</Link> : 'Начислено'}{' '}
                {formatDate(charge.on_date)}
                <small>
                  {[
                    charge.owed_kopecks > 0 && charge.due_on && `платить до ${formatDate(charge.due_on)}`,
                    charge.owner,
                    charge.comment,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </small>
              </span>
              <span className={styles.sum}>{formatMoney(charge.kopecks)}</span>
            </li>
          ))}
          {line.paid_by.map((part) => (
            <li key={`paid ${part.id} ${part.is_advance}`} className={styles.paid}>
              <span>
                {part.is_advance ? 'Из аванса' : 'Оплачено'}:{' '}
                {links ? <Link to={pages.balanceOperation(part.id)}>{part.name}</Link> : part.name}{' '}
                {formatDate(part.on_date)}
                {part.paper_no && `, № ${part.paper_no}`}
                <small>{paidHow(part)}</small>
              </span>
              <span className={styles.sum}>{formatMoney(-part.kopecks)}</span>
            </li>
          ))}
        </ul>
      </div>
    </li>
  );
}

function paidHow({ is_named, is_advance }: DebtLine['paid_by'][number]): string {
  if (is_named) return is_advance ? 'плательщик назвал этот взнос до начисления' : 'плательщик назвал этот взнос';
  return is_advance ? 'деньги были внесены до начисления' : 'зачтено по старшинству';
}
