// The peer of the browser benches: react-admin as its tutorial has it, with the same two lists from the same server.
import simpleRestProvider from 'ra-data-simple-rest';
import {
  Admin,
  DatagridConfigurable,
  fetchUtils,
  List,
  NumberField,
  Resource,
  TextField,
  TextInput,
} from 'react-admin';
import { createRoot } from 'react-dom/client';

const http: typeof fetchUtils.fetchJson = (url, options = {}) =>
  fetchUtils.fetchJson(url, {
    ...options,
    user: { authenticated: true, token: `Bearer ${localStorage.getItem('id_token')}` },
  });
// The server's lists end with a slash.
const provider = simpleRestProvider('/api', (url, options) => http(String(url).replace(/\?/, '/?'), options));
const filters = [<TextInput key="q" source="nameFilter" label="Поиск" alwaysOn />];

const GarageList = () => (
  <List filters={filters} perPage={25} sort={{ field: 'place', order: 'ASC' }}>
    <DatagridConfigurable>
      <TextField source="po.name" label="ПО" />
      <TextField source="section" label="Секция" />
      <TextField source="number" label="Номер" />
      <TextField source="type.name" label="Тип" />
      <NumberField source="balance_kopecks" label="Остаток" />
    </DatagridConfigurable>
  </List>
);
const ProfileList = () => (
  <List filters={filters} perPage={25} sort={{ field: 'name', order: 'ASC' }}>
    <DatagridConfigurable>
      <TextField source="full_name" label="Ф. И. О." />
      <TextField source="birthday" label="Дата рождения" />
    </DatagridConfigurable>
  </List>
);

createRoot(document.getElementById('root')!).render(
  <Admin dataProvider={provider}>
    <Resource name="garages" list={GarageList} />
    <Resource name="profiles" list={ProfileList} />
  </Admin>,
);
