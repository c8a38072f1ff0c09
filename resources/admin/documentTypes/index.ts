// Kinds of papers and the studio of their texts.
import Icon from '@mui/icons-material/DescriptionOutlined';
import { superuser } from '../../../contract/kernel/scope.ts';
import { lazyPage } from '../../../widgets/lazyPage.tsx';
import type { ProductResource } from '../../productResource.ts';

export default {
  name: 'document_types',
  list: lazyPage(() => import('./DocumentTypeList.tsx')),
  edit: lazyPage(() => import('./DocumentTypeEdit.tsx')),
  create: lazyPage(() => import('./DocumentTypeCreate.tsx')),
  recordRepresentation: 'name',
  icon: Icon,
  options: {
    label: 'Документы',
    paths: { list: '/admin/documents', edit: '/admin/admin_document/:id', create: '/admin/admin_document' },
    needs: superuser,
    tab: 'texts',
  },
} satisfies ProductResource;
