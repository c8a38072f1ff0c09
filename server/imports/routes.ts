// Calls of this slice.
import type { Mount } from '../kernel/mount.ts';

export function importRoutes(_mount: Mount): void {}
