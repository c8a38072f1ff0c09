// How registries of every layout and dirt are read, as it was last approved: fields that were found, questions, rows, what is said of
// them. Right or wrong is the business of `tests/imports`; here a change nobody meant shows as the files it changes.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parseRegistry } from '../../server/imports/parse.ts';
import { proposeLayout } from '../../server/imports/rules/layout.ts';
import { readWorkbook } from '../../server/imports/workbook.ts';
import { makeFile } from '../imports/corpus/generate.ts';
import { TODAY } from '../imports/toExpected.ts';
import { approved } from './approve.ts';
import { rowsTold } from './tell.ts';

const SEED = 411;
const FILES = 90;
const given = join(import.meta.dirname, '..', 'fixtures', 'registries');

async function told(name: string, bytes: Uint8Array): Promise<string> {
  const workbook = await readWorkbook(bytes, name);
  const { layout, questions } = await proposeLayout(workbook);
  const { rows, summary } = await parseRegistry(workbook, layout, [], TODAY);
  const said = new Map<string, number>();
  for (const { message } of rows.flatMap(({ issues }) => issues)) said.set(message, (said.get(message) ?? 0) + 1);
  return [
    `# ${name}`,
    `  ${JSON.stringify(summary)}`,
    ...questions.map(
      (one) => `  ? ${one.text} ${one.sure ? '=' : '~'} ${one.options.map(({ label }) => label).join(' | ')}`,
    ),
    ...layout.tables.map((table) => `  ${JSON.stringify(table)}`),
    `  ${rowsTold(rows)}`,
    ...[...said].map(([text, many]) => `  ! ${many} ${text}`),
  ].join('\n');
}

it('every registry is read as was approved', async () => {
  const texts: string[] = [];
  for (const name of readdirSync(given)
    .filter((one) => /^(clean|dirty|registry)\.(xlsx|csv)$/.test(one))
    .toSorted())
    texts.push(await told(name, readFileSync(join(given, name))));
  for (let index = 0; index < FILES; index += 1) {
    const { name, bytes } = await makeFile(SEED, index);
    texts.push(await told(name, bytes));
  }
  const text = texts.join('\n\n');
  expect(text).toBe(approved('registries.txt', text));
}, 120_000);
