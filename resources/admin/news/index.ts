// News as the administrator writes them.
import Icon from '@mui/icons-material/NewspaperOutlined';
import { superuser } from '../../../contract/kernel/scope.ts';
import { lazyPage } from '../../../widgets/lazyPage.tsx';
import type { ProductResource } from '../../productResource.ts';

const edit = lazyPage(() => import('../../news/NewsEditor.tsx'));

export default {
  name: 'admin_news',
  list: lazyPage(() => import('./AdminNewsList.tsx')),
  edit,
  create: edit,
  recordRepresentation: 'title',
  icon: Icon,
  options: {
    label: 'Новости',
    paths: { list: '/admin/news', edit: '/admin/admin_news/:id', create: '/admin/admin_news' },
    needs: superuser,
    tab: 'texts',
  },
} satisfies ProductResource;
