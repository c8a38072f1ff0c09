// Which columns name the owner and the number when several could: decided by titles and cells, else asked.
import type { ImportField, QuestionOption } from '../../../contract/importFields.ts';
import { fits, mostlyDifferent } from './content.ts';
import type { TitleGuess } from './headers.ts';
import type { Decision, TableFacts } from './tableFacts.ts';
import { fold, tidy } from './text.ts';

type Role = 'owner' | 'coowner' | 'tenant';
const nothing: Decision = { fields: new Map(), question: null };

function roleOf(title: string, guess: TitleGuess | null): Role | null {
  const text = fold(title)
    .replace(/[.,()«»"]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const isOther = /телефон|тел(?![а-я])|адрес|паспорт|рожд|договор|долг|дата|почт|e-?mail|доля/.test(text);
  if (isOther) return null;
  if (/арендатор|нанимател|пользовател|плательщик/.test(text)) return 'tenant';
  if (
    /совладел|сособственник|второ[йг]о? (?:собств|влад|хоз)|(?:собственник|владелец|хозяин|фио|ф и о)[а-я ]* ?(?:№ ?)?[2-9]$/.test(
      text,
    )
  )
    return 'coowner';
  return guess?.field === 'owner' ? 'owner' : null;
}

/** Собственник, арендатор, второй собственник: who is written as the owner. */
export function decideOwner(facts: TableFacts, guesses: readonly (TitleGuess | null)[]): Decision {
  const found = facts.titles.flatMap(({ own, above }, index) => {
    if (facts.hidden[index] || index < facts.firstColumn || index > facts.lastColumn) return [];
    // «Арендатор» over «Ф.И.О.»: whose name it is stands above.
    const isName = /^(?:фио|ф\.? ?и\.? ?о\.?)/i.test(own);
    const role = (isName ? roleOf(above.join(' '), null) : null) ?? roleOf(own, guesses[index] ?? null);
    return role ? [{ index, role, title: [...above, own].filter(Boolean).join(' / ') }] : [];
  });
  const owners = found.filter((one) => one.role === 'owner');
  const others = found.filter((one) => one.role !== 'owner');
  const apart = guesses.some((guess) => guess?.field === 'lastName');
  if (apart && others.length === 0 && owners.every((one) => guesses[one.index]!.confidence < 1)) return nothing;
  if (!apart && owners.length === 1 && others.length === 0) return nothing;
  if (found.length === 0) return nothing;
  const best = apart ? null : preferred(owners);
  const coowners = found.filter((one) => one.role === 'coowner');
  const fieldsOf = (chosen: readonly { index: number }[]) =>
    found.map(({ index }) => ({
      table: facts.table,
      index,
      field: chosen.some((one) => one.index === index) ? ('owner' as const) : null,
    }));
  const options: QuestionOption[] = [];
  const add = (value: string, label: string, chosen: readonly { index: number }[]) =>
    options.push({ value, label, fields: fieldsOf(chosen), sumKopecks: null });
  if (apart) add('apart', 'Фамилия, имя, отчество в отдельных столбцах', []);
  for (const one of found) if (one.role !== 'coowner') add(String(one.index), `«${one.title}»`, [one]);
  const couple = [...owners, ...coowners];
  if (couple.length > 1) add('both', `Все — совладельцы: ${couple.map((one) => `«${one.title}»`).join(', ')}`, couple);
  if (!apart) add('none', 'Владельцев не загружать', []);
  const isCouple = !apart && owners.length === 1 && coowners.length > 0;
  const prepared = apart ? 'apart' : isCouple ? 'both' : best ? String(best.index) : 'none';
  const chosen = options.find((one) => one.value === prepared)!;
  const fields = new Map(chosen.fields.map(({ index, field }) => [index, field]));
  const sure = isCouple && found.length === couple.length;
  if (sure) return { fields, question: null };
  const names = found.map((one) => `«${one.title}»`).join(' и ');
  const question: Decision['question'] = {
    kind: 'owner',
    table: facts.table,
    text: `${names}: кого записать владельцем?`,
    proof: [],
    sure,
    prepared,
    options,
    columns: found.map(({ index, title }) => ({ index, title })),
  };
  return { fields, question };
}

function preferred<T extends { title: string; index: number }>(owners: readonly T[]): T | null {
  const rank = (title: string) =>
    [/собственник/, /владел/, /фио|ф\. ?и\. ?о/, /член/].findIndex((word) => word.test(fold(title)));
  const score = (one: T) => (rank(one.title) + 5) % 5;
  return owners.toSorted((one, other) => score(one) - score(other) || one.index - other.index)[0] ?? null;
}

/** Several columns could hold the number: those that are no numbers fall away, of two that stay a person chooses. */
export function decideNumber(facts: TableFacts, guesses: readonly (TitleGuess | null)[]): Decision {
  const all = guesses.flatMap((guess, index) => (guess?.field === 'number' && guess.confidence >= 0.5 ? [index] : []));
  if (all.length < 2) return nothing;
  const cellsOf = (index: number) => facts.rows.map((row) => row.cells[index]);
  const fields = new Map<number, ImportField | null>(all.map((index) => [index, null]));
  const good = all.filter((index) => (fits('number', cellsOf(index)) ?? 0.5) >= 0.4);
  const same = (one: number, other: number) =>
    facts.rows.every((row) => tidy(row.cells[one]?.text ?? '') === tidy(row.cells[other]?.text ?? ''));
  const different = good.filter((index, at) => good.findIndex((other) => same(index, other)) === at);
  const titleOf = (index: number) =>
    [...facts.titles[index]!.above, facts.titles[index]!.own].filter(Boolean).join(' / ');
  const isOld = (index: number) => /стар|прежн|был|бывш|по тех|по бти|по плану/.test(fold(titleOf(index)));
  const score = (index: number) => (isOld(index) ? 2 : 0) + (mostlyDifferent(cellsOf(index)) ? 0 : 1);
  const best = different.toSorted((one, other) => score(one) - score(other) || one - other)[0] ?? all[0]!;
  fields.set(best, 'number');
  if (different.length < 2) return { fields, question: null };
  const options = different.map((index) => ({
    value: String(index),
    label: `«${titleOf(index)}»`,
    fields: all.map((one) => ({ table: facts.table, index: one, field: one === index ? ('number' as const) : null })),
    sumKopecks: null,
  }));
  const text = `${different.map((index) => `«${titleOf(index)}»`).join(' и ')}: где номер гаража?`;
  const columns = different.map((index) => ({ index, title: titleOf(index) }));
  return {
    fields,
    question: {
      kind: 'number',
      table: facts.table,
      text,
      proof: [],
      sure: false,
      prepared: String(best),
      options,
      columns,
    },
  };
}
