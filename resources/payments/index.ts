// Payments: their list, and the desk where they are taken.
import RoubleIcon from '@mui/icons-material/CurrencyRubleOutlined';
import { financeEdit, financeRead } from '../../contract/kernel/scope.ts';
import { pages } from '../../contract/pages.ts';
import { lazyPage } from '../../widgets/lazyPage.tsx';
import type { ProductResource } from '../productResource.ts';

export default {
  name: 'payments',
  list: lazyPage(() => import('./PaymentList.tsx')),
  create: lazyPage(() => import('./desk/DeskPage.tsx')),
  recordRepresentation: ({ id }) => `Платёж № ${id}`,
  icon: RoubleIcon,
  options: {
    label: 'Платежи',
    paths: { list: pages.payments, create: pages.paymentDesk() },
    needs: { list: financeRead, create: financeEdit },
    under: 'contributions',
  },
} satisfies ProductResource;
