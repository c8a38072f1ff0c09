// The balance of a garage in a row of the list; of what a debt consists is said over it, by type.
import Tooltip from '@mui/material/Tooltip';
import { useQuery } from '@tanstack/react-query';
import { garageDebt } from '../../contract/balance.ts';
import type { GarageRow } from '../../contract/garages.ts';
import { call } from '../../providers/http.ts';
import { formatMoney } from '../../widgets/format.ts';
import { Money } from '../../widgets/Money.tsx';
import { owedByType } from '../balance/billRules.ts';
import styles from './garages.module.css';

/** The pointer rests on the cell: passing over a list asks the server for nothing. */
const REST_MS = 350;

export function DebtCell({ row }: { row: GarageRow }) {
  const money = <Money kopecks={row.balance_kopecks} tone="balance" />;
  if (row.balance_kopecks >= 0) return money;
  return (
    <Tooltip
      title={<ByType id={row.id} />}
      placement="bottom-end"
      enterDelay={REST_MS}
      enterNextDelay={REST_MS}
      describeChild
    >
      <span>{money}</span>
    </Tooltip>
  );
}

/** Drawn when the tooltip opens: only then is it asked. */
function ByType({ id }: { id: number }) {
  const { data, error } = useQuery({
    queryKey: ['garages', 'debt', id, null],
    queryFn: () => call(garageDebt, { params: { id }, query: {}, quiet: true }),
    staleTime: 30_000,
  });
  const words = error ? 'Не удалось узнать, из чего долг' : data ? null : 'Считаем…';
  return (
    // As wide before the answer as after it: the box is placed once.
    <dl className={styles.byType}>
      {words && <div>{words}</div>}
      {data &&
        owedByType(data.lines).map(({ name, kopecks }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{formatMoney(kopecks)}</dd>
          </div>
        ))}
    </dl>
  );
}
