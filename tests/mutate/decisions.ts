// Decisions of a source: the text in which each of them notes its sides, and which careless changes go by when one never came about.
import { parseAst } from 'vite';
import { part, textOf, walk, type Change, type Node } from './changes.ts';
import { NO, RIGHT_NO, RIGHT_YES, YES } from './seen.ts';

/** A change of a decision, and the side without which it can't be noticed. */
interface Turn extends Pick<Change, 'start' | 'end' | 'fresh'> {
  needs: number;
}
export interface Decision {
  id: number;
  turns: Turn[];
}
/** A piece put before what begins at `at`, after what ends there, or in place of what reaches to `to`. */
interface Piece {
  at: number;
  order: 'after' | 'instead' | 'before';
  /** Of several at one place: of `before` the longest node first, of `after` the shortest. */
  other: number;
  text: string;
  to?: number;
}

const NAMES = 'left, right, order, kept, rounded, all';
const prefix = (name: string) => `seen_${name}`;

/**
 * The source with its decisions noted, and the decisions by number from `first` on; null when it has none.
 * @param seen address of `seen.ts`
 */
export function noting(
  file: string,
  text: string,
  first: number,
  seen: string,
): { text: string; found: Decision[] } | null {
  const pieces: Piece[] = [];
  const found: Decision[] = [];
  const tree = parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' }) as unknown as Node;
  const around = (node: Node, name: string, id: number, more = '') => {
    pieces.push({ at: node.start, order: 'before', other: node.end, text: `${prefix(name)}(${id}, (` });
    pieces.push({ at: node.end, order: 'after', other: node.start, text: `)${more})` });
  };
  walk(tree, [], (node, above) => {
    const id = first + found.length;
    const turns = byType[node.type]?.({ node, above, text, id, around, pieces });
    if (turns) found.push({ id, turns });
  });
  if (!found.length) return null;
  const names = NAMES.split(', ').map((name) => `${name} as ${prefix(name)}`);
  // On the first line: what a fault says of lines stays true.
  return { text: `import { ${names.join(', ')} } from '${seen}'; ${assembled(text, pieces)}`, found };
}

const ORDERS = { after: 0, instead: 1, before: 2 };

function assembled(text: string, pieces: Piece[]): string {
  let told = '';
  let from = 0;
  const inOrder = pieces.toSorted(
    (one, other) => one.at - other.at || ORDERS[one.order] - ORDERS[other.order] || other.other - one.other,
  );
  for (const piece of inOrder) {
    told += text.slice(from, piece.at) + piece.text;
    from = piece.to ?? piece.at;
  }
  return told + text.slice(from);
}

interface Place {
  node: Node;
  above: readonly Node[];
  text: string;
  id: number;
  around: (node: Node, name: string, id: number, more?: string) => void;
  pieces: Piece[];
}

const byType: Record<string, (place: Place) => Turn[] | null> = {
  LogicalExpression({ node, above, text, id, around }) {
    if (node.operator === '??') return null;
    const [one, other] = [part(node, 'left'), part(node, 'right')];
    around(one, 'left', id);
    around(other, 'right', id);
    const isAnd = node.operator === '&&';
    const whole = { start: node.start, end: node.end };
    // Where the value itself is taken, the one operand is not the other even when both are true.
    const decides = isTruthAlone(node, above) ? (isAnd ? RIGHT_NO : RIGHT_YES) : isAnd ? YES : NO;
    return [
      { ...whole, fresh: `(${textOf(one, text)})`, needs: decides },
      { ...whole, fresh: `(${textOf(other, text)})`, needs: isAnd ? NO : YES },
    ];
  },
  ConditionalExpression({ node, text, id, around }) {
    around(part(node, 'test'), 'left', id);
    const whole = { start: node.start, end: node.end };
    return [
      { ...whole, fresh: `(${textOf(part(node, 'consequent'), text)})`, needs: NO },
      { ...whole, fresh: `(${textOf(part(node, 'alternate'), text)})`, needs: YES },
    ];
  },
  IfStatement({ node, id, around }) {
    const then = part(node, 'consequent');
    const first = then.type === 'BlockStatement' ? (then.body as Node[])[0] : then;
    if (!first || !/^(Return|Throw|Continue)Statement$/.test(first.type) || node.alternate) return null;
    around(part(node, 'test'), 'left', id);
    return [{ start: node.start, end: node.end, fresh: '', needs: YES }];
  },
  BinaryExpression({ node, text, id, pieces }) {
    const sign = String(node.operator);
    const fresh = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' }[sign];
    const at = text.indexOf(sign, part(node, 'left').end);
    if (!fresh || at >= part(node, 'right').start) return null;
    called(pieces, node, 'order', id, { at, to: at + sign.length, text: `), '${sign}', (` }, '))');
    return [{ start: at, end: at + sign.length, fresh, needs: YES }];
  },
  CallExpression: callTurns,
};

