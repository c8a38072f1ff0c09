// What a ПО asks of its МО about a record: asked, answered, taken back; both sides are told by a letter.
import { sql } from 'kysely';
import { objects } from '../../contract/kernel/objects.ts';
import { levelOf } from '../../contract/kernel/scope.ts';
import { formatDate } from '../../contract/kernel/words.ts';
import type { PoRequest } from '../../contract/requests.ts';
import { answerWords, type TaskState } from '../../contract/tasks.ts';
import { act, type Write } from '../kernel/act.ts';
import { todayOf, type Ctx } from '../kernel/ctx.ts';
import { forbidden, invalid, notFound, Refused, refuseIf } from '../kernel/errors.ts';
import { requireObjectPlace } from '../kernel/objects.ts';
import { placeOfActor } from '../notifications/queries.ts';
import { writeToUser } from '../ports/userLetter.ts';
import { officialsOfMo, requestById, requestsFor, type Card, type KeptRequest } from './queries/requests.ts';
import { WHY } from './tasks.ts';

const DAY = 86_400_000;

/** Those of the actor's place, or about one card. @throws 404 for a card that is not his, 403 for a person who is former there */
export async function allRequests(ctx: Ctx, card: Card | null): Promise<PoRequest[]> {
  if (card) await requireObjectPlace(ctx, card.type, card.objectId);
  return (await requestsFor(ctx, ctx.db, card)).map((request) => shown(ctx, request));
}

function shown(ctx: Ctx, request: KeptRequest): PoRequest {
  const { region_id: _region, mo_id: _mo, po_id: _po, ...rest } = request;
  const until = request.done_at ? new Date(request.done_at) : ctx.now();
  const isOpen = request.state === 'open';
  return {
    ...rest,
    days: Math.max(0, Math.floor((until.getTime() - new Date(request.created_at).getTime()) / DAY)),
    is_late: isOpen && request.due_on !== null && request.due_on < todayOf(ctx),
    may_answer: isOpen && mayAnswer(ctx),
    may_withdraw: isOpen && request.author.id === ctx.actor.userId,
  };
}
/** Of the МО: whoever finds the request there is of the one that is asked. */
const mayAnswer = ({ actor }: Ctx) => levelOf(actor) === 'mo';
const placeOf = ({ region_id, mo_id, po_id }: KeptRequest) => ({ region_id, mo_id, po_id });
const objectOf = ({ type, objectId: id, object_name: name }: KeptRequest) => ({ type, id, ...(name ? { name } : {}) });

interface Asked {
  note: string;
  dueOn: string | null;
}

