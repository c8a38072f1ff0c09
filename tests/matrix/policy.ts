// Who may do what, written by hand from the decisions of the register: the code is held against this file, never made from it.
// One line for each route; a route without a line, or a line without a route, fails the matrix.
// The lines stand in policy/, a file for each area; here they are put together.
import { sessionPolicy } from './policy/session.ts';
import { accountPolicy } from './policy/account.ts';
import { instrumentsPolicy } from './policy/instruments.ts';
import { reportsPolicy } from './policy/reports.ts';
import { garagesPolicy } from './policy/garages.ts';
import { reregistrationsPolicy } from './policy/reregistrations.ts';
import { peoplePolicy } from './policy/people.ts';
import { newsPolicy } from './policy/news.ts';
import { tutorialsPolicy } from './policy/tutorials.ts';
import { supportPolicy } from './policy/support.ts';
import { commentsPolicy } from './policy/comments.ts';
import { moneyPolicy } from './policy/money.ts';
import { documentsPolicy } from './policy/documents.ts';
import { bankStatementsPolicy } from './policy/bankStatements.ts';
import { mailingsPolicy } from './policy/mailings.ts';
import { adminPolicy } from './policy/admin.ts';
import type { May, Rule } from './policy/rule.ts';

export type { About, May, Rule } from './policy/rule.ts';

export const policy: Record<string, Rule> = assemble(
  sessionPolicy,
  accountPolicy,
  instrumentsPolicy,
  reportsPolicy,
  garagesPolicy,
  reregistrationsPolicy,
  peoplePolicy,
  newsPolicy,
  tutorialsPolicy,
  supportPolicy,
  commentsPolicy,
  moneyPolicy,
  documentsPolicy,
  bankStatementsPolicy,
  mailingsPolicy,
  adminPolicy,
);

/** @throws when two areas speak of one route: the second would silently replace the first. */
export function assemble(...areas: readonly Record<string, Rule>[]): Record<string, Rule> {
  const lines = areas.flatMap((area) => Object.entries(area));
  const routes = lines.map(([route]) => route);
  const twice = routes.filter((route, at) => routes.indexOf(route) !== at);
  if (twice.length) throw new Error(`Said twice: ${twice.join(', ')}`);
  return Object.fromEntries(lines);
}

/** What the matrix knows of somebody at work. */
export interface Principal {
  name: string;
  level: 'region' | 'mo' | 'po' | null;
  capabilities: readonly number[];
  isSuperuser: number;
  /** Looks through another's eyes, or is nobody the server knows. */
  state: 'good' | 'looking' | 'broken';
}

/** Whether the rights of a principal are enough, whatever the object. */
export function may({ level, capabilities, isSuperuser }: Principal, right: May): boolean {
  const has = (capability: number) => capabilities.includes(capability);
  switch (right) {
    case 'everybody':
    case 'signed in':
      return true;
    case 'superuser':
      return isSuperuser === 2;
    case 'support':
      return isSuperuser >= 1;
    case 'register':
      return has(1);
    case 'register at МО and ПО':
      return has(1) && (level === 'mo' || level === 'po');
    case 'register at МО':
      return has(1) && level === 'mo';
    case 'money':
      return has(2);
    case 'money at МО and ПО':
      return has(2) && (level === 'mo' || level === 'po');
    case 'money at МО':
      return has(2) && level === 'mo';
    case 'superuser with money at МО':
      return isSuperuser === 2 && has(2) && level === 'mo';
    case 'mailing':
      return has(3);
  }
}

/** Where an object stands, seen from the first ПО of the first МО of the first region; everybody of the matrix works there. */
export type Relation = 'own' | 'archived' | 'sibling' | 'cousin' | 'foreign' | 'absent' | 'malformed';
export const relations: readonly Relation[] = [
  'own',
  'archived',
  'sibling',
  'cousin',
  'foreign',
  'absent',
  'malformed',
];

/** Whether somebody working at a level sees what stands there. */
export function sees(level: Principal['level'], relation: Relation): boolean {
  if (relation === 'own' || relation === 'archived') return level !== null;
  if (relation === 'sibling') return level === 'mo' || level === 'region';
  if (relation === 'cousin') return level === 'region';
  return false;
}
