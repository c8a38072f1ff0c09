// Every column that a tab of the log can show may be taken away in its file.
import { cleanup, render, screen } from '@testing-library/react';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { ActionRow } from '../../contract/actionLog.ts';
import { actionName, logTabs, type LogTab } from '../../contract/actionWords.ts';
import { columnsOf } from '../../resources/actionLog/columns.tsx';
import { logExport } from '../../server/exports/logColumns.ts';

afterEach(cleanup);

it.each(['all', ...(Object.keys(logTabs) as LogTab[])] as const)(
  '«%s»: the file has every column, under its name',
  (tab) => {
    const known = logExport(tab);
    const shown = columnsOf(tab, true, true);
    expect(shown.filter(({ key }) => !Object.hasOwn(known, key)).map(({ key }) => key)).toEqual([]);
    for (const { key, label } of shown.filter((one) => /^(subject_|changes)/.test(one.key)))
      expect([key, known[key]!.title]).toEqual([key, label]);
  },
);

it('days and fees are numbers and money in the file, all else of a case is text', () => {
  const kinds = Object.entries(logExport('reregistration')).flatMap(([key, { kind }]) =>
    key.startsWith('subject_') && kind ? [[key, kind] as const] : [],
  );
  expect(Object.fromEntries(kinds)).toEqual({ subject_days: 'number', subject_fee_kopecks: 'money' });
});

it.each(['all', 'sign'] as const)('«%s» shows the device in words without being asked', (tab) => {
  const device = columnsOf(tab, true, true).find(({ key }) => key === 'device')!;
  expect(device.optional ?? false).toBe(false);
  render(<>{device.render({ device: 'Chrome 131, Windows · 3f9a12bc45de' } as ActionRow)}</>);
  expect(screen.getByText('Chrome 131, Windows · 3f9a12bc45de')).toBeTruthy();
});

/** What the console does by itself: no tab shows it. */
const UNSEEN = ['sign.refresh', 'user.habit_save'];

it('every deed that is written down has its words: the column and the file say no verb', () => {
  const files = readdirSync('server', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const texts = files.map((file) => readFileSync(join('server', file), 'utf8'));
  const verbs = texts.flatMap((text) =>
    [...text.matchAll(/(?:\bact\(\s*[^,']+,\s*|\bverb: )'([a-z_]+\.[a-z_]+)'/g)].map(([, verb]) => verb!),
  );
  expect(verbs.length).toBeGreaterThan(150);
  expect([...new Set(verbs)].filter((verb) => !UNSEEN.includes(verb) && !actionName(verb))).toEqual([]);
});
