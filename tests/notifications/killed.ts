// What the killed sender and the test that kills it share: a folder with people, their mailing, one turn of its delivery.
import { MailingContent } from '../../contract/notifications.ts';
import { openDeps } from '../../server/deps.ts';
import type { AppDeps, Ctx } from '../../server/kernel/ctx.ts';
import { readSettings } from '../../server/kernel/settings.ts';
import { richFromPlain } from '../../contract/kernel/richTextFold.ts';
import { settleMessages } from '../../server/notifications/delivering.ts';
import { planMailing } from '../../server/notifications/planning.ts';
import { sendMailing } from '../../server/notifications/sending.ts';
import { createDraft } from '../../server/notifications/writing.ts';
import { openTransport, sendLettersDue } from '../../server/ports/mailer.ts';
import { openGateway, sendSmsDue } from '../../server/ports/sms/sender.ts';
import { world } from '../kit/world.ts';
import { bringDue } from '../kit/outbox.ts';

export interface Peers {
  mail: string;
  sms: string;
}
export const openFolder = (folder: string, peers: Peers) =>
  openDeps(
    readSettings({
      DATA_DIR: folder,
      LOG_LEVEL: 'silent',
      DEMO: '0',
      PUBLIC_URL: 'https://registry.example.ru',
      SMTP_URL: peers.mail,
      SMS_URL: peers.sms,
    }),
  );

/** The author, at a noon that does not move. */
export const authorCtx = (deps: AppDeps, po: number, userId: number): Ctx => ({
  actor: {
    userId,
    sessionId: 1,
    name: 'Орлов В. Н.',
    role: 'chairman',
    isSuperuser: 0,
    region: null,
    mo: null,
    po,
    capabilities: [3],
  },
  db: deps.db,
  deps,
  ip: '',
  fingerprint: '',
  now: () => new Date('2026-11-20T09:00:00Z'),
});

const CHUNK = 500;
export interface Prepared {
  po: number;
  user: number;
  id: number;
}

/** People who get a letter and an SMS each, and a draft to all of them. */
export async function preparedMailing(deps: AppDeps, people: number): Promise<Prepared> {
  const w = await world(deps.db);
  const user = await deps.db
    .insertInto('app_user')
    .values({ email: 'author@example.ru', last_name: 'Орлов', capabilities: [3] })
    .returning('id')
    .executeTakeFirstOrThrow();
  const place = { region_id: w.region, mo_id: w.mo, po_id: w.po };
  const each = <T>(row: (nth: number) => T) => Array.from({ length: people }, (_, nth) => row(nth + 1));
  for (let at = 0; at < people; at += CHUNK) {
    const part = <T>(row: (nth: number) => T) => each(row).slice(at, at + CHUNK);
    const persons = await deps.db
      .insertInto('profile')
      .values(
        part((nth) => ({
          ...place,
          last_name: 'Должников',
          first_name: 'Иван',
          email: `p${nth}@example.ru`,
          phones: [`+7900${String(nth).padStart(7, '0')}`],
          is_voa_member: true,
        })),
      )
      .returning('id')
      .execute();
    const garages = await deps.db
      .insertInto('garage')
      .values(part((nth) => ({ ...place, number: String(nth), account_no: `k${nth}` })))
      .returning('id')
      .execute();
    await deps.db
      .insertInto('profile_place')
      .values(persons.map(({ id }) => ({ profile_id: id, ...place })))
      .onConflict((on) => on.doNothing())
      .execute();
    await deps.db
      .insertInto('consent')
      .values(persons.map(({ id }) => ({ profile_id: id, kind: 'sms_info', signed_at: '2026-01-10' })))
      .execute();
    await deps.db
      .insertInto('ownership')
      .values(persons.map(({ id }, nth) => ({ profile_id: id, garage_id: garages[nth]!.id, started_on: '2020-01-01' })))
      .execute();
  }
  const content = MailingContent.parse({
    title: 'Собрание',
    kind: 'news',
    channel: 'both',
    sms_text: 'Собрание, {Гараж}',
    email_text: richFromPlain('Приходите на собрание.'),
    selection: { of: 'profiles', all: true },
  });
  const id = await createDraft(authorCtx(deps, w.po, user.id), content);
  return { po: w.po, user: user.id, id };
}

/** Starts the mailing unless it is started, and lets everything that waits leave. */
export async function deliver(deps: AppDeps, { po, user, id }: Prepared): Promise<void> {
  const ctx = authorCtx(deps, po, user);
  const kept = await deps.db.selectFrom('notification').where('id', '=', id).selectAll().executeTakeFirstOrThrow();
  if (kept.status === 0) {
    const plan = await planMailing(ctx, deps.db, MailingContent.parse({ ...(await contentOf(deps, id)) }), id);
    await sendMailing(ctx, id, {
      version: kept.version,
      expected: { people: plan.receivers.length, messages: plan.total, cost: plan.cost },
      confirmed: plan.receivers.length,
    });
  }
  await bringDue(deps);
  const transport = openTransport(deps.settings)!;
  const gateway = openGateway(deps.settings, () => undefined);
  await sendLettersDue(deps, transport);
  await sendSmsDue(deps, gateway);
  await settleMessages(deps);
  transport.close();
  await gateway?.close();
}

/** What a mailing says and to whom, as the constructor keeps it. */
export const contentOf = async (deps: AppDeps, id: number) => {
  const row = await deps.db.selectFrom('notification').where('id', '=', id).selectAll().executeTakeFirstOrThrow();
  return { ...row, onePerPerson: row.one_per_person, template: row.template_id };
};
