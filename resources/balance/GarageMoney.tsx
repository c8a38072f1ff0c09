// The tab «Взносы» of a garage: why it owes what it owes, and everything that was charged and paid.
import { useSearchParams } from 'react-router';
import type { GarageCard } from '../../contract/garages.ts';
import { Bill } from './Bill.tsx';
import { Statement } from './Statement.tsx';

export function GarageMoney({ garage }: { garage: GarageCard }) {
  const [search, setSearch] = useSearchParams();
  const day = search.get('on');
  const on = day && /^\d{4}-\d{2}-\d{2}$/.test(day) ? day : null;
  const show = (next: string | null) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        if (next) after.set('on', next);
        else after.delete('on');
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <>
      <Bill garageId={garage.id} on={on} onDay={show} />
      <Statement garage={garage} />
    </>
  );
}
