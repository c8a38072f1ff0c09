// Numbers beside the entries of the menu, in one question.
import { counterNames, type CounterName } from '../../contract/kernel/counters.ts';
import { menuCounters } from '../../contract/session.ts';
import { countNow } from '../kernel/counters.ts';
import type { Mount } from '../kernel/mount.ts';
import { mayTakeBackup } from '../orgs/queries.ts';
import { counterQueries } from './counters.ts';

export function menuRoutes(mount: Mount): void {
  mount(menuCounters, ({ db, actor, now }) => {
    const numbers = counterNames.map((name) => [name, counterQueries[name](actor, now())] as const);
    return countNow<Record<CounterName, number> & { backup: boolean }>(db, {
      ...(Object.fromEntries(numbers) as Record<CounterName, (typeof numbers)[number][1]>),
      backup: mayTakeBackup(actor),
    });
  });
}
