// Reference lists that charges, payments and garages are described by: one list and one form for all.
import ListIcon from '@mui/icons-material/ListAltOutlined';
import { superuser } from '../../../contract/kernel/scope.ts';
import { formatDate } from '../../../widgets/format.ts';
import { lazyPage } from '../../../widgets/lazyPage.tsx';
import type { ProductResource } from '../../productResource.ts';

const edit = lazyPage(() => import('./ReferenceEdit.tsx'));
const common = {
  list: lazyPage(() => import('./ReferenceList.tsx')),
  edit,
  create: edit,
  recordRepresentation: 'name',
  icon: ListIcon,
};
const options = (label: string, one: string) => ({
  label,
  paths: { list: `/admin/${one}s`, edit: `/admin/admin_${one}/:id`, create: `/admin/admin_${one}` },
  needs: superuser,
  tab: 'lists' as const,
});

export const garageTypes = {
  ...common,
  name: 'garage_types',
  options: options('Типы гаражей', 'garage_type'),
} satisfies ProductResource;

export const accrualTypes = {
  ...common,
  name: 'accrual_types',
  options: options('Виды начислений', 'accrual_type'),
} satisfies ProductResource;

export const paymentTypes = {
  ...common,
  name: 'payment_types',
  options: options('Способы оплаты', 'payment_type'),
} satisfies ProductResource;

export const privileges = {
  ...common,
  name: 'privileges',
  options: options('Льготы', 'privilege'),
} satisfies ProductResource;

export const keyRates = {
  ...common,
  name: 'key_rates',
  recordRepresentation: ({ since }: { since: string }) => `Ключевая ставка с ${formatDate(since)}`,
  options: options('Ключевая ставка', 'key_rate'),
} satisfies ProductResource;

export const smsPrices = {
  ...common,
  name: 'sms_prices',
  recordRepresentation: 'prefix',
  options: options('Цены СМС', 'sms_price'),
} satisfies ProductResource;
