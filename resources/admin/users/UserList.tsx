// Accounts for superusers: who works where, with which rights, and when he last came.
import AddIcon from '@mui/icons-material/PersonAddOutlined';
import Button from '@mui/material/Button';
import { ListBase, useListContext } from 'react-admin';
import { Link, useNavigate } from 'react-router';
import { capabilityNames, type Capability, type Level } from '../../../contract/kernel/scope.ts';
import { pages } from '../../../contract/pages.ts';
import { roleNames, users, userStates, type UserFilter, type UserRow } from '../../../contract/users.ts';
import { EmptyState } from '../../../widgets/EmptyState.tsx';
import { formatMoment } from '../../../widgets/format.ts';
import { FilterField, type Chip } from '../../../widgets/list/FilterBar.tsx';
import { RegisterList } from '../../../widgets/list/RegisterList.tsx';
import type { Column } from '../../../widgets/list/RegisterTable.tsx';
import { PersonAvatar } from '../../../widgets/PersonAvatar.tsx';
import { SearchMultiSelect, type SelectOption } from '../../../widgets/SearchSelect.tsx';
import { SelectBox } from '../../../widgets/SelectInput.tsx';
import { StatusChip } from '../../../widgets/StatusChip.tsx';
import { FilterGrid, useFilter } from '../../lists/filters.tsx';
import { useExport } from '../../lists/useListTools.ts';
import { placeLoader, rememberPlaces, usePlaceName } from './places.ts';
import { StateChip } from './StateChip.tsx';
import styles from './users.module.css';

export default function UserList() {
  return (
    <ListBase
      resource={users.name}
      perPage={25}
      sort={{ field: 'name', order: 'ASC' }}
      storeKey={users.name}
      disableAuthentication
    >
      <Screen />
    </ListBase>
  );
}

function Screen() {
  const navigate = useNavigate();
  return (
    <RegisterList<UserRow>
      title="Пользователи"
      actions={
        <Button variant="contained" startIcon={<AddIcon />} component={Link} to={pages.adminUserCreate}>
          Пригласить
        </Button>
      }
      searchKey="q"
      searchLabel="Имя или почта"
      columns={columns}
      storeKey={users.name}
      onExport={useExport('users')}
      nameOf={(row) => row.name || row.email}
      onOpen={(row) => void navigate(pages.adminUser(row.id))}
      renderCard={(row) => <PhoneCard row={row} />}
      filters={<Filters />}
      chips={useChips()}
      empty={<EmptyState>Пригласите первого сотрудника.</EmptyState>}
    />
  );
}

const columns: Column<UserRow>[] = [
  {
    key: 'name',
    label: 'Имя',
    sort: 'name',
    fixed: true,
    render: (row) => (
      <span className={styles.who}>
        <PersonAvatar name={row.name || row.email} size={26} />
        <b title={row.name}>{row.name || '—'}</b>
      </span>
    ),
  },
  { key: 'email', label: 'Почта', width: '180px', sort: 'email', wide: 3, render: (row) => row.email },
  {
    key: 'rights',
    label: 'Права',
    width: '250px',
    render: (row) => <Rights row={row} most={row.is_superuser === 2 ? 1 : 2} />,
  },
  { key: 'capabilities', label: 'Полномочия', width: '160px', wide: 2, render: (row) => <Capabilities row={row} /> },
  {
    key: 'last_sign_in',
    label: 'Последний вход',
    width: '134px',
    sort: 'last_sign_in',
    wide: 4,
    render: (row) => formatMoment(row.last_sign_in),
  },
  {
    key: 'second',
    label: 'Второй фактор',
    width: '120px',
    wide: 1,
    render: (row) => (row.has_second_factor ? 'включён' : '—'),
  },
  { key: 'state', label: 'Состояние', width: '120px', fixed: true, render: (row) => <StateChip state={row.state} /> },
];

function Rights({ row, most }: { row: UserRow; most: number }) {
  const shown = row.rights.slice(0, most);
  return (
    <span className={styles.chips}>
      {row.is_superuser === 2 && <StatusChip kind="inProgress">суперпользователь</StatusChip>}
      {shown.map((right) => (
        <StatusChip
          key={`${right.level}${right.id}`}
          title={[right.above, roleNames[right.role]].filter(Boolean).join(', ')}
        >
          {right.name}
        </StatusChip>
      ))}
      {row.rights.length > shown.length && <small>+{row.rights.length - shown.length}</small>}
    </span>
  );
}

const short: Record<Capability, string> = { 1: 'Реестр', 2: 'Взносы', 3: 'Рассылки' };

