// Single careless changes that a source file allows: an edge moved, a condition dropped, a guard forgotten, a mask or scope left out.
import { parseAst } from 'vite';

export interface Change {
  file: string;
  line: number;
  /** Offsets in the text of the file. */
  start: number;
  end: number;
  old: string;
  fresh: string;
  /** Name of the call whose rights are changed, as the matrix knows it. */
  call?: string;
}

/** A change that no test can notice. */
export interface Equivalent {
  file: string;
  old: string;
  fresh: string;
  /** A piece of the line, where the same change elsewhere in the file is noticed. */
  within?: string;
  why: string;
}

export interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}
type Edit = Pick<Change, 'start' | 'end' | 'fresh' | 'call'>;

/** All changes of a file, in the order of its text. @throws when the file is no TypeScript */
export function changesOf(file: string, text: string): Change[] {
  const tree = parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' }) as unknown as Node;
  const edits: Edit[] = [];
  walk(tree, [], (node, above) => edits.push(...(byType[node.type]?.(node, text, above) ?? [])));
  return edits
    .map((edit) => ({
      ...edit,
      file,
      line: text.slice(0, edit.start).split('\n').length,
      old: text.slice(edit.start, edit.end),
    }))
    .filter(({ old, fresh }) => old.trim() !== fresh.trim())
    .toSorted((one, other) => one.start - other.start || one.fresh.localeCompare(other.fresh));
}

/** The text with a change made. */
export const changed = (text: string, { start, end, fresh }: Change) => text.slice(0, start) + fresh + text.slice(end);

/** As a person finds it: file, line, what became of what. */
export function wordsOf({ file, line, old, fresh }: Change): string {
  const short = (text: string) => text.replace(/\s+/g, ' ').slice(0, 110);
  return `${file}:${line} «${short(old)}» → «${short(fresh)}»`;
}

export function walk(node: Node, above: Node[], see: (node: Node, above: Node[]) => void): void {
  // Types and imports are checked by the compiler; a declaration of a type is no behaviour.
  if (/^(Import|TSType|TSInterface)/.test(node.type)) return;
  see(node, above);
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value])
      if (child && typeof child === 'object' && typeof (child as Node).type === 'string')
        walk(child as Node, [...above, node], see);
}

export const part = (node: Node, key: string) => node[key] as Node;
export const textOf = (node: Node, text: string) => text.slice(node.start, node.end);
const whole = (node: Node, fresh: string): Edit => ({ start: node.start, end: node.end, fresh });

const edges: Record<string, string> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>', '===': '!==', '!==': '===' };
/** Sums and counts: elsewhere `+` joins texts. */
const FIGURES = /kopecks|amount|sum|total|count|days?\b|\d/i;
/** Sizes and pauses: a test that tells 99 from 100 ms is not wanted. */
const MEASURE = /(_MS|_S|_MB|BYTES|SIZE|PAUSE|PATIENCE|TIMEOUT|LIMIT|_LENGTH|_ROWS|ATTEMPTS|RETRIES)$/;

