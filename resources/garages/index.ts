// Garages: the register, the archive, the map, the card.
import GarageIcon from '@mui/icons-material/GarageOutlined';
import type { GarageCard } from '../../contract/garages.ts';
import { registryCreate, registryEdit } from '../../contract/kernel/scope.ts';
import { pages } from '../../contract/pages.ts';
import { lazyPage } from '../../widgets/lazyPage.tsx';
import type { ProductResource } from '../productResource.ts';

const list = lazyPage(() => import('./GarageList.tsx'));
const show = lazyPage(() => import('./GarageShow.tsx'));

export default {
  name: 'garages',
  list,
  show,
  edit: lazyPage(() => import('./GarageEdit.tsx')),
  create: lazyPage(() => import('./GarageCreate.tsx')),
  recordRepresentation: ({ section, number }: GarageCard) => `Гараж ${`${section} ${number}`.trim()}`,
  icon: GarageIcon,
  options: {
    label: 'Гаражи',
    paths: { list: pages.garages, show: '/garage/:id', edit: '/garage_edit/:id', create: pages.garageCreate },
    also: [
      { path: '/garages_as_of', page: lazyPage(() => import('./AsOfPage.tsx')) },
      { path: pages.archive, page: list, away: (actor) => (actor.po ? pages.garages : null) },
      {
        path: '/garage/:id/contributions',
        page: show,
        away: (actor, id) => (actor.region ? pages.garage(Number(id)) : null),
      },
    ],
    needs: { edit: registryEdit, create: registryCreate },
    menu: [{ count: 'garages' }],
  },
} satisfies ProductResource;
