// `npm run sides -- --area rules,queries`: careless changes that go by for sure, for no test brings about the side that they turn. All
// rules, calls and screens run once in a copy whose decisions note their sides; `run.ts` tries changes one by one.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { areas, sources } from './areas.ts';
import { changesOf, wordsOf } from './changes.ts';
import { copyOfHouse } from './copy.ts';
import { noting, type Decision } from './decisions.ts';
import { argued } from './equivalent.ts';

const { values: asked } = parseArgs({
  options: { area: { type: 'string', default: '' }, parts: { type: 'string', default: 'unit,pg,ui' } },
});
const chosen = Object.entries(areas).filter(([name]) => !asked.area || asked.area.split(',').includes(name));

const folder = copyOfHouse();
try {
  const seen = join(folder, 'seen');
  mkdirSync(seen);
  const decisions = rewrite();
  for (const name of asked.parts.split(',')) {
    const words = [join(folder, 'tools', 'testParts.mjs'), name];
    const env = { ...process.env, SIDES_SEEN: seen };
    spawnSync(process.execPath, words, { cwd: folder, env, stdio: ['ignore', 'inherit', 'inherit'] });
  }
  report(decisions, readSeen(seen));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Every source of the copy notes its decisions from now on; the decisions by file. */
function rewrite(): Map<string, { text: string; found: Decision[] }> {
  const decisions = new Map<string, { text: string; found: Decision[] }>();
  let first = 0;
  for (const file of sources()) {
    const path = join(folder, file);
    const text = readFileSync(path, 'utf8');
    const noted = noting(file, text, first, join(folder, 'tests', 'mutate', 'seen.ts'));
    if (!noted) continue;
    writeFileSync(path, noted.text);
    decisions.set(file, { text, found: noted.found });
    first += noted.found.length;
  }
  return decisions;
}

/** Bits of the sides that came about, by decision. */
function readSeen(notes: string): Map<number, number> {
  const bits = new Map<number, number>();
  for (const name of readdirSync(notes))
    for (const line of readFileSync(join(notes, name), 'utf8').split('\n').filter(Boolean)) {
      const [id, bit] = line.split(' ').map(Number) as [number, number];
      bits.set(id, (bits.get(id) ?? 0) | bit);
    }
  return bits;
}

function report(decisions: ReturnType<typeof rewrite>, bits: Map<number, number>): void {
  for (const [area, names] of chosen) {
    let all = 0;
    const unseen: string[] = [];
    for (const [file, { text, found }] of decisions) {
      if (!names.test(file)) continue;
      const turns = found.flatMap(({ id, turns: own }) => own.map((turn) => ({ ...turn, bits: bits.get(id) ?? 0 })));
      for (const change of changesOf(file, text)) {
        const turn = turns.find(
          ({ start, end, fresh }) => start === change.start && end === change.end && fresh === change.fresh,
        );
        if (!turn || argued(change, text)) continue;
        all += 1;
        if (!(turn.bits & turn.needs)) unseen.push(`  ${wordsOf(change)}${turn.bits ? '' : ' (никем не пройдено)'}`);
      }
    }
    console.log(`\n${area}: ${unseen.length} из ${all} не заметит никто`);
    for (const words of unseen) console.log(words);
  }
}
