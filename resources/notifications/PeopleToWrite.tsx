// People to write to: chosen by filter or one by one, then on to the constructor.
import { ListBase } from 'react-admin';
import { Link, useNavigate } from 'react-router';
import { pages } from '../../contract/pages.ts';
import { profiles, type ProfileRow } from '../../contract/profiles.ts';
import { EmptyState } from '../../widgets/EmptyState.tsx';
import { GaragePlates } from '../../widgets/GaragePlates.tsx';
import { RegisterList } from '../../widgets/list/RegisterList.tsx';
import type { Column } from '../../widgets/list/RegisterTable.tsx';
import { Money } from '../../widgets/Money.tsx';
import { ProfileFilters, useProfileChips } from '../profiles/ProfileFilters.tsx';
import { ChildrenSwitch } from './NotificationList.tsx';
import { WriteToChosen } from './WriteTo.tsx';
import styles from './notifications.module.css';

export default function PeopleToWrite() {
  return (
    <ListBase
      resource={profiles.name}
      perPage={25}
      sort={{ field: 'full_name', order: 'ASC' }}
      storeKey="people_to_write"
      disableAuthentication
    >
      <Screen />
    </ListBase>
  );
}

const columns: Column<ProfileRow>[] = [
  { key: 'name', label: 'Человек', sort: 'full_name', fixed: true, render: (row) => <b>{row.full_name}</b> },
  {
    key: 'garages',
    label: 'Гаражи',
    width: '220px',
    render: (row) => <GaragePlates garages={row.garages} most={3} size="s" />,
  },
  { key: 'phone', label: 'Телефон', width: '160px', render: (row) => row.phones[0] ?? '—' },
  {
    key: 'consents',
    label: 'СМС',
    width: '110px',
    render: (row) => (row.consents.includes('sms_info') ? 'согласие есть' : '—'),
  },
  {
    key: 'debt',
    label: 'Долг',
    width: '120px',
    align: 'end',
    sort: 'debt_kopecks',
    render: (row) => <Money kopecks={-row.debt_kopecks} tone="balance" />,
  },
];

function Screen() {
  const navigate = useNavigate();
  return (
    <RegisterList<ProfileRow>
      title="Рассылки"
      switcher={<ChildrenSwitch value="profiles" />}
      searchKey="nameFilter"
      searchLabel="Фамилия или телефон"
      columns={columns}
      storeKey="people_to_write"
      nameOf={(row) => row.full_name}
      onOpen={(row) => void navigate(pages.profile(row.id))}
      renderCard={(row) => (
        <Link to={pages.profile(row.id)} className={styles.toWrite}>
          <span className={styles.toWriteWho}>
            <b>{row.full_name}</b>
            <small>
              <GaragePlates garages={row.garages} most={3} size="s" />
              {row.consents.includes('sms_info') && 'согласие на СМС'}
            </small>
          </span>
          {row.debt_kopecks > 0 && <Money kopecks={-row.debt_kopecks} tone="balance" />}
        </Link>
      )}
      filters={<ProfileFilters />}
      chips={useProfileChips()}
      picks
      bulk={(selection) => <WriteToChosen of="profiles" label="Написать" selection={selection} />}
      empty={
        <EmptyState title="Людей пока нет">Внесите владельцев, и здесь можно будет выбрать, кому писать.</EmptyState>
      }
    />
  );
}
