// «Что произойдёт»: the run as an equation that ends in its sum.
import UndoIcon from '@mui/icons-material/Undo';
import type { ReactNode } from 'react';
import { skipNames, type AccrualPreview } from '../../../contract/accruals.ts';
import { cx } from '../../../widgets/cx.ts';
import { formatDate, formatNumber, formatSum } from '../../../widgets/format.ts';
import { Money } from '../../../widgets/Money.tsx';
import styles from './charge.module.css';

export interface EquationProps {
  preview: AccrualPreview | null;
  /** The sum is typed: without it only garages are counted. */
  hasAmount: boolean;
  isFresh: boolean;
  date: string | null;
  basis: string;
}

export function Equation({ preview, hasAmount, isFresh, date, basis }: EquationProps) {
  return (
    <section
      className={cx(styles.equation, !isFresh && styles.waiting)}
      aria-label="Что произойдёт"
      aria-busy={!isFresh}
    >
      <h2>Что произойдёт</h2>
      <Counts preview={preview} />
      {hasAmount && preview && preview.groups.length > 0 && <Groups preview={preview} />}
      <div className={styles.total}>
        <span>Итого</span>
        <b role="status">{hasAmount && preview ? <Money kopecks={preview.sum_kopecks} size="display" /> : '—'}</b>
      </div>
      <dl className={styles.facts}>
        <Fact name="Дата начисления">{formatDate(date)}</Fact>
        <Fact name="Основание">{basis.trim() || '—'}</Fact>
        {hasAmount && preview && preview.garages > 0 && (
          <Fact name={preview.pos.length === 1 ? 'Долг ПО станет' : 'Долг станет'}>
            <Money kopecks={preview.debt_after_kopecks} tone="debt" />
          </Fact>
        )}
      </dl>
      <p className={styles.undo}>
        <UndoIcon fontSize="small" aria-hidden="true" />
        Отменить можно одной кнопкой, пока по начислению нет оплат. Дальше — только сторно с причиной.
      </p>
    </section>
  );
}

function Counts({ preview }: { preview: AccrualPreview | null }) {
  const number = (value: number | undefined) => (value === undefined ? '—' : formatNumber(value));
  return (
    <dl className={styles.counts}>
      <Fact name="Найдено гаражей">{number(preview?.found)}</Fact>
      {preview?.skipped.map(({ reason, garages }) => (
        <Fact key={reason} name={skipNames[reason]} quiet>
          −{formatNumber(garages)}
        </Fact>
      ))}
      <Fact name="Будет начислено гаражам" sum>
        {number(preview?.garages)}
      </Fact>
      {preview?.unit === 'person' && <Fact name="людям">{number(preview.lines)}</Fact>}
    </dl>
  );
}

/** «113 × 4 500,00», «7 × 2 250,00 со льготой». */
function Groups({ preview }: { preview: AccrualPreview }) {
  return (
    <dl className={styles.groups}>
      {preview.groups.map((group) => (
        <Fact
          key={`${group.each_kopecks}${group.privilege}`}
          name={
            <>
              {formatNumber(group.lines)} × {formatSum(group.each_kopecks)}
              {group.privilege && <small> со льготой</small>}
            </>
          }
        >
          {formatSum(group.sum_kopecks)}
        </Fact>
      ))}
      {preview.others.lines > 0 && (
        <Fact name={`и ещё ${formatNumber(preview.others.lines)}`}>{formatSum(preview.others.sum_kopecks)}</Fact>
      )}
    </dl>
  );
}

function Fact(props: { name: ReactNode; children: ReactNode; quiet?: boolean; sum?: boolean }) {
  return (
    <div className={cx(props.quiet && styles.quiet, props.sum && styles.sum)}>
      <dt>{props.name}</dt>
      <dd>{props.children}</dd>
    </div>
  );
}
