// Regions, МО and ПО: one list and one card for the three levels.
import OrgIcon from '@mui/icons-material/AccountTreeOutlined';
import { superuser } from '../../../contract/kernel/scope.ts';
import { lazyPage } from '../../../widgets/lazyPage.tsx';
import type { ProductResource } from '../../productResource.ts';

const edit = lazyPage(() => import('./OrgEdit.tsx'));
const common = {
  list: lazyPage(() => import('./OrgList.tsx')),
  edit,
  create: edit,
  recordRepresentation: 'name',
  icon: OrgIcon,
};
const options = (label: string, list: string, one: string) => ({
  label,
  paths: { list: `/admin/${list}`, edit: `/admin/${one}/:id`, create: `/admin/${one}` },
  needs: superuser,
  tab: 'orgs' as const,
});

export const regions = {
  ...common,
  name: 'regions',
  options: options('Регионы', 'regions', 'region'),
} satisfies ProductResource;

export const moes = {
  ...common,
  name: 'moes',
  options: {
    ...options('МО', 'moes', 'mo'),
    also: [
      {
        path: '/admin/mo/:id/import/:book',
        page: lazyPage(() => import('../imports/MoImportPage.tsx')),
        needs: superuser,
      },
    ],
  },
} satisfies ProductResource;

export const poes = {
  ...common,
  name: 'poes',
  options: {
    ...options('ПО', 'poes', 'po'),
    also: [
      {
        path: '/admin/po/:id/import/:batch',
        page: lazyPage(() => import('../imports/ImportPage.tsx')),
        needs: superuser,
      },
    ],
  },
} satisfies ProductResource;
