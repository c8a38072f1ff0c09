// Filters of the log: period, МО, ПО, who, what; a superuser may look at every place at once.
import { useQuery } from '@tanstack/react-query';
import { useListContext } from 'react-admin';
import { logUsers, type LogFilter } from '../../contract/actionLog.ts';
import { actionName, logTabs, type LogTab } from '../../contract/actionWords.ts';
import { objectOf } from '../../contract/kernel/objects.ts';
import { isSuper } from '../../contract/session.ts';
import { call } from '../../providers/http.ts';
import { reading } from '../../providers/reading.ts';
import { useActor } from '../../providers/session.ts';
import { Checkbox } from '../../widgets/Checkbox.tsx';
import { DateBox } from '../../widgets/DateInput.tsx';
import { formatDate } from '../../widgets/format.ts';
import { FilterField, type Chip } from '../../widgets/list/FilterBar.tsx';
import { SearchMultiSelect, type OptionLoader, type SelectOption } from '../../widgets/SearchSelect.tsx';
import { SelectBox } from '../../widgets/SelectInput.tsx';
import { FilterGrid, FilterPair, useFilter } from '../lists/filters.tsx';
import { loadMos, poLoader } from '../lists/loaders.ts';
import { useNames } from '../lists/names.ts';
import { monthAgo, quickPeriods } from './period.ts';

type Values = Partial<LogFilter> & { against?: 'before' | undefined };

const loadUsers: OptionLoader = async (q, signal) => {
  const { data } = await call(logUsers, { query: { q }, signal, quiet: true });
  return { data: data.map((user) => ({ value: user.id, label: user.name })) };
};

/** Names of the people in the filter: an address carries their numbers. */
function useUserNames(): (id: number) => string {
  const { filterValues } = useListContext();
  const ids = ((filterValues as Values).user ?? []).join(',');
  const { data } = useQuery({
    ...reading(logUsers, { query: { ids } }),
    enabled: ids !== '',
    staleTime: 5 * 60_000,
  });
  return (id) => data?.data.find((user) => user.id === id)?.name ?? `№ ${id}`;
}

export function LogFilters({ tab }: { tab: LogTab | 'all' }) {
  const actor = useActor();
  const [values, set] = useFilter<Values>();
  const names = useNames();
  const userName = useUserNames();
  const place = (kind: 'mo' | 'po', label: string, load: OptionLoader) => (
    <FilterField name={kind}>
      <SearchMultiSelect
        label={label}
        reserve={false}
        load={load}
        value={(values[kind] ?? []).map((value) => ({ value, label: names.get(kind, value) }))}
        onChange={(options) => {
          names.learn(kind, options);
          set({ [kind]: idsOf(options) });
        }}
      />
    </FilterField>
  );
  return (
    <FilterGrid>
      <Period />
      {actor?.region && place('mo', 'МО', loadMos)}
      {!actor?.po && place('po', 'ПО', poLoader())}
      <FilterField name="user">
        <SearchMultiSelect
          label="Пользователь"
          reserve={false}
          load={loadUsers}
          value={(values.user ?? []).map((value) => ({ value, label: userName(value) }))}
          onChange={(options) => set({ user: idsOf(options) })}
        />
      </FilterField>
      <FilterField name="verb">
        <SelectBox
          label="Действие"
          reserve={false}
          emptyLabel="любое"
          options={actionsOf(tab)}
          value={values.verb?.[0] ?? null}
          onChange={(value) => set({ verb: value === null ? [] : [String(value)] })}
        />
      </FilterField>
      <FilterField name="against">
        <SelectBox
          label="Сравнить"
          reserve={false}
          emptyLabel="с теми же днями год назад"
          options={[{ value: 'before', label: 'с днями перед этим' }]}
          value={values.against ?? null}
          onChange={(against) => set({ against: against === 'before' ? 'before' : undefined })}
        />
      </FilterField>
      {isSuper(actor) && (
        <FilterField name="everywhere">
          <Checkbox
            label="Все организации"
            value={values.everywhere ?? false}
            onChange={(everywhere) => set({ everywhere: everywhere || undefined })}
          />
        </FilterField>
      )}
    </FilterGrid>
  );
}

