// The card of a region, МО or ПО: creation and editing in one form.
import { useGetList, useRecordContext, useResourceContext } from 'react-admin';
import { Link, useNavigate, useParams } from 'react-router';
import { orgForms, penaltyMethods, noticeWays, timeZones, type PoCard } from '../../../contract/orgs.ts';
import { pages } from '../../../contract/pages.ts';
import { useActor } from '../../../providers/session.ts';
import { CheckboxInput, DateInput, NumberInput, SelectInput, TextInput } from '../../../widgets/inputs.ts';
import { Editor, type EditorSection } from '../../../widgets/editor/Editor.tsx';
import { useSaveRecord } from '../../../widgets/editor/useSaveRecord.ts';
import { FieldGrid } from '../../../widgets/FieldGrid.tsx';
import { formatDate } from '../../../widgets/format.ts';
import { PageSkeleton } from '../../../widgets/PageSkeleton.tsx';
import { NewRecordPage, RecordPage } from '../../../widgets/RecordPage.tsx';
import { useResourcePages } from '../../productResource.ts';
import { CardViewers } from '../../presence/CardViewers.tsx';
import { MoImportPanel, PoImportPanel } from '../imports/PoImportPanel.tsx';
import { PoPicturePanel } from './PoPicturePanel.tsx';
import { SectionsInput, type SectionRow } from './SectionsInput.tsx';
import { emptyOrg, labels, limitHint, moMailing, orgBody, orgValues, type Level, type OrgValues } from './orgForm.ts';

const resources = { region: 'regions', mo: 'moes', po: 'poes' } as const;
const levels = { regions: 'region', moes: 'mo', poes: 'po' } as const;
const lists = { region: 'Регионы', mo: 'МО', po: 'ПО' } as const;
const newOnes = { region: 'Новый регион', mo: 'Новое МО', po: 'Новое ПО' } as const;

export default function OrgEdit() {
  const { id } = useParams();
  const level = levels[useResourceContext() as keyof typeof levels];
  if (!id)
    return (
      <NewRecordPage resource={resources[level]}>
        <OrgForm level={level} />
      </NewRecordPage>
    );
  return (
    <RecordPage resource={resources[level]} editing>
      <Loaded level={level} />
    </RecordPage>
  );
}

function Loaded({ level }: { level: Level }) {
  const record = useRecordContext<PoCard>();
  // A list leaves its shorter rows in the cache: the card is shown when it has come whole.
  if (record?.version === undefined) return <PageSkeleton />;
  return <OrgForm key={record.version} level={level} record={record} />;
}

function OrgForm({ level, record }: { level: Level; record?: PoCard }) {
  const actor = useActor();
  const navigate = useNavigate();
  const save = useSaveRecord<PoCard>();
  const { list, card } = useResourcePages();
  return (
    <Editor<OrgValues>
      title={record?.name ?? newOnes[level]}
      crumbs={
        <>
          <Link to={list}>{lists[level]}</Link> › {record ? `${record.name}` : 'Новая запись'}
          {record && level === 'po' && (
            <>
              <span>код {record.code}</span>
              <Link to={pages.garagesAsOf({ po: record.id })}>Реестр на дату</Link>
            </>
          )}
          <CardViewers resource={resources[level]} id={record?.id} />
        </>
      }
      above={
        record &&
        ((level === 'po' && (
          <>
            <PoImportPanel poId={record.id} />
            <PoPicturePanel poId={record.id} />
          </>
        )) ||
          (level === 'mo' && <MoImportPanel moId={record.id} />))
      }
      values={record ? orgValues(level, record as never) : emptyOrg(level)}
      version={record?.version ?? null}
      fromRecord={(fresh) => orgValues(level, fresh as never)}
      labels={labels}
      show={shown}
      draftKey={`${actor?.userId}:${resources[level]}:${record?.id ?? 'new'}`}
      sections={useSections(level)}
      onCancel={() => void navigate(list)}
      onSave={async (values, version) => {
        const data = orgBody(level, values);
        const { id } = await save(record ? { ...data, version } : data);
        void navigate(record ? list : card(id));
      }}
    />
  );
}

/** A value as a person reads it. */
function shown(field: string, value: unknown): string {
  if (field === 'sections') return (value as readonly SectionRow[]).map((section) => section.name).join(', ');
  if (field === 'time_zone') return timeZones[value as keyof typeof timeZones] ?? '';
  if (typeof value === 'boolean') return value ? 'да' : 'нет';
  if (value && field.endsWith('until')) return formatDate(String(value));
  return value === null || value === undefined ? '' : String(value);
}

const text = (source: string, maxLength: number) => (
  <TextInput key={source} source={source} label={labels[source]!} maxLength={maxLength} />
);

const mainSection = (level: Level, parentOptions: { value: number; label: string }[]): EditorSection => ({
  key: 'main',
  title: 'Название и место',
  fields: ['name', 'mo_id', 'region_id', 'org_form', 'short_name', 'address', 'phone', 'email'],
  children: (
    <>
      <FieldGrid>
        <TextInput source="name" label={labels.name!} required maxLength={120} />
        {level === 'po' ? (
          <SelectInput
            source="org_form"
            label={labels.org_form!}
            options={Object.entries(orgForms).map(([value, label]) => ({ value, label }))}
          />
        ) : (
          text('short_name', 60)
        )}
        {level === 'po' && <SelectInput source="mo_id" label={labels.mo_id!} required options={parentOptions} />}
        {level === 'mo' && (
          <SelectInput source="region_id" label={labels.region_id!} required options={parentOptions} />
        )}
      </FieldGrid>
      {text('address', 300)}
      <FieldGrid>
        {text('phone', 40)}
        {text('email', 254)}
      </FieldGrid>
    </>
  ),
});

