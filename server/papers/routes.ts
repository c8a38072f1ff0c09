// Calls of this slice.
import type { Mount } from '../kernel/mount.ts';

export function paperRoutes(_mount: Mount): void {}
