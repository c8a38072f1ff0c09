// Instructions: films, PDF files and articles.
import BookIcon from '@mui/icons-material/MenuBookOutlined';
import { pages } from '../../contract/pages.ts';
import { lazyPage } from '../../widgets/lazyPage.tsx';
import type { ProductResource } from '../productResource.ts';

export default {
  name: 'tutorials',
  list: lazyPage(() => import('./TutorialList.tsx')),
  show: lazyPage(() => import('./TutorialPage.tsx')),
  recordRepresentation: 'title',
  icon: BookIcon,
  options: { label: 'Инструкции', paths: { list: pages.tutorials, show: '/tutorials/:id' }, menu: [{}] },
} satisfies ProductResource;
