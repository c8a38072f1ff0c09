// Every reason why somebody gets nothing has its square beside its words.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { unreachableReasons } from '../../contract/notifications.ts';

it('a colour for each reason', () => {
  const sheet = readFileSync('resources/notifications/notifications.module.css', 'utf8');
  expect(Object.keys(unreachableReasons).filter((reason) => !sheet.includes(`[data-fate='${reason}']`))).toEqual([]);
});
