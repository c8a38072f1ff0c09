// The closing line of `npm test` names what no part ran, and does not say that everything passed where the server was not tried.
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

type State = 'passed' | 'skipped';
interface SkippedTests {
  default: new () => { onTestRunEnd(modules: unknown[]): void; onTestEnd(test: unknown, result: unknown): void };
  closingLine(seconds: number, steps: string[], hasPostgres: boolean): string;
}
const require = createRequire(import.meta.url);
const { default: Reporter, closingLine } = require('../../tools/skippedTests.mjs') as SkippedTests;

const file = (tests: Record<string, State>) => ({
  relativeModuleId: 'tests/a.test.ts',
  children: {
    allTests: () => Object.entries(tests).map(([fullName, state]) => ({ fullName, result: () => ({ state }) })),
  },
});

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'registry-skipped-'));
  vi.stubEnv('SKIPPED_TESTS', join(folder, 'skipped'));
  vi.stubEnv('TEST_DEEP', '1');
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

it('a test that another part ran is not skipped', () => {
  new Reporter().onTestRunEnd([file({ one: 'passed', two: 'skipped', three: 'skipped' })]);
  new Reporter().onTestRunEnd([file({ two: 'passed', three: 'skipped' })]);
  new Reporter().onTestEnd({ titlePath: () => ['', 'b.spec.ts', 'four'] }, { status: 'skipped' });
  expect(closingLine(60, ['правила 60 с'], true)).toBe(
    'Всё прошло за 60 с: правила 60 с; пропущено 2: tests/a.test.ts: three; b.spec.ts > four',
  );
});

it('that a part was tried is told', () => {
  vi.stubEnv('TEST_DEEP', '');
  expect(closingLine(60, ['правила 60 с'], true)).toMatch(
    /^Всё прошло за 60 с: правила 60 с; .* \(все: npm run test:deep\)$/,
  );
});

it('nothing was skipped: nothing is told of it', () => {
  expect(closingLine(60, ['правила 60 с'], true)).toBe('Всё прошло за 60 с: правила 60 с');
});

it('files that ran twice because the runtime fell are named', () => {
  appendFileSync(join(folder, 'skipped'), '!tests/b.test.ts (SIGTRAP)\n');
  expect(closingLine(60, [], true)).toMatch(
    /; среда выполнения падала, прогнано ещё раз: tests\/b.test.ts \(SIGTRAP\)$/,
  );
});

it('without PostgreSQL that comes first, and not every name is told', () => {
  const names = Array.from({ length: 9 }, (_, nth) => [`t${nth}`, 'skipped'] as const);
  new Reporter().onTestRunEnd([file(Object.fromEntries(names))]);
  const line = closingLine(60, [], false);
  expect(line).toMatch(/^API на PostgreSQL НЕ ПРОВЕРЕНО.*; пропущено 9: .*t5 и ещё 3$/);
  expect(line).not.toContain('Всё прошло');
});
