// People: owners of garages, their cards, papers and messages.
import PeopleIcon from '@mui/icons-material/PeopleOutlined';
import { registryEdit } from '../../contract/kernel/scope.ts';
import { pages } from '../../contract/pages.ts';
import type { ProfileCard } from '../../contract/profiles.ts';
import { lazyPage } from '../../widgets/lazyPage.tsx';
import type { ProductResource } from '../productResource.ts';

const show = lazyPage(() => import('./ProfileShow.tsx'));

export default {
  name: 'profiles',
  list: lazyPage(() => import('./ProfileList.tsx')),
  show,
  edit: lazyPage(() => import('./ProfileEdit.tsx')),
  create: lazyPage(() => import('./ProfileCreate.tsx')),
  recordRepresentation: ({ lastName, firstName, fatherName }: ProfileCard) =>
    [lastName, firstName, fatherName].filter(Boolean).join(' '),
  icon: PeopleIcon,
  options: {
    label: 'Люди',
    paths: { list: pages.profiles, show: '/profile/:id', edit: '/profile_edit/:id', create: pages.profileCreate },
    also: [
      { path: '/profile/:id/notifications', page: show },
      { path: '/profile/:id/data', page: lazyPage(() => import('./PersonalDataPage.tsx')), needs: registryEdit },
    ],
    needs: { edit: registryEdit, create: registryEdit },
    menu: [{ count: 'profiles' }],
  },
} satisfies ProductResource;
