// Steps of a re-registration: from where to where, who may take each, what it asks for. Pure.
import type { Status, Verb } from '../../../contract/reregistrations.ts';
import { SUPERUSER, type Level } from '../../../contract/kernel/scope.ts';
import { noRight, notNow, type Refusal } from '../../kernel/refusal.ts';

interface Edge {
  from: readonly Status[];
  to: Status;
  title: string;
  levels: readonly Level[];
  /** What must be said with it. */
  comment?: string;
  closing?: 'refused' | 'withdrawn' | 'lapsed';
  logVerb: string;
}

/** Every edge there is; an application that is sent again after rework comes from 6. */
export const edges: Record<Verb, Edge> = {
  apply: { from: [0, 6], to: 1, title: 'Подать заявку', levels: ['mo', 'po'], logVerb: 'apply' },
  take: { from: [1], to: 2, title: 'Взять в работу', levels: ['mo'], logVerb: 'take' },
  return: {
    from: [1, 2],
    to: 6,
    title: 'Вернуть',
    levels: ['mo'],
    comment: 'Напишите, что исправить',
    logVerb: 'return',
  },
  complete: { from: [2], to: 3, title: 'Завершить', levels: ['mo', 'po'], logVerb: 'complete' },
  withdraw: {
    from: [1, 6],
    to: 4,
    title: 'Отозвать',
    levels: ['mo', 'po'],
    comment: 'Напишите, почему заявку отзывают',
    closing: 'withdrawn',
    logVerb: 'refuse',
  },
  refuse: {
    from: [1, 2, 6],
    to: 4,
    title: 'Отклонить',
    levels: ['mo'],
    comment: 'Напишите причину отказа',
    closing: 'refused',
    logVerb: 'refuse',
  },
  lapse: { from: [2, 6], to: 4, title: 'Закрыть по сроку', levels: ['mo'], closing: 'lapsed', logVerb: 'refuse' },
  ask_annul: {
    from: [3],
    to: 3,
    title: 'Попросить аннулировать',
    levels: ['mo'],
    comment: 'Напишите, почему нужно аннулировать',
    logVerb: 'ask_annul',
  },
  annul: {
    from: [3],
    to: 5,
    title: 'Аннулировать',
    levels: ['mo', 'po', 'region'],
    comment: 'Напишите причину',
    logVerb: 'cancel',
  },
};
export const verbs = Object.keys(edges) as Verb[];

export interface Walker {
  userId: number;
  level: Level | null;
  isSuperuser: number;
}
export interface StepFacts {
  status: Status;
  authorId: number;
  /** An exchange between two ПО: neither of them applied for both. */
  isAcross: boolean;
  /** The other half lies where this person sees nothing. */
  isPairHidden?: boolean;
  /** The ПО may finish this case alone. */
  poMayComplete: boolean;
  /** Its term is over. */
  isOverdue: boolean;
  /** Somebody of the МО asked to annul it. */
  isAnnulAsked: boolean;
  /** Less than a day since completion, and nothing was paid. */
  isFresh: boolean;
}

/** Why this person may not take the step now; null when he may. */
export function refuseStep(verb: Verb, walker: Walker, facts: StepFacts): Refusal | null {
  const edge = edges[verb];
  if (!edge.from.includes(facts.status)) return notNow('Этот шаг сейчас невозможен: состояние дела изменилось');
  const isSuperuser = walker.isSuperuser === SUPERUSER;
  if (!walker.level || !edge.levels.includes(walker.level)) return noRight('Этот шаг делает МО');
  if (verb === 'apply' && facts.status === 0 && walker.userId !== facts.authorId)
    return noRight('Черновик подаёт тот, кто его начал');
  if (facts.isPairHidden && verb === 'withdraw' && walker.userId !== facts.authorId)
    return noRight('Второй гараж обмена в другом месте: отозвать заявку может её автор или тот, кто ведёт оба гаража');
  if (facts.isPairHidden && !['apply', 'withdraw'].includes(verb))
    return noRight('Второй гараж обмена в другом месте: этот шаг делает тот, кто ведёт оба гаража');
  const isOwn = walker.userId === facts.authorId || facts.isAcross;
  if (verb === 'apply' && facts.status === 6 && walker.level !== 'po' && !isOwn)
    return noRight('Исправленную заявку подаёт ПО');
  if (verb === 'complete' && walker.level === 'po' && !facts.poMayComplete) return noRight('Завершает МО');
  if (verb === 'lapse' && !facts.isOverdue) return notNow('Срок ещё не истёк');
  if (verb === 'annul') return refuseAnnul(walker, facts, isSuperuser);
  return null;
}

function refuseAnnul(walker: Walker, facts: StepFacts, isSuperuser: boolean): Refusal | null {
  if (isSuperuser && (facts.isAnnulAsked || facts.isFresh)) return null;
  if (isSuperuser) return notNow('Сначала МО просит аннулировать и называет причину');
  if (walker.level !== 'mo') return noRight('Аннулирует МО');
  return facts.isFresh ? null : notNow('Прошли сутки или уже есть оплата: попросите суперпользователя аннулировать');
}

/** Whose move it is. */
export function turnOf(status: Status, hasAllPapers: boolean): 'applicant' | 'po' | 'mo' | 'nobody' {
  if (status === 1) return 'mo';
  if (status === 6) return 'po';
  if (status === 2) return hasAllPapers ? 'mo' : 'applicant';
  return status === 0 ? 'applicant' : 'nobody';
}
