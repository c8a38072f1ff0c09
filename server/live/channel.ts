// The live channel: who is connected and who may hear. Events come from the database, so every process speaks to its own people.
import websocket from '@fastify/websocket';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import { sql } from 'kysely';
import { LiveWord, type LiveAudience } from '../../contract/kernel/live.ts';
import { levelOf, SUPPORT, type Actor } from '../../contract/kernel/scope.ts';
import { actorOf } from '../../contract/session.ts';
import { LIVE_CHANNEL, type LiveEvent } from '../kernel/act.ts';
import { addressOf } from '../kernel/address.ts';
import { isOwnOrigin } from '../kernel/origin.ts';
import type { AppDeps } from '../kernel/ctx.ts';
import { checkSession, goodSessions, type SessionClaims } from '../kernel/sessions.ts';
import { fingerprintOf } from '../kernel/mount.ts';
import { readToken } from '../kernel/token.ts';
import { maySeeCard, standingOf } from './cardScope.ts';
import { fileMessage } from './files.ts';
import { Presence, PRESENCE_CHANNEL, type Viewer } from './presence.ts';
import { RecentlySaid, type Said } from './recent.ts';

interface Listener {
  socket: WebSocket;
  /** It has answered since it was last asked. */
  isAlive: boolean;
  actor: Actor | null;
  publicId: string | null;
  claims: SessionClaims | null;
  address: string;
}

/** Open connections of one session (its tabs), of one address signed in (an office), of one address before signing in. */
const MAX_OF = { session: 40, address: 400, public: 60 } as const;
/** Close code of a connection too many. */
const TOO_MANY = 4429;

/** How often a silent connection is asked whether it is alive, ms. */
const HEARTBEAT_MS = 15_000;
/** How often it is asked whether all who listen still may: a removed right is felt within a second. */
const SWEEP_MS = 800;
const MAX_PAYLOAD = 4096;
/** Words a tab may say in a minute; more is no person's hand. */
const WORDS_PER_MINUTE = 240;
/** Close code of a refused connection. */
const REFUSED = 4401;
const AUTH_MARK = 'auth';
const PUBLIC_MARK = 'public';

/** Opens `/ws/:userId` and `/public_ws/:publicId`; closed with the application. */
export async function liveChannel(app: FastifyInstance, deps: AppDeps): Promise<void> {
  const listeners = new Set<Listener>();
  const presence = presenceOf(deps);
  const recent = new RecentlySaid();
  await app.register(websocket, {
    options: {
      maxPayload: MAX_PAYLOAD,
      handleProtocols: (offered: Set<string>) =>
        offered.has(AUTH_MARK) ? AUTH_MARK : offered.has(PUBLIC_MARK) ? PUBLIC_MARK : false,
    },
  });
  await app.register(async (scope) => {
    scope.get<{ Params: { userId: string }; Querystring: { age?: unknown } }>(
      '/ws/:userId',
      { websocket: true, schema: { hide: true } },
      async (socket, request) => {
        const entered = Promise.withResolvers<Viewer | null>();
        // A tab may speak before it is known who it is: nothing of that is lost.
        listenTo(socket, entered.promise, presence);
        const found = isOwnOrigin(request, deps) ? await personOf(request, deps) : null;
        if (!found || String(found.actor.userId) !== request.params.userId) return socket.close(REFUSED, 'refused');
        const listener = { socket, isAlive: true, publicId: null, address: addressOf(request), ...found };
        if (isCrowded(listeners, listener)) return socket.close(TOO_MANY, 'too many');
        join(listeners, listener);
        for (const said of recent.since(ageOf(request.query)))
          if (mayHear(listener, said.audience)) socket.send(JSON.stringify(said.message));
        entered.resolve({ actor: found.actor, say: (message) => socket.send(JSON.stringify(message)) });
      },
    );
    scope.get<{ Params: { publicId: string } }>(
      '/public_ws/:publicId',
      { websocket: true, schema: { hide: true } },
      (socket, request) => {
        const { publicId } = request.params;
        if (
          !isOwnOrigin(request, deps) ||
          !protocolsOf(request).includes(PUBLIC_MARK) ||
          !/^[0-9a-f]{64}$/.test(publicId)
        )
          return socket.close(REFUSED, 'refused');
        const listener = { socket, isAlive: true, actor: null, publicId, claims: null, address: addressOf(request) };
        if (isCrowded(listeners, listener)) return socket.close(TOO_MANY, 'too many');
        join(listeners, listener);
      },
    );
  });
  const stopListening = await deps.engine.listen(
    LIVE_CHANNEL,
    (payload) => void hear(deps, listeners, recent, payload).catch(() => {}),
  );
  const stopHearing = await deps.engine.listen(
    PRESENCE_CHANNEL,
    (payload) => void presence.hear(payload).catch(() => {}),
  );
  const heartbeat = setInterval(() => {
    void presence.beat().catch(() => {});
    for (const listener of listeners) askForLife(listener);
  }, HEARTBEAT_MS);
  heartbeat.unref();
  const sweeping = startSweep(listeners, deps);
  app.addHook('preClose', async () => {
    clearInterval(heartbeat);
    sweeping.stop();
    for (const { socket } of listeners) socket.terminate();
    await stopListening();
    await stopHearing();
  });
}

