// The form of a kind of papers: name, what the print dialog asks, who may print it, whether it is in use.
import { UsedByList } from '../references/UsedByList.tsx';
import { Link, useNavigate } from 'react-router';
import type { DocumentContext } from '../../../contract/documents.ts';
import { documentKinds, type DocumentKindRow } from '../../../contract/documents/kinds.ts';
import { dateModes, documentKindFields } from '../../../contract/fields/documents.ts';
import { labelsOf } from '../../../contract/kernel/fields.ts';
import { pages } from '../../../contract/pages.ts';
import { useActor } from '../../../providers/session.ts';
import { Editor, type EditorSection } from '../../../widgets/editor/Editor.tsx';
import { useSaveRecord } from '../../../widgets/editor/useSaveRecord.ts';
import { FieldGrid } from '../../../widgets/FieldGrid.tsx';
import { CheckboxInput, NumberInput, SelectInput, TextInput } from '../../../widgets/inputs.ts';
import { useResourcePages } from '../../productResource.ts';
import { contextOptions, contextsOf, dateOptions } from './words.ts';

const labels: Record<string, string> = {
  ...labelsOf(documentKindFields),
  level_region: 'Регион',
  level_mo: 'МО',
  level_po: 'ПО',
  context: 'Печатают из карточки',
};
const plain = [
  'name',
  'sort',
  'is_po_specific',
  'is_manual_numerated',
  'date_mode',
  'warns_of_repeat',
  'is_personal',
  'is_active',
] as const;
type Values = Pick<DocumentKindRow, (typeof plain)[number]> & {
  level_region: boolean;
  level_mo: boolean;
  level_po: boolean;
  context: DocumentContext;
};
const levels = ['region', 'mo', 'po'] as const;

const valuesOf = (row: DocumentKindRow) =>
  ({
    ...Object.fromEntries(plain.map((field) => [field, row[field]])),
    ...Object.fromEntries(levels.map((level) => [`level_${level}`, row.levels.includes(level)])),
    context: row.contexts[0],
  }) as Values;

const blank: Values = {
  name: '',
  sort: 100,
  is_po_specific: true,
  is_manual_numerated: false,
  date_mode: null,
  warns_of_repeat: false,
  is_personal: false,
  is_active: true,
  level_region: true,
  level_mo: true,
  level_po: true,
  context: 'garage',
};

/** The body of a save; kinds of several cards keep them all. */
const bodyOf = (values: Values, record: DocumentKindRow | null) => ({
  ...Object.fromEntries(plain.map((field) => [field, values[field]])),
  levels: levels.filter((level) => values[`level_${level}`]),
  contexts: record && record.contexts[0] === values.context ? record.contexts : [values.context],
});

const hints: Partial<Record<keyof Values, string>> = {
  is_po_specific: 'МО и регион называют ПО, от имени которой печатают',
  is_manual_numerated: 'Иначе номер даёт программа',
  warns_of_repeat: 'Если такой документ уже напечатан по этой записи',
  is_personal: 'Печатать, открывать и копировать',
  is_active: 'Иначе вид не предлагают; напечатанное остаётся',
};

/** A kind as it is, or a new one without a record. */
export function KindForm({ record }: { record: DocumentKindRow | null }) {
  const { list } = useResourcePages(documentKinds.name);
  const actor = useActor();
  const navigate = useNavigate();
  const save = useSaveRecord<DocumentKindRow>();
  return (
    <Editor<Values>
      title={record?.name ?? 'Новый вид документа'}
      crumbs={
        <>
          <Link to={list}>Виды документов</Link> › {record?.name ?? 'новый'}
        </>
      }
      above={<UsedByList usedBy={record?.used_by} />}
      values={record ? valuesOf(record) : blank}
      version={record?.version ?? null}
      fromRecord={(fresh) => valuesOf(fresh as DocumentKindRow)}
      labels={labels}
      show={shown}
      draftKey={`${actor?.userId}:${documentKinds.name}:${record?.id ?? 'new'}`}
      sections={sectionsOf(record)}
      onCancel={() => void navigate(list)}
      onSave={async (values, version) => {
        const body = bodyOf(values, record);
        const { id } = await save(record ? { ...body, version } : body);
        void navigate(record ? list : pages.adminDocumentType(id));
      }}
    />
  );
}

function sectionsOf(record: DocumentKindRow | null): EditorSection[] {
  const kept = (source: keyof Values) => {
    const reason = record?.fixed[source === 'context' ? 'contexts' : source];
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
      fields: ['name', 'sort', 'contexts', 'is_active'],
      children: (
        <>
          <FieldGrid>
            <TextInput source="name" label={labels.name!} required maxLength={80} {...kept('name')} />
            <NumberInput source="sort" label={labels.sort!} required digits={0} helperText="Меньше — выше в списке" />
          </FieldGrid>
          {record && record.contexts.length > 1 ? (
            <p>Печатают из карточки: {contextsOf(record)}</p>
          ) : (
            <FieldGrid>
              <SelectInput source="context" label={labels.context!} options={contextOptions} {...kept('context')} />
            </FieldGrid>
          )}
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
    {
      key: 'access',
      title: 'Доступ',
      fields: ['is_personal', 'levels'],
      children: (
        <>
          {checks('is_personal')}
          <p>Печатают на уровнях:</p>
          {checks('level_region', 'level_mo', 'level_po')}
        </>
      ),
    },
  ];
}

/** A value as a person reads it. */
function shown(field: string, value: unknown): string {
  if (field === 'date_mode') return value ? dateModes[value as keyof typeof dateModes] : 'не спрашивать';
  if (field === 'context') return contextOptions.find((one) => one.value === value)?.label ?? '';
  if (typeof value === 'boolean') return value ? 'да' : 'нет';
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
