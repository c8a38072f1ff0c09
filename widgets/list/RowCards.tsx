// Rows of a list on a phone: a card each, with a tick where the list is there to choose from.
import type { RaRecord } from 'react-admin';
import { Fragment, type ReactNode } from 'react';
import { cx } from '../cx.ts';
import type { GroupOf } from './RegisterTable.tsx';
import type { SelectionModel } from './useSelection.ts';
import styles from './list.module.css';

export function RowCards<Row extends RaRecord>(props: {
  rows: readonly Row[];
  title: string;
  renderCard: (row: Row) => ReactNode;
  groupOf?: GroupOf<Row> | undefined;
  nameOf: (row: Row) => string;
  selection: SelectionModel | undefined;
}) {
  const { selection } = props;
  return (
    <ul className={styles.cards} aria-label={props.title}>
      {props.rows.map((row, at) => {
        const group = props.groupOf?.(row, props.rows[at - 1]);
        return (
          <Fragment key={row.id}>
            {group && <li className={styles.cardGroup}>{group}</li>}
            <li className={cx(selection && styles.picked)}>
              {selection && (
                <label>
                  <input
                    type="checkbox"
                    aria-label={`Выбрать: ${props.nameOf(row)}`}
                    checked={selection.has(Number(row.id))}
                    onChange={() => selection.toggle(Number(row.id))}
                  />
                </label>
              )}
              {props.renderCard(row)}
            </li>
          </Fragment>
        );
      })}
    </ul>
  );
}
