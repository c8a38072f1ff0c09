// Tests that no part of `npm test` ran (what one engine skips and the other runs is not among them), and those that ran twice.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** Most names the closing line tells: a machine without PostgreSQL skips dozens. */
const NAMES = 6;

/** Reporter of vitest and of Playwright beside their usual ones: notes whether each test ran, in the file `SKIPPED_TESTS`. */
export default class SkippedTests {
  onTestRunEnd(modules) {
    for (const module of modules)
      for (const test of module.children.allTests())
        note(test.result().state === 'skipped', `${module.relativeModuleId}: ${test.fullName}`);
  }
  onTestEnd(test, result) {
    note(result.status === 'skipped', test.titlePath().filter(Boolean).join(' > '));
  }
  printsToStdio() {
    return false;
  }
}

const note = (isSkipped, name) => appendFileSync(process.env.SKIPPED_TESTS, `${isSkipped ? '-' : '+'}${name}\n`);

/** The closing line: that everything passed is told only when the server was there to be tried. */
export function closingLine(seconds, steps, hasPostgres) {
  const { skipped, fallen } = noted();
  return [
    hasPostgres
      ? `Всё прошло за ${seconds} с`
      : `API на PostgreSQL НЕ ПРОВЕРЕНО: нет программ PostgreSQL и прав их поставить. Остальное прошло за ${seconds} с`,
    `: ${steps.join(' · ')}`,
    process.env.TEST_DEEP !== '1' &&
      '; убитые процессы, прогулки и случайные запросы — частью (все: npm run test:deep)',
    skipped.length > 0 && `; пропущено ${skipped.length}: ${skipped.slice(0, NAMES).join('; ')}`,
    skipped.length > NAMES && ` и ещё ${skipped.length - NAMES}`,
    fallen.length > 0 && `; среда выполнения падала, прогнано ещё раз: ${fallen.join('; ')}`,
  ]
    .filter(Boolean)
    .join('');
}

function noted() {
  const file = process.env.SKIPPED_TESTS;
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  const those = (mark) => lines.filter((line) => line.startsWith(mark)).map((line) => line.slice(1));
  const ran = new Set(those('+'));
  return { skipped: [...new Set(those('-'))].filter((name) => !ran.has(name)), fallen: those('!') };
}
