// The demo world: one region, three МО, eight car parks, their people, three years of money. Invented from end to end.
import { sql } from 'kysely';
import { act } from '../kernel/act.ts';
import { lockKeys } from '../db/alone.ts';
import { workCtx, type AppDeps } from '../kernel/ctx.ts';
import { dateIn, HOME_ZONE } from '../ports/clock.ts';
import { hashPassword } from '../session/passwords.ts';
import { DEMO_PASSWORD } from './accounts.ts';
import { seedCases } from './seedCases.ts';
import { seedGarages, type DemoGarage } from './seedGarages.ts';
import { seedMailings } from './seedMailings.ts';
import { seedMoney } from './seedMoney.ts';
import { seedNews } from './seedNews.ts';
import { seedPapers } from './seedPapers.ts';
import { seedPeople } from './seedPeople.ts';
import { seedAccounts, seedPlaces } from './seedPlaces.ts';
import { seedReports } from './seedReports.ts';
import { seedRepresentatives } from './seedRepresentatives.ts';
import { seedTalk } from './seedTalk.ts';
import { dice } from './words.ts';

const SEED = 20_260;
/** People and garages of the first ПО and of each other one. */
const RICH = { people: 116, sections: [45, 40, 35], archived: 3 };
const PLAIN = { people: 52, sections: [24, 22, 16], archived: 4 };
/** What makes the whole six hundred garages. */
const LARGER = { ...PLAIN, sections: [32, 26, 18], archived: 5 };

/**
 * Fills an empty database; `now` decides which debts look fresh. One transaction: an interrupted seeding leaves nothing,
 * and a second process that waited for it adds nothing.
 */
export async function seedDemo(deps: AppDeps, now: Date): Promise<void> {
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  const ctx = workCtx(deps, { name: 'Демонстрационные данные' }, () => now);
  const today = dateIn(now, HOME_ZONE);
  const d = dice(SEED);
  await act(ctx, 'admin.demo', async (write) => {
    await sql`select pg_advisory_xact_lock(${lockKeys.demo})`.execute(write.tx);
    if (await write.tx.selectFrom('app_user').select('id').limit(1).executeTakeFirst()) throw new AlreadyFilled();
    const places = await seedPlaces(write);
    const users = await seedAccounts(write, places, passwordHash);
    const garages: DemoGarage[] = [];
    for (const [index, place] of places.pos.entries()) {
      const size = index === 0 ? RICH : index === 1 ? LARGER : PLAIN;
      const people = await seedPeople(write, deps.secrets, d, place, { ...size, today, isRich: index === 0 });
      garages.push(...(await seedGarages(write, d, place, people, { ...size, now })));
    }
    await seedMoney(write, d, places, garages, { treasurer: users.treasurer!, today, now });
    await seedTalk(write, d, garages, users, now);
    await seedCases(write, { author: users.mo_head! }, now);
    await seedMailings(write, garages, users.chairman!, now);
    await seedRepresentatives(write, garages, now);
    await seedNews(ctx, write, places, users, now);
    await seedReports(write, places, users, now);
    await seedPapers(ctx, write, places, users);
    await write.log({ text: 'Созданы демонстрационные данные' });
  }).catch((error: unknown) => {
    if (!(error instanceof AlreadyFilled)) throw error;
  });
  await sql`analyze`.execute(deps.db);
}

/** Leaves the transaction: somebody else has filled the database meanwhile. */
class AlreadyFilled extends Error {}