function Capabilities({ row }: { row: UserRow }) {
  if (!row.capabilities.length) return <span className={styles.muted}>только чтение</span>;
  return (
    <span title={row.capabilities.map((one) => capabilityNames[one as Capability]).join(', ')}>
      {row.capabilities.map((one) => short[one as Capability]).join(', ')}
    </span>
  );
}

function PhoneCard({ row }: { row: UserRow }) {
  return (
    <Link to={pages.adminUser(row.id)} className={styles.card}>
      <b>{row.name || row.email}</b>
      <StateChip state={row.state} />
      <Rights row={row} most={1} />
      <span className={styles.muted}>{row.last_sign_in ? formatMoment(row.last_sign_in) : 'не входил'}</span>
    </Link>
  );
}

const levels: Record<Level, string> = { region: 'Регион', mo: 'МО', po: 'ПО' };
const capabilityChoices = { ...capabilityNames, 0: 'только чтение' } as Record<number, string>;
const optionsOf = (names: Record<string, string>) => Object.entries(names).map(([value, label]) => ({ value, label }));

function Filters() {
  const [values, set] = useFilter<UserFilter>();
  const nameOf = usePlaceName();
  const chosen = (level: 'mo' | 'po'): SelectOption[] =>
    (values[level] ?? []).map((value) => ({ value, label: nameOf(level, value) }));
  const pick = (level: 'mo' | 'po') => (options: readonly SelectOption[]) => {
    rememberPlaces(level, options);
    set({ [level]: options.map((option) => Number(option.value)) });
  };
  return (
    <FilterGrid>
      <FilterField name="state">
        <SelectBox
          label="Состояние"
          reserve={false}
          emptyLabel="любое"
          options={optionsOf(userStates)}
          value={values.state ?? null}
          onChange={(value) => set({ state: (value ?? undefined) as UserFilter['state'] })}
        />
      </FilterField>
      <FilterField name="role">
        <SelectBox
          label="Роль"
          reserve={false}
          emptyLabel="любая"
          options={optionsOf(roleNames)}
          value={values.role ?? null}
          onChange={(value) => set({ role: value === null ? undefined : String(value) })}
        />
      </FilterField>
      <FilterField name="level">
        <SelectBox
          label="Уровень"
          reserve={false}
          emptyLabel="любой"
          options={optionsOf(levels)}
          value={values.level ?? null}
          onChange={(value) => set({ level: (value ?? undefined) as UserFilter['level'] })}
        />
      </FilterField>
      <PlaceFilters chosen={chosen} pick={pick} />
      <FilterField name="capability">
        <SelectBox
          label="Полномочие"
          reserve={false}
          emptyLabel="любое"
          options={optionsOf(capabilityChoices)}
          value={values.capability === undefined ? null : String(values.capability)}
          onChange={(value) => set({ capability: value === null ? undefined : Number(value) })}
        />
      </FilterField>
    </FilterGrid>
  );
}

function PlaceFilters({
  chosen,
  pick,
}: {
  chosen: (level: 'mo' | 'po') => SelectOption[];
  pick: (level: 'mo' | 'po') => (options: readonly SelectOption[]) => void;
}) {
  return (
    <>
      <FilterField name="mo">
        <SearchMultiSelect
          label="МО"
          reserve={false}
          load={placeLoader('mo')}
          value={chosen('mo')}
          onChange={pick('mo')}
        />
      </FilterField>
      <FilterField name="po">
        <SearchMultiSelect
          label="ПО"
          reserve={false}
          load={placeLoader('po')}
          value={chosen('po')}
          onChange={pick('po')}
        />
      </FilterField>
    </>
  );
}

function useChips(): Chip[] {
  const { filterValues } = useListContext();
  const nameOf = usePlaceName();
  const values = filterValues as UserFilter;
  const chips: (Chip | false | undefined)[] = [
    values.state && { key: 'state', label: 'Состояние', value: userStates[values.state] },
    values.role !== undefined && { key: 'role', label: 'Роль', value: roleNames[values.role] ?? values.role },
    values.level && { key: 'level', label: 'Уровень', value: levels[values.level] },
    values.mo && { key: 'mo', label: 'МО', value: values.mo.map((id) => nameOf('mo', id)).join(', ') },
    values.po && { key: 'po', label: 'ПО', value: values.po.map((id) => nameOf('po', id)).join(', ') },
    values.capability !== undefined && {
      key: 'capability',
      label: 'Полномочие',
      value: capabilityChoices[values.capability] ?? '',
    },
  ];
  return chips.filter((chip): chip is Chip => Boolean(chip));
}
