// Instruments of the administrator: merging cards, normalising addresses.
import ToolsIcon from '@mui/icons-material/HandymanOutlined';
import { superuser } from '../../../contract/kernel/scope.ts';
import { soonPage } from '../../../widgets/lazyPage.tsx';
import type { ProductResource } from '../../productResource.ts';

const soon = (title: string) => soonPage(title, 'Этот раздел панели администратора готовится.');

export default {
  name: 'instruments',
  list: soon('Инструменты'),
  icon: ToolsIcon,
  options: {
    label: 'Инструменты',
    paths: { list: '/admin/instruments' },
    also: [
      { path: '/admin/merge_profiles', page: soon('Объединение карточек'), needs: superuser },
      { path: '/admin/normalize_addresses', page: soon('Нормализация адресов'), needs: superuser },
    ],
    needs: superuser,
    tab: true,
  },
} satisfies ProductResource;
