// Documents: the journal of what was printed.
import DocumentIcon from '@mui/icons-material/DescriptionOutlined';
import type { DocumentRow } from '../../contract/documents.ts';
import { registryEdit } from '../../contract/kernel/scope.ts';
import { pages } from '../../contract/pages.ts';
import { lazyPage } from '../../widgets/lazyPage.tsx';
import type { ProductResource } from '../productResource.ts';

export default {
  name: 'documents',
  list: lazyPage(() => import('./DocumentList.tsx')),
  show: lazyPage(() => import('./DocumentShow.tsx')),
  recordRepresentation: ({ document_type, number }: DocumentRow) => `${document_type.name} № ${number}`,
  icon: DocumentIcon,
  options: {
    label: 'Документы',
    paths: { list: pages.documents, show: '/document/:id' },
    also: [
      { path: pages.documentBatch, page: lazyPage(() => import('./BatchPage.tsx')) },
      { path: pages.documentScans, page: lazyPage(() => import('./ScanPage.tsx')), needs: registryEdit },
    ],
    menu: [{}],
  },
} satisfies ProductResource;
