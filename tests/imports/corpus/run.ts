// Any seed of the corpus: `npm run corpus -- --seed 7 [--files 200] [--verbose]`; a silent change fails.
import { makeFile } from './generate.ts';
import { scoreFile } from './score.ts';

const option = (name: string, usual: number) => {
  const at = process.argv.indexOf(`--${name}`);
  return at > 0 ? Number(process.argv[at + 1]) : usual;
};
const seed = option('seed', 1);
const files = option('files', 252);
const all = { rows: 0, right: 0, choice: 0, named: 0, silent: 0 };
for (let index = 0; index < files; index += 1) {
  const score = await scoreFile(await makeFile(seed, index));
  for (const key of ['rows', 'right', 'choice', 'named', 'silent'] as const) all[key] += score[key];
  const isClean = score.right + score.choice === score.rows && score.silent === 0;
  if (!isClean || process.argv.includes('--verbose'))
    console.log(
      `${score.name}: ${score.rows} rows, right ${score.right}, choice ${score.choice}, named ${score.named}, silent ${score.silent}`,
    );
  for (const note of score.notes)
    if (note.startsWith('SILENT') || process.argv.includes('--verbose')) console.log(`  ${note}`);
}
const share = (100 * (all.right + all.choice)) / all.rows;
console.log(
  `seed ${seed}, ${files} files, ${all.rows} rows: right ${all.right}, one choice ${all.choice}, named ${all.named}, silent ${all.silent}; right or one choice ${share.toFixed(1)} %`,
);
process.exitCode = all.silent > 0 ? 1 : 0;
