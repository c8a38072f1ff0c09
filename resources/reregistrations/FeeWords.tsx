// «Почему он?»: the tariff that was taken and those that also fitted.
import type { Preview } from '../../contract/reregistrations.ts';
import { Fragment } from 'react';
import { formatMoney, shortName } from '../../widgets/format.ts';
import { useReasons } from './chips.ts';
import styles from './reregistrations.module.css';

/** What the fee of a chain is made of, change by change; nothing where there was one. */
export function FeeParts({ preview }: { preview: Preview }) {
  const reasons = useReasons();
  if (preview.fee_parts.length < 2) return null;
  return (
    <dl className={styles.money} aria-label="Из чего сложился сбор">
      {preview.fee_parts.map((part, nth) => (
        <Fragment key={nth}>
          <dt className={styles.muted}>
            {[reasons.find(({ id }) => id === part.reason)?.name, part.name && shortName(part.name)]
              .filter(Boolean)
              .join(', ')}
          </dt>
          <dd>{formatMoney(part.kopecks)}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

/** The tariff that was taken; «Почему он?» opens those that also fitted, each with what it lost by. */
export function FeeWords({ preview }: { preview: Preview }) {
  const [taken, ...lost] = preview.fee_why;
  return (
    <>
      <FeeParts preview={preview} />
      <p className={styles.muted}>
        {preview.fee_text}
        {preview.fee_kopecks > 0 && <> · {preview.payer_text}</>}
      </p>
      {taken && (
        <details className={styles.why}>
          <summary>Почему он?</summary>
          <ul>
            <li>
              <b>
                {formatMoney(taken.kopecks)}: {taken.text}
              </b>{' '}
              — самый точный из подходящих
            </li>
            {lost.map((row) => (
              <li key={row.text + row.kopecks}>
                <s>
                  {formatMoney(row.kopecks)}: {row.text}
                </s>{' '}
                — {row.lost}
              </li>
            ))}
          </ul>
          {!lost.length && <p className={styles.muted}>Других подходящих тарифов нет.</p>}
        </details>
      )}
    </>
  );
}
