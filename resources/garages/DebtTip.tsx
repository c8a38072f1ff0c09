// Of what a debt consists, by type, over the balance of a row. Its code comes after the first page.
import Tooltip from '@mui/material/Tooltip';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { garageDebt, type DebtReply } from '../../contract/balance.ts';
import { reading } from '../../providers/reading.ts';
import { formatMoney } from '../../widgets/format.ts';
import { asideByEntry, owedByType } from '../balance/billRules.ts';
import styles from './garages.module.css';

/** The pointer rests on the cell: passing over a list asks the server for nothing. */
const REST_MS = 350;

export default function DebtTip({ id, children }: { id: number; children: ReactElement }) {
  return (
    <Tooltip
      title={<ByType id={id} />}
      placement="bottom-end"
      enterDelay={REST_MS}
      enterNextDelay={REST_MS}
      describeChild
    >
      {children}
    </Tooltip>
  );
}

/** Drawn when the tooltip opens: only then is it asked. */
function ByType({ id }: { id: number }) {
  const { data, error } = useQuery({
    ...reading(garageDebt, { params: { id } }),
    staleTime: 30_000,
  });
  const words = error ? 'Не удалось узнать, из чего долг' : data ? null : 'Считаем…';
  return (
    // As wide before the answer as after it: the box is placed once.
    <dl className={styles.byType}>
      {words && <div>{words}</div>}
      {data &&
        [...owedByType(data.lines), ...asideByEntry(data.aside), ...formerOf(data)].map(({ name, kopecks }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{formatMoney(kopecks)}</dd>
          </div>
        ))}
    </dl>
  );
}

const formerOf = ({ former }: DebtReply) =>
  former
    .filter((one) => one.debt_kopecks > 0)
    .map((one) => ({ name: `долг прежнего владельца: ${one.full_name ?? ''}`, kopecks: one.debt_kopecks }));
