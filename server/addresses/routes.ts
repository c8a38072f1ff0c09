// Suggestions of postal addresses.
import * as contract from '../../contract/addresses.ts';
import type { Mount } from '../kernel/mount.ts';
import { recordedAddresses } from './queries.ts';

export function addressRoutes(mount: Mount): void {
  mount(contract.addressSuggestions, async (ctx, { query }) => ({
    // Either the service or the register: what the one answers is not mixed with what people told the other.
    suggestions: await (ctx.deps.addresses?.suggest(query.q) ?? recordedAddresses(ctx, query.q)),
  }));
}
