// News of the society.
import NewsIcon from '@mui/icons-material/NewspaperOutlined';
import { pages } from '../../contract/pages.ts';
import { soonPage } from '../../widgets/lazyPage.tsx';
import type { ProductResource } from '../productResource.ts';

export default {
  name: 'news',
  list: soonPage('Новости', 'Здесь будут новости общества.'),
  recordRepresentation: 'title',
  icon: NewsIcon,
  options: { label: 'Новости', paths: { list: pages.news }, menu: [{ news: 'newNews' }] },
} satisfies ProductResource;
