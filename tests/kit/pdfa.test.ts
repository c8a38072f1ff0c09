// The look at a kept file: what it must not hold is noticed, letters of its identifier are not taken for it.
import { expect, it } from 'vitest';
import { keptFaults } from './pdfa.ts';

const faultsOf = (text: string) =>
  keptFaults(Buffer.from(`%PDF-1.7\n${text}`)).filter((one) => one.startsWith('nothing'));

it('an identifier that ends like the name of an action is none', () => {
  const id = 'HmSgXqL0tICl6O4jv4m/AA==';
  expect(faultsOf(`/ID [(${id}) (${id})] <xmpMM:DocumentID>${id}<`)).toEqual([]);
  expect(faultsOf(`/ID [(${id}) (${id})] /AA << /O 5 0 R >>`)).toEqual(['nothing of /AA']);
});
