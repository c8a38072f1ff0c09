// What a re-registration costs.
import TariffIcon from '@mui/icons-material/PriceChangeOutlined';
import { superuser } from '../../../contract/kernel/scope.ts';
import { soonPage } from '../../../widgets/lazyPage.tsx';
import type { ProductResource } from '../../productResource.ts';

export default {
  name: 'reregistration_tariffs',
  list: soonPage('Тарифы переоформления', 'Этот раздел панели администратора готовится.'),
  icon: TariffIcon,
  options: {
    label: 'Тарифы переоформления',
    paths: { list: '/admin/reregistration_tariffs' },
    needs: superuser,
  },
} satisfies ProductResource;
