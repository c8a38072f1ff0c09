// Handovers: what a chairman leaves to the next one. Links lead to them, the menu has no entry of theirs.
import RoubleIcon from '@mui/icons-material/CurrencyRubleOutlined';
import { registryEdit } from '../../contract/kernel/scope.ts';
import { pages } from '../../contract/pages.ts';
import { lazyPage } from '../../widgets/lazyPage.tsx';
import type { ProductResource } from '../productResource.ts';

export default {
  name: 'handovers',
  list: lazyPage(() => import('./HandoversPage.tsx')),
  show: lazyPage(() => import('./HandoverPage.tsx')),
  recordRepresentation: ({ id }) => `Передача дел № ${id}`,
  icon: RoubleIcon,
  options: {
    label: 'Передача дел',
    paths: { list: pages.handovers, show: '/handovers/:id' },
    needs: registryEdit,
  },
} satisfies ProductResource;
