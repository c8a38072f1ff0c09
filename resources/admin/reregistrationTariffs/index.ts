// What a re-registration costs.
import TariffIcon from '@mui/icons-material/PriceChangeOutlined';
import { superuser } from '../../../contract/kernel/scope.ts';
import { lazyPage } from '../../../widgets/lazyPage.tsx';
import type { ProductResource } from '../../productResource.ts';

export default {
  name: 'reregistration_tariffs',
  list: lazyPage(() => import('./TariffPage.tsx')),
  icon: TariffIcon,
  options: {
    label: 'Тарифы переоформления',
    paths: { list: '/admin/reregistration_tariffs' },
    needs: superuser,
  },
} satisfies ProductResource;
