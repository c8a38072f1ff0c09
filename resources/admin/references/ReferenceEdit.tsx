// The card of one row of a reference list: creation and editing in one form.
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useRecordContext, useResourceContext } from 'react-admin';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { accrualPeriods, accrualUnits, paymentSigns, referenceLabels } from '../../../contract/fields/references.ts';
import { objects, type ObjectType } from '../../../contract/kernel/objects.ts';
import { call, type HttpError } from '../../../providers/http.ts';
import { useActor } from '../../../providers/session.ts';
import { ConfirmDialog } from '../../../widgets/ConfirmDialog.tsx';
import { Editor } from '../../../widgets/editor/Editor.tsx';
import { useSaveRecord } from '../../../widgets/editor/useSaveRecord.ts';
import { formatDate, formatMoney } from '../../../widgets/format.ts';
import { PageSkeleton } from '../../../widgets/PageSkeleton.tsx';
import { NewRecordPage, RecordPage } from '../../../widgets/RecordPage.tsx';
import { toast } from '../../../widgets/toasts.ts';
import { useResourcePages } from '../../productResource.ts';
import { StoryLink } from '../../actionLog/StoryLink.tsx';
import { Advice } from './Advice.tsx';
import { UsedByList } from './UsedByList.tsx';
import { references, type ReferenceRecord, type Values } from './references.tsx';
import styles from './references.module.css';

const objectTypes = Object.keys(objects) as ObjectType[];

export default function ReferenceEdit() {
  const { id } = useParams();
  const resource = useResourceContext()!;
  if (!id)
    return (
      <NewRecordPage resource={resource}>
        <ReferenceForm resource={resource} />
      </NewRecordPage>
    );
  return (
    <RecordPage resource={resource} editing>
      <Loaded resource={resource} />
    </RecordPage>
  );
}

function Loaded({ resource }: { resource: string }) {
  const record = useRecordContext<ReferenceRecord>();
  if (!record) return <PageSkeleton />;
  const type = objectTypes.find((one) => objects[one].resource === resource);
  return (
    <>
      <ReferenceForm key={record.version} resource={resource} record={record} />
      <div className={styles.story}>
        {type && <StoryLink type={type} id={record.id} />}
        <RemoveButton record={record} />
      </div>
    </>
  );
}

/** The lists of react-admin alone. */
const listsOf = (resource: string) => [resource, 'getList'];

/** Removes a row of a list that has it. */
function RemoveButton({ record }: { record: ReferenceRecord }) {
  const resource = useResourceContext()!;
  const reference = references[resource]!;
  const { list } = useResourcePages();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [isAsked, setAsked] = useState(false);
  if (!reference.remove || reference.remove.why(record)) return null;
  const { call: endpoint } = reference.remove;
  const remove = async () => {
    try {
      await call(endpoint, { params: { id: record.id }, quiet: true });
      toast('Удалено');
      // The lists alone: the row itself is asked for no more, it would be answered that there is none.
      await queries.invalidateQueries({ queryKey: listsOf(resource) });
      void navigate(list);
    } catch (error) {
      toast((error as HttpError).message, { kind: 'error' });
      setAsked(false);
    }
  };
  return (
    <>
      <Button color="error" startIcon={<DeleteIcon />} onClick={() => setAsked(true)}>
        Удалить
      </Button>
      <ConfirmDialog
        open={isAsked}
        title={`Удалить: ${reference.one} «${reference.nameOf(record)}»?`}
        confirm="Удалить"
        danger
        onConfirm={() => void remove()}
        onCancel={() => setAsked(false)}
      />
    </>
  );
}

function ReferenceForm({ resource, record }: { resource: string; record?: ReferenceRecord }) {
  const reference = references[resource]!;
  const { list } = useResourcePages();
  const actor = useActor();
  const navigate = useNavigate();
  const save = useSaveRecord<ReferenceRecord>();
  const valuesOf = (row: Values) =>
    Object.fromEntries(Object.keys(reference.empty).map((field) => [field, row[field] ?? null]));
  return (
    <Editor<Values>
      title={record ? reference.nameOf(record) : `Новая запись: ${reference.one}`}
      crumbs={
        <>
          <Link to={list}>{reference.title}</Link> › {record ? reference.nameOf(record) : 'Новая запись'}
        </>
      }
      above={
        <>
          {reference.advice && <Advice>{reference.advice}</Advice>}
          <UsedByList usedBy={record?.used_by} />
        </>
      }
      values={record ? valuesOf(record) : reference.empty}
      version={record?.version ?? null}
      fromRecord={(fresh) => valuesOf(fresh as Values)}
      labels={referenceLabels}
      show={shown}
      draftKey={`${actor?.userId}:${resource}:${record?.id ?? 'new'}`}
      sections={reference.sections(record?.fixed ?? {})}
      onCancel={() => void navigate(list)}
      onSave={async (values, version) => {
        await save(record ? { ...values, version } : values);
        void navigate(list);
      }}
    />
  );
}

/** A value as a person reads it. */
function shown(field: string, value: unknown): string {
  if (field === 'discounts') return `строк: ${(value as unknown[]).length}`;
  if (field === 'kopecks' && typeof value === 'number') return formatMoney(value);
  if (field === 'unit') return accrualUnits[value as keyof typeof accrualUnits] ?? '';
  if (field === 'period') return accrualPeriods[value as keyof typeof accrualPeriods] ?? '';
  if (field === 'sign') return paymentSigns[value as keyof typeof paymentSigns] ?? '';
  if (field === 'since' && value) return formatDate(String(value));
  if (typeof value === 'boolean') return value ? 'да' : 'нет';
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
