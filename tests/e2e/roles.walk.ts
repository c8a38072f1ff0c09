// Every page as a region, a treasurer and an auditor see it: six widths, both themes, axe. `npm run walk:roles`.
import { testEveryPageAs } from './everyPage.ts';

for (const role of ['region', 'treasurer', 'auditor']) testEveryPageAs(`${role}@example.ru`);
