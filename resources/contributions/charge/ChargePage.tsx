// Mass accrual in three steps: to whom, what, a check in numbers; the sum of the check is the sum of the button.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { accrualDefaults } from '../../../contract/books.ts';
import { reading } from '../../../providers/reading.ts';
import { PageWaiting } from '../../../widgets/PageWaiting.tsx';
import { accrualTypesQuery } from '../../lists/types.ts';
import { ChargeWizard } from './ChargeWizard.tsx';
import { chargeable, newDraft, type HandedSelection } from './model.ts';

export default function ChargePage() {
  const handed = useHanded();
  const types = useQuery(accrualTypesQuery);
  const [run, setRun] = useState(0);
  const defaults = useQuery(reading(accrualDefaults));
  const { data } = defaults;
  if (!data || !types.data) return <PageWaiting asked={[defaults, types]} />;
  return (
    <ChargeWizard
      key={run}
      // «Начислить ещё» begins anew with everything; what was handed over has been charged.
      initial={newDraft(data, run ? {} : handed)}
      types={chargeable(types.data.data)}
      today={data.today}
      closedUntil={data.period_closed_until}
      onMore={() => setRun(run + 1)}
    />
  );
}

/** One garage from the address, or a selection that the list of garages hands over. */
function useHanded(): Partial<HandedSelection> {
  const [search] = useSearchParams();
  const { state } = useLocation() as { state: { selection?: HandedSelection } | null };
  const garage = Number(search.get('garage'));
  if (Number.isInteger(garage) && garage > 0) return { all: false, included: [garage] };
  return state?.selection ?? {};
}