const byType: Record<string, (node: Node, text: string, above: Node[]) => Edit[]> = {
  BinaryExpression(node, text) {
    const [left, right, operator] = [part(node, 'left'), part(node, 'right'), String(node.operator)];
    const sign = operator === '+' ? '-' : operator === '-' ? '+' : null;
    const isFigure = FIGURES.test(textOf(node, text)) && !/['"`]/.test(textOf(node, text));
    const fresh = edges[operator] ?? (isFigure ? sign : null);
    if (!fresh) return [];
    const start = text.indexOf(operator, left.end);
    return start < right.start ? [{ start, end: start + operator.length, fresh }] : [];
  },
  LogicalExpression(node, text) {
    if (node.operator === '??') return [];
    return [part(node, 'left'), part(node, 'right')].map((side) => whole(node, `(${textOf(side, text)})`));
  },
  UnaryExpression: (node, text) =>
    node.operator === '!' ? [whole(node, `Boolean(${textOf(part(node, 'argument'), text)})`)] : [],
  ConditionalExpression: (node, text) =>
    ['consequent', 'alternate'].map((side) => whole(node, `(${textOf(part(node, side), text)})`)),
  IfStatement(node) {
    const then = part(node, 'consequent');
    const first = then.type === 'BlockStatement' ? (then.body as Node[])[0] : then;
    const isGuard = first && /^(Return|Throw|Continue)Statement$/.test(first.type);
    return isGuard && !node.alternate ? [whole(node, '')] : [];
  },
  ExpressionStatement(node, text) {
    const expression = part(node, 'expression');
    return expression.type === 'AwaitExpression' && !textOf(node, text).includes('\n') ? [whole(node, '')] : [];
  },
  CallExpression(node, text) {
    const callee = part(node, 'callee');
    if (callee.type !== 'MemberExpression' || callee.computed) return [];
    const [object, name] = [part(callee, 'object'), part(callee, 'property')];
    const word = textOf(name, text);
    const other = { some: 'every', every: 'some', max: 'min', min: 'max', round: 'floor', ceil: 'floor' }[word];
    if (other && (/^Math$/.test(textOf(object, text)) || /some|every/.test(word))) return [whole(name, other)];
    return word === 'filter' && !/^t\.deps|^db$/.test(textOf(object, text))
      ? [{ start: object.end, end: node.end, fresh: '' }]
      : [];
  },
  VariableDeclarator(node, text) {
    const [name, value] = [textOf(part(node, 'id'), text), node.init as Node | null];
    if (!value || value.type !== 'Literal' || typeof value.value !== 'number') return [];
    return /^[A-Z_]+$/.test(name) && !MEASURE.test(name) && value.value < 1000
      ? [whole(value, String(value.value + 1))]
      : [];
  },
  Property(node, text, above) {
    const [key, value] = [textOf(part(node, 'key'), text), part(node, 'value')];
    if (value.type === 'Literal' && value.value === true) return [whole(value, 'false')];
    if (!/^(needs|read|write)$/.test(key) || !/\bsignedIn\b/.test(text) || textOf(value, text) === 'signedIn')
      return [];
    const call = callOf(above.at(-1)!, text);
    return call && !/^\s*(reads|boolean)/.test(textOf(value, text)) ? [{ ...whole(value, 'signedIn'), call }] : [];
  },
  TaggedTemplateExpression(node, text) {
    return /^sql\b/.test(textOf(part(node, 'tag'), text)) ? sqlEdits(part(node, 'quasi'), text) : [];
  },
};

/** How the matrix names the call (or the calls of the resource) that an object of the contract describes. */
function callOf(object: Node, text: string): string | null {
  const said = Object.fromEntries(
    ((object.properties ?? []) as Node[])
      .filter((one) => one.type === 'Property' && part(one, 'value').type === 'Literal')
      .map((one) => [textOf(part(one, 'key'), text), String(part(one, 'value').value)]),
  );
  if (said.path) return `${said.method ?? ''} ${said.path}`.trim();
  return said.name ? `/api/${said.name}/` : null;
}

/** Words of SQL and what a careless hand makes of them. */
const words: [RegExp, (found: string) => string][] = [
  [/(?<=[\w)\s}])<=(?=\s)/g, () => '<'],
  [/(?<=[\w)\s}])>=(?=\s)/g, () => '>'],
  [/(?<=\s)<(?=\s)/g, () => '<='],
  [/(?<=\s)>(?=\s)/g, () => '>='],
  [/\bis not null\b/g, () => 'is null'],
  [/\bis null\b/g, () => 'is not null'],
  [/\bnot (?=exists\b)/g, () => ''],
  [/ desc\b/g, () => ' asc'],
  [/(?<=[\w)]) - (?=[\w(])/g, () => ' + '],
  [/(?<=[\w)]) \+ (?=[\w(])/g, () => ' - '],
  [
    / and (?:not )?[\w.]+ ?(?:=|<>) ?(?:'[^']*'|[\w.]+)(?=\s*(?:\)|$|and\b|or\b|order\b|group\b|then\b|returning\b))/g,
    () => '',
  ],
  [/ and (?:not )?[\w]+\.[\w]+(?=\s*(?:\)|$|and\b|or\b|order\b|group\b|then\b|returning\b))/g, () => ''],
];

function sqlEdits(quasi: Node, text: string): Edit[] {
  const [quasis, expressions] = [quasi.quasis as Node[], quasi.expressions as Node[]];
  const pieces = quasis.map((_, nth) => {
    const start = nth ? text.indexOf('}', expressions[nth - 1]!.end) + 1 : quasi.start + 1;
    const end = nth < expressions.length ? text.lastIndexOf('${', expressions[nth]!.start) : quasi.end - 1;
    return { start, end, text: text.slice(start, end) };
  });
  const inWords = pieces.flatMap((piece) =>
    words.flatMap(([word, fresh]) =>
      [...piece.text.matchAll(word)]
        .filter((found) => !/between\s[^()]*$/.test(piece.text.slice(0, found.index)))
        .map((found) => {
          const start = piece.start + found.index;
          return { start, end: start + found[0].length, fresh: fresh(found[0]) };
        }),
    ),
  );
  // A whole condition handed in: « and ${inScope(actor, 'g')}».
  const conditions = expressions.flatMap((expression, nth) => {
    const before = / and $/.exec(pieces[nth]!.text);
    const isWhole = /^\s*($|\)|and\b|order\b|group\b|limit\b|returning\b)/.test(pieces[nth + 1]!.text);
    const isAfterBetween = /between[^()]*$/.test(pieces[nth]!.text);
    if (!before || !isWhole || isAfterBetween || !/^\w+\(/.test(textOf(expression, text))) return [];
    return [{ start: pieces[nth]!.end - 5, end: pieces[nth + 1]!.start, fresh: '' }];
  });
  return [...inWords, ...conditions];
}
