// Instructions as the administrator writes them.
import Icon from '@mui/icons-material/MenuBookOutlined';
import { superuser } from '../../../contract/kernel/scope.ts';
import { lazyPage } from '../../../widgets/lazyPage.tsx';
import type { ProductResource } from '../../productResource.ts';

const edit = lazyPage(() => import('./TutorialEdit.tsx'));

export default {
  name: 'admin_tutorials',
  list: lazyPage(() => import('./AdminTutorialList.tsx')),
  edit,
  create: edit,
  recordRepresentation: 'title',
  icon: Icon,
  options: {
    label: 'Инструкции',
    paths: { list: '/admin/tutorials', edit: '/admin/admin_tutorial/:id', create: '/admin/admin_tutorial' },
    needs: superuser,
    tab: 'texts',
  },
} satisfies ProductResource;
