// A card of money in two tabs: what it is, and the papers printed of it; the tab stands in the address.
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { Counted } from '../../widgets/Counted.tsx';
import { PaperList, usePapers, type PapersAbout } from './PaperList.tsx';

/** `first` names the tab of `children`. */
export function PaperTabs({ about, first, children }: { about: PapersAbout; first: string; children: ReactNode }) {
  const [search, setSearch] = useSearchParams();
  const tab = search.get('tab') === 'documents' ? 'documents' : 'first';
  const papers = usePapers(about).data?.total;
  return (
    <>
      <Tabs
        value={tab}
        onChange={(_, next: string) => setSearch(next === 'first' ? {} : { tab: next }, { replace: true })}
        aria-label="Разделы карточки"
      >
        <Tab value="first" label={first} />
        <Tab value="documents" label={<Counted label="Документы" count={papers} />} />
      </Tabs>
      {tab === 'first' ? children : <PaperList {...about} />}
    </>
  );
}
