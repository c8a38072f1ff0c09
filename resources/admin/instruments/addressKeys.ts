// What the pages of addresses remember by.
export const RUNS = ['address_normalizations'] as const;
