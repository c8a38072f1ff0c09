// Fields of a garage shared by the editor and the creation page.
import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { garageFields } from '../../contract/fields/garages.ts';
import { valueText, type Field } from '../../contract/kernel/fields.ts';
import type { GarageCard } from '../../contract/garages.ts';
import { sectionOptions } from '../../contract/orgs.ts';
import { reading } from '../../providers/reading.ts';
import { NumberInput, SelectInput, TextInput } from '../../widgets/inputs.ts';
import { PlainInputs, plainKeys, plainValues, type PlainValues } from '../../widgets/PlainInputs.tsx';
import type { EditorSection } from '../../widgets/editor/Editor.tsx';
import { FieldGrid } from '../../widgets/FieldGrid.tsx';
import { formatDate, formatNumber } from '../../widgets/format.ts';
import { TextBox } from '../../widgets/TextInput.tsx';
import { useGarageTypes } from './chips.ts';
import { labels } from './ru.ts';

/** Values of the form; the type is an id here and `{value}` in the body. */
export interface GarageValues extends PlainValues<typeof garageFields> {
  section: string;
  number: string;
  type: number;
  sizeX: number | null;
  sizeY: number | null;
  sizeZ: number | null;
}

/** A present owner in the editor: his share and who gets the receipts may change. */
export interface OwnerValue {
  id: number;
  full_name: string;
  share: string | null;
  isPrimary: boolean;
}

/** 1 Кирпич. */
export const DEFAULT_TYPE = 1;
export const emptyGarage: GarageValues = {
  section: '',
  number: '',
  type: DEFAULT_TYPE,
  sizeX: null,
  sizeY: null,
  sizeZ: null,
  ...plainValues(garageFields),
};

export const garageValues = (card: GarageCard): GarageValues => ({
  section: card.section,
  number: card.number,
  type: card.type.value,
  sizeX: card.sizeX,
  sizeY: card.sizeY,
  sizeZ: card.sizeZ,
  ...plainValues(garageFields, card),
});

/** Owners of a card as the editor changes them. */
export const ownerValues = (card: GarageCard): OwnerValue[] =>
  card.owners.map(({ id, full_name, share, is_primary }) => ({ id, full_name, share, isPrimary: is_primary }));

export const garageBody = (values: GarageValues) => ({
  ...values,
  section: values.section ?? '',
  type: { value: values.type },
});

/** How a value reads in «Что изменится». */
export function useShowValue() {
  const { data } = useGarageTypes();
  return (field: string, value: unknown): string => {
    if (value === null || value === undefined || value === '') return '—';
    if (field === 'type') return data?.data.find((type) => type.value === value)?.label ?? String(value);
    if (field === 'ownedSince') return formatDate(String(value));
    const known = Object.entries<Field>(garageFields).find(([key]) => key === field)?.[1];
    if (known?.column && known.kind !== 'reference') return valueText(known, value);
    if (field === 'owners') return (value as OwnerValue[]).map(ownerWords).join('; ');
    if (Array.isArray(value)) return `${value.length}`;
    return typeof value === 'object' ? String((value as { label?: string }).label ?? '') : String(value);
  };
}

const ownerWords = (owner: OwnerValue) =>
  [owner.full_name, owner.share && `доля ${owner.share}`, owner.isPrimary && 'получает квитанции']
    .filter(Boolean)
    .join(', ');

/** Section and number; the sections that the ПО already has are offered. */
export function PlaceFields({ po, poName }: { po: number | null; poName?: string }) {
  const { data } = useQuery({
    ...reading(sectionOptions, { query: { po: String(po) } }),
    enabled: po !== null,
  });
  return (
    <FieldGrid>
      {poName && <TextBox label={labels.po!} value={poName} onChange={() => {}} readOnly />}
      <TextInput
        source="section"
        label={labels.section!}
        maxLength={20}
        suggestions={data?.data.map((section) => section.value) ?? []}
      />
      <TextInput source="number" label={labels.number!} required maxLength={20} />
    </FieldGrid>
  );
}

/** Sections «Постройка», «ПИБ», «Примечание». */
export function useGarageSections(): EditorSection[] {
  const { data } = useGarageTypes();
  return [
    {
      key: 'building',
      title: 'Постройка',
      fields: ['type', 'sizeX', 'sizeY', 'sizeZ', ...plainKeys(garageFields, 'building')],
      children: (
        <>
          <FieldGrid>
            <SelectInput source="type" label={labels.type!} options={data?.data ?? []} />
            {(['sizeX', 'sizeY', 'sizeZ'] as const).map((source) => (
              <NumberInput key={source} source={source} label={labels[source]!} digits={2} fixed unit="м" />
            ))}
          </FieldGrid>
          <FieldGrid>
            <PlainInputs fields={garageFields} section="building" />
            <Area />
          </FieldGrid>
        </>
      ),
    },
    {
      key: 'pib',
      title: 'ПИБ и земля',
      fields: plainKeys(garageFields, 'pib'),
      children: (
        <FieldGrid>
          <PlainInputs fields={garageFields} section="pib" />
        </FieldGrid>
      ),
    },
    {
      key: 'note',
      title: 'Примечание',
      fields: plainKeys(garageFields, 'note'),
      children: <PlainInputs fields={garageFields} section="note" />,
    },
  ];
}

function Area() {
  const [x, y] = useWatch({ name: ['sizeX', 'sizeY'] }) as [number | null, number | null];
  return (
    <p style={{ margin: 0 }}>
      <small style={{ color: 'var(--gr-text2)' }}>Площадь</small>
      <br />
      <b>{x && y ? `${formatNumber(x * y, 2)} м²` : '—'}</b>
    </p>
  );
}
