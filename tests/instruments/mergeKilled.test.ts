// The process is killed in the middle of a merge or of its taking back: every row is as before or as after, and the same call again ends the same.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addConsent } from '../../contract/profiles.ts';
import { verifyLedger } from '../../server/balance/queries.ts';
import type { Engine } from '../../server/db/engine.ts';
import { as, type TestApp } from '../kit/app.ts';
import { inTime } from '../kit/busy.ts';
import { migratedFolder, onServer, testEngine, urlOf } from '../kit/database.ts';
import { sample } from '../kit/deep.ts';
import { killStanding } from '../kit/killing.ts';
import { newGarage, newPerson } from '../kit/rows.ts';
import { world } from '../kit/world.ts';
import { snapshot } from './bits.ts';
import { askStep, openRegister, type Place, type Register, type Step, type Wish } from './killed.ts';

// With a server at hand the file runs there; what a killed process leaves in the folder of the embedded database is seen in the same run.
const engines = testEngine === 'server' ? (['embedded', 'server'] as const) : (['embedded'] as const);

const points = [
  ['merge', 'rows moved', 'before'],
  ['merge', 'before commit', 'before'],
  ['merge', 'after commit', 'after'],
  ['unmerge', 'rows returned', 'before'],
  ['unmerge', 'before commit', 'before'],
  ['unmerge', 'after commit', 'after'],
] as const;

describe.each(engines)('a process killed while it merges, database: %s', (engine) => {
  let root: string;
  let nth = 0;
  /** What lies where before and after each of the steps. */
  const origins = {} as Record<Step, Place>;
  const states = {} as Record<'apart' | 'merged', State>;
  const wishes = {} as Record<Step, Wish>;
  const sides = { merge: ['apart', 'merged'], unmerge: ['merged', 'apart'] } as const;

  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'registry-merging-'));
    origins.merge = await emptyPlace(join(root, 'merge'), engine);
    const wish = await working(origins.merge, async (register) => {
      const made = await attached(register);
      states.apart = await stateOf(register);
      return made;
    });
    wishes.merge = { ...wish, key: randomUUID() };
    origins.unmerge = await copyOf(origins.merge, join(root, 'unmerge'));
    await working(origins.unmerge, async (register) => {
      const { status, body } = await askStep(register, 'merge', wishes.merge);
      expect(status).toBe(200);
      states.merged = await stateOf(register);
      wishes.unmerge = { ...wish, merge: (body as { merge_id: number }).merge_id, key: randomUUID() };
    });
    expect(states.merged.rows).not.toEqual(states.apart.rows);
  }, inTime(120_000));
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  const tried = sample(points, engine === 'server' ? 4 : 2);
  it.each(tried)('%s, killed at «%s»: as %s', { timeout: inTime(60_000) }, async (step, point, side) => {
    const place = await copyOf(origins[step], join(root, `${(nth += 1)}`));
    await killStanding('instruments/killedMerger.ts', [
      JSON.stringify(place),
      step,
      point,
      JSON.stringify(wishes[step]),
    ]);
    const [before, after] = sides[step];
    await working(place, async (register) => {
      const left = await stateOf(register);
      expect(left.rows).toEqual(states[side === 'before' ? before : after].rows);
      expect(left.merges).toEqual(side === 'before' ? states[before].merges : doneOnce[step]);
      // Who has heard no answer asks again with the same key: it is done now, or told as done, and never done twice.
      const again = await askStep(register, step, wishes[step]);
      if (side === 'before') expect(again.status).toBe(200);
      else expect([again.status, again.text]).toEqual([409, expect.stringContaining('уже записано')]);
      const end = await stateOf(register);
      expect([end.rows, end.merges]).toEqual([states[after].rows, doneOnce[step]]);
      expect(end.lines).toEqual(step === 'merge' ? [2, 0] : [2, 2]);
      expect(await verifyLedger(register.deps.db)).toEqual([]);
    });
    rmSync(place.folder, { recursive: true, force: true });
  });
});

/** Whether each merge that is written down was taken back. */
const doneOnce = { merge: [false], unmerge: [true] };

