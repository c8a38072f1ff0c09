// The look at a kept file: what it must not hold is noticed, letters of its identifier are not taken for it.
import { expect, it } from 'vitest';
import { keptFaults } from './pdfa.ts';

const faultsOf = (text: string) =>
  keptFaults(Buffer.from(`%PDF-1.7\n${text}`)).filter((one) => one.startsWith('nothing'));

it('an identifier that reads like the name of an action is none, wherever the file says it', () => {
  for (const id of ['HmSgXqL0tICl6O4jv4m/AA==', 'HmSg/JS+tICl6O4jv4mXqw==', '/URI/qL0tICl6O4jv4mXqw==']) {
    const file = `/ID [(${id}) (${id})] <stEvt:instanceID>${id}_source< <xmpMM:DocumentID>${id}<`;
    expect(faultsOf(file)).toEqual([]);
    expect(faultsOf(`${file} /AA << /O 5 0 R >>`)).toEqual(['nothing of /AA']);
  }
});
