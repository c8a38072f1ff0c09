// Calls of this slice.
import type { Mount } from '../kernel/mount.ts';

export function orgRoutes(_mount: Mount): void {}
