// Demands to stop the processing by their due days, and former owners whose five years are over.
import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { demandKinds, demands, type DemandRow } from '../../../contract/instruments/demands.ts';
import { pages } from '../../../contract/pages.ts';
import type { ReplyOf } from '../../../providers/http.ts';
import { readAnew, reading } from '../../../providers/reading.ts';
import { cx } from '../../../widgets/cx.ts';
import { ErrorNote } from '../../../widgets/EmptyState.tsx';
import { formatDate, formatNumber } from '../../../widgets/format.ts';
import { SectionCard } from '../../../widgets/SectionCard.tsx';
import { DestroyDialog } from '../../profiles/DestroyDialog.tsx';
import styles from './instruments.module.css';

type Reply = ReplyOf<typeof demands>;
interface Doomed {
  id: number;
  name: string;
  ground: string;
}

export function Demands() {
  const client = useQueryClient();
  const [doomed, setDoomed] = useState<Doomed | null>(null);
  const { data, error, refetch } = useQuery({
    ...reading(demands, { stops: true }),
    staleTime: 0,
  });
  if (error && !data) return <ErrorNote onRetry={() => void refetch()}>{error.message}</ErrorNote>;
  if (!data) return null;
  return (
    <>
      <SectionCard title="Требования прекратить обработку">
        <p className={styles.quiet}>
          <Link to={pages.adminDemandTerms}>Сроки по видам требований</Link>
        </p>
        {data.demands.length ? (
          <ul className={styles.merged}>
            {data.demands.map((row) => (
              <DemandLine key={row.id} row={row} onDestroy={setDoomed} />
            ))}
          </ul>
        ) : (
          <p className={styles.quiet}>Требований нет. Требование человека записывают на его карточке, в МО или ПО.</p>
        )}
      </SectionCard>
      {data.former.length > 0 && <Former data={data} onDestroy={setDoomed} />}
      {doomed && (
        <DestroyDialog
          {...doomed}
          onClose={() => setDoomed(null)}
          onDone={() => {
            setDoomed(null);
            void readAnew(client, 'personal_duties');
          }}
        />
      )}
    </>
  );
}

function DemandLine({ row, onDestroy }: { row: DemandRow; onDestroy: (who: Doomed) => void }) {
  return (
    <li>
      <span>
        <b>
          <Link to={pages.profile(row.profile_id)}>{row.name}</Link>
        </b>
        <small>
          {demandKinds[row.kind]} · от {formatDate(row.on_date)} · {row.po_name} · {row.who}
        </small>
        <small className={cx(row.is_late && styles.late)}>
          {row.is_late ? 'Срок прошёл' : 'Срок'} {formatDate(row.due_on)}
          {row.destroy_on && ` · будет удалён ${formatDate(row.destroy_on)}`}
        </small>
        {row.grounds.length > 0 && <small>Обработка ограничена: {row.grounds.join('; ')}</small>}
      </span>
      {row.grounds.length === 0 && (
        <Button
          size="small"
          color="error"
          onClick={() => onDestroy({ id: row.profile_id, name: row.name, ground: row.ground })}
        >
          Удалить сейчас
        </Button>
      )}
    </li>
  );
}

function Former({ data, onDestroy }: { data: Reply; onDestroy: (who: Doomed) => void }) {
  return (
    <SectionCard title={`Прежние владельцы, чей срок хранения вышел: ${formatNumber(data.former_total)}`}>
      <ul className={styles.merged}>
        {data.former.map((one) => (
          <li key={one.id}>
            <span>
              <b>{one.name}</b>
              <small>
                Последний гараж оставил {formatDate(one.left_on)}, прошло больше 5 лет, долгов и авансов нет
              </small>
            </span>
            <Button
              size="small"
              color="error"
              onClick={() =>
                onDestroy({ id: one.id, name: one.name, ground: 'Срок хранения вышел: 5 лет после последнего гаража' })
              }
            >
              Удалить
            </Button>
          </li>
        ))}
      </ul>
    </SectionCard>
  );
}
