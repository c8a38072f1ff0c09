// The order of test files: the longest first, so that on a fresh machine the last minutes are not one file on one core.
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take minutes, longest first; vitest itself knows their time only after a first run. */
const longest = [
  'tests/approved/calls.test.ts',
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

/** Names in the order somebody wants them run in, apart by spaces: who stops at the first failure wants the likeliest first. */
const wanted = process.env.TEST_ORDER?.split(' ');
const wantedPlace = (file: TestSpecification) => wanted!.findIndex((name) => file.moduleId.endsWith(name));

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = wanted ? wantedPlace : placeOf;
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other));
  }
}
