// Instructions: films, PDF files and articles.
import BookIcon from '@mui/icons-material/MenuBookOutlined';
import { pages } from '../../contract/pages.ts';
import { soonPage } from '../../widgets/lazyPage.tsx';
import type { ProductResource } from '../productResource.ts';

export default {
  name: 'tutorials',
  list: soonPage('Инструкции', 'Здесь будут инструкции: видео, PDF и статьи.'),
  recordRepresentation: 'title',
  icon: BookIcon,
  options: { label: 'Инструкции', paths: { list: pages.tutorials }, menu: [{}] },
} satisfies ProductResource;