const peopleSection: EditorSection = {
  key: 'people',
  title: 'Председатель и казначей',
  fields: ['chairman_name', 'chairman_phone', 'chairman_email', 'treasurer_name'],
  children: (
    <FieldGrid>
      {text('chairman_name', 160)}
      {text('chairman_phone', 40)}
      {text('chairman_email', 254)}
      {text('treasurer_name', 160)}
    </FieldGrid>
  ),
};

const requisiteSection: EditorSection = {
  key: 'requisites',
  title: 'Реквизиты для квитанций',
  fields: ['payee_name', 'inn', 'kpp', 'ogrn', 'okpo', 'bank_name', 'bik', 'account', 'corr_account'],
  children: (
    <>
      {text('payee_name', 160)}
      <FieldGrid>
        {text('inn', 12)}
        {text('kpp', 9)}
        {text('ogrn', 13)}
        {text('okpo', 8)}
        {text('bank_name', 45)}
        {text('bik', 9)}
        {text('account', 20)}
        {text('corr_account', 20)}
      </FieldGrid>
    </>
  ),
};

const landSection: EditorSection = {
  key: 'land',
  title: 'Земля и секции',
  fields: ['cadastral_number', 'lease_contract', 'lease_until', 'sections'],
  children: (
    <>
      <FieldGrid>
        {text('cadastral_number', 60)}
        {text('lease_contract', 120)}
        <DateInput source="lease_until" label={labels.lease_until!} />
      </FieldGrid>
      <SectionsInput source="sections" label={labels.sections!} />
    </>
  ),
};

const penaltySection: EditorSection = {
  key: 'penalty',
  title: 'Пени',
  fields: [
    'penalty_enabled',
    'penalty_method',
    'penalty_rate',
    'penalty_due',
    'penalty_grace',
    'penalty_cap',
    'penalty',
  ],
  children: (
    <>
      <CheckboxInput source="penalty_enabled" label={labels.penalty_enabled!} />
      <FieldGrid>
        <SelectInput
          source="penalty_method"
          label={labels.penalty_method!}
          options={Object.entries(penaltyMethods).map(([value, label]) => ({ value, label }))}
        />
        <NumberInput source="penalty_rate" label={labels.penalty_rate!} digits={2} unit="%" />
        {text('penalty_due', 5)}
        <NumberInput source="penalty_grace" label={labels.penalty_grace!} digits={0} />
        <NumberInput source="penalty_cap" label={labels.penalty_cap!} digits={0} unit="%" />
      </FieldGrid>
    </>
  ),
};

const mailingSection: EditorSection = {
  key: 'mailings',
  title: 'Рассылки',
  fields: [...moMailing, 'reregistration_notices'],
  children: (
    <FieldGrid>
      {moMailing.map((source) => (
        <NumberInput
          key={source}
          source={source}
          label={labels[source]!}
          digits={0}
          {...(source === 'sms_limit_month' && { helperText: limitHint })}
        />
      ))}
      <SelectInput
        source="reregistration_notices"
        label={labels.reregistration_notices!}
        options={Object.entries(noticeWays).map(([value, label]) => ({ value, label }))}
      />
    </FieldGrid>
  ),
};

const settingsSection = (level: Level): EditorSection => ({
  key: 'settings',
  title: 'Настройки',
  fields: [
    'sms_limit_month',
    'po_can_complete',
    'mailing_trial',
    'mailing_enabled',
    'sort_pinned',
    'is_active',
    'backup_allowed',
    'time_zone',
  ],
  children: (
    <>
      {level === 'po' && (
        <NumberInput source="sms_limit_month" label={labels.sms_limit_month!} digits={0} helperText={limitHint} />
      )}
      {level !== 'po' && (
        <FieldGrid>
          <SelectInput
            source="time_zone"
            label={labels.time_zone!}
            options={Object.entries(timeZones).map(([value, label]) => ({ value, label }))}
          />
        </FieldGrid>
      )}
      {level === 'po' && <CheckboxInput source="po_can_complete" label={labels.po_can_complete!} />}
      {level === 'po' && <CheckboxInput source="mailing_trial" label={labels.mailing_trial!} />}
      {level === 'mo' && <CheckboxInput source="backup_allowed" label={labels.backup_allowed!} />}
      {(['mailing_enabled', 'sort_pinned', 'is_active'] as const).map((source) => (
        <CheckboxInput key={source} source={source} label={labels[source]!} />
      ))}
    </>
  ),
});

/** Sections of the form of a level. */
function useSections(level: Level): EditorSection[] {
  const above = level === 'po' ? 'moes' : 'regions';
  const { data: parents = [] } = useGetList(
    above,
    { pagination: { page: 1, perPage: 1000 }, sort: { field: 'order', order: 'ASC' } },
    { enabled: level !== 'region' },
  );
  const parentOptions = parents.map((parent) => ({ value: Number(parent.id), label: String(parent.name) }));
  const sections = [
    mainSection(level, parentOptions),
    peopleSection,
    requisiteSection,
    level === 'po' && landSection,
    level === 'po' && penaltySection,
    level === 'mo' && mailingSection,
    settingsSection(level),
  ];
  return sections.filter((section): section is EditorSection => Boolean(section));
}
