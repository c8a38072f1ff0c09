// Numbers that people type: another paper may stand under the same one, and a person says that he knows.
import { sql } from 'kysely';
import { NUMBER_TAKEN } from '../../../contract/documents.ts';
import type { WriteDb } from '../../kernel/ctx.ts';
import { Refused } from '../../kernel/errors.ts';
import { read } from '../../kernel/read.ts';
import { asksOfNumber, takenWords, type Numbered } from '../rules/numbers.ts';
import type { Subject } from '../facts/subject.ts';
import type { Facts } from '../facts/types.ts';
import type { DocumentKind } from '../rules.ts';

/** The paper that the number is for. */
interface Own {
  kind: DocumentKind;
  subject: Subject;
  facts: Facts;
}

export interface TypedNumber {
  number: string;
  /** The person was asked and meant it. */
  isConfirmed: boolean;
}

/** The number without leading zeros. @throws 409 that may be confirmed, when a paper that stands carries it */
export async function typedNumber(tx: WriteDb, { kind, subject, facts }: Own, typed: TypedNumber): Promise<string> {
  const number = typed.number.replace(/^0+/, '');
  const [po, year] = [facts.org.po_id, Number(facts.day.slice(0, 4))];
  // Two who type the same number at once go one after the other: the second is asked.
  await sql`insert into document_counter (po_id, type_id, year, last) values (${po}, ${kind.id}, ${year}, 0)
    on conflict (po_id, type_id, year) do update set last = document_counter.last`.execute(tx);
  if (typed.isConfirmed) return number;
  const standing = await read(
    tx,
    sql<Numbered & { id: number }>`select d.id, d.on_date, d.garage_id, d.reregistration_id from document d
      where d.po_id = ${po} and d.type_id = ${kind.id} and d.year = ${year} and d.number = ${number} and d.number not like '%/%'
        and d.copy_of is null and d.state in ('printing', 'valid') order by d.id desc`,
  );
  const own = { on_date: facts.day, garage_id: subject.garage_id, reregistration_id: subject.reregistration_id };
  const other = standing.find((paper) => asksOfNumber(kind, own, paper));
  if (!other) return number;
  const message = takenWords(kind, number, own, other);
  const current = { id: other.id, name: `№ ${number}` };
  throw new Refused(409, { message, code: NUMBER_TAKEN, errors: { number: message }, current });
}
