// «Почему он?»: the tariff that was taken and those that also fitted.
import type { Preview } from '../../contract/reregistrations.ts';
import { formatMoney } from '../../widgets/format.ts';
import styles from './reregistrations.module.css';

/** The tariff that was taken; «Почему он?» opens those that also fitted, each with what it lost by. */
export function FeeWords({ preview }: { preview: Preview }) {
  const [taken, ...lost] = preview.fee_why;
  return (
    <>
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