/** Passes an event on to those here who may hear it, and keeps it for those who open in a moment. */
async function hear(deps: AppDeps, listeners: ReadonlySet<Listener>, recent: RecentlySaid, payload: string) {
  const said = JSON.parse(payload) as Said;
  recent.remember(said);
  const { audience, message: event } = said;
  const hearers = [...listeners].filter((listener) => mayHear(listener, audience) && mayTake(listener, event));
  if (!hearers.length) return;
  const message = event.type === 'file_ready' ? await fileMessage(deps, event.message.job_id) : event;
  if (!message) return;
  const text = JSON.stringify(message);
  // What a connection may hear is decided by the rights it was opened with.
  const ends = message.type === 'sign_out_trigger' || message.type === 'rights_changed';
  for (const { socket } of hearers) {
    socket.send(text);
    if (ends) socket.close(REFUSED, 'ended');
  }
}

/** How long ago the page began to read, ms; none for a page that does not say it in digits. */
const ageOf = ({ age }: { age?: unknown }) => (/^\d{1,9}$/.test(String(age)) ? Number(age) : null);

function isCrowded(listeners: ReadonlySet<Listener>, { claims, address }: Listener): boolean {
  const beside = [...listeners].filter((one) => one.address === address && (one.claims === null) === (claims === null));
  if (!claims) return beside.length >= MAX_OF.public;
  const tabs = [...listeners].filter((one) => one.claims?.sid === claims.sid).length;
  return tabs >= MAX_OF.session || beside.length >= MAX_OF.address;
}

function join(listeners: Set<Listener>, listener: Listener) {
  listeners.add(listener);
  listener.socket.on('close', () => listeners.delete(listener));
  listener.socket.on('pong', () => (listener.isAlive = true));
  listener.socket.on('error', () => listener.socket.terminate());
}

/** An embedded database has one process: nobody else is to be told. */
const presenceOf = (deps: AppDeps) =>
  new Presence({
    maySee: (actor, { resource, id }) => maySeeCard(deps, actor, resource, id),
    placeOf: (actor) => standingOf(deps, actor),
    now: () => deps.clock.now().getTime(),
    ...(deps.engine.kind === 'server'
      ? {
          announce: async (payload: string) => {
            await sql`select pg_notify(${PRESENCE_CHANNEL}, ${payload})`.execute(deps.db);
          },
        }
      : {}),
  });

