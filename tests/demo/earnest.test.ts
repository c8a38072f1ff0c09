// A demo world that goes to work in earnest: known passwords open nothing, and the folder is nobody else's.
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { demoAccounts, DEMO_PASSWORD } from '../../server/demo/accounts.ts';
import { disableDemoAccounts } from '../../server/demo/closing.ts';
import { closeFolder } from '../../server/kernel/closedFolder.ts';
import { hashPassword } from '../../server/session/passwords.ts';
import { testApp } from '../kit/app.ts';

it('accounts with the demo password are disabled, one that has its own password goes on', async () => {
  const t = await testApp();
  try {
    const [one, two] = demoAccounts;
    const person = { last_name: 'А', first_name: 'Б', father_name: '', role: 'clerk', capabilities: [] };
    await t.deps.db
      .insertInto('app_user')
      .values([
        { ...person, email: one!.email, password_hash: await hashPassword(DEMO_PASSWORD) },
        { ...person, email: two!.email, password_hash: await hashPassword('Свой-пароль-2026') },
      ])
      .execute();
    expect(await disableDemoAccounts(t.deps)).toEqual([one!.email]);
    expect(await disableDemoAccounts(t.deps)).toEqual([]);
    const rows = await t.deps.db.selectFrom('app_user').select(['email', 'is_active']).orderBy('id').execute();
    expect(rows).toEqual([
      { email: one!.email, is_active: false },
      { email: two!.email, is_active: true },
    ]);
  } finally {
    await t.close();
  }
});

it('the folder of the data and all below it belong to the process alone', () => {
  const folder = mkdtempSync(join(tmpdir(), 'registry-closed-'));
  try {
    mkdirSync(join(folder, 'db', 'base'), { recursive: true });
    for (const name of ['a', 'db/b', 'db/base/c']) {
      writeFileSync(join(folder, name), '');
      chmodSync(join(folder, name), 0o666);
    }
    closeFolder(folder);
    const mode = (name: string) => statSync(join(folder, name)).mode & 0o777;
    expect(['.', 'db', 'db/base', 'a', 'db/b', 'db/base/c'].map(mode)).toEqual([
      0o700, 0o700, 0o700, 0o600, 0o600, 0o600,
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
