// Writing accounts: rights and names, disabling, ending sessions. Whoever lost a right loses it at once.
import { userFields } from '../../contract/fields/users.ts';
import { SUPERUSER } from '../../contract/kernel/scope.ts';
import type { NewUser, UserBody, UserCard } from '../../contract/users.ts';
import { act, type Write } from '../kernel/act.ts';
import type { Ctx, WriteDb } from '../kernel/ctx.ts';
import { changedText, difference } from '../kernel/difference.ts';
import { invalid, notFound, refuseIf } from '../kernel/errors.ts';
import { staleBy } from '../kernel/lastChange.ts';
import { forgetSession } from '../kernel/sessions.ts';
import { liveSessions } from '../session/queries.ts';
import { endSession, endSessionsOf as endSessions, invite } from '../session/writing.ts';
import { isUniqueViolation } from '../db/engine.ts';
import * as q from './queries.ts';
import { disablingProblem, mainRole, ordered, rightsInWords, userProblems, type UserFacts } from './rules.ts';

const EMAIL_TAKEN = 'Пользователь с такой почтой уже есть';

type UserSave = UserBody & { version: number };

/** Saves an account. @throws 404, 409 with the present card, 422 with everything that is wrong */
export const saveUser = (ctx: Ctx, id: number, body: UserSave): Promise<void> =>
  act(ctx, 'user.update', (write) => saveUserIn(write, ctx, id, body));

/** The same inside a write of the caller's. */
export async function saveUserIn(write: Write, ctx: Ctx, id: number, body: UserSave): Promise<void> {
  const { tx } = write;
  const before = await locked(tx, id);
  if (before.version !== body.version) throw await staleBy(ctx, tx, { type: 'user', id }, before);
  refuseIf(
    userProblems(body, { ...(await factsOf(ctx, tx, before)), places: await q.existingPlaces(tx, body.rights) }),
  );
  const wasSame = sameRights(before, body);
  if (!wasSame) await q.keepRights(tx, id, ctx.now());
  await tx
    .updateTable('app_user')
    .set((e) => ({
      last_name: body.last_name,
      first_name: body.first_name,
      father_name: body.father_name ?? '',
      phone: body.phone,
      is_superuser: body.is_superuser,
      capabilities: ordered(body.capabilities),
      role: mainRole(body),
      version: e('version', '+', 1),
      rights_version: e('rights_version', '+', wasSame ? 0 : 1),
      updated_at: ctx.now().toISOString(),
    }))
    .where('id', '=', id)
    .execute();
  if (!wasSame) await q.writeRights(tx, id, body.rights);
  const after = (await q.userCard(tx, id))!;
  await logUserChange(write, before, after, wasSame);
  if (!wasSame) await rightsChanged(write, ctx, id);
}

/** Makes an account and sends its invitation. Answers its number. @throws 422 with everything that is wrong */
export function createUser(ctx: Ctx, body: NewUser): Promise<number> {
  return act(ctx, 'user.create', (write) => createUserIn(write, ctx, body)).catch((error: unknown) => {
    // Two creations at one moment.
    throw isUniqueViolation(error) ? invalid({ email: EMAIL_TAKEN }) : error;
  });
}

