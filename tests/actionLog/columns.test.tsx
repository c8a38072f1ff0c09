// Every column that a tab of the log can show may be taken away in its file.
import { expect, it } from 'vitest';
import { logTabs, type LogTab } from '../../contract/actionWords.ts';
import { columnsOf } from '../../resources/actionLog/columns.tsx';
import { logExport } from '../../server/exports/logColumns.ts';

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