/** Asks the МО about a record, and writes to everybody who works in it. @throws 404, 403 outside a ПО, 422 by field */
export async function askMo(ctx: Ctx, { type, objectId }: Card, { note, dueOn }: Asked): Promise<number> {
  const place = await placeOfActor(ctx);
  const { name } = await requireObjectPlace(ctx, type, objectId);
  if (levelOf(ctx.actor) !== 'po' || !place) throw forbidden('Просит МО тот, кто работает в ПО');
  refuseIf(dueOn && dueOn < todayOf(ctx) ? { dueOn: 'Этот день уже прошёл' } : {});
  return await act(ctx, 'user.request', async ({ tx, log, emit }) => {
    // One after another: of two presses at once the second one sees what the first has asked.
    await sql`select pg_advisory_xact_lock(hashtext('request'), ${ctx.actor.userId}::int)`.execute(tx);
    const asked = await requestsFor(ctx, tx, { type, objectId });
    if (asked.some(({ state, author }) => state === 'open' && author.id === ctx.actor.userId))
      throw invalid({ note: 'Вы уже просили об этом, ответа ещё нет' });
    const { id } = await tx
      .insertInto('task')
      .values({
        ...place,
        kind: 'request',
        object_type: type,
        object_id: objectId,
        author_id: ctx.actor.userId,
        due_on: dueOn,
        note,
        created_at: ctx.now().toISOString(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const official of await officialsOfMo(tx, place.mo_id!))
      await writeToUser(tx, ctx, official, {
        subject: `Просьба из ПО${dueOn ? `, до ${formatDate(dueOn)}` : ''}`,
        text: `${ctx.actor.name} просит вашу МО (${inWords(type, name)}):\n\n${note}`,
        page: objects[type].page(objectId),
        what: `request:${id}:${official}`,
      });
    await tell(emit, place, id);
    await log({ object: { type, id: objectId, name }, place, text: `Просьба к МО: ${objects[type].title} ${name}` });
    return id;
  });
}

/** A letter names no person: he is read behind the link, by who may. */
const inWords = (type: Card['type'], name: string) =>
  type === 'profile' ? 'о человеке' : `${objects[type].title} ${name}`.toLowerCase();

/** Cockpits and cards of the ПО and of what stands above it read their requests again. */
const tell = (emit: Write['emit'], at: { region_id: number; mo_id: number | null; po_id: number | null }, id: number) =>
  emit(
    { region: at.region_id, mo: at.mo_id, po: at.po_id },
    { type: 'records_changed', message: { resource: 'requests', ids: [id] } },
  );

/** @throws 404 */
async function requireRequest(ctx: Ctx, id: number): Promise<KeptRequest> {
  const request = await requestById(ctx, id);
  if (!request) throw notFound();
  return request;
}
const stale = () =>
  new Refused(409, { message: 'На просьбу уже ответили или её отозвали. Обновите страницу', code: 'stale' });

/** Done, or declined with a word why; who asked is told by a letter. @throws 404, 403, 409, 422 */
export async function answerRequest(
  ctx: Ctx,
  id: number,
  { version, state, note }: { version: number; state: Exclude<TaskState, 'open'>; note: string | null },
): Promise<void> {
  const request = await requireRequest(ctx, id);
  if (!mayAnswer(ctx)) throw forbidden('На просьбу отвечает МО');
  refuseIf(state === 'declined' && !note ? { note: WHY } : {});
  await act(ctx, 'user.request', async ({ tx, log, emit }) => {
    const saved = await tx
      .updateTable('task')
      .set({
        state,
        done_at: ctx.now().toISOString(),
        done_by: ctx.actor.userId,
        done_note: note,
        version: version + 1,
      })
      .where('id', '=', id)
      .where('version', '=', version)
      .where('state', '=', 'open')
      .where('withdrawn_at', 'is', null)
      .executeTakeFirst();
    if (!saved.numUpdatedRows) throw stale();
    await writeToUser(tx, ctx, request.author.id, {
      subject: `Просьба к МО: ${answerWords[state]}`,
      text: `${ctx.actor.name}: ${answerWords[state]}${note ? ` — ${note}` : ''}.\n\nВы просили: ${request.note}`,
      page: objects[request.type].page(request.objectId),
      what: `request_answer:${id}`,
    });
    await tell(emit, request, id);
    const text = `Просьба к МО, ${answerWords[state]}${note ? `: ${note}` : ''}`;
    await log({ object: objectOf(request), place: placeOf(request), text });
  });
}

/** Takes an open request back. @throws 404, 403, 409 */
export async function withdrawRequest(ctx: Ctx, id: number): Promise<void> {
  const request = await requireRequest(ctx, id);
  if (request.author.id !== ctx.actor.userId) throw forbidden(`Отзывает просьбу ${request.author.name}`);
  await act(ctx, 'user.request', async ({ tx, log, emit }) => {
    const saved = await tx
      .updateTable('task')
      .set({ withdrawn_at: ctx.now().toISOString() })
      .where('id', '=', id)
      .where('state', '=', 'open')
      .where('withdrawn_at', 'is', null)
      .executeTakeFirst();
    if (!saved.numUpdatedRows) throw stale();
    await tell(emit, request, id);
    await log({ object: objectOf(request), place: placeOf(request), text: 'Просьба к МО отозвана' });
  });
}
