// Calls of this slice.
import type { Deps } from '../kernel/ctx.ts';
import type { Mount } from '../kernel/mount.ts';

export function sessionRoutes(_mount: Mount, _deps: Deps): void {}
