// The resources of the console, in the order of the menu; addresses are in contract/pages.ts, screens in the folders.
export const resources = [
  { name: 'garages', hasList: true, hasShow: true, hasEdit: true, hasCreate: true, options: { label: 'Гаражи' } },
  { name: 'profiles', hasList: true, hasShow: true, hasEdit: true, hasCreate: true, options: { label: 'Люди' } },
  { name: 'payments', hasList: true, options: { label: 'Платежи' } },
  { name: 'balance_operations', hasShow: true, hasEdit: true, options: { label: 'Операции по балансу' } },
  { name: 'regions', hasList: true, hasEdit: true, hasCreate: true, options: { label: 'Регионы' } },
  { name: 'moes', hasList: true, hasEdit: true, hasCreate: true, options: { label: 'МО' } },
  { name: 'poes', hasList: true, hasEdit: true, hasCreate: true, options: { label: 'ПО' } },
  { name: 'garage_types', hasList: true, hasEdit: true, hasCreate: true, options: { label: 'Типы гаражей' } },
  { name: 'accrual_types', hasList: true, hasEdit: true, hasCreate: true, options: { label: 'Виды начислений' } },
  { name: 'payment_types', hasList: true, hasEdit: true, hasCreate: true, options: { label: 'Способы оплаты' } },
  { name: 'privileges', hasList: true, hasEdit: true, hasCreate: true, options: { label: 'Льготы' } },
  { name: 'key_rates', hasList: true, hasEdit: true, hasCreate: true, options: { label: 'Ключевая ставка' } },
  { name: 'gallery_items', hasList: true, hasEdit: true, hasCreate: true, options: { label: 'Галерея входа' } },
  { name: 'users', hasList: true, hasEdit: true, hasCreate: true, options: { label: 'Пользователи' } },
  { name: 'outbox', hasList: true, options: { label: 'Исходящая почта' } },
] as const;
