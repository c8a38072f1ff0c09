// Instruments of the administrator: merging cards, normalising addresses.
import ToolsIcon from '@mui/icons-material/HandymanOutlined';
import { superuser } from '../../../contract/kernel/scope.ts';
import { pages } from '../../../contract/pages.ts';
import { lazyPage } from '../../../widgets/lazyPage.tsx';
import type { ProductResource } from '../../productResource.ts';

export default {
  name: 'instruments',
  list: lazyPage(() => import('./InstrumentsPage.tsx')),
  icon: ToolsIcon,
  options: {
    label: 'Инструменты',
    paths: { list: pages.adminInstruments },
    also: [
      { path: pages.adminMerge, page: lazyPage(() => import('./MergePage.tsx')), needs: superuser },
      { path: pages.adminPersonal, page: lazyPage(() => import('./PersonalPage.tsx')), needs: superuser },
      { path: pages.adminDemandTerms, page: lazyPage(() => import('./DemandTermsPage.tsx')), needs: superuser },
      { path: pages.adminBackups, page: lazyPage(() => import('./BackupsPage.tsx')), needs: superuser },
      { path: pages.adminLogArchive, page: lazyPage(() => import('./LogArchivePage.tsx')), needs: superuser },
      { path: pages.adminNormalise, page: lazyPage(() => import('./NormalisePage.tsx')), needs: superuser },
    ],
    needs: superuser,
    tab: 'instruments',
  },
} satisfies ProductResource;
