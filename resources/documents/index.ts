// Documents: the journal of what was printed.
import DocumentIcon from '@mui/icons-material/DescriptionOutlined';
import { pages } from '../../contract/pages.ts';
import { soonPage } from '../../widgets/lazyPage.tsx';
import type { ProductResource } from '../productResource.ts';

export default {
  name: 'documents',
  list: soonPage('Документы', 'Здесь будет журнал напечатанных документов.'),
  show: soonPage('Документ', 'Здесь будет карточка документа.'),
  recordRepresentation: ({ id }) => `Документ № ${id}`,
  icon: DocumentIcon,
  options: {
    label: 'Документы',
    paths: { list: pages.documents, show: '/document/:id' },
    menu: [{}],
  },
} satisfies ProductResource;
