// Instructions as the administrator writes them.
import Icon from '@mui/icons-material/MenuBookOutlined';
import { superuser } from '../../../contract/kernel/scope.ts';
import { soonPage } from '../../../widgets/lazyPage.tsx';
import type { ProductResource } from '../../productResource.ts';

const soon = (title: string) => soonPage(title, 'Этот раздел панели администратора готовится.');
const edit = soon('Инструкция');

export default {
  name: 'admin_tutorials',
  list: soon('Инструкции'),
  edit,
  create: edit,
  recordRepresentation: 'title',
  icon: Icon,
  options: {
    label: 'Инструкции',
    paths: { list: '/admin/tutorials', edit: '/admin/admin_tutorial/:id', create: '/admin/admin_tutorial' },
    needs: superuser,
    tab: true,
  },
} satisfies ProductResource;
