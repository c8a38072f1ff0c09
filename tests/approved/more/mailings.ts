// Mailings on their way: written, sent, agreed to, what of them did not arrive.
import type { Engine } from '../../../server/db/engine.ts';
import { expectedOf } from '../../notifications/kit.ts';
import type { NotificationPreview } from '../../../contract/notifications.ts';
import { mo, one, po, type Asked } from '../asked.ts';

const text = (words: string) => ({ v: 1, doc: [{ type: 'paragraph', content: [{ type: 'text', text: words }] }] });
const letter = {
  title: 'Отключение света',
  kind: 'news',
  sms_text: '{ОтКого}: света не будет 21 ноября',
  email_text: text('Света не будет 21 ноября.'),
  selection: { of: 'profiles', all: false, filter: {}, included: [1, 2, 3, 4, 5, 6, 7, 8], excluded: [] },
  ignoreUnnotifiable: true,
  skipRepeated: false,
};
const id = (...answers: { id: number }[]) => answers[0]!.id;
/** What it costs is counted after it was answered. */
const isCounted = ({ costReady }: { costReady: boolean }) => costReady;
const draft = [
  po('POST /api/notifications/', letter),
  po('GET /api/notifications/:id', undefined, { at: id, until: isCounted }),
];
const seen = po('POST /api/notification_preview/', letter);
interface Draft {
  id: number;
  version: number;
}
const sending = ({ version }: Draft, _counted: Draft, preview: NotificationPreview) => ({
  version,
  expected: expectedOf(preview),
  emptySeen: preview.check.empty_people,
});
const planned = (kept: Draft, counted: Draft, preview: NotificationPreview) => ({
  ...sending(kept, counted, preview),
  scheduledAt: '2026-11-21T09:00:00Z',
});

/** By the link of a letter that has just been written. */
function unsubscribed(): Asked[] {
  const token = `select substring(extra::text from '/unsubscribe/([^>"]+)') as token from outbox
    where channel = 'mail' and extra::text like '%/unsubscribe/%' order by id desc limit 1`;
  const more = {
    at: (...answers: { token: string }[][]) => answers[4]![0]!.token,
    before: [...draft, seen, po('POST /api/notifications/:id/send/', sending, { at: id }), token],
  };
  return [po('GET /unsubscribe/:token', undefined, more), po('POST /unsubscribe/:token', undefined, more)];
}

function drafts(): Asked[] {
  const attached = po('POST /api/notifications/:id/attachments/', {}, { at: id, file: 'pdf' });
  return [
    po('DELETE /api/notifications/:id', undefined, { at: id, before: draft }),
    po('PUT /api/notifications/:id', ({ version }: Draft) => ({ ...letter, title: 'Света не будет', version }), {
      at: id,
      before: draft,
    }),
    po('POST /api/notifications/:id/attachments/', {}, { at: id, file: 'pdf', before: draft }),
    po('DELETE /api/notifications/:id/attachments/:fileId', undefined, {
      at: (kept: Draft, _counted, { attachments }: { attachments: { id: number }[] }) => ({
        id: kept.id,
        fileId: attachments[0]!.id,
      }),
      before: [...draft, attached],
    }),
    po('POST /api/notifications/:id/send/', sending, { at: id, before: [...draft, seen] }),
    po('POST /api/notifications/:id/send/', planned, { at: id, before: [...draft, seen] }),
  ];
}

/** Above one person somebody else has to agree. */
function agreed(): Asked[] {
  const strict = [
    one('GET /api/moes/:id', undefined, { at: 1 }),
    one('PUT /api/moes/:id', (card: object) => ({ ...card, approve_above: 1 }), { at: 1 }),
  ];
  const last = (...answers: { id: number }[]) => answers[2]!.id;
  const before = [
    ...strict,
    draft[0]!,
    { ...draft[1]!, at: last },
    seen,
    po(
      'POST /api/notifications/:id/send/',
      (_mo, _kept, ...answers: Parameters<typeof planned>) => planned(...answers),
      { at: last },
    ),
  ];
  return [
    mo('POST /api/notifications/:id/approve/', undefined, { at: last, before }),
    mo('POST /api/notifications/:id/preview/', { at: 0 }, { at: last, before }),
    mo('POST /api/notifications/:id/receivers/', { side: 'reached' }, { at: last, before }),
  ];
}

