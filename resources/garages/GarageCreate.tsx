// A new garage with its owners.
import AddIcon from '@mui/icons-material/Add';
import CloseIcon from '@mui/icons-material/Close';
import Button from '@mui/material/Button';
import { useFormContext, useWatch } from 'react-hook-form';
import { Link, useNavigate } from 'react-router';
import { garages, type GarageCard } from '../../contract/garages.ts';
import { pages } from '../../contract/pages.ts';
import { useActor } from '../../providers/session.ts';
import { DateInput, SearchSelectInput } from '../../widgets/inputs.ts';
import { today } from '../../widgets/today.ts';
import { Editor } from '../../widgets/editor/Editor.tsx';
import { useSaveRecord } from '../../widgets/editor/useSaveRecord.ts';
import { NewRecordPage } from '../../widgets/RecordPage.tsx';
import { FieldGrid } from '../../widgets/FieldGrid.tsx';
import { IconButtonWithTip } from '../../widgets/IconButtonWithTip.tsx';
import { RadioGroup } from '../../widgets/RadioInput.tsx';
import { type SelectOption } from '../../widgets/SearchSelect.tsx';
import { SectionCard } from '../../widgets/SectionCard.tsx';
import { TextBox } from '../../widgets/TextInput.tsx';
import { poLoader } from '../lists/loaders.ts';
import { emptyPick, personBody, PersonPicker, type PersonPick } from '../profiles/PersonPicker.tsx';
import {
  emptyGarage,
  garageBody,
  PlaceFields,
  useGarageSections,
  useShowValue,
  type GarageValues,
} from './GarageInputs.tsx';
import { labels } from './ru.ts';

interface OwnerDraft {
  pick: PersonPick;
  share: string;
  isPrimary: boolean;
}
interface CreateValues extends GarageValues, Record<string, unknown> {
  po: SelectOption | null;
  alreadyExistProfile: OwnerDraft[];
  ownedSince: string | null;
}

export default function GarageCreate() {
  return (
    <NewRecordPage resource={garages.name}>
      <Form />
    </NewRecordPage>
  );
}

function Form() {
  const actor = useActor();
  const navigate = useNavigate();
  const sections = useGarageSections();
  const show = useShowValue();
  const save = useSaveRecord<GarageCard>();
  const values: CreateValues = { ...emptyGarage, po: null, alreadyExistProfile: [], ownedSince: null };
  return (
    <Editor<CreateValues>
      title="Новый гараж"
      crumbs={
        <>
          <Link to={pages.garages}>Гаражи</Link> › Новый
        </>
      }
      values={values}
      labels={labels}
      show={show}
      draftKey={`${actor?.userId}:garages:new`}
      saveLabel="Добавить гараж"
      onCancel={() => void navigate(pages.garages)}
      sections={[
        {
          key: 'place',
          title: 'Место',
          fields: ['po', 'section', 'number'],
          children: (
            <>
              <SearchSelectInput source="po" label={labels.po!} required load={poLoader()} />
              <PlaceOfChosen />
            </>
          ),
        },
        ...sections,
        {
          key: 'owners',
          title: 'Владельцы и доли',
          fields: ['alreadyExistProfile', 'ownedSince'],
          children: <OwnersFields />,
        },
      ]}
      onSave={async ({ alreadyExistProfile, po, ...rest }) => {
        const data = {
          ...garageBody(rest),
          po: { value: Number(po?.value ?? 0) },
          ownedSince: rest.ownedSince,
          isNew: alreadyExistProfile.some((owner) => owner.pick.isNew),
          alreadyExistProfile: alreadyExistProfile.map((owner) => ({
            ...personBody(owner.pick),
            share: owner.share,
            isPrimary: owner.isPrimary,
          })),
        };
        const made = await save(data);
        void navigate(pages.garage(made.id));
      }}
    />
  );
}

function OwnersFields() {
  const { setValue, formState } = useFormContext<CreateValues>();
  const owners = (useWatch({ name: 'alreadyExistProfile' }) as OwnerDraft[] | undefined) ?? [];
  const set = (next: OwnerDraft[]) => setValue('alreadyExistProfile', next as never, { shouldDirty: true });
  const change = (index: number, part: Partial<OwnerDraft>) =>
    set(
      owners.map((owner, i) =>
        i === index ? { ...owner, ...part } : part.isPrimary ? { ...owner, isPrimary: false } : owner,
      ),
    );
  const errors = flatten(formState.errors as Record<string, unknown>);
  return (
    <>
      {owners.map((owner, index) => (
        <div key={index} style={{ marginBottom: 12 }}>
          <SectionCard
            title={`Владелец ${index + 1}`}
            action={
              <IconButtonWithTip
                label={`Убрать владельца ${index + 1}`}
                onClick={() => set(owners.filter((_, i) => i !== index))}
              >
                <CloseIcon />
              </IconButtonWithTip>
            }
          >
            <PersonPicker
              value={owner.pick}
              onChange={(pick) => change(index, { pick })}
              errors={errors}
              prefix={`alreadyExistProfile.${index}.`}
            />
            <FieldGrid>
              <TextBox
                label="Доля"
                placeholder="1/2"
                value={owner.share}
                onChange={(share) => change(index, { share })}
                error={errors[`alreadyExistProfile.${index}.share`]}
              />
              {owners.length > 1 && (
                <RadioGroup
                  label="Получает квитанции"
                  hideLabel
                  value={owner.isPrimary}
                  onChange={() => change(index, { isPrimary: true })}
                  options={[{ value: true, label: 'получает квитанции' }]}
                />
              )}
            </FieldGrid>
          </SectionCard>
        </div>
      ))}
      {errors.alreadyExistProfile && (
        <p role="alert" style={{ color: 'var(--gr-red)' }}>
          {errors.alreadyExistProfile}
        </p>
      )}
      <Button
        startIcon={<AddIcon />}
        onClick={() => set([...owners, { pick: emptyPick, share: '', isPrimary: owners.length === 0 }])}
      >
        Добавить владельца
      </Button>
      {owners.length > 0 && <DateInput source="ownedSince" label={labels.ownedSince!} max={today()} />}
    </>
  );
}

/** Nested errors of the form as `path: text`. */
function flatten(errors: Record<string, unknown>, prefix = ''): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [key, value] of Object.entries(errors)) {
    if (!value || typeof value !== 'object') continue;
    const { message } = value as { message?: unknown };
    if (typeof message === 'string') flat[prefix + key] = message;
    else Object.assign(flat, flatten(value as Record<string, unknown>, `${prefix}${key}.`));
  }
  return flat;
}

/** Sections are offered once the ПО is chosen. */
function PlaceOfChosen() {
  const po = useWatch({ name: 'po' }) as { value: number } | null;
  return <PlaceFields po={po?.value ?? null} />;
}
