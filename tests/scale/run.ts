// `npm run walk:scale`: three processes behind nginx on one PostgreSQL with files in a store that speaks S3; one is killed under load.
// Ends with 1 when anything is lost, done twice or not heard. `-- 5` takes as many processes.
import { walkScale } from './walk.ts';

try {
  await walkScale(Number(process.argv[2] ?? 3));
} catch (error) {
  console.error(`✗ ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
