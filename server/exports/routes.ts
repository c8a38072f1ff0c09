// Calls of this slice.
import type { Mount } from '../kernel/mount.ts';

export function exportRoutes(_mount: Mount): void {}
