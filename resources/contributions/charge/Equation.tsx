// «Что произойдёт»: the run as an equation that ends in its sum.
import UndoIcon from '@mui/icons-material/Undo';
import type { ReactNode } from 'react';
import { skipNames, type AccrualPreview } from '../../../contract/contributions/charging.ts';
import { cx } from '../../../widgets/cx.ts';
import { countOf, formatDate, formatNumber, formatSum } from '../../../widgets/format.ts';
import { Money } from '../../../widgets/Money.tsx';
import styles from './charge.module.css';

export interface EquationProps {
  preview: AccrualPreview | null;
  /** The sum that is typed, kopecks: without it only garages are counted. */
  amount: number | null;
  isFresh: boolean;
  date: string | null;
  basis: string;
}

export function Equation({ preview, amount, isFresh, date, basis }: EquationProps) {
  const hasAmount = Boolean(amount);
  return (
    <section
      className={cx(styles.equation, !isFresh && styles.waiting)}
      aria-label="Что произойдёт"
      aria-busy={!isFresh}
    >
      <h2>Что произойдёт</h2>
      <Counts preview={preview} />
      {amount !== null &&
        preview &&
        preview.groups.length > 0 &&
        (preview.quantity === null ? (
          <Groups preview={preview} />
        ) : (
          <Measured preview={preview} price={amount} quantity={preview.quantity} />
        ))}
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
      {preview && preview.relaid > 0 && (
        <p className={styles.undo}>
          {countOf(preview.relaid, ['оплата ляжет', 'оплаты лягут', 'оплат лягут'])} иначе: начисление задним числом
          старше того, что они закрыли. Напечатанное остаётся как было.
        </p>
      )}
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
    <dl>
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

/** «5 387,6 м² × 42,51»: each garage is rounded to a kopeck by itself, so the product may differ by some. */
function Measured({ preview, price, quantity }: { preview: AccrualPreview; price: number; quantity: number }) {
  const discount = preview.base_kopecks - preview.sum_kopecks;
  return (
    <dl className={styles.groups}>
      <Fact name={`${formatNumber(quantity)} ${preview.unit === 'm2' ? 'м²' : 'кВт·ч'} × ${formatSum(price)}`}>
        {formatSum(preview.base_kopecks)}
      </Fact>
      {discount > 0 && (
        <Fact name="скидки по льготам" quiet>
          −{formatSum(discount)}
        </Fact>
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
