// The card of a kind of papers: name, what the print dialog asks, who may print it, whether it is in use.
import { useRecordContext, useUpdate } from 'react-admin';
import { Link, useNavigate } from 'react-router';
import { documentKinds, type DocumentKindRow } from '../../../contract/documents/kinds.ts';
import { documentKindFields } from '../../../contract/fields/documents.ts';
import { labelsOf } from '../../../contract/kernel/fields.ts';
import { useActor } from '../../../providers/session.ts';
import { Editor, type EditorSection } from '../../../widgets/editor/Editor.tsx';
import { FieldGrid } from '../../../widgets/FieldGrid.tsx';
import { CheckboxInput, NumberInput, SelectInput, TextInput } from '../../../widgets/inputs.ts';
import { PageSkeleton } from '../../../widgets/PageSkeleton.tsx';
import { RecordPage } from '../../../widgets/RecordPage.tsx';
import { useResourcePages } from '../../productResource.ts';
import { contextsOf, dateModes, dateOptions } from './words.ts';

const labels: Record<string, string> = labelsOf(documentKindFields);
const editable = [
  'name',
  'sort',
  'is_po_specific',
  'is_manual_numerated',
  'date_mode',
  'warns_of_repeat',
  'is_personal',
  'is_active',
] as const;
type Values = Pick<DocumentKindRow, (typeof editable)[number]>;
const valuesOf = (row: DocumentKindRow) => Object.fromEntries(editable.map((field) => [field, row[field]])) as Values;

const hints: Partial<Record<keyof Values, string>> = {
  is_po_specific: 'МО и регион называют ПО, от имени которой печатают',
  is_manual_numerated: 'Иначе номер даёт программа',
  warns_of_repeat: 'Если такой документ уже напечатан по этой записи',
  is_personal: 'Печатать, открывать и копировать',
  is_active: 'Иначе вид не предлагают; напечатанное остаётся',
};

export default function DocumentTypeEdit() {
  return (
    <RecordPage resource={documentKinds.name} editing>
      <Loaded />
    </RecordPage>
  );
}

function Loaded() {
  const record = useRecordContext<DocumentKindRow>();
  if (!record) return <PageSkeleton />;
  return <KindForm key={record.version} record={record} />;
}

function KindForm({ record }: { record: DocumentKindRow }) {
  const { list } = useResourcePages(documentKinds.name);
  const actor = useActor();
  const navigate = useNavigate();
  const [update] = useUpdate();
  return (
    <Editor<Values>
      title={record.name}
      crumbs={
        <>
          <Link to={list}>Виды документов</Link> › {record.name}
        </>
      }
      values={valuesOf(record)}
      version={record.version}
      fromRecord={(fresh) => valuesOf(fresh as DocumentKindRow)}
      labels={labels}
      show={shown}
      draftKey={`${actor?.userId}:${documentKinds.name}:${record.id}`}
      sections={sectionsOf(record)}
      onCancel={() => void navigate(list)}
      onSave={async (values, version) => {
        await update(
          documentKinds.name,
          { id: record.id, data: { ...values, version }, previousData: record },
          { returnPromise: true },
        );
        void navigate(list);
      }}
    />
  );
}

function sectionsOf(record: DocumentKindRow): EditorSection[] {
  const kept = (source: keyof Values) => {
    const reason = record.fixed[source];
    if (reason) return { disabled: true, helperText: reason };
    return hints[source] ? { helperText: hints[source] } : {};
  };
  const checks = (...sources: (keyof Values)[]) => (
    <div style={{ display: 'flex', flexDirection: 'column', alignItems: 'flex-start' }}>
      {sources.map((source) => (
        <CheckboxInput key={source} source={source} label={labels[source]!} {...kept(source)} />
      ))}
    </div>
  );
  return [
    {
      key: 'main',
      title: 'Вид документа',
      fields: ['name', 'sort', 'is_active'],
      children: (
        <>
          <FieldGrid>
            <TextInput source="name" label={labels.name!} required maxLength={80} {...kept('name')} />
            <NumberInput source="sort" label={labels.sort!} required digits={0} helperText="Меньше — выше в списке" />
          </FieldGrid>
          <p>Печатают из карточки: {contextsOf(record)}</p>
          {checks('is_active')}
        </>
      ),
    },
    {
      key: 'asks',
      title: 'Что спрашивает окно печати',
      fields: ['date_mode', 'is_po_specific', 'is_manual_numerated', 'warns_of_repeat'],
      children: (
        <>
          <FieldGrid>
            <SelectInput
              source="date_mode"
              label={labels.date_mode!}
              options={dateOptions}
              emptyLabel="Не спрашивать: сегодня"
              {...kept('date_mode')}
            />
          </FieldGrid>
          {checks('is_po_specific', 'is_manual_numerated', 'warns_of_repeat')}
        </>
      ),
    },
    { key: 'access', title: 'Доступ', fields: ['is_personal'], children: checks('is_personal') },
  ];
}

/** A value as a person reads it. */
function shown(field: string, value: unknown): string {
  if (field === 'date_mode') return value ? dateModes[value as keyof typeof dateModes] : 'не спрашивать';
  if (typeof value === 'boolean') return value ? 'да' : 'нет';
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
