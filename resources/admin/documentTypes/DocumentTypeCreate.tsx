// A new kind of papers: its text is written in the studio afterwards.
import { documentKinds } from '../../../contract/documents/kinds.ts';
import { NewRecordPage } from '../../../widgets/RecordPage.tsx';
import { KindForm } from './KindForm.tsx';

export default function DocumentTypeCreate() {
  return (
    <NewRecordPage resource={documentKinds.name}>
      <KindForm record={null} />
    </NewRecordPage>
  );
}
