// What the demo world has none of, made by real calls: a statement of a bank, loads of a registry, rules, tasks, files, questions.
import { sql } from 'kysely';
import { setTimeout } from 'node:timers/promises';
import * as statements from '../../contract/bankStatements.ts';
import { saveView } from '../../contract/habits.ts';
import { notifications } from '../../contract/notifications.ts';
import { addRefusal } from '../../contract/notifications/refusals.ts';
import { askHandover } from '../../contract/instruments/handovers.ts';
import { pinFigure } from '../../contract/pins.ts';
import { addRestriction } from '../../contract/reregistrations/tariffs.ts';
import { askSupport } from '../../contract/support.ts';
import { runJob } from '../../server/jobs/run.ts';
import { jobKinds } from '../../server/background.ts';
import type { ReadDb } from '../../server/kernel/ctx.ts';
import { as, countPeopleAnew, type Caller, type TestApp } from '../kit/app.ts';
import { attach } from '../kit/attach.ts';
import { countRowsAnew } from '../kit/rows.ts';
import { exchangeText, cp1251 } from '../bankStatements/files.ts';
import { send } from '../bankStatements/kit.ts';
import { bookOf, bring, load, type SheetRows } from '../imports/kit.ts';
import { demand } from '../instruments/demandKit.ts';
import { mailing } from '../notifications/kit.ts';
import { good, liveIn } from './lived.ts';
import { thingsAt } from '../matrix/stage.ts';

/** The same key for the same intention. */
export const key = (nth: number) => `00000000-0000-4000-8000-${String(nth).padStart(12, '0')}`;
const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');

/** One white point. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4//8/AAX+Av4N70a4AAAAAElFTkSuQmCC',
  'base64',
);

/** A registry as a ПО keeps it: with a debt, an advance, a co-owner, somebody known and words nobody can read. */
export const registry: SheetRows = {
  Гаражи: [
    ['Секция', '№ гаража', 'ФИО', 'Телефон', 'Площадь', 'Долг', 'Примечание'],
    ['Г', '701', 'Сорокин Пётр Ильич', '8 900 123-45-67', '18,5', '4500', 'льгота ?'],
    ['Г', '702', 'Сорокина Анна Петровна', '+7 (900) 123-45-68, 8900', '20', '-1200', ''],
    ['Г', '703', 'Лапин О. Ю., Лапина Т. И.', '', '19.2', '0', 'доли по 1/2'],
    ['Г', '703', 'Лапин Олег Юрьевич', '9001234570', '', '', 'повтор'],
    ['Г', '704', 'ООО «Заря»', '', '24', '9000,50', ''],
    ['Г', '', 'Без номера', '', '18', '100', ''],
  ],
};

/** A file of a bank with a payment that names its garage, one that names a person and one that names nobody. */
export const exchange = (account: string, garage: string, owner: string) =>
  cp1251(
    exchangeText(account, [
      { number: '11', sum: '4500.00', payer: owner, purpose: `Членский взнос за 2026 год, гараж ${garage}` },
      { number: '12', sum: '1000.00', payer: owner, purpose: 'Взнос' },
      { number: '13', sum: '250.50', payer: 'ООО Ромашка', purpose: 'Оплата по договору' },
      { number: '13', sum: '250.50', payer: 'ООО Ромашка', purpose: 'Оплата по договору' },
    ]),
  );

