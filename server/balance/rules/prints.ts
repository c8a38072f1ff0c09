// Keyed hashes of words under a seal: who has not the key of this installation can neither forge nor guess them.

/** Makes a keyed hash of a text, hex. */
export interface Printer {
  print(text: string): string;
}

/** Words of a document as its seal holds them; null where there are none. */
export interface WordPrints {
  basis_document: string | null;
  comment: string | null;
  request: string | null;
}

/** Prints of what a document says in words. The same request prints alike whatever the order of its keys. */
export function wordPrints(
  printer: Printer,
  said: { basisDocument?: string | null; comment?: string | null; request?: object | null },
): WordPrints {
  const print = (what: string, text: string | null | undefined) =>
    text === null || text === undefined ? null : printer.print(`${what}:${text}`);
  return {
    basis_document: print('basis', said.basisDocument),
    comment: print('comment', said.comment),
    request: said.request ? print('request', JSON.stringify(inOrder(JSON.parse(JSON.stringify(said.request))))) : null,
  };
}

/** The value with the keys of its objects in order. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, one]) => [key, inOrder(one)]));
}
