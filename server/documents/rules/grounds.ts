// By what decisions the lines of a debt were charged. Pure.
import type { DebtLine } from '../../../contract/balance.ts';
import type { Facts } from '../facts/types.ts';
import { inSentence } from './values.ts';

/** «протокол № 1 от 20.01.2025; протокол № 1 от 20.01.2026»: whoever is asked for money sees who decided that it is to be paid. */
export function groundsOfLines({ grounds }: Pick<Facts, 'grounds'>, lines: readonly DebtLine[]): string {
  const owed = new Set(
    lines.flatMap(({ charges }) => charges.filter((one) => one.owed_kopecks > 0).map((one) => one.document_id)),
  );
  const named = grounds.filter((one) => owed.has(one.document_id)).map(({ ground }) => inSentence(ground.trim()));
  return [...new Set(named)].join('; ');
}
