// Contributions: what is charged, by one garage or by thousands.
import RoubleIcon from '@mui/icons-material/CurrencyRubleOutlined';
import type { ContributionCard } from '../../contract/contributions.ts';
import { canAccrue, canReadMoney, financeEdit, financeRead } from '../../contract/kernel/scope.ts';
import { pages } from '../../contract/pages.ts';
import { lazyPage } from '../../widgets/lazyPage.tsx';
import type { ProductResource } from '../productResource.ts';

export default {
  name: 'contributions',
  list: lazyPage(() => import('./ContributionList.tsx')),
  show: lazyPage(() => import('./ContributionShow.tsx')),
  edit: lazyPage(() => import('./ContributionEdit.tsx')),
  create: lazyPage(() => import('./charge/ChargePage.tsx')),
  recordRepresentation: ({ id }: ContributionCard) => `Начисление № ${id}`,
  icon: RoubleIcon,
  options: {
    label: 'Взносы',
    paths: {
      list: pages.contributions,
      show: '/contribution/:id',
      edit: '/contribution_edit/:id',
      create: pages.accrual,
    },
    also: [
      { path: pages.penalties, page: lazyPage(() => import('../penalties/PenaltiesPage.tsx')), needs: financeEdit },
      { path: pages.closing, page: lazyPage(() => import('../closing/ClosingPage.tsx')), needs: financeEdit },
      { path: pages.debtAgeing, page: lazyPage(() => import('../balance/AgeingPage.tsx')), needs: financeRead },
    ],
    needs: { list: financeRead, show: financeRead, edit: financeRead, create: financeEdit },
    menu: [
      { to: pages.payments, shown: canAccrue, deskOnly: true },
      // A region charges nobody and takes no payments: it comes to read who owes.
      { label: 'Долги', to: pages.debtAgeing, shown: (actor) => canReadMoney(actor) && !canAccrue(actor) },
    ],
  },
} satisfies ProductResource;
