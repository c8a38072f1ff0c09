// A ПО with people of every kind for tests of mailings, and a mailing as the constructor sends it.
import { addConsent } from '../../contract/profiles.ts';
import { richFromPlain } from '../../contract/kernel/richTextFold.ts';
import {
  notifications,
  previewNotification,
  sendNotification,
  type NotificationPreview,
} from '../../contract/notifications.ts';
import { as, testApp, type Caller } from '../kit/app.ts';
import { newGarage, newPerson } from '../kit/rows.ts';
import { world } from '../kit/world.ts';

/** A person with a garage: `sms` consent, an e-mail, neither. Answers his number. */
export async function owner(
  mo: Caller,
  po: number,
  more: { sms?: boolean; email?: string | null; phone?: string | null } = {},
): Promise<number> {
  const { id } = await newPerson(mo, po, {
    isVOAMember: true,
    statusVoa: { id: 3 },
    voaEntryDate: '2010-01-01',
    email: more.email ?? null,
    ...(more.phone === null ? { phoneNumberList: [] } : {}),
  });
  if (more.sms) await mo.call(addConsent, { params: { id }, body: { kind: 'sms_info', signedAt: '2026-01-10' } });
  await newGarage(mo, po, { alreadyExistProfile: [{ profileId: id }], ownedSince: '2020-01-01' });
  return id;
}

export const mailing = (people: readonly number[], more: object = {}) => ({
  title: 'Напоминание о долге',
  kind: 'debt' as const,
  sms_text: 'ВОА {ПО}: долг {Долг} р., {Гараж}. Срок {Срок}',
  email_text: richFromPlain('Здравствуйте! Просим оплатить взнос.'),
  selection: { of: 'profiles' as const, all: false, filter: {}, included: [...people], excluded: [] },
  typed: { Срок: '2026-12-31' },
  ignoreUnnotifiable: true,
  ...more,
});

export async function preview(who: Caller, body: object): Promise<NotificationPreview> {
  const answer = await who.call(previewNotification, { body: body as never });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body;
}

export const expectedOf = ({ receiverCounter, total, cost, who }: NotificationPreview) => ({
  people: receiverCounter.people - receiverCounter.none,
  messages: total,
  cost,
  who,
});

/** Saves a draft and sends what its preview says. */
export async function sendAs(who: Caller, body: object, more: object = {}) {
  const draft = await who.call(notifications.create, { body: body as never });
  if (draft.status !== 200) throw new Error(JSON.stringify(draft.body));
  const seen = await preview(who, body);
  const sent = await who.call(sendNotification, {
    params: { id: draft.body.id },
    body: {
      version: draft.body.version,
      expected: expectedOf(seen),
      emptySeen: seen.check.empty_people,
      ...more,
    } as never,
  });
  return { id: draft.body.id as number, ...sent };
}

/** A world with its application, for a file of tests: the chief of the МО and of the ПО. */
export async function mailingStage() {
  const t = await testApp({ PUBLIC_URL: 'https://registry.example.ru' });
  const w = await world(t.deps.db);
  return { t, w, mo: await as(t, { mo: w.mo }), po: await as(t, { po: w.po }) };
}
