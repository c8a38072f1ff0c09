// Calls of this slice.
import type { Mount } from '../kernel/mount.ts';

export function searchRoutes(_mount: Mount): void {}
