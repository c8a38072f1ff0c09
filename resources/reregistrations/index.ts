// Re-registrations: a garage changes its owner.
import SwapIcon from '@mui/icons-material/SwapHoriz';
import { pages } from '../../contract/pages.ts';
import { reregistrationEdit, type ReregistrationCard } from '../../contract/reregistrations.ts';
import { lazyPage } from '../../widgets/lazyPage.tsx';
import type { ProductResource } from '../productResource.ts';

const list = lazyPage(() => import('./ReregistrationList.tsx'));

export default {
  name: 'reregistrations',
  list,
  show: lazyPage(() => import('./ReregistrationShow.tsx')),
  create: lazyPage(() => import('./ReregistrationWizard.tsx')),
  recordRepresentation: ({ id }: ReregistrationCard) => `Переоформление № ${id}`,
  icon: SwapIcon,
  options: {
    label: 'Переоформления',
    // `:id` of the wizard's address is the garage.
    paths: { list: pages.reregistrations, show: '/reregistration/:id', create: '/garage/:id/new_reregistration' },
    also: [{ path: pages.applications, page: list }],
    needs: { create: reregistrationEdit },
    menu: [{ news: 'newReregistrations' }],
  },
} satisfies ProductResource;
