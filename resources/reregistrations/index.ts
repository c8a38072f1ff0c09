// Re-registrations: a garage changes its owner.
import SwapIcon from '@mui/icons-material/SwapHoriz';
import { registryEdit } from '../../contract/kernel/scope.ts';
import { pages } from '../../contract/pages.ts';
import { soonPage } from '../../widgets/lazyPage.tsx';
import type { ProductResource } from '../productResource.ts';

export default {
  name: 'reregistrations',
  list: soonPage('Переоформления', 'Здесь будет список переоформлений по статусам.'),
  show: soonPage('Переоформление', 'Здесь будет карточка переоформления.'),
  create: soonPage(
    'Переоформление',
    'Здесь будет мастер переоформления: новый владелец, основание, документы и то, что получится.',
  ),
  recordRepresentation: ({ id }) => `Переоформление № ${id}`,
  icon: SwapIcon,
  options: {
    label: 'Переоформления',
    // `:id` of the wizard's address is the garage.
    paths: { list: pages.reregistrations, show: '/reregistration/:id', create: '/garage/:id/new_reregistration' },
    also: [
      {
        path: pages.applications,
        page: soonPage('Заявки', 'Здесь будут новые заявки и возвращённые на доработку.'),
      },
    ],
    needs: { create: registryEdit },
    menu: [{ news: 'newReregistrations' }],
  },
} satisfies ProductResource;
