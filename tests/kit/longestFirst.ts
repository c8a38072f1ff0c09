// The order of test files: the longest first, so that on a fresh machine the last minutes are not one file on one core.
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take minutes, longest first; vitest itself knows their time only after a first run. */
const longest = [
  'tests/matrix/matrix.test.ts',
  'tests/interference/interference.test.ts',
  'tests/contributions/killed.test.ts',
  'tests/instruments/backups.test.ts',
  'tests/db/embedded.test.ts',
  'tests/demo/demo.test.ts',
  'tests/bankStatements/killed.test.ts',
  'tests/contributions/correction.test.tsx',
  'tests/contributions/wizard.test.tsx',
];
const placeOf = (file: TestSpecification) => {
  const place = longest.findIndex((name) => file.moduleId.endsWith(name));
  return place < 0 ? longest.length : place;
};

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}
