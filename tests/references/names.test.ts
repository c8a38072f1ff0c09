// What the browser's tab says of a row that has no name of its own.
import { expect, it } from 'vitest';
import { keyRates } from '../../resources/admin/references/index.ts';

it('a key rate is called by its day as people write it', () => {
  expect(keyRates.recordRepresentation({ since: '2024-10-28' })).toBe('Ключевая ставка с 28.10.2024');
});
