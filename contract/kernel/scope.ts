// Who acts, and who may: the only statement of rights, read by the server and by the console alike.
import { z } from 'zod';

export const Level = z.enum(['region', 'mo', 'po']);
export type Level = z.infer<typeof Level>;

/** 1 «Ведение реестра», 2 «Взносы и баланс», 3 «Рассылки». */
export const Capability = z.union([z.literal(1), z.literal(2), z.literal(3)]);
export type Capability = z.infer<typeof Capability>;
export const capabilityNames: Record<Capability, string> = {
  1: 'Ведение реестра',
  2: 'Взносы и баланс',
  3: 'Рассылки',
};

/** `is_superuser`: 0 no, 1 support staff without the admin panel, 2 superuser. */
export const SUPERUSER = 2;
export const SUPPORT = 1;

/** The rights a token carries; exactly one of region, mo, po is the place where the person works now. */
export interface Actor {
  userId: number;
  sessionId: number;
  name: string;
  role: string;
  isSuperuser: number;
  region: number | null;
  mo: number | null;
  po: number | null;
  capabilities: readonly number[];
  /** The version of the rights that the token was signed with. */
  rightsVersion?: number;
  /** Set while a superuser looks through someone's eyes: nothing may be written. */
  viewOnly?: boolean;
}

/** What a call asks of the caller. */
export interface Needs {
  who: 'anyone' | 'signedIn' | 'support' | 'superuser';
  capability?: Capability;
  /** Levels at which the person must be working. */
  levels?: readonly Level[];
}

export const anyone: Needs = { who: 'anyone' };
export const signedIn: Needs = { who: 'signedIn' };
/** Support staff and superusers. */
export const supportStaff: Needs = { who: 'support' };
export const superuser: Needs = { who: 'superuser' };
export const registryEdit: Needs = { who: 'signedIn', capability: 1 };
/** Creating a garage asks for capability 1 and a МО in the token. */
export const registryCreate: Needs = { who: 'signedIn', capability: 1, levels: ['mo'] };
/** The full register leaves the house only from an МО, and only where the МО is allowed to. */
export const registerBackup: Needs = { who: 'signedIn', capability: 1, levels: ['mo'] };
export const financeEdit: Needs = { who: 'signedIn', capability: 2, levels: ['mo', 'po'] };
export const financeRead: Needs = { who: 'signedIn', capability: 2 };
export const mailingSend: Needs = { who: 'signedIn', capability: 3 };

/** The level at which the actor works now; null when the token carries no place. */
export function levelOf(actor: Pick<Actor, 'region' | 'mo' | 'po'>): Level | null {
  if (actor.po) return 'po';
  if (actor.mo) return 'mo';
  return actor.region ? 'region' : null;
}

const levelNames: Record<Level, string> = { region: 'региона', mo: 'МО', po: 'ПО' };

/** Whether both work at one place. */
export function isSamePlace(one: Pick<Actor, Level>, other: Pick<Actor, Level>): boolean {
  const level = levelOf(one);
  return level !== null && level === levelOf(other) && one[level] === other[level];
}

/**
 * Why the actor may not do what `needs` asks, as a Russian sentence; null when he may.
 * The same text explains a disabled button.
 */
export function refusal(actor: Actor | null, needs: Needs): string | null {
  if (needs.who === 'anyone') return null;
  if (!actor) return 'Войдите в систему';
  if (needs.who === 'superuser' && actor.isSuperuser !== SUPERUSER) return 'Доступно только суперпользователю';
  if (needs.who === 'support' && actor.isSuperuser < SUPPORT) return 'Доступно только поддержке';
  if (needs.capability && !actor.capabilities.includes(needs.capability))
    return `Нужно право «${capabilityNames[needs.capability]}»`;
  const level = levelOf(actor);
  if (needs.levels && (!level || !needs.levels.includes(level)))
    return `Доступно на уровне ${needs.levels.map((name) => levelNames[name]).join(' или ')}`;
  return null;
}

/** Mailing right (menu «Рассылки»). */
export const canMail = (actor: Actor) => refusal(actor, mailingSend) === null && levelOf(actor) !== null;
/** Reading lists of money (a region's menu «Долги»). */
export const canReadMoney = (actor: Actor) => refusal(actor, financeRead) === null && levelOf(actor) !== null;
/** Accrual right (menu «Взносы»). */
export const canAccrue = (actor: Actor) => refusal(actor, financeEdit) === null;
