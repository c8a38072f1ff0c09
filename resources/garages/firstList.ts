// How the list of garages begins: said once for the page and for the script that asks for its rows before the page is there.

export const firstList = {
  resource: 'garages',
  title: 'Гаражи',
  perPage: 25,
  sort: { field: 'place', order: 'ASC' },
  storeKey: 'garages',
  /** Where the console's store keeps the parameters of the list. */
  storedAs: 'RaStoreregistry.garages',
  /** Where it keeps the choice of columns. */
  columnsAs: 'RaStoreregistry.garages.columns',
} as const;
