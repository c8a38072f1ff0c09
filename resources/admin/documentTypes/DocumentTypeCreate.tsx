// A new kind of papers: its text is written in the studio afterwards.
import { KindForm } from './KindForm.tsx';

export default function DocumentTypeCreate() {
  return <KindForm record={null} />;
}
