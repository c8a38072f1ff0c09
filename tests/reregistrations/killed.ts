// What the killed process and the test that kills it share: a МО with one garage and a case that is ready for its end.
import { createCase } from '../../server/reregistrations/writing/saving.ts';
import { takeStep } from '../../server/reregistrations/writing/moving.ts';
import type { AppDeps, Ctx } from '../../server/kernel/ctx.ts';
import { world } from '../kit/world.ts';

export type Step = 'complete' | 'annul';

/** An official of the МО, on a day that does not move. */
export const officialCtx = (deps: AppDeps, userId: number, mo: number): Ctx => ({
  actor: {
    userId,
    sessionId: 1,
    name: 'Орлов В. Н.',
    role: 'chairman',
    isSuperuser: 0,
    region: null,
    mo,
    po: null,
    capabilities: [1, 2],
  },
  db: deps.db,
  deps,
  ip: '',
  fingerprint: '',
  now: () => new Date('2026-11-20T09:00:00Z'),
});

/** A garage with a debt of 1 000,00 ₽ and its sale in work: the debt stays with the former owner. */
export async function caseInWork(deps: AppDeps): Promise<{ mo: number; user: number; garage: number; id: number }> {
  const { db } = deps;
  const w = await world(db);
  const place = { region_id: w.region, mo_id: w.mo, po_id: w.po };
  const user = await db
    .insertInto('app_user')
    .values({ email: 'official@example.ru', last_name: 'Орлов', first_name: 'В.' } as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  const garage = await db
    .insertInto('garage')
    .values({ ...place, number: '1', account_no: 'k1' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const people = await db
    .insertInto('profile')
    .values(
      ['Прежний', 'Новый'].map((last_name) => ({
        ...place,
        last_name,
        first_name: 'Иван',
        father_name: '',
        birthday: '1970-01-01',
        pass_hash: Buffer.from(last_name),
        registration_address: 'ул. Гаражная, д. 1',
        phones: ['+79000000001'],
      })) as never,
    )
    .returning('id')
    .execute();
  await db
    .insertInto('ownership')
    .values({ garage_id: garage.id, profile_id: people[0]!.id, is_primary: true, started_on: '2020-01-01' } as never)
    .execute();
  await db
    .insertInto('profile_place')
    .columns(['profile_id', 'po_id', 'mo_id', 'region_id', 'name_key'])
    .expression(db.selectFrom('profile').select(['id', 'po_id', 'mo_id', 'region_id', 'name_key']))
    .onConflict((on) => on.doNothing())
    .execute();
  await db
    .insertInto('reregistration_tariff')
    .values({ tariff_group: 'full', valid_from: '2020-01-01', amount_kopecks: 300_000 } as never)
    .execute();
  const ctx = officialCtx(deps, user.id, w.mo);
  await charge(deps, place, garage.id, people[0]!.id);
  const id = await createCase(ctx, {
    garage: garage.id,
    reason: 1,
    dateRequest: '2026-11-20',
    date: '2026-11-20',
    newOwner: [{ profileId: people[1]!.id, person: null, share: null, isPrimary: true }],
    leaving: [],
    alreadyExistTransitProfile: [],
    shares: {},
    exchangeGarage: null,
    keepHimself: true,
    garagePrice: 45_000_000,
    details: {},
    debtAnswer: 'stays_old',
    pibNumber: null,
    pibDate: null,
    acknowledged: [],
    comment: null,
    isComplete: false,
    apply: true,
  } as never);
  await takeNow(ctx, id, 'take');
  await db
    .insertInto('reregistration_paper')
    .values(
      ['contract', 'act', 'statement_old', 'statement_new', 'passports'].map((kind) => ({
        reregistration_id: id,
        kind,
        received_at: '2026-11-20T09:00:00Z',
      })) as never,
    )
    .execute();
  return { mo: w.mo, user: user.id, garage: garage.id, id };
}

async function charge(deps: AppDeps, place: { region_id: number; mo_id: number }, garage: number, owner: number) {
  const { linesOf, post } = await import('../../server/balance/ledger.ts');
  const { act } = await import('../../server/kernel/act.ts');
  const { workCtx } = await import('../../server/kernel/ctx.ts');
  await act(workCtx(deps, { name: 'Проверка' }), 'balance_operation.accrual', async (write) => {
    await post(
      write.tx,
      {
        kind: 'accrual',
        source: 'hand',
        idempotencyKey: 'charge',
        place: { region_id: place.region_id, mo_id: place.mo_id, po_id: null },
        accrualTypeId: 1,
        periodYear: 2026,
        onDate: '2026-02-01',
        createdBy: null,
        at: '2026-11-20T08:00:00Z',
      },
      linesOf([
        {
          garage_id: garage,
          owner_id: owner,
          sign: -1,
          amount_kopecks: 100_000,
          accrual_type_id: 1,
          payment_type_id: null,
          period_year: 2026,
          on_date: '2026-02-01',
        },
      ]),
    );
    await write.log({ text: 'Начислено' });
  });
}

/** Takes a step of the case as it stands now. */
export async function takeNow(ctx: Ctx, id: number, verb: Step | 'take'): Promise<void> {
  const row = await ctx.db
    .selectFrom('reregistration')
    .where('id', '=', id)
    .select('version')
    .executeTakeFirstOrThrow();
  const body = { verb, version: row.version, comment: 'Ошиблись', expected: null, payments: [], acknowledged: [] };
  await takeStep(ctx, id, body as never);
}
