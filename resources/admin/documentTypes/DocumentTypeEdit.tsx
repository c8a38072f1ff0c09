// One kind of papers: the studio of its text, and its properties.
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useRecordContext } from 'react-admin';
import { useSearchParams } from 'react-router';
import { documentKinds, type DocumentKindRow } from '../../../contract/documents/kinds.ts';
import { PageSkeleton } from '../../../widgets/PageSkeleton.tsx';
import { RecordPage } from '../../../widgets/RecordPage.tsx';
import { KindForm } from './KindForm.tsx';
import styles from './studio.module.css';
import { TemplateStudio } from './TemplateStudio.tsx';

export default function DocumentTypeEdit() {
  return (
    <RecordPage resource={documentKinds.name} editing>
      <Loaded />
    </RecordPage>
  );
}

function Loaded() {
  const record = useRecordContext<DocumentKindRow>();
  const [search, setSearch] = useSearchParams();
  if (!record) return <PageSkeleton />;
  const tab = search.get('tab') ?? 'text';
  return (
    <>
      <Tabs
        className={styles.tabs ?? ''}
        value={tab}
        onChange={(_, next: string) => setSearch({ tab: next }, { replace: true })}
        aria-label="Разделы вида документа"
      >
        <Tab value="text" label="Текст" />
        <Tab value="kind" label="Свойства" />
      </Tabs>
      {tab === 'kind' ? <KindForm key={record.version} record={record} /> : <TemplateStudio kind={record} />}
    </>
  );
}
