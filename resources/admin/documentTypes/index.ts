// Kinds of papers. They come with the program: the address of a new one shows the list.
import Icon from '@mui/icons-material/DescriptionOutlined';
import { superuser } from '../../../contract/kernel/scope.ts';
import { lazyPage } from '../../../widgets/lazyPage.tsx';
import type { ProductResource } from '../../productResource.ts';

const list = lazyPage(() => import('./DocumentTypeList.tsx'));

export default {
  name: 'document_types',
  list,
  edit: lazyPage(() => import('./DocumentTypeEdit.tsx')),
  create: list,
  recordRepresentation: 'name',
  icon: Icon,
  options: {
    label: 'Документы',
    paths: { list: '/admin/documents', edit: '/admin/admin_document/:id', create: '/admin/admin_document' },
    needs: superuser,
    tab: true,
  },
} satisfies ProductResource;
