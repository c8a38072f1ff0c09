// The slices in their order: one imports only from those before it, and only rules and queries.
import type { Deps } from './kernel/ctx.ts';
import type { Mount } from './kernel/mount.ts';
import { balanceRoutes } from './balance/routes.ts';
import { contributionRoutes } from './contributions/routes.ts';
import { exportRoutes } from './exports/routes.ts';
import { garageRoutes } from './garages/routes.ts';
import { importRoutes } from './imports/routes.ts';
import { orgRoutes } from './orgs/routes.ts';
import { paperRoutes } from './papers/routes.ts';
import { paymentRoutes } from './payments/routes.ts';
import { profileRoutes } from './profiles/routes.ts';
import { searchRoutes } from './search/routes.ts';
import { sessionRoutes } from './session/routes.ts';
import { statementRoutes } from './statements/routes.ts';
import { userRoutes } from './users/routes.ts';
import { worktableRoutes } from './worktable/routes.ts';

export function mountSlices(mount: Mount, deps: Deps): void {
  orgRoutes(mount);
  sessionRoutes(mount, deps);
  userRoutes(mount);
  paperRoutes(mount);
  profileRoutes(mount);
  balanceRoutes(mount);
  garageRoutes(mount);
  contributionRoutes(mount);
  paymentRoutes(mount);
  statementRoutes(mount);
  importRoutes(mount);
  searchRoutes(mount);
  exportRoutes(mount);
  worktableRoutes(mount);
}
