// The editor of a person.
import { useRecordContext } from 'react-admin';
import { Link, Navigate, useNavigate } from 'react-router';
import { pages } from '../../contract/pages.ts';
import { profiles, type ProfileCard } from '../../contract/profiles.ts';
import { useActor } from '../../providers/session.ts';
import { Editor } from '../../widgets/editor/Editor.tsx';
import { useSaveRecord } from '../../widgets/editor/useSaveRecord.ts';
import { PageSkeleton } from '../../widgets/PageSkeleton.tsx';
import { RecordPage } from '../../widgets/RecordPage.tsx';
import { CardViewers } from '../presence/CardViewers.tsx';
import {
  labelsOfKind,
  profileBody,
  profileValues,
  useProfileSections,
  useShowProfileValue,
  type ProfileValues,
} from './ProfileInputs.tsx';

export default function ProfileEdit() {
  return (
    <RecordPage resource={profiles.name} editing>
      <Form />
    </RecordPage>
  );
}

function Form() {
  const person = useRecordContext<ProfileCard>();
  const actor = useActor();
  const navigate = useNavigate();
  const sections = useProfileSections(person?.version === undefined ? {} : { card: person });
  const show = useShowProfileValue();
  const save = useSaveRecord<ProfileCard>();
  // A list leaves its shorter rows in the cache: the card is shown when it has come whole.
  if (person?.version === undefined) return <PageSkeleton />;
  // The card says why nothing is written of him any more.
  if (person.is_former || person.is_destroyed) return <Navigate replace to={pages.profile(person.id)} />;
  const back = () => void navigate(pages.profile(person.id));
  return (
    <Editor<ProfileValues>
      key={person.id}
      title={person.full_name}
      crumbs={
        <>
          <span>
            <Link to={pages.profiles}>Люди</Link> › <Link to={pages.profile(person.id)}>{person.full_name}</Link> ›
            Правка
          </span>
          <CardViewers resource="profiles" id={person.id} />
        </>
      }
      values={profileValues(person)}
      version={person.version}
      fromRecord={(record) => profileValues(record as ProfileCard)}
      labels={labelsOfKind(person.kind)}
      show={show}
      draftKey={`${actor?.userId}:profiles:${person.id}`}
      sections={sections}
      onCancel={back}
      onSave={async (values, version) => {
        await save({ ...profileBody(values), version });
        back();
      }}
    />
  );
}
