// Step 1: everything that a filter keeps, or garages named one by one; who is left out and who is added.
import CloseIcon from '@mui/icons-material/Close';
import { ListContextProvider, useDataProvider, useGetList } from 'react-admin';
import type { GarageRow } from '../../../contract/garages.ts';
import { EmptyState } from '../../../widgets/EmptyState.tsx';
import { FilterChip } from '../../../widgets/FilterChip.tsx';
import { formatNumber } from '../../../widgets/format.ts';
import { GaragePlate } from '../../../widgets/GaragePlate.tsx';
import { RadioGroup } from '../../../widgets/RadioInput.tsx';
import { SearchSelect, type OptionLoader } from '../../../widgets/SearchSelect.tsx';
import { SkeletonBar } from '../../../widgets/TableSkeleton.tsx';
import { TextBox } from '../../../widgets/TextInput.tsx';
import { useGarageChips } from '../../garages/chips.ts';
import GarageFilters from '../../garages/GarageFilters.tsx';
import { useFilter } from '../../lists/filters.tsx';
import { garagesOf } from '../ru.ts';
import { leaveOut, putBack, type ChargeDraft } from './model.ts';
import styles from './charge.module.css';

export interface StepProps {
  draft: ChargeDraft;
  change: (next: Partial<ChargeDraft>) => void;
  errors: Record<string, string>;
}

export function WhoStep({ draft, change, errors }: StepProps) {
  return (
    <div className={styles.form}>
      <RadioGroup
        label="Кому начислить"
        row
        reserve={false}
        value={draft.all}
        onChange={(all) => change({ all: all === true })}
        options={[
          { value: true, label: 'Всем гаражам по условиям' },
          { value: false, label: 'Отдельным гаражам' },
        ]}
      />
      {draft.all && <ByFilter draft={draft} change={change} />}
      <div className={styles.pickers}>
        <Picks
          title={draft.all ? 'Ещё этим, сверх условий' : 'Гаражи'}
          label={draft.all ? 'Добавить гараж' : 'Номер гаража, владелец или лицевой счёт'}
          ids={draft.included}
          error={errors.includedGarages}
          onPick={(id) => change({ included: [...draft.included.filter((one) => one !== id), id] })}
          onDrop={(id) => change({ included: draft.included.filter((one) => one !== id) })}
        />
        {(draft.all || draft.excluded.length > 0) && (
          <Picks
            title="Кроме этих"
            label="Исключить гараж"
            ids={draft.excluded}
            onPick={(id) => change(leaveOut(draft, id))}
            onDrop={(id) => change(putBack(draft, id))}
          />
        )}
      </div>
      {!draft.all && !draft.included.length && (
        <EmptyState title="Гаражи ещё не выбраны">
          Найдите гараж по номеру или владельцу, или отметьте нужные в списке гаражей и нажмите «Начислить».
        </EmptyState>
      )}
    </div>
  );
}

/** The filters of the garage list over the filter of the draft. */
function ByFilter({ draft, change }: Pick<StepProps, 'draft' | 'change'>) {
  const context = {
    filterValues: draft.filter,
    setFilters: (filter: ChargeDraft['filter']) => change({ filter }),
  };
  return (
    <ListContextProvider value={context as never}>
      <section className={styles.block} aria-label="Условия">
        <NameField />
        <GarageFilters />
        <Conditions />
      </section>
    </ListContextProvider>
  );
}

function NameField() {
  const [values, set] = useFilter<ChargeDraft['filter']>();
  return (
    <TextBox
      label="Номер, владелец или телефон"
      reserve={false}
      className={styles.name}
      value={values.nameFilter ?? ''}
      onChange={(nameFilter) => set({ nameFilter })}
    />
  );
}

/** Conditions in force, those without a field among them. */
function Conditions() {
  const chips = useGarageChips();
  const [, set] = useFilter<Record<string, unknown>>();
  if (!chips.length) return <p className={styles.hint}>Условий нет: начисление всем действующим гаражам.</p>;
  return (
    <div className={styles.chips}>
      {chips.map((chip) => (
        <FilterChip
          key={chip.key}
          label={chip.label}
          value={chip.value}
          onRemove={() => set({ [chip.key]: undefined })}
        />
      ))}
    </div>
  );
}

interface PicksProps {
  title: string;
  label: string;
  ids: readonly number[];
  error?: string | undefined;
  onPick: (id: number) => void;
  onDrop: (id: number) => void;
}

/** More plates than this are only counted. */
const SHOWN = 60;

/** Garages named one by one: found by number or owner, taken off with a cross. */
function Picks({ title, label, ids, error, onPick, onDrop }: PicksProps) {
  const load = useGarageLoader();
  const shown = ids.slice(0, SHOWN);
  const { data, isPending } = useGetList<GarageRow>(
    'garages',
    { filter: { id: shown }, pagination: { page: 1, perPage: SHOWN }, sort: { field: 'place', order: 'ASC' } },
    { enabled: ids.length > 0 },
  );
  const rows = (data ?? []).filter((row) => ids.includes(row.id));
  return (
    <section className={styles.block} aria-label={title}>
      <h3>
        {title}
        {ids.length > 0 && <small>{garagesOf(ids.length)}</small>}
      </h3>
      <SearchSelect
        label={label}
        name="includedGarages"
        className={styles.name}
        reserve={Boolean(error)}
        error={error}
        load={load}
        value={null}
        onChange={(option) => option && onPick(Number(option.value))}
      />
      {ids.length > 0 && isPending && <SkeletonBar width={180} height={24} />}
      {rows.length > 0 && (
        <ul className={styles.plates}>
          {rows.map((row) => (
            <li key={row.id}>
              <GaragePlate section={row.section} number={row.number} archived={!row.is_active} />
              <span className={styles.plateOwner}>{row.owners[0]?.full_name ?? 'без владельца'}</span>
              <button
                type="button"
                aria-label={`Убрать гараж ${row.section} ${row.number}`}
                onClick={() => onDrop(row.id)}
              >
                <CloseIcon fontSize="small" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {!isPending && ids.length > rows.length && (
        <p className={styles.hint}>и ещё {formatNumber(ids.length - rows.length)}</p>
      )}
    </section>
  );
}

/** Garages of the person's place by number, owner or account. */
function useGarageLoader(): OptionLoader {
  const dataProvider = useDataProvider();
  return async (q, signal) => {
    const { data } = await dataProvider.getList<GarageRow>('garages', {
      filter: q ? { nameFilter: q } : {},
      pagination: { page: 1, perPage: 20 },
      sort: { field: 'place', order: 'ASC' },
      signal,
    });
    return {
      data: data.map((row) => ({
        value: row.id,
        label: `${row.section} ${row.number}`.trim(),
        hint: [row.po.name, row.owners[0]?.full_name ?? 'без владельца'].join(' · '),
      })),
    };
  };
}