function callTurns({ node, above, text, id, around, pieces }: Place): Turn[] | null {
  const callee = part(node, 'callee');
  const given = (node.arguments as Node[])[0];
  if (callee.type !== 'MemberExpression' || callee.computed || !given || given.type === 'SpreadElement') return null;
  const [object, name] = [part(callee, 'object'), part(callee, 'property')];
  const word = textOf(name, text);
  const renamed = (fresh: string): Turn[] => [{ start: name.start, end: name.end, fresh, needs: YES }];
  if (textOf(object, text) === 'Math' && /^(round|ceil)$/.test(word)) {
    around(given, 'rounded', id, `, '${word}'`);
    return renamed('floor');
  }
  if (word === 'filter') {
    around(given, 'kept', id);
    return [{ start: object.end, end: node.end, fresh: '', needs: NO }];
  }
  const isChained = Boolean(callee.optional) || above.some(({ type }) => type === 'ChainExpression');
  if (!/^(some|every)$/.test(word) || isChained || (node.arguments as Node[]).length !== 1) return null;
  const to = text.indexOf('(', name.end) + 1;
  called(pieces, node, 'all', id, { at: text.lastIndexOf('.', name.start), to, text: `), '${word}', ` }, '');
  return renamed(word === 'some' ? 'every' : 'some');
}

/** `a < b` as `order(id, (a), '<', (b))`, `rows.some(test)` as `all(id, (rows), 'some', test)`. */
function called(
  pieces: Piece[],
  node: Node,
  name: string,
  id: number,
  between: Pick<Piece, 'at' | 'text'> & { to: number },
  end: string,
) {
  pieces.push({ at: node.start, order: 'before', other: node.end, text: `${prefix(name)}(${id}, (` });
  pieces.push({ ...between, order: 'instead', other: 0 });
  if (end) pieces.push({ at: node.end, order: 'after', other: node.start, text: end });
}

/** Whether only the truth of a value is asked for. */
function isTruthAlone(node: Node, above: readonly Node[]): boolean {
  const parent = above.at(-1);
  if (!parent) return false;
  if (/^(ConditionalExpression|IfStatement)$/.test(parent.type)) return parent.test === node;
  if (parent.type === 'UnaryExpression') return parent.operator === '!';
  const isAsked = parent.type === 'LogicalExpression' || parent.type === 'ParenthesizedExpression';
  if (isAsked) return isTruthAlone(parent, above.slice(0, -1));
  return parent.type === 'ArrowFunctionExpression' && parent.body === node && isTest(parent, above.at(-2));
}

const isTest = (test: Node, call: Node | undefined) => {
  const callee = call?.type === 'CallExpression' ? part(call, 'callee') : null;
  const name = callee?.type === 'MemberExpression' ? (callee.property as { name?: string }).name : '';
  return (call?.arguments as Node[] | undefined)?.[0] === test && /^(filter|some|every|find\w*)$/.test(name ?? '');
};
