// A ПО with people of every kind for tests of mailings, and a mailing as the constructor sends it.
import { addConsent } from '../../contract/profiles.ts';
import { richFromPlain } from '../../contract/kernel/richTextFold.ts';
import {
  notifications,
  previewNotification,
  sendNotification,
  type NotificationPreview,
} from '../../contract/notifications.ts';
import { attachToNotification } from '../../contract/notifications/attachments.ts';
import { pathOf } from '../../contract/kernel/endpoint.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { multipart } from '../kit/multipart.ts';
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
  return sendDraft(who, draft.body, body, more);
}

/** Sends a draft as its preview says. */
export async function sendDraft(who: Caller, draft: { id: number; version: number }, body: object, more: object = {}) {
  const seen = await preview(who, body);
  const sent = await who.call(sendNotification, {
    params: { id: draft.id },
    body: {
      version: draft.version,
      expected: expectedOf(seen),
      emptySeen: seen.check.empty_people,
      ...more,
    } as never,
  });
  return { id: draft.id, ...sent };
}

/** Puts a file to the letter of a draft. */
export async function bring({ app }: TestApp, who: Caller, id: number, filename: string): Promise<void> {
  const body = Buffer.from('%PDF-1.7\n%%EOF\n');
  const { payload, contentType } = multipart([{ name: 'file', body, filename, type: 'application/pdf' }]);
  const { statusCode, body: answer } = await app.inject({
    method: 'POST',
    url: pathOf(attachToNotification, { id }),
    payload,
    headers: { authorization: `Bearer ${who.token}`, 'content-type': contentType },
  });
  if (statusCode !== 200) throw new Error(answer);
}

/** A world with its application, for a file of tests: the chief of the МО and of the ПО. */
export async function mailingStage() {
  const t = await testApp({ PUBLIC_URL: 'https://registry.example.ru' });
  const w = await world(t.deps.db);
  return { t, w, mo: await as(t, { mo: w.mo }), po: await as(t, { po: w.po }) };
}
