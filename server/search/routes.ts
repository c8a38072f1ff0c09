// The one search box: garages and people, tried again in the other keyboard layout when nothing is found.
import { globalSearch } from '../../contract/worktable.ts';
import { act } from '../kernel/act.ts';
import type { Ctx } from '../kernel/ctx.ts';
import type { Mount } from '../kernel/mount.ts';
import { searchGarages, searchProfiles } from './queries.ts';
import { otherLayout, readQuery } from './rules.ts';

export function searchRoutes(mount: Mount): void {
  mount(globalSearch, async (ctx, { query }) => {
    if (query.q.length < 1) return { query: '', corrected: null, ...nothing };
    const found = await find(ctx, query.q, query.limit);
    if (found.garages.total + found.profiles.total) return { query: query.q, corrected: null, ...found };
    const turned = otherLayout(query.q);
    const again = turned ? await find(ctx, turned, query.limit) : null;
    if (again && again.garages.total + again.profiles.total) return { query: query.q, corrected: turned, ...again };
    return { query: query.q, corrected: null, ...found };
  });
}

const nothing = { garages: { total: 0, items: [] }, profiles: { total: 0, items: [] } };

async function find(ctx: Ctx, text: string, limit: number) {
  const reading = readQuery(text);
  const passHash =
    reading.digits.length === 10 && ctx.actor.capabilities.includes(1)
      ? ctx.deps.secrets.fingerprint(reading.digits)
      : null;
  const [garages, profiles] = await Promise.all([
    searchGarages(ctx, reading, limit),
    searchProfiles(ctx, reading, passHash, limit),
  ]);
  // A search by passport is a look at personal data: it is written down when it found somebody.
  if (passHash && profiles.total && !ctx.actor.viewOnly)
    await act(ctx, 'profile.search_passport', ({ log }) =>
      log({ text: `Поиск по паспорту: найдено ${profiles.total}` }),
    );
  return { garages, profiles };
}