/** Of those that left: which message has what fate is read where it stands. */
async function left(engine: Engine): Promise<Asked[]> {
  const messages = async (status: string) =>
    (
      await engine.query(
        `select m.id, m.notification_id as mailing from notification_message m join notification n on n.id = m.notification_id
          where n.po_id = 1 and ${status} order by n.id desc, m.id`,
      )
    ).rows as unknown as { id: number; mailing: number }[];
  const [lost] = await messages('n.status in (4, 5) and m.status = 4');
  const [unsent] = await messages('n.status in (4, 5) and m.status = 7');
  const [waiting] = await messages('n.status = 3 and m.outbox_id is not null');
  const selected = { filter: { statusFilter: [7, 8, 9] }, all: true, expected: 2 };
  const preview = mo('POST /api/notifications/:id/resend/preview/', selected, { at: unsent!.mailing });
  // Who could not be written to before has given his consents since.
  const consents = ['pd_processing', 'sms_info'].map((kind) =>
    mo('POST /api/profile_consents/', {
      kind,
      signedAt: '2026-11-01',
      source: 'paper',
      filter: {},
      all: false,
      included: [7, 8],
      expected: 2,
    }),
  );
  const broken = [
    `update outbox set state = 'failed' where id in (select outbox_id from notification_message where notification_id = ${waiting!.mailing})`,
    `update notification_message set status = 4 where notification_id = ${waiting!.mailing} and outbox_id is not null`,
    `update notification set status = 5 where id = ${waiting!.mailing}`,
  ];
  return [
    mo('POST /api/informing_history/:id/mark/', { status: 10, handedOn: '2026-11-19' }, { at: lost!.id }),
    mo('POST /api/notifications/:id/repeat/', undefined, { at: waiting!.mailing, before: broken }),
    mo('POST /api/notifications/:id/letters/', ({ letters }: { letters: number }) => ({ expected: letters }), {
      at: lost!.mailing,
      before: [mo('GET /api/notifications/:id', undefined, { at: lost!.mailing })],
    }),
    preview,
    mo(
      'POST /api/notifications/:id/resend/',
      (_one, _two, { messages: many, cost, refused }: { messages: number; cost: number; refused: unknown[] }) => ({
        ...selected,
        seen: { messages: many, cost, refused: refused.length },
      }),
      { at: unsent!.mailing, before: [...consents, preview] },
    ),
  ];
}

function rules(): Asked[] {
  const rule = {
    name: 'Должникам раз в неделю',
    minDebt: 100_000,
    minDays: 30,
    accrualTypes: [],
    every: 'week',
    onDay: 1,
    atHour: 10,
    template: 1,
    channel: 'email_else_sms',
    repeatDays: 30,
    payDays: 14,
  };
  const made = mo('POST /api/debt_rules/', rule);
  const missed = `update debt_rule set late_at = '2026-11-16T07:00:00Z'`;
  const run = 'POST /api/debt_rules/:id/run/';
  return [
    mo('DELETE /api/debt_rules/:id', undefined, { at: id, before: [made] }),
    mo(run, { version: 1, isWanted: false }, { at: id, before: [made, missed] }),
    mo(
      run,
      ({ version }: Draft, _moment, { people }: { people: number }) => ({ version, isWanted: true, expected: people }),
      {
        at: id,
        before: [made, missed, mo('POST /api/debt_rule_preview/', rule)],
      },
    ),
  ];
}

export async function mailingsOf(engine: Engine): Promise<Asked[]> {
  return [...drafts(), ...unsubscribed(), ...agreed(), ...(await left(engine)), ...rules()];
}
