// Operations of a balance: the card of a payment, a refund, an offset, and its correction.
import RoubleIcon from '@mui/icons-material/CurrencyRubleOutlined';
import { financeEdit, financeRead } from '../../contract/kernel/scope.ts';
import { pages } from '../../contract/pages.ts';
import { lazyPage } from '../../widgets/lazyPage.tsx';
import type { ProductResource } from '../productResource.ts';

export default {
  name: 'balance_operations',
  show: lazyPage(() => import('../payments/OperationShow.tsx')),
  edit: lazyPage(() => import('../payments/OperationEdit.tsx')),
  recordRepresentation: ({ id }) => `Операция № ${id}`,
  icon: RoubleIcon,
  options: {
    label: 'Операции по балансу',
    // Their list is the list of payments.
    paths: { list: pages.payments, show: '/balance_operation/:id', edit: '/balance_operation_edit/:id' },
    needs: { show: financeRead, edit: financeEdit },
    under: 'contributions',
  },
} satisfies ProductResource;
