// Garages whose owners are written to: chosen by filter or one by one, then on to the constructor.
import { ListBase } from 'react-admin';
import { Link, useNavigate } from 'react-router';
import { garages, type GarageRow } from '../../contract/garages.ts';
import { pages } from '../../contract/pages.ts';
import { EmptyState } from '../../widgets/EmptyState.tsx';
import { GaragePlate } from '../../widgets/GaragePlate.tsx';
import { RegisterList } from '../../widgets/list/RegisterList.tsx';
import type { Column } from '../../widgets/list/RegisterTable.tsx';
import { useGarageChips } from '../garages/chips.ts';
import GarageFilters from '../garages/GarageFilters.tsx';
import { OwnerFields, useOwnerChips } from '../profiles/ProfileFilters.tsx';
import { ChildrenSwitch } from './NotificationList.tsx';
import { WriteToChosen } from './WriteTo.tsx';
import { Standing } from '../balance/Standing.tsx';
import styles from './notifications.module.css';

export default function GaragesToWrite() {
  return (
    <ListBase
      resource={garages.name}
      perPage={25}
      sort={{ field: 'place', order: 'ASC' }}
      storeKey="garages_to_write"
      disableAuthentication
    >
      <Screen />
    </ListBase>
  );
}

const columns: Column<GarageRow>[] = [
  {
    key: 'plate',
    label: 'Гараж',
    width: '120px',
    sort: 'place',
    fixed: true,
    render: (row) => <GaragePlate section={row.section} number={row.number} to={pages.garage(row.id)} />,
  },
  {
    key: 'owners',
    label: 'Владельцы',
    render: (row) => row.owners.map(({ full_name }) => full_name).join(', ') || 'нет',
  },
  {
    key: 'balance',
    label: 'Долг',
    width: '130px',
    align: 'end',
    sort: 'balance_kopecks',
    render: (row) => <Standing of={row} />,
  },
];

function Screen() {
  const navigate = useNavigate();
  const garageChips = useGarageChips();
  return (
    <RegisterList<GarageRow>
      title="Рассылки"
      switcher={<ChildrenSwitch value="garages" />}
      searchKey="nameFilter"
      searchLabel="Номер, владелец или телефон"
      columns={columns}
      storeKey="garages_to_write"
      nameOf={(row) => `гараж ${row.section} ${row.number}`}
      onOpen={(row) => void navigate(pages.garage(row.id))}
      renderCard={(row) => (
        <Link to={pages.garage(row.id)} className={styles.toWrite}>
          <GaragePlate section={row.section} number={row.number} size="m" />
          <span className={styles.toWriteWho}>
            <span>{row.owners[0]?.full_name ?? 'без владельца'}</span>
            {row.owners.length > 1 && <small>и ещё {row.owners.length - 1}</small>}
          </span>
          <Standing of={row} />
        </Link>
      )}
      filters={<GarageFilters more={<OwnerFields />} />}
      chips={[...garageChips, ...useOwnerChips()]}
      picks
      bulk={(selection) => <WriteToChosen of="garages" label="Написать владельцам" selection={selection} />}
      empty={
        <EmptyState title="Гаражей пока нет">
          Внесите гаражи с владельцами, и здесь можно будет выбрать, кому писать.
        </EmptyState>
      }
    />
  );
}
