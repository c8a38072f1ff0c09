// News of the society.
import NewsIcon from '@mui/icons-material/NewspaperOutlined';
import { mailingSend } from '../../contract/kernel/scope.ts';
import { pages } from '../../contract/pages.ts';
import { lazyPage } from '../../widgets/lazyPage.tsx';
import type { ProductResource } from '../productResource.ts';

const reading = lazyPage(() => import('./NewsPage.tsx'));
const writing = lazyPage(() => import('./NewsEditor.tsx'));

export default {
  name: 'news',
  list: reading,
  show: reading,
  edit: writing,
  create: writing,
  recordRepresentation: 'title',
  icon: NewsIcon,
  options: {
    label: 'Новости',
    paths: { list: pages.news, show: '/news/:id', edit: '/news/:id/edit', create: pages.newsNew },
    needs: { edit: mailingSend, create: mailingSend },
    menu: [{ news: 'newNews' }],
  },
} satisfies ProductResource;
