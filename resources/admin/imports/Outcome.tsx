// What will come of the load: garages, people, the debt, remarks by weight.
import type { ImportBatch } from '../../../contract/imports.ts';
import { formatNumber } from '../../../widgets/format.ts';
import { Money } from '../../../widgets/Money.tsx';
import { cx } from '../../../widgets/cx.ts';
import styles from './imports.module.css';
import { kindGroups } from './importRules.ts';

export function Outcome({ batch }: { batch: ImportBatch }) {
  const { plan, summary } = batch;
  const lines: [string, number][] = plan
    ? [
        ['Гаражи: новые', plan.create],
        ['дополнятся', plan.update],
        ['без изменений', plan.same],
        ['владелец другой, не тронем', plan.conflict],
        ['Люди в файле', summary.people],
        ...(plan.people ? ([['из них без гаража, новые', plan.people.created]] as [string, number][]) : []),
      ]
    : [];
  return (
    <aside className={styles.outcome} data-help="import.outcome" aria-label="Что получится">
      <h2>Что получится</h2>
      <dl>
        {lines.map(([name, count]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{formatNumber(count)}</dd>
          </div>
        ))}
      </dl>
      <dl className={styles.sums}>
        <div>
          <dt>Долг</dt>
          <dd>
            <Money kopecks={batch.debt_kopecks} tone="balance" />
          </dd>
        </div>
        <div>
          <dt>Аванс</dt>
          <dd>
            <Money kopecks={batch.advance_kopecks} tone="balance" />
          </dd>
        </div>
        <div className={styles.total}>
          <dt>Сальдо</dt>
          <dd>
            <Money kopecks={batch.debt_kopecks + batch.advance_kopecks} tone="balance" />
          </dd>
        </div>
      </dl>
      {kindGroups(batch.kinds).map((group) => (
        <section key={group.title}>
          <h3>
            <i className={cx(styles.dot, styles[group.tone])} aria-hidden="true" />
            {group.title}
          </h3>
          <dl>
            {group.kinds.map(({ kind, label, count }) => (
              <div key={kind}>
                <dt>{label}</dt>
                <dd>{formatNumber(count)}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </aside>
  );
}
