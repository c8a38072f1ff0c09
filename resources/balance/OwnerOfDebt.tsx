// Whose debt it is, in a row: the owner who gets the receipts, and how many there are besides.
import { Link } from 'react-router';
import type { OwingGarage } from '../../contract/balance.ts';
import { pages } from '../../contract/pages.ts';

export const OwnerOfDebt = ({ owners: [first, ...others] }: Pick<OwingGarage, 'owners'>) => (
  <>
    {first ? <Link to={pages.profile(first.id)}>{first.full_name}</Link> : <span>владелец не указан</span>}
    {others.length > 0 && ` +${others.length}`}
  </>
);
