// Calls of this slice.
import type { Mount } from '../kernel/mount.ts';

export function worktableRoutes(_mount: Mount): void {}
