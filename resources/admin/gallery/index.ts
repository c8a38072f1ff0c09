// Pictures of the sign-in page.
import GalleryIcon from '@mui/icons-material/PhotoLibraryOutlined';
import { superuser } from '../../../contract/kernel/scope.ts';
import { lazyPage } from '../../../widgets/lazyPage.tsx';
import type { ProductResource } from '../../productResource.ts';

const edit = lazyPage(() => import('./GalleryEdit.tsx'));

export default {
  name: 'gallery_items',
  list: lazyPage(() => import('./GalleryList.tsx')),
  edit,
  create: edit,
  recordRepresentation: 'title',
  icon: GalleryIcon,
  options: {
    label: 'Галерея',
    paths: { list: '/admin/gallery', edit: '/admin/admin_gallery/:id', create: '/admin/admin_gallery' },
    needs: superuser,
    tab: 'texts',
  },
} satisfies ProductResource;
