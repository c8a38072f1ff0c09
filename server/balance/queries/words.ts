// What changes beside a document that never does: its words, and whether it is undone.
import { sql, type RawBuilder } from 'kysely';

const lastWords = (column: string, c: string) =>
  sql.raw(
    `(select w.${column} from contribution_words w where w.contribution_id = ${c}.id order by w.version desc limit 1)`,
  );

/** Comment of a document; `c` is an alias of `contribution`. */
export const commentOf = (c = 'c'): RawBuilder<string | null> => lastWords('comment', c) as RawBuilder<string | null>;
/** «Протокол № 3» of a document. */
export const basisOf = (c = 'c'): RawBuilder<string | null> =>
  lastWords('basis_document', c) as RawBuilder<string | null>;
/** Grows with every change of words. */
export const versionOf = (c = 'c'): RawBuilder<number> => sql<number>`coalesce(${lastWords('version', c)}, 1)`;

/** The reversal after which nothing of the document stands; null while something may. */
export const undoneBy = (c = 'c'): RawBuilder<number | null> =>
  sql.raw(
    `(select undoing.id from contribution undoing where undoing.reversal_of = ${c}.id and undoing.undoes_whole limit 1)`,
  );
/** Whether there is such a reversal. */
export const isUndone = (c = 'c'): RawBuilder<boolean> =>
  sql.raw(`exists (select 1 from contribution undoing where undoing.reversal_of = ${c}.id and undoing.undoes_whole)`);

/** The case that moved debts by a document, as its key names it; null for every other document. */
export const caseOf = (c = 'c'): RawBuilder<number | null> =>
  sql.raw(
    `case when ${c}.kind = 'transfer' then substring(${c}.idempotency_key from '^reregistration:([0-9]{1,9}):')::int end`,
  );
