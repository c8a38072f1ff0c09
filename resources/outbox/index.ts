// Mail that waits to be sent, and mail that could not be.
import OutboxIcon from '@mui/icons-material/OutboxOutlined';
import { superuser } from '../../contract/kernel/scope.ts';
import { pages } from '../../contract/pages.ts';
import { lazyPage } from '../../widgets/lazyPage.tsx';
import type { ProductResource } from '../productResource.ts';

export default {
  name: 'outbox',
  list: lazyPage(() => import('./OutboxPage.tsx')),
  recordRepresentation: 'subject',
  icon: OutboxIcon,
  options: { label: 'Исходящие', paths: { list: pages.adminOutbox }, needs: superuser, tab: 'journal' },
} satisfies ProductResource;
