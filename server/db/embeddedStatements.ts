// Statements that the embedded database keeps planned: planning costs it more than running what a page asks.
import { parse, protocol, type PGlite } from '@electric-sql/pglite';
import { ONE_PLAN } from './planned.ts';
import { isOutdated, isPlannedOnce, KeptStatements } from './prepared.ts';

interface Prepared {
  name: string;
  /** Types of its values. */
  types: number[];
}
interface Answer {
  rows: unknown[];
  affected: number;
}

const { serialize } = protocol;

const setting = (text: string) => [serialize.parse({ text }), serialize.bind({}), serialize.execute({})];
const generic = setting('set plan_cache_mode = force_generic_plan');
const usual = setting('reset plan_cache_mode');

/** Asks the database; what was asked before is planned once. The caller asks one thing after another. */
export function statementsOf(database: PGlite) {
  const kept = new KeptStatements<Prepared>();
  let named = 0;
  /** Whether a transaction is open, as the database said last. */
  let isOpen = false;

  const say = async (...parts: Uint8Array[]) => {
    const { messages } = await database.execProtocol(joined([...parts, serialize.sync()]));
    return messages;
  };

  async function prepared(text: string): Promise<Prepared> {
    const known = kept.use(text);
    if (known) return known;
    const oldest = kept.giveWay();
    const name = `kept_${(named += 1)}`;
    const messages = await say(
      ...(oldest ? [serialize.close({ type: 'S', name: oldest.name })] : []),
      serialize.parse({ name, text }),
      serialize.describe({ type: 'S', name }),
    );
    const statement = { name, types: parse.parseDescribeStatementResults(messages) };
    kept.keep(text, statement);
    return statement;
  }

  async function run(text: string, params: readonly unknown[]): Promise<Answer> {
    const { name, types } = await prepared(text);
    const values = params.map((value, nth) => {
      if (value === null || value === undefined) return null;
      const written = database.serializers[types[nth]!];
      return written ? written(value) : String(value);
    });
    const asked = [
      serialize.bind({ statement: name, values }),
      serialize.describe({ type: 'P' }),
      serialize.execute({}),
    ];
    const isOnePlan = text.includes(ONE_PLAN);
    // What fails takes the setting back by itself: without a transaction these words are one.
    const messages = await say(...(isOnePlan ? [...generic, ...asked, ...usual] : asked));
    return answerOf(parse.parseResults(messages, database.parsers)[isOnePlan ? 1 : 0]);
  }

  return async (text: string, params: readonly unknown[]): Promise<Answer> => {
    if (!isPlannedOnce(text, params)) {
      const answer = answerOf(await database.query(text, [...params]));
      isOpen = openAfter(text, isOpen);
      return answer;
    }
    try {
      return await database.runExclusive(() => run(text, params));
    } catch (error) {
      if (!isOutdated(error)) throw error;
      kept.forget(text);
      // Within a transaction nothing more can be asked: the whole of it is tried again by whoever began it.
      if (isOpen) throw error;
      return answerOf(await database.query(text, [...params]));
    }
  };
}

/** Transactions are begun and ended by statements of their own. */
function openAfter(text: string, isOpen: boolean): boolean {
  const word = /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase();
  if (word === 'begin' || word === 'start') return true;
  return word === 'commit' || (word === 'rollback' && !/^\s*rollback\s+to\b/i.test(text)) ? false : isOpen;
}

const answerOf = (result: { rows: unknown[]; affectedRows?: number } | undefined): Answer => ({
  rows: result?.rows ?? [],
  affected: result?.affectedRows ?? 0,
});

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
