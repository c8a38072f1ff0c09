// Kinds of documents and their templates.
import Icon from '@mui/icons-material/DescriptionOutlined';
import { superuser } from '../../../contract/kernel/scope.ts';
import { soonPage } from '../../../widgets/lazyPage.tsx';
import type { ProductResource } from '../../productResource.ts';

const soon = (title: string) => soonPage(title, 'Этот раздел панели администратора готовится.');
const edit = soon('Вид документа');

export default {
  name: 'document_types',
  list: soon('Документы'),
  edit,
  create: edit,
  recordRepresentation: 'name',
  icon: Icon,
  options: {
    label: 'Документы',
    paths: { list: '/admin/documents', edit: '/admin/admin_document/:id', create: '/admin/admin_document' },
    needs: superuser,
    tab: true,
  },
} satisfies ProductResource;
