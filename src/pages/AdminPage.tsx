// The administrator's panel: its tabs, and the chosen list below.
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { Link, Outlet, useLocation } from 'react-router';
import { pages } from '../../contract/pages.ts';

const tabs = [
  ['poes', 'ПО'],
  ['moes', 'МО'],
  ['regions', 'Регионы'],
  ['documents', 'Документы'],
  ['tutorials', 'Инструкции'],
  ['news', 'Новости'],
  ['gallery', 'Галерея'],
  ['garage_types', 'Типы гаражей'],
  ['accrual_types', 'Виды начислений'],
  ['payment_types', 'Способы оплаты'],
  ['privileges', 'Льготы'],
  ['key_rates', 'Ключевая ставка'],
  ['instruments', 'Инструменты'],
  ['users', 'Пользователи'],
  ['outbox', 'Исходящая почта'],
] as const;

export default function AdminPage() {
  const { pathname } = useLocation();
  const current = tabs.find(([path]) => pathname === pages.adminTab(path))?.[0] ?? false;
  return (
    <div style={{ display: 'flex', flexDirection: 'column', minHeight: '100%' }}>
      {current && (
        <Tabs
          value={current}
          variant="scrollable"
          scrollButtons={false}
          aria-label="Панель администратора"
          sx={{ px: 'var(--gr-pageX)', borderBottom: '1px solid var(--gr-line)', flex: 'none' }}
        >
          {tabs.map(([path, label]) => (
            <Tab key={path} value={path} label={label} component={Link} to={pages.adminTab(path)} />
          ))}
        </Tabs>
      )}
      <div style={{ flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column' }}>
        <Outlet />
      </div>
    </div>
  );
}