/** Hears which cards a tab shows. Words follow one another: a card is never closed before it was opened. */
function listenTo(socket: WebSocket, entered: Promise<Viewer | null>, presence: Presence) {
  let turn: Promise<unknown> = Promise.resolve();
  const next = (work: (viewer: Viewer) => Promise<void>) => {
    turn = turn
      .then(() => entered)
      .then((viewer) => viewer && work(viewer))
      .catch(() => undefined);
  };
  let words = 0;
  const minute = setInterval(() => (words = 0), 60_000);
  minute.unref();
  socket.on('message', (data) => {
    words += 1;
    const word = words > WORDS_PER_MINUTE ? null : wordIn(String(data as Buffer));
    if (!word) return socket.close(REFUSED, 'refused');
    next((viewer) =>
      word.type === 'card_opened' ? presence.open(viewer, word.message) : presence.close(viewer, word.message),
    );
  });
  socket.on('close', () => {
    clearInterval(minute);
    next((viewer) => presence.leave(viewer));
  });
}

function wordIn(data: string): LiveWord | null {
  try {
    const word = LiveWord.safeParse(JSON.parse(data));
    return word.success ? word.data : null;
  } catch {
    return null;
  }
}

/** Only those whose scope covers the place; ids are all that is said. */
export function mayHear({ actor, publicId }: Pick<Listener, 'actor' | 'publicId'>, audience: LiveAudience): boolean {
  if ('publicId' in audience) return publicId === audience.publicId;
  if (!actor) return false;
  if ('everybody' in audience) return true;
  if ('support' in audience) return actor.isSuperuser >= SUPPORT && !actor.viewOnly;
  if ('user' in audience) return actor.userId === audience.user;
  if ('session' in audience) return actor.sessionId === audience.session;
  const level = levelOf(actor);
  return level !== null && actor[level] === audience[level];
}

/** What somebody's job has made is his alone: who looks through his eyes leaves no line of it. */
export const mayTake = ({ actor }: Pick<Listener, 'actor'>, { type }: Pick<LiveEvent, 'type'>): boolean =>
  type !== 'file_ready' || !actor?.viewOnly;

function askForLife(listener: Listener) {
  const { socket } = listener;
  if (!listener.isAlive) return socket.terminate();
  listener.isAlive = false;
  if (socket.readyState === socket.OPEN) socket.ping();
}

/**
 * One question for everybody who listens, whoever changed the rights and in whichever process. A token that has run out
 * ends nothing by itself; an ended session, a disabled account and changed rights do.
 */
function startSweep(listeners: Set<Listener>, deps: AppDeps) {
  let timer: NodeJS.Timeout;
  let stopped = false;
  const turn = async () => {
    const people = [...listeners].filter((listener) => listener.claims !== null);
    try {
      const good = await goodSessions(
        deps,
        people.map((listener) => listener.claims!.sid),
      );
      for (const { claims, socket } of people) if (good.get(claims!.sid) !== claims!.rv) socket.close(REFUSED, 'ended');
    } catch {
      // The database is away: nothing is known, nobody is sent off.
    }
    if (!stopped) timer = setTimeout(() => void turn(), SWEEP_MS).unref();
  };
  timer = setTimeout(() => void turn(), SWEEP_MS).unref();
  return {
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

async function personOf(request: FastifyRequest, deps: AppDeps) {
  const [mark, token = '', fingerprint = ''] = protocolsOf(request);
  if (mark !== AUTH_MARK) return null;
  const claims = await readToken(deps.secrets, token, deps.clock.now());
  // A copied token is of no use on another device.
  if (!claims || !(await checkSession(deps, claims, fingerprintOf(fingerprint)))) return null;
  return { actor: actorOf(claims), claims: { sid: claims.sid, id: claims.id, rv: claims.rv, viewer: claims.viewer } };
}

const protocolsOf = (request: FastifyRequest) =>
  String(request.headers['sec-websocket-protocol'] ?? '')
    .split(',')
    .map((part) => part.trim());
