// Numbers beside the entries of the menu, gathered from the slices that count them.
import { menuCounters } from '../../contract/session.ts';
import type { Mount } from '../kernel/mount.ts';
import { countUnreadNews } from '../news/queries.ts';
import { countForMenu } from '../session/queries.ts';
import { countSupportUnread } from '../support/queries.ts';

export function menuRoutes(mount: Mount): void {
  mount(menuCounters, async ({ db, actor, now }) => {
    const [rows, newNews, support] = await Promise.all([
      countForMenu(db, actor),
      countUnreadNews(db, actor, now()),
      countSupportUnread(db, actor.userId),
    ]);
    return { ...rows, newNews, support };
  });
}
