// Garages of one age, the largest debt first, by pages.
import CloseIcon from '@mui/icons-material/Close';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { debtAgeingGarages, debtAges, type DebtAge } from '../../contract/balance.ts';
import { reading } from '../../providers/reading.ts';
import { ErrorNote } from '../../widgets/EmptyState.tsx';
import { countOf, formatMoney } from '../../widgets/format.ts';
import { IconButtonWithTip } from '../../widgets/IconButtonWithTip.tsx';
import { Pager } from '../../widgets/Pager.tsx';
import { SectionCard } from '../../widgets/SectionCard.tsx';
import { CardSkeleton } from '../../widgets/TableSkeleton.tsx';
import styles from './ageing.module.css';
import { DebtorRows } from './DebtorRows.tsx';
import { placesOf, type AgeingView } from './useAgeingView.ts';

const PAGE = 50;
const garageForms = ['гараж', 'гаража', 'гаражей'] as const;

export interface AgeingGaragesProps {
  view: AgeingView;
  age: DebtAge;
  onChange: (change: Partial<AgeingView>) => void;
}

export function AgeingGarages({ view, age, onChange }: AgeingGaragesProps) {
  const { mo, po, page } = view;
  const box = useRef<HTMLDivElement>(null);
  const { data, error, refetch } = useQuery(
    reading(debtAgeingGarages, { query: { age, page, per_page: PAGE, ...placesOf({ mo, po }) } }),
  );
  // What was asked for comes into sight: it stands below the picture.
  useEffect(() => {
    box.current?.scrollIntoView?.({ block: 'nearest' });
  }, [age, page]);
  return (
    <div ref={box} className={styles.garages}>
      <SectionCard
        title={`Должники: ${debtAges[age]}`}
        action={
          <IconButtonWithTip label="Закрыть список" onClick={() => onChange({ age: null })}>
            <CloseIcon />
          </IconButtonWithTip>
        }
      >
        {error ? (
          <ErrorNote onRetry={() => void refetch()}>{error.message}</ErrorNote>
        ) : data ? (
          <>
            <p className={styles.sentence}>
              {countOf(data.total, garageForms)}, <b>{formatMoney(data.debt_kopecks)}</b>
            </p>
            <DebtorRows rows={data.data} />
            {data.total > PAGE && (
              <Pager page={page} perPage={PAGE} total={data.total} onPage={(next) => onChange({ page: next })} />
            )}
          </>
        ) : (
          <CardSkeleton rows={6} />
        )}
      </SectionCard>
    </div>
  );
}
