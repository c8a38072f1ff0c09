// Debts by age: how much has been owed for how long, where, and who owes most.
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { debtAgeing, type AgeingReply } from '../../contract/balance.ts';
import { reading } from '../../providers/reading.ts';
import { useActor } from '../../providers/session.ts';
import { EmptyState, ErrorNote } from '../../widgets/EmptyState.tsx';
import { countOf, formatDate, formatMoney } from '../../widgets/format.ts';
import { loadPatiently } from '../../widgets/loadPatiently.ts';
import { SearchMultiSelect, type SelectOption } from '../../widgets/SearchSelect.tsx';
import { SectionCard } from '../../widgets/SectionCard.tsx';
import { Segmented } from '../../widgets/Segmented.tsx';
import { TableSkeleton } from '../../widgets/TableSkeleton.tsx';
import { BooksMenu } from '../books/BooksMenu.tsx';
import { MoneyTabs } from '../books/MoneyTabs.tsx';
import { loadMos, poLoader } from '../lists/loaders.ts';
import styles from './ageing.module.css';
import { AgeTable } from './AgeTable.tsx';
import { AgeingByPo } from './AgeingByPo.tsx';
import { AgeingGarages } from './AgeingGarages.tsx';
import { DebtorRows } from './DebtorRows.tsx';
import { placesOf, useAgeingView } from './useAgeingView.ts';

const Chart = lazy(() => loadPatiently(() => import('./AgeingChart.tsx')));
const garageForms = ['гараж должен', 'гаража должны', 'гаражей должны'] as const;

export default function AgeingPage() {
  const [view, change] = useAgeingView();
  const { mo, po } = view;
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...reading(debtAgeing, { query: placesOf({ mo, po }) }),
    placeholderData: (before: AgeingReply | undefined) => before,
  });
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <div className={styles.title}>
          <h1>Долги</h1>
          <MoneyTabs value="debts" />
          <span className={styles.more}>
            <BooksMenu />
          </span>
        </div>
        <Places view={view} onChange={change} reply={data} />
      </header>
      {error ? (
        <ErrorNote onRetry={() => void refetch()}>{error.message}</ErrorNote>
      ) : !data ? (
        <TableSkeleton columns={[{ label: 'Возраст' }, { label: 'Долг', width: 120, kind: 'money' }]} rows={6} />
      ) : (
        <div className={isPlaceholderData ? styles.stale : undefined} aria-busy={isPlaceholderData}>
          <Picture reply={data} view={view} onChange={change} />
        </div>
      )}
    </div>
  );
}

type ViewProps = {
  view: ReturnType<typeof useAgeingView>[0];
  onChange: ReturnType<typeof useAgeingView>[1];
};

function Picture({ reply, view, onChange }: ViewProps & { reply: AgeingReply }) {
  const [measure, setMeasure] = useState<'debt_kopecks' | 'garages'>('debt_kopecks');
  const garages = reply.ages.reduce((sum, one) => sum + one.garages, 0);
  const debt = reply.ages.reduce((sum, one) => sum + one.debt_kopecks, 0);
  if (!garages) return <EmptyState title="Долгов нет">На {formatDate(reply.on)} никто ничего не должен.</EmptyState>;
  const open = (age: typeof view.age) => onChange({ age: age === view.age ? null : age });
  return (
    <>
      <p className={styles.sentence}>
        На {formatDate(reply.on)} {countOf(garages, garageForms)} <b>{formatMoney(debt)}</b>. Возраст — по самому
        старому неоплаченному взносу, пени не в счёт.
      </p>
      <div className={styles.columns}>
        <SectionCard
          title={measure === 'garages' ? 'Возраст долга, гаражей' : 'Возраст долга, ₽'}
          action={
            <Segmented
              small
              label="Мера графика"
              value={measure}
              onChange={setMeasure}
              options={[
                { value: 'debt_kopecks', label: 'Сумма' },
                { value: 'garages', label: 'Гаражи' },
              ]}
            />
          }
        >
          <Suspense fallback={<div className={styles.chart} />}>
            <Chart ages={reply.ages} measure={measure} current={view.age} onPick={open} />
          </Suspense>
          <AgeTable ages={reply.ages} current={view.age} onPick={open} />
        </SectionCard>
        <SectionCard
          title={reply.top.length < 20 ? 'Крупнейшие должники' : '20 крупнейших должников'}
          className={styles.top}
        >
          <DebtorRows rows={reply.top} />
        </SectionCard>
      </div>
      {view.age && <AgeingGarages view={view} age={view.age} onChange={onChange} />}
      {reply.by_po.length > 1 && <AgeingByPo reply={reply} onPick={onChange} />}
    </>
  );
}

/** МО for a region, ПО for everyone above a ПО; several of each. */
function Places({ view, onChange, reply }: ViewProps & { reply: AgeingReply | undefined }) {
  const actor = useActor();
  // Names of what was chosen: of a ПО without debts the reply says nothing.
  const [learnt, setLearnt] = useState<ReadonlyMap<string, string>>(new Map());
  if (!actor || actor.po) return null;
  const known = new Map(learnt);
  for (const { mo, po } of reply?.by_po ?? []) known.set(`mo${mo.id}`, mo.name).set(`po${po.id}`, po.name);
  const named = (kind: 'mo' | 'po') =>
    view[kind].map((value) => ({ value, label: known.get(`${kind}${value}`) ?? `№ ${value}` }));
  const choose = (kind: 'mo' | 'po', options: readonly SelectOption[]) => {
    const ids = options.map(({ value }) => Number(value));
    setLearnt(new Map([...known, ...options.map(({ value, label }) => [`${kind}${value}`, label] as const)]));
    onChange(kind === 'mo' ? { mo: ids, po: [] } : { po: ids });
  };
  return (
    <div className={styles.places}>
      {actor.region && (
        <SearchMultiSelect
          label="МО"
          reserve={false}
          placeholder="Все МО"
          load={loadMos}
          value={named('mo')}
          onChange={(options) => choose('mo', options)}
        />
      )}
      <SearchMultiSelect
        key={view.mo.join()}
        label="ПО"
        reserve={false}
        placeholder="Все ПО"
        load={poLoader(view.mo.length === 1 ? view.mo[0] : undefined)}
        value={named('po')}
        onChange={(options) => choose('po', options)}
      />
    </div>
  );
}
