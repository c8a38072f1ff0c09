// The fixed part of the corpus: no row is changed in silence, nearly all are right or right after one obvious choice.
import { describe, expect, it } from 'vitest';
import { makeFile } from './corpus/generate.ts';
import { scoreFile } from './corpus/score.ts';

const SEED = 2026;
const FILES = 252;

describe('corpus of hostile layouts', () => {
  it(`${FILES} files: silent 0, right or one choice ≥ 98 %`, { timeout: 120_000 }, async () => {
    const all = { rows: 0, right: 0, silent: [] as string[] };
    for (let index = 0; index < FILES; index += 1) {
      const score = await scoreFile(await makeFile(SEED, index));
      all.rows += score.rows;
      all.right += score.right + score.choice;
      all.silent.push(
        ...score.notes.filter((note) => note.startsWith('SILENT')).map((note) => `${score.name}: ${note}`),
      );
    }
    expect(all.silent).toEqual([]);
    expect(all.right / all.rows).toBeGreaterThanOrEqual(0.98);
  });

  it('a seed gives the same file again', async () => {
    const [one, again] = [await makeFile(7, 3), await makeFile(7, 3)];
    expect(again.truth).toEqual(one.truth);
    expect(again.sheets).toEqual(one.sheets);
  });
});
