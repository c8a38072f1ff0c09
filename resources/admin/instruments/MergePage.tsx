// «Объединение карточек»: pairs that may be one person, or one pair side by side by its address.
import { useSearchParams } from 'react-router';
import { PairList } from './PairList.tsx';
import { PairPage } from './PairPage.tsx';

const idIn = (text: string | null) => (text && /^\d{1,9}$/.test(text) ? Number(text) : null);

export default function MergePage() {
  const [query] = useSearchParams();
  const [one, other] = [idIn(query.get('one')), idIn(query.get('other'))];
  return one && other ? <PairPage key={`${one} ${other}`} one={one} other={other} /> : <PairList />;
}
