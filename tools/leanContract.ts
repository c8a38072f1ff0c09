// The agreement as the browser needs it: addresses and rights of calls. What only the server checks by stays with the server.
import type { Plugin } from 'vite';

/** What `endpoint` and `resource` are given for the server and its API pages alone. */
const ofServer = new Set(
  'params query body reply row card createBody updateBody filter sorts summary title tag'.split(' '),
);

/** What a field says to the server alone; a line each, as it is written or as the compiler writes it. */
const ofServerOnly = /^(?: {4}|\t\t)(returnable|logged|register|templated|exported|sensitive): .*\n/gm;

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

/**
 * Leaves the schemas of calls out of the build and lets it drop every constant of the agreement that no page reads.
 * The console's code takes only types from them; a schema that is read as a value brings zod back, and the build fails.
 */
export function leanContract(): Plugin {
  return {
    name: 'lean-contract',
    apply: 'build',
    transform: {
      filter: { id: /\/contract\/[\w/]+\.ts$/ },
      handler(code, id) {
        const kept = id.includes('/contract/fields/') ? code.replace(ofServerOnly, '') : code;
        return { code: lean(kept, this.parse(kept)), map: null };
      },
    },
    generateBundle(_, bundle) {
      const brought = Object.values(bundle).some((chunk) => chunk.type === 'chunk' && chunk.moduleIds.some(isZod));
      if (brought) this.error('A schema of contract/ is read as a value by the console: zod came into the build');
    },
  };
}

const isZod = (id: string) => id.includes('/node_modules/zod/');

/** A module of the agreement without what is the server's; a computed constant may be dropped when nothing reads it. */
export function lean(code: string, program: unknown): string {
  const cuts: { start: number; end: number; text: string }[] = [];
  const put = (start: number, end: number, text: string) => cuts.push({ start, end, text });
  visit(program, (node) => {
    const { callee, arguments: given } = node as unknown as { callee: Node; arguments: Node[] };
    if (node.type !== 'CallExpression' || !['endpoint', 'resource'].includes(String(callee.name))) return;
    for (const property of (given[0]?.properties as Node[] | undefined) ?? []) {
      if (ofServer.has(String((property.key as Node | undefined)?.name))) put(property.start, property.end, '...{}');
    }
  });
  for (const statement of (program as Node).body as Node[]) {
    const declared = (statement.declaration as Node | null | undefined) ?? statement;
    for (const { init } of (declared.declarations as { init: Node | null }[] | undefined) ?? []) {
      if (!init || init.type.endsWith('FunctionExpression') || !calls(init)) continue;
      put(init.start, init.start, '/* @__PURE__ */ (() => (');
      put(init.end, init.end, '))()');
    }
  }
  for (const { start, end } of unread(program as Node, cuts)) put(start, end, '');
  return cuts
    .sort((one, other) => other.start - one.start || other.end - one.end)
    .reduce((text, cut) => text.slice(0, cut.start) + cut.text + text.slice(cut.end), code);
}

/** Imports of which nothing is read but in what was cut out: what only schemas are made of must not come along with a page. */
function unread(program: Node, cuts: readonly { start: number; end: number }[]): Node[] {
  const read = new Set<string>();
  const imports: Node[] = [];
  for (const statement of program.body as Node[]) {
    if (statement.type === 'ImportDeclaration') imports.push(statement);
    else
      visit(statement, (node) => {
        const isCut = cuts.some(({ start, end }) => start <= node.start && node.end <= end);
        if (node.type === 'Identifier' && !isCut) read.add(String(node.name));
      });
  }
  return imports.filter(({ specifiers }) =>
    (specifiers as { local: { name: string } }[]).every(({ local }) => !read.has(local.name)),
  );
}

function calls(node: Node): boolean {
  let found = false;
  visit(node, ({ type }) => (found ||= type === 'CallExpression'));
  return found;
}

function visit(value: unknown, seen: (node: Node) => void): void {
  if (Array.isArray(value)) for (const one of value) visit(one, seen);
  else if (value && typeof value === 'object') {
    if ('type' in value) seen(value as Node);
    for (const one of Object.values(value)) visit(one, seen);
  }
}
