// Suggestions of postal addresses.
import * as contract from '../../contract/addresses.ts';
import type { Mount } from '../kernel/mount.ts';

export function addressRoutes(mount: Mount): void {
  mount(contract.addressSuggestions, async (ctx, { query }) => ({
    suggestions: await ctx.deps.addresses.suggest(query.q),
  }));
}