interface State {
  rows: Record<string, string[]>;
  merges: boolean[];
  /** Lines of the log: of merges, of their taking back. */
  lines: [number, number];
}

async function stateOf({ deps: { db } }: Register): Promise<State> {
  const merges = await db.selectFrom('merge_record').orderBy('id').select('undone_at').execute();
  const lines = await db.selectFrom('action_log').where('verb', 'in', verbs).select('verb').execute();
  const count = (wanted: string) => lines.filter(({ verb }) => verb === wanted).length;
  return {
    rows: await snapshot(db),
    merges: merges.map(({ undone_at }) => undone_at !== null),
    lines: [count(verbs[0]), count(verbs[1])],
  };
}
const verbs = ['profile.merge', 'profile.unmerge'] as const;

async function working<T>(place: Place, work: (register: Register) => Promise<T>): Promise<T> {
  const register = await openRegister(place);
  try {
    return await work(register);
  } finally {
    await register.close();
  }
}

/** Two people of two ПО with a garage each and one of both, notes, a consent and a privilege; a superuser who has just typed his password. */
async function attached({ app, deps }: Register): Promise<Omit<Wish, 'key'>> {
  const t = { app, deps } as unknown as TestApp;
  const w = await world(deps.db);
  const admin = await as(t, { mo: w.mo, isSuperuser: 2, role: 'superuser' });
  const mo = await as(t, { mo: w.mo });
  const one = await newPerson(mo, w.po, { passSeria: '9999', passNum: '123456' });
  const other = await newPerson(mo, w.siblingPo, {
    privilege: { value: 12 },
    privilegeCertificateNumber: '77',
    privilegeCertificateEndDate: '2030-01-01',
  });
  const owners = { both: [one.id, other.id], one: [one.id], other: [other.id] };
  for (const [who, po] of [
    ['both', w.po],
    ['one', w.po],
    ['other', w.siblingPo],
  ] as const)
    await newGarage(mo, po, {
      alreadyExistProfile: owners[who].map((profileId) => ({ profileId })),
      ownedSince: '2020-01-01',
    });
  await mo.call(addConsent, { params: { id: other.id }, body: { kind: 'sms_info', signedAt: '2025-01-01' } });
  const place = { region_id: w.region, mo_id: w.mo, po_id: w.siblingPo };
  const note = { object_type: 'profile', object_id: other.id, text: 'Заметка', author_id: mo.userId } as const;
  await deps.db
    .insertInto('comment')
    .values({ ...note, ...place })
    .execute();
  const checked = { password_checked_at: new Date().toISOString() };
  await deps.db.updateTable('session').set(checked).where('user_id', '=', admin.userId).execute();
  const versions = await deps.db
    .selectFrom('profile')
    .where('id', 'in', owners.both)
    .orderBy('id')
    .select('version')
    .execute();
  return {
    token: admin.token,
    stays: one.id,
    goes: other.id,
    versions: { stays: versions[0]!.version, goes: versions[1]!.version },
    merge: 0,
  };
}

/** A migrated installation with nothing in it. */
async function emptyPlace(folder: string, engine: Engine['kind']): Promise<Place> {
  if (engine === 'embedded') {
    await migratedFolder(join(folder, 'db'));
    return { folder, url: '' };
  }
  const database = await onServer(process.env.TEST_DATABASE_URL!);
  const { rows } = await database.engine.query('select current_database() as name');
  await database.close();
  return { folder, url: urlOf(process.env.TEST_DATABASE_URL!, (rows[0] as { name: string }).name) };
}

/** The same installation once more; nobody works in it. */
async function copyOf({ folder, url }: Place, into: string): Promise<Place> {
  cpSync(folder, into, { recursive: true });
  if (!url) return { folder: into, url };
  const name = `killed_${randomUUID().replaceAll('-', '')}`;
  const admin = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL! });
  await admin.connect();
  await admin.query(`create database ${name} template ${new URL(url).pathname.slice(1)}`).finally(() => admin.end());
  return { folder: into, url: urlOf(url, name) };
}