/** The same inside a write of the caller's. */
export async function createUserIn(write: Write, ctx: Ctx, body: NewUser): Promise<number> {
  const { tx } = write;
  const facts = { actorId: ctx.actor.userId, id: 0, wasSuperuser: 0, otherSuperusers: 1 };
  const errors = userProblems(body, { ...facts, places: await q.existingPlaces(tx, body.rights) });
  if (await q.isEmailTaken(tx, body.email)) errors.email = EMAIL_TAKEN;
  refuseIf(errors);
  const { id } = await tx
    .insertInto('app_user')
    .values({
      email: body.email,
      last_name: body.last_name,
      first_name: body.first_name,
      father_name: body.father_name ?? '',
      phone: body.phone,
      is_superuser: body.is_superuser,
      capabilities: ordered(body.capabilities),
      role: mainRole(body),
      created_at: ctx.now().toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await q.writeRights(tx, id, body.rights);
  const made = (await q.userCard(tx, id))!;
  await logAbout(write, made, `Создан пользователь: ${rightsInWords(made)}`, {
    after: { права: rightsInWords(made) },
  });
  await invite(write, ctx, id);
  return id;
}

/** Disables an account: its sessions end, its tokens are refused. @throws 404, 422 */
export const disableUser = (ctx: Ctx, id: number): Promise<void> =>
  act(ctx, 'user.disable', (write) => disableUserIn(write, ctx, id));

/** The same inside a write of the caller's. */
export async function disableUserIn(write: Write, ctx: Ctx, id: number): Promise<void> {
  const before = await locked(write.tx, id);
  const problem = disablingProblem(await factsOf(ctx, write.tx, before));
  if (problem) throw invalid({ form: problem });
  await setActive(write, ctx, id, false);
  await endSessions(write, ctx, id, 'учётная запись отключена');
  await logAbout(write, before, before.state === 'disabled' ? 'Уже отключён' : 'Отключён');
}

export function enableUser(ctx: Ctx, id: number): Promise<void> {
  return act(ctx, 'user.enable', async (write) => {
    const before = await locked(write.tx, id);
    await setActive(write, ctx, id, true);
    await logAbout(write, before, 'Включён');
  });
}

/** Ends one session, or all of them. @throws 404 for a session of somebody else */
export function endSessionsOf(ctx: Ctx, id: number, sessionId?: number): Promise<void> {
  return act(ctx, 'user.sessions_end', async (write) => {
    const before = await locked(write.tx, id);
    if (sessionId && !before.sessions.some((session) => session.id === sessionId)) throw notFound();
    if (sessionId) await endSession(write, ctx, sessionId, 'завершён администратором');
    else await endSessions(write, ctx, id, 'завершён администратором');
    await logAbout(write, before, sessionId ? 'Завершён сеанс' : 'Завершены все сеансы');
  });
}

async function locked(tx: WriteDb, id: number): Promise<UserCard> {
  await q.lockAccounts(tx, id);
  const card = await q.userCard(tx, id);
  if (!card) throw notFound();
  return card;
}

const factsOf = async (ctx: Ctx, tx: WriteDb, card: UserCard): Promise<Omit<UserFacts, 'places'>> => ({
  actorId: ctx.actor.userId,
  id: card.id,
  // One who is disabled is no superuser any more.
  wasSuperuser: card.state === 'disabled' && card.is_superuser === SUPERUSER ? 0 : card.is_superuser,
  otherSuperusers: await q.otherSuperusers(tx, card.id),
});

const sameRights = (before: UserCard, body: UserBody) => rightsKey(before) === rightsKey(body);
const rightsKey = (one: Pick<UserBody, 'rights'> | UserCard) => {
  const { is_superuser, capabilities, rights } = one as UserCard;
  return JSON.stringify([is_superuser, ordered(capabilities), rights.map(({ level, id, role }) => [level, id, role])]);
};

/** Log lines of a save: rights in words, then names. */
async function logUserChange(write: Write, before: UserCard, after: UserCard, wasSame: boolean) {
  const naming = difference(userFields, { ...before }, { ...after });
  if (!wasSame) {
    const [was, now] = [rightsInWords(before), rightsInWords(after)];
    await logAbout(write, after, `Права изменены: было ${was} → стало ${now}`, {
      verb: 'user.rights',
      before: { права: was },
      after: { права: now },
    });
  }
  if (naming.names.length)
    await logAbout(write, after, changedText(naming.names), { before: naming.before, after: naming.after });
  if (wasSame && !naming.names.length) await logAbout(write, after, 'Сохранено без изменений');
}

async function logAbout(
  write: Write,
  user: UserCard,
  text: string,
  more: { verb?: string; before?: unknown; after?: unknown } = {},
) {
  const { verb, before, after } = more;
  await write.log({
    ...(verb ? { verb } : {}),
    object: { type: 'user', id: user.id, name: user.name || user.email },
    place: await q.placeOfUser(write.tx, user.id),
    text,
    ...(before ? { before } : {}),
    ...(after ? { after } : {}),
  });
}

async function setActive({ tx }: Write, ctx: Ctx, id: number, isActive: boolean) {
  await q.keepRights(tx, id, ctx.now());
  await tx
    .updateTable('app_user')
    .set((e) => ({
      is_active: isActive,
      version: e('version', '+', 1),
      rights_version: e('rights_version', '+', 1),
      updated_at: ctx.now().toISOString(),
    }))
    .where('id', '=', id)
    .execute();
}

/** Tokens with the rights of before are refused at once; open pages ask for new ones. */
async function rightsChanged({ tx, emit, afterCommit }: Write, ctx: Ctx, id: number) {
  for (const session of await liveSessions(tx, id)) afterCommit(() => forgetSession(ctx.deps, session.id));
  await emit({ user: id }, { type: 'rights_changed', message: {} });
}
