// Calls of this slice.
import type { Mount } from '../kernel/mount.ts';

export function garageRoutes(_mount: Mount): void {}
