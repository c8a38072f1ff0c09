// Accounts: who works where, with which rights.
import UsersIcon from '@mui/icons-material/ManageAccountsOutlined';
import { superuser } from '../../../contract/kernel/scope.ts';
import { pages } from '../../../contract/pages.ts';
import type { UserCard } from '../../../contract/users.ts';
import { lazyPage } from '../../../widgets/lazyPage.tsx';
import type { ProductResource } from '../../productResource.ts';

const edit = lazyPage(() => import('./UserEdit.tsx'));

export default {
  name: 'users',
  list: lazyPage(() => import('./UserList.tsx')),
  edit,
  create: edit,
  recordRepresentation: ({ name, email }: UserCard) => name || email,
  icon: UsersIcon,
  options: {
    label: 'Пользователи',
    paths: { list: pages.adminUsers, edit: '/admin/user/:id', create: pages.adminUserCreate },
    needs: superuser,
    tab: 'people',
  },
} satisfies ProductResource;
