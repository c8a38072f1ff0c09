// «Объединение карточек»: pairs that may be one person, or one pair side by side by its address.
import { useSearchParams } from 'react-router';
import { ClusterPage } from './ClusterPage.tsx';
import { PairList } from './PairList.tsx';
import { PairPage } from './PairPage.tsx';

const idIn = (text: string | null) => (text && /^\d{1,9}$/.test(text) ? Number(text) : null);

export default function MergePage() {
  const [query] = useSearchParams();
  const [one, other, cluster] = [idIn(query.get('one')), idIn(query.get('other')), idIn(query.get('cluster'))];
  if (cluster) return <ClusterPage key={cluster} card={cluster} />;
  const isOfGroup = query.has('group');
  return one && other ? (
    <PairPage key={`${one} ${other}`} one={one} other={other} isOfGroup={isOfGroup} />
  ) : (
    <PairList />
  );
}
