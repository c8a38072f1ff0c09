// Bank statements: files whose lines become payments.
import RoubleIcon from '@mui/icons-material/CurrencyRubleOutlined';
import { financeEdit } from '../../contract/kernel/scope.ts';
import { pages } from '../../contract/pages.ts';
import { lazyPage } from '../../widgets/lazyPage.tsx';
import type { ProductResource } from '../productResource.ts';

export default {
  name: 'statements',
  list: lazyPage(() => import('./StatementPage.tsx')),
  recordRepresentation: ({ id }) => `Выписка № ${id}`,
  icon: RoubleIcon,
  options: {
    label: 'Выписки банка',
    paths: { list: pages.statement },
    needs: financeEdit,
    under: 'contributions',
  },
} satisfies ProductResource;
