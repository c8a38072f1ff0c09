// The table of terms tells of everything that is deleted by itself, and of nothing that is not.
import { expect, it } from 'vitest';
import { dueKinds } from '../../server/background.ts';
import { LOG, NEVER, retentionRules } from '../../server/instruments/rules/retention.ts';

const told = retentionRules({ BACKUP_KEEP_DAYS: 30, BACKUP_DAILY: true }).flatMap(({ due }) => due ?? []);
const deleting = dueKinds.map(({ what }) => what).filter((what) => what.endsWith('.forget'));

it('every upkeep that deletes stands in it once', () => {
  expect(deleting.length).toBeGreaterThan(8);
  expect(told.filter((due) => due.endsWith('.forget')).toSorted()).toEqual(deleting.toSorted());
});

it('names no upkeep that there is not', () => {
  const known = dueKinds.map(({ what }) => what);
  for (const due of told) expect([...known, LOG, NEVER]).toContain(due);
});

it('copies of the installation go by themselves only where they are made every night', () => {
  const copies = (BACKUP_DAILY: boolean) => retentionRules({ BACKUP_KEEP_DAYS: 7, BACKUP_DAILY }).at(-1)!;
  expect(copies(true)).toMatchObject({ due: 'backup.make', basis: 'Настройка BACKUP_KEEP_DAYS' });
  expect(copies(false)).toMatchObject({
    due: NEVER,
    term: '7 дней, последняя проверенная — всегда',
    basis: 'Ночные копии выключены: удаляются при следующей копии',
  });
});
