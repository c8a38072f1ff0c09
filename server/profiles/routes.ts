// Calls of this slice.
import type { Mount } from '../kernel/mount.ts';

export function profileRoutes(_mount: Mount): void {}
