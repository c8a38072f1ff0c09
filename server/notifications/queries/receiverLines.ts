// Receivers as lines of text, a line for each garage: what a hundred thousand people decide and are told, without an object for each of them.
import { sql, type RawBuilder } from 'kysely';
import type { Ctx, ReadDb, WriteDb } from '../../kernel/ctx.ts';
import { read } from '../../kernel/read.ts';
import { receiversFrom, smsPhoneOf, type Asked, type Selection } from './receiverFacts.ts';

/** Ends a line, and a field of a line; neither stands in a name. */
const LINE = '\x1e';
const FIELD = '\x1f';
/** People whose names begin with the same letters travel as one text. */
const LETTERS = 2;

/** A person as a line says; names and accounts are read only where a text names them. */
export interface ReceiverLine {
  id: number;
  bits: number;
  poId: number;
  lastName: string;
  firstName: string;
  fatherName: string;
  /** How the number that takes SMS begins; empty without one. */
  phoneStart: string;
  /** Debts by kind are not read here. */
  garages: {
    id: number;
    po_id: number;
    section: string;
    number: string;
    account: string;
    debt: number;
    byType: string;
    penalty: number;
    /** It is no more his: the debt is what was left to him. */
    isLeft: boolean;
  }[];
}

interface Told extends Asked {
  /** Variables of the texts. */
  used: readonly string[];
  /** So many signs of a number tell the price of an SMS to it. */
  phoneStart: number;
}

/** Lines of one text, and how many. */
export interface Lines {
  text: string;
  count: number;
}

/** Whom a selection names, by name, as texts that `peopleOf` reads. The same people as of `receiverRows`, however many. */
export async function receiverTexts(ctx: Ctx, db: ReadDb | WriteDb, selection: Selection, asked: Told) {
  const needs = (...keys: string[]) => asked.used.some((key) => keys.includes(key));
  const text = (column: RawBuilder<unknown>, isNeeded = true) =>
    isNeeded ? sql`translate(coalesce(${column}, ''), ${LINE + FIELD}, '')` : sql`''`;
  const isNamed = needs('ФИО', 'ИмяОтчество');
  const fields = [
    sql`l.id`,
    sql`l.bits`,
    sql`coalesce(l.garage_po, l.po_id)`,
    text(sql`l.last_name`, isNamed),
    text(sql`l.first_name`, isNamed),
    text(sql`l.father_name`, isNamed),
    sql`coalesce(l.garage_id::text, '')`,
    text(sql`l.section`),
    text(sql`l.number`),
    text(sql`l.account_no`, needs('ЛС')),
    sql`coalesce(l.debt, 0)`,
    sql`coalesce(left(${smsPhoneOf(sql`l.phones`)}, ${sql.lit(asked.phoneStart)}), '')`,
    sql`case when l.is_left then 1 else 0 end`,
  ];
  // Sorted once, as lines: letters that a name begins with cut them into texts, and stand first in the order anyway.
  return read(
    db,
    sql<Lines>`select string_agg(l.line, ${LINE}::text) as text, count(*)::int as count
      from (select left(l.name_key, ${sql.lit(LETTERS)}) as letters, concat_ws(${FIELD}::text, ${sql.join(fields)}) as line
        from (${lines(ctx, selection, asked)}) as l
        order by letters, l.name_key, l.id, l.garage_po, l.section_key, l.number_key, l.garage_id) as l
      group by l.letters order by l.letters`,
  );
}

/** People `p` with their garages, a row for each. */
function lines(ctx: Ctx, selection: Selection, asked: Asked) {
  const { bits, rows } = receiversFrom(
    ctx,
    selection,
    asked,
    (owners, held) =>
      sql`select own.profile_id, 1 as garages, g.id as garage_id, g.po_id as garage_po, g.section, g.number, g.section_key, g.number_key, g.account_no,
      ${held.debt} as debt, ${held.isLeft} as is_left ${owners}`,
  );
  return sql`select p.id, p.name_key, p.po_id, p.last_name, p.first_name, p.father_name, p.phones, of_place.garage_id, of_place.garage_po, of_place.section,
      of_place.number, of_place.section_key, of_place.number_key, of_place.account_no, of_place.debt, of_place.is_left, ${bits} as bits ${rows}`;
}

/** People of the texts in order, from a line on; `at` is the number of each one's first line. */
export function* peopleOf(texts: readonly Lines[], from = 0): Generator<{ at: number; person: ReceiverLine }> {
  let first = 0;
  for (const { text, count } of texts) {
    if (first + count > from) yield* peopleOfText(text, first, from);
    first += count;
  }
}

/** Nobody's lines stand in two texts. */
function* peopleOfText(text: string, first: number, from: number) {
  let person: ReceiverLine | null = null;
  let at = 0;
  let line = first;
  for (const words of text.split(LINE)) {
    if (line >= from) {
      const fields = words.split(FIELD);
      const id = Number(fields[0]);
      if (person?.id !== id) {
        if (person) yield { at, person };
        at = line;
        person = personOf(id, fields);
      }
      if (fields[6]) person.garages.push(garageOf(fields));
    }
    line += 1;
  }
  if (person) yield { at, person };
}

const personOf = (
  id: number,
  [, bits, po, lastName, firstName, fatherName, , , , , , phoneStart]: string[],
): ReceiverLine => ({
  id,
  bits: Number(bits),
  poId: Number(po),
  lastName: lastName!,
  firstName: firstName!,
  fatherName: fatherName!,
  phoneStart: phoneStart!,
  garages: [],
});
const garageOf = (fields: string[]): ReceiverLine['garages'][number] => ({
  id: Number(fields[6]),
  po_id: Number(fields[2]),
  section: fields[7]!,
  number: fields[8]!,
  account: fields[9]!,
  debt: Number(fields[10]),
  byType: '',
  penalty: 0,
  isLeft: fields[12] === '1',
});