/** «Гараж № 5» of `garage:5`. */
function objectName(text: string): string {
  const [type = '', id = ''] = text.split(':');
  return `${objectOf(type)?.title ?? 'Объект'} № ${id}`;
}

/** Actions of a tab; of the timeline, those of every tab under its name. */
const actionsOf = (tab: LogTab | 'all') =>
  Object.entries(logTabs)
    .filter(([key]) => tab === 'all' || key === tab)
    .flatMap(([key, { title, actions }]) =>
      Object.entries(actions).map(([action, label]) => ({
        value: `${key}.${action}`,
        label: tab === 'all' ? `${title}: ${label}` : label,
      })),
    );

function Period() {
  const [values, set] = useFilter<Values>();
  const quick = quickPeriods();
  const chosen = quick.findIndex((one) => one.from === values.from && one.to === values.to);
  return (
    <FilterField name={['from', 'to']}>
      <FilterPair>
        <DateBox
          label="С"
          reserve={false}
          value={values.from ?? null}
          {...(values.to ? { max: values.to } : {})}
          onChange={(from) => set({ from: from ?? undefined })}
        />
        <DateBox
          label="по"
          reserve={false}
          value={values.to ?? null}
          {...(values.from ? { min: values.from } : {})}
          onChange={(to) => set({ to: to ?? undefined })}
        />
      </FilterPair>
      <SelectBox
        label="Быстрый период"
        reserve={false}
        emptyLabel="выбрать"
        options={quick.map(({ label }, nth) => ({ value: nth, label }))}
        value={chosen < 0 ? null : chosen}
        onChange={(nth) => {
          const one = quick[Number(nth)];
          set(nth === null || !one ? { from: monthAgo(), to: undefined } : { from: one.from, to: one.to });
        }}
      />
    </FilterField>
  );
}

const idsOf = (options: readonly SelectOption[]) => options.map((option) => Number(option.value));

/** Conditions in force as chips. */
export function useLogChips(): Chip[] {
  const { filterValues } = useListContext();
  const names = useNames();
  const userName = useUserNames();
  const values = filterValues as Values;
  const chips: (Chip | false | undefined)[] = [
    values.from !== undefined && { key: 'from', label: 'С', value: formatDate(values.from) },
    values.to !== undefined && { key: 'to', label: 'По', value: formatDate(values.to) },
    values.mo && { key: 'mo', label: 'МО', value: values.mo.map((id) => names.get('mo', id)).join(', ') },
    values.po && { key: 'po', label: 'ПО', value: values.po.map((id) => names.get('po', id)).join(', ') },
    values.user && { key: 'user', label: 'Пользователь', value: values.user.map(userName).join(', ') },
    values.verb && {
      key: 'verb',
      label: 'Действие',
      value: values.verb.map((verb) => actionName(verb) || verb).join(', '),
    },
    values.object !== undefined && { key: 'object', label: 'Объект', value: objectName(values.object) },
    values.weekday !== undefined && {
      key: 'weekday',
      label: 'День недели',
      value: ['Пн', 'Вт', 'Ср', 'Чт', 'Пт', 'Сб', 'Вс'][values.weekday - 1] ?? '',
    },
    values.hour !== undefined && { key: 'hour', label: 'Час, МСК', value: `${values.hour}` },
    values.against && { key: 'against', label: 'Сравнить', value: 'с днями перед этим' },
    values.noPo && { key: 'noPo', label: 'ПО', value: 'без ПО' },
    values.everywhere && { key: 'everywhere', label: 'Где', value: 'все организации' },
  ];
  return chips.filter((chip): chip is Chip => Boolean(chip));
}