/** Sets it up; answers the files that uploads are tried with. `own`: what people of the demo world have of their own. */
export async function setStage(t: TestApp, own: readonly Caller['call'][]): Promise<Files> {
  countPeopleAnew();
  countRowsAnew();
  const one = await as(t, { region: 1, isSuperuser: 2, role: 'superuser' });
  const mo = await as(t, { mo: 1 });
  const po = await as(t, { po: 1 });
  await thingsAt(t, mo, 1);
  const garage = await t.deps.db
    .selectFrom('garage as g')
    .innerJoin('ownership as o', 'o.garage_id', 'g.id')
    .innerJoin('profile as p', 'p.id', 'o.profile_id')
    .innerJoin('po', 'po.id', 'g.po_id')
    .where('g.po_id', '=', 1)
    .where('o.ended_on', 'is', null)
    .orderBy('g.id')
    .select(['g.id', 'g.account_no', 'p.full_name', 'po.account'])
    .executeTakeFirstOrThrow();
  await good(send(t, po, statements.uploadStatement, exchange(garage.account!, garage.account_no, garage.full_name!)));
  await load(t, one, 2, registry);
  await bring(t, one, 3, registry);
  await good(attach(t, po, { type: 'garage', objectId: garage.id }, 'план.pdf', PDF));
  await good(
    mo.call(addRestriction, {
      params: { id: garage.id },
      body: { kind: 'arrest', ground: 'Постановление № 5', since: '2026-10-01' } as never,
    }),
  );
  await beginWork(t, mo, po);
  let made = 0;
  for (const call of own) {
    await good(
      call(saveView, {
        params: { resource: 'garages' },
        body: { name: 'Должники', state: { filter: { garageDebt: 'debt' } } } as never,
      }),
    );
    await good(
      call(pinFigure, {
        body: { tab: 'balance_operation', figure: 'debt', filter: {}, conditions: null } as never,
      }),
    );
    await good(call(askSupport, { body: { text: 'Не печатается квитанция', key: key((made += 1)) } }));
  }
  await liveIn(t, mo);
  // Addresses of the people made here hold the moment they were made at.
  await sql`update app_user set email = 'stage' || id || '@example.ru' where email like 'person%'`.execute(t.deps.db);
  // Whether a session lasts is asked of the clock of the database too.
  await sql`update session set expires_at = '2099-01-01'`.execute(t.deps.db);
  const more = {
    ...registry,
    Новые: [
      ['Секция', '№', 'Владелец'],
      ['Д', '1', 'Громов Илья'],
    ],
  };
  return {
    pdf: { name: 'скан.pdf', bytes: PDF },
    picture: { name: 'ворота.png', bytes: PICTURE },
    registry: { name: 'реестр.xlsx', bytes: await bookOf(more) },
    statement: {
      name: 'выписка.txt',
      bytes: exchange(garage.account!, garage.account_no, `${garage.full_name} `),
    },
  };
}

/** What is begun and not ended: mailings not sent, a chairman's successor not confirmed, a demand of a person, an answer of no. */
async function beginWork({ deps }: TestApp, mo: Caller, po: Caller): Promise<void> {
  for (const who of [mo, po]) {
    const made = await who.call(notifications.create, { body: mailing([1, 2, 3]) as never });
    await good(Promise.resolve(made));
    const { id } = made.body as { id: number };
    // What it costs is counted and logged behind the answer.
    while (!(await isCounted(deps.db, id))) await setTimeout(10);
  }
  const successor = {
    po: 1,
    onDate: '2026-11-20',
    lastName: 'Новиков',
    firstName: 'Пётр',
    fatherName: 'Ильич',
    email: 'successor@example.ru',
    phone: null,
    things: 'Ключи от сторожки',
  };
  await good(mo.call(askHandover, { body: successor }));
  await good(demand(mo, 5));
  await good(
    mo.call(addRefusal, { params: { id: 6 }, body: { kind: 'debt', channel: 'sms', source: 'phone' } as never }),
  );
}

async function isCounted(db: ReadDb, id: number): Promise<boolean> {
  const found = await db.selectFrom('notification').where('id', '=', id).select('cost_ready').executeTakeFirstOrThrow();
  return found.cost_ready;
}

/** What uploads are tried with. */
export type Files = Record<'pdf' | 'picture' | 'registry' | 'statement', { name: string; bytes: Buffer }>;

/** Does a job that was queued, at once. */
export async function doJob({ deps }: TestApp, name: string, data: { jobId: number }): Promise<void> {
  const kind = jobKinds.find((one) => one.kind === name);
  if (kind) await runJob(deps, kind, data).catch(() => {});
}
