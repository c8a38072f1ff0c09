// The editor of a garage.
import { useRecordContext } from 'react-admin';
import { Link, useNavigate } from 'react-router';
import { garages, type GarageCard } from '../../contract/garages.ts';
import { pages } from '../../contract/pages.ts';
import { useActor } from '../../providers/session.ts';
import { Editor } from '../../widgets/editor/Editor.tsx';
import { useSaveRecord } from '../../widgets/editor/useSaveRecord.ts';
import { CardViewers } from '../presence/CardViewers.tsx';
import { GaragePlate } from '../../widgets/GaragePlate.tsx';
import { PageSkeleton } from '../../widgets/PageSkeleton.tsx';
import { RecordPage } from '../../widgets/RecordPage.tsx';
import {
  garageBody,
  garageValues,
  ownerValues,
  PlaceFields,
  useGarageSections,
  useShowValue,
  type GarageValues,
  type OwnerValue,
} from './GarageInputs.tsx';
import { OwnersInput } from './OwnersInput.tsx';
import { labels } from './ru.ts';

type EditorValues = GarageValues & { owners: OwnerValue[] };
const editorValues = (card: GarageCard): EditorValues => ({ ...garageValues(card), owners: ownerValues(card) });

export default function GarageEdit() {
  return (
    <RecordPage resource={garages.name} editing>
      <Form />
    </RecordPage>
  );
}

function Form() {
  const garage = useRecordContext<GarageCard>();
  const actor = useActor();
  const navigate = useNavigate();
  const sections = useGarageSections();
  const show = useShowValue();
  const save = useSaveRecord<GarageCard>();
  // A list leaves its shorter rows in the cache: the card is shown when it has come whole.
  if (garage?.version === undefined) return <PageSkeleton />;
  const back = () => void navigate(pages.garage(garage.id));
  return (
    <Editor<EditorValues>
      // A record that is read anew must not replace what is being typed: the editor keeps the first one.
      key={garage.id}
      title={`Правка гаража № ${garage.number}`}
      crumbs={
        <>
          <span>
            <Link to={pages.garages}>Гаражи</Link> ›{' '}
            <GaragePlate section={garage.section} number={garage.number} size="s" to={pages.garage(garage.id)} /> ›
            Правка
          </span>
          <CardViewers resource="garages" id={garage.id} />
        </>
      }
      values={editorValues(garage)}
      version={garage.version}
      fromRecord={(record) => editorValues(record as GarageCard)}
      labels={labels}
      show={show}
      draftKey={`${actor?.userId}:garages:${garage.id}`}
      sections={[
        {
          key: 'place',
          title: 'Место',
          fields: ['section', 'number'],
          children: <PlaceFields po={garage.po.id} poName={garage.po.name} />,
        },
        ...sections,
        {
          key: 'owners',
          title: 'Владельцы и доли',
          fields: ['owners'],
          children: <OwnersInput source="owners" label={labels.owners!} garageId={garage.id} />,
        },
      ]}
      onCancel={back}
      onSave={async ({ owners, ...values }, version) => {
        const shares = owners.map(({ id, share, isPrimary }) => ({ id, share, isPrimary }));
        await save({ ...garageBody(values), owners: shares, version });
        back();
      }}
    />
  );
}
