// What a line of the written rights says, and the words that the lines share.

/** Rights a route asks for, in the words of the rules: capabilities 1 «Ведение реестра», 2 «Взносы и баланс», 3 «Рассылки». */
export type May =
  | 'everybody'
  | 'signed in'
  | 'superuser'
  | 'support'
  | 'register'
  | 'register at МО'
  | 'register at МО and ПО'
  | 'money'
  | 'money at МО and ПО'
  | 'money at МО'
  | 'superuser with money at МО'
  | 'mailing';

/** What the route is about. Objects have a place; `own …` belong to one person. */
export type About =
  | 'garage'
  | 'ownership'
  | 'reregistration'
  | 'restriction'
  | 'profile'
  | 'consent'
  | 'document'
  | 'paper'
  | 'payment line'
  | 'statement'
  | 'statement row'
  | 'log row'
  | 'mailing'
  | 'message'
  | 'debt rule'
  | 'report'
  | 'task'
  | 'request'
  | 'own pin'
  | 'comment'
  | 'attachment'
  | 'po'
  | 'own user'
  | 'own session'
  | 'own view'
  | 'list entry';

export interface Rule {
  may: May;
  about?: About;
  /** Where the id of the object is: in the address, or inside the body or the query (then a refusal may be a field's text). */
  at?: 'path' | 'body' | 'query';
  /** A list: whose rows it may hold. */
  lists?:
    | 'reregistration'
    | 'garage'
    | 'profile'
    | 'document'
    | 'paper'
    | 'payment line'
    | 'statement'
    | 'log row'
    | 'mailing'
    | 'message'
    | 'debt rule'
    | 'report'
    | 'task'
    | 'request'
    | 'po';
  /** Condition under which the list is asked for its rows. */
  filter?: object;
  /** Sent with the call; `id` is the object's, `n` a number never used before. Never changes anything that a later cell stands on. */
  body?: (id: number, n: number) => object;
  query?: (id: number) => Record<string, string>;
  /** Takes a file. */
  upload?: true;
  /** A superuser sees also what belongs to somebody else. */
  superuserSees?: true;
  /** Reads although it is sent as POST: allowed to those who only look. */
  reads?: true;
  /** Writes a line of the log, or hands out a file, although it is a GET: refused to those who only look. */
  logs?: true;
  /** Answers that belong to the rules of the thing itself, not to rights. */
  also?: number[];
  /** Ends what the caller stands on: called after everything else, in this order. */
  last?: number;
}

export const day = '2026-11-20';
export const key = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
/** A version nobody has: the write is understood and then refused as outdated. */
export const version = 900_000;
export const nobody = { of: 'profiles' };
export const superuser: Rule = { may: 'superuser' };
export const paragraph = { v: 1, doc: [{ type: 'paragraph', content: [{ type: 'text', text: 'Проверка' }] }] };
