// Questions to the support: the chat of the asker, the queue of those on duty.
import { randomUUID } from 'node:crypto';
import { levelOf } from '../../contract/kernel/scope.ts';
import * as contract from '../../contract/support.ts';
import type { Ctx } from '../kernel/ctx.ts';
import { invalid, notFound } from '../kernel/errors.ts';
import { sessionLink } from '../kernel/fileLinks.ts';
import type { Mount, UploadedFile } from '../kernel/mount.ts';
import * as q from './queries.ts';
import { answerBy, hasConsent } from './rules.ts';
import { answer, ask, consent, markSeen, move, tellTyping, type Kept } from './writing.ts';

export function supportRoutes(mount: Mount): void {
  askerRoutes(mount);
  deskRoutes(mount);
}

function askerRoutes(mount: Mount): void {
  mount(contract.mySupport, async (ctx) => {
    const thread = await q.threadOfAsker(ctx.db, ctx.actor.userId);
    const history = await q.earlierOf(ctx.db, ctx.actor.userId, thread?.id ?? 0);
    const duty = await q.onDuty(ctx);
    const by = duty.length ? null : answerBy(ctx.deps.settings.SUPPORT_HOURS, ctx.now()).toISOString();
    return { thread: thread && shown(ctx, thread), history, duty, answer_by: by };
  });
  mount(contract.askSupport, async (ctx, { body }) => both(ctx, await ask(ctx, body.text, body.key)));
  mount(contract.askWithFile, async (ctx, { file }) => {
    const { uploaded, key, name } = keyed(await file());
    return both(ctx, await ask(ctx, name, key, uploaded));
  });
  mount(contract.typingSupport, (ctx, { params }) => tellTyping(ctx, params.id));
  mount(contract.supportEvents, async (ctx, { params, query }) => {
    const thread = await requireThread(ctx, params.id);
    const events = await q.eventsAfter(ctx.db, thread.id, query.after, thread.user_id !== ctx.actor.userId);
    return { thread: shown(ctx, thread), events: events.map((event) => shownEvent(ctx, event)) };
  });
  mount(contract.readSupport, (ctx, { params, body }) => markSeen(ctx, params.id, body.seq));
  mount(contract.consentSupport, async (ctx, { params, body }) => {
    await consent(ctx, params.id, body.context, randomUUID());
    return shown(ctx, await requireThread(ctx, params.id));
  });
}

function deskRoutes(mount: Mount): void {
  mount(contract.supportQueue, async (ctx, { query }) => {
    const { first, before, ...counts } = await q.queueNumbers(ctx);
    return {
      data: await q.listQueue(ctx, query.show, query.q?.trim() ?? ''),
      counts,
      first_answer: first,
      first_answer_before: before,
      duty: await q.onDuty(ctx),
    };
  });
  mount(contract.supportCard, async (ctx, { params }) => {
    const thread = await requireThread(ctx, params.id);
    const place = { region: thread.region_id, mo: thread.mo_id, po: thread.po_id };
    const level = levelOf(place);
    return {
      thread: shown(ctx, thread),
      asker: { id: thread.user_id, role: thread.role, ...(await q.askerOf(ctx.db, thread)) },
      at: level && { level, id: place[level]! },
      context: hasConsent(thread, ctx.now()) ? (thread.context as contract.SupportContext | null) : null,
      earlier: await q.earlierOf(ctx.db, thread.user_id, thread.id),
    };
  });
  mount(contract.answerSupport, async (ctx, { params, body }) => both(ctx, await answer(ctx, params.id, body)));
  mount(contract.answerWithFile, async (ctx, { params, file }) => {
    const { uploaded, key, name } = keyed(await file());
    return both(ctx, await answer(ctx, params.id, { text: name, key, is_note: false }, uploaded));
  });
  mount(contract.moveSupport, async (ctx, { params, body }) => {
    await move(ctx, params.id, body.what, randomUUID());
    return shown(ctx, await requireThread(ctx, params.id));
  });
}

/** A file with the key its client has made. @throws 422 */
function keyed(uploaded: UploadedFile) {
  const { key = '' } = uploaded.fields;
  if (!/^[\w-]{16,64}$/.test(key)) throw invalid({ key: 'Неверный ключ' });
  return { uploaded, key, name: uploaded.name.slice(0, 200) };
}

async function requireThread(ctx: Ctx, id: number): Promise<q.ThreadRecord> {
  const thread = await q.findThread(ctx, ctx.db, id);
  if (!thread) throw notFound();
  return thread;
}

async function both(ctx: Ctx, { thread: id, seq }: Kept) {
  const thread = await requireThread(ctx, id);
  const [event] = await q.eventsAfter(ctx.db, id, seq - 1, true);
  return { thread: shown(ctx, thread), event: shownEvent(ctx, event!) };
}

function shown(ctx: Ctx, thread: q.ThreadRecord): contract.SupportThread {
  const isMine = thread.user_id === ctx.actor.userId;
  return {
    id: thread.id,
    status: thread.status,
    title: thread.title,
    assignee: thread.assignee,
    is_mine: isMine,
    last_seq: thread.last_seq,
    read_seq: isMine ? thread.staff_seq : thread.asker_seq,
    unread: isMine ? thread.asker_unread : thread.staff_unread,
    opened_at: thread.opened_at,
    consent_until: hasConsent(thread, ctx.now()) ? thread.consent_until : null,
  };
}

const shownEvent = (ctx: Ctx, { author_id, client_key, file, ...event }: q.EventRecord): contract.SupportEvent => ({
  ...event,
  is_mine: author_id === ctx.actor.userId,
  key: client_key,
  file: file && {
    name: file.name,
    mime: file.mime,
    size_bytes: file.size_bytes,
    url: sessionLink(ctx, file.id),
  },
});
