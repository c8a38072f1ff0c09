// What one parsed row means for the register as it is: create, fill in, nothing, or a conflict for a person. Pure.
import { foldName } from '../../contract/kernel/words.ts';
import { differenceFields, type ImportChoices } from '../../contract/importChoices.ts';
import { compareRow, type Changes } from './differences.ts';
import { isOfPeople, placeKey, type ParsedRow } from './rows.ts';
import { PASSPORT_KEY, CODE_KEY, type KnownGarage, type KnownPerson } from './queries.ts';
import type { ParsedOwner } from './readRow.ts';
import { keptValue } from './rules/masks.ts';
import { couldBeOne } from './rules/person.ts';

export type Step = 'create' | 'update' | 'same' | 'conflict' | 'skip';
export interface RowPlan {
  step: Step;
  /** Russian sentence for the column «Результат». */
  text: string;
  garage: KnownGarage | null;
  changes: Changes;
  /** The known owner whose card is filled in. */
  person: KnownPerson | null;
  addsOwners: boolean;
}

/** What the register knows about a row. */
export interface RowFacts {
  garage: KnownGarage | undefined;
  /** The same row came with an earlier load. */
  isLoaded: boolean;
  /** Known people by key of identity, see `keysOf`. */
  people: ReadonlyMap<string, KnownPerson>;
  keysOf: (owner: ParsedOwner) => string[];
  passportHash: string | null;
  choices: ImportChoices;
  issuedOf: (person: KnownPerson) => string;
}

const nameOf = (owner: { lastName: string; firstName: string | null; fatherName: string | null }) =>
  [owner.lastName, owner.firstName, owner.fatherName].filter(Boolean).join(' ');

/** The known person who is this owner; a passport of somebody with another name or birthday is a conflict. */
export function findPerson(
  owner: ParsedOwner,
  { people, keysOf }: Pick<RowFacts, 'people' | 'keysOf'>,
): { person: KnownPerson | null; stranger: KnownPerson | null } {
  let stranger: KnownPerson | null = null;
  for (const key of keysOf(owner)) {
    const person = people.get(key);
    if (!person || isOfOtherCode(person, owner)) continue;
    if (couldBeOne(person, owner)) return { person, stranger: null };
    // A line copied with its code and given to somebody else says nothing of the first.
    if (key.startsWith(PASSPORT_KEY)) stranger = person;
  }
  return { person: null, stranger };
}

/** The same load has met him under another code: two cards of one name stay two. */
const isOfOtherCode = (person: KnownPerson, owner: ParsedOwner) =>
  Boolean(owner.code && person.codes?.length && !person.codes.includes(owner.code));

const noChanges: Changes = { garage: {}, person: {}, balance: 0, differences: [] };

export function planRow(row: ParsedRow, facts: RowFacts): RowPlan {
  const known = facts.garage ?? null;
  const plan = (step: Step, text: string, more: Partial<RowPlan> = {}): RowPlan => ({
    step,
    text,
    garage: known,
    changes: noChanges,
    person: null,
    addsOwners: false,
    ...more,
  });
  if (row.outcome === 'ignored') return plan('skip', '');
  if (row.outcome === 'error') return plan('skip', `Не загружено: ${toldOf(row)}`);
  if (isOfPeople(row)) return planPerson(row, facts, plan);
  const isThere = (person: KnownPerson) => known?.owners.some((one) => one.id === person.id);
  const stranger = row.owners
    .map((owner) => findPerson(owner, facts).stranger)
    .find((person) => person && !(isThere(person) && row.owners.some((owner) => sameName(person, owner))));
  if (stranger)
    return plan(
      'conflict',
      `Паспорт уже записан за другим человеком: ${nameOf(stranger)}. Строка не загружена, решите, чей он`,
    );
  const warning = warningOf(row);
  const first = row.owners[0];
  const namesakes = first ? (known?.owners.filter((one) => sameName(one, first)) ?? []) : [];
  const coded = first?.code ? facts.people.get(CODE_KEY + first.code) : undefined;
  const present =
    namesakes.find((one) => one.id === coded?.id) ?? namesakes.find((one) => couldBeOne(one, first!)) ?? namesakes[0];
  const person = first ? (present ?? findPerson(first, facts).person) : null;
  if (known && known.owners.length > 0 && row.owners.some((owner) => !known.owners.some((one) => isOwner(one, owner))))
    return plan(
      'conflict',
      `Гараж уже есть, владелец в реестре другой: ${row.owners.map(nameOf).join(', ')}. Владельцы не изменены`,
    );
  const changes = compareRow(row, placeKey(row), known, person, facts.passportHash, {
    ...facts,
    // Another birthday under the same name may be a slip or another person: nothing is filled in unasked.
    isLoaded: facts.isLoaded || Boolean(present && !couldBeOne(present, first!)),
  });
  const asked = askedText(changes);
  if (!known) return plan('create', `Создано${warning}${asked}`, { addsOwners: true, changes, person });
  const isVacant = known.owners.length === 0 && row.owners.length > 0;
  if (isVacant && known.is_locked)
    return plan('conflict', 'Гараж в переоформлении: владельцы не изменены. Строка не загружена');
  // Loaded before and vacant now: the owners left since.
  const addsOwners = isVacant && !facts.isLoaded;
  const writes =
    addsOwners ||
    changes.balance !== 0 ||
    Object.keys(changes.garage).length > 0 ||
    Object.keys(changes.person).length > 0;
  if (writes) return plan('update', `Дополнено${warning}${asked}`, { changes, addsOwners, person });
  return plan('same', asked ? `Оставлено как в реестре${asked}` : 'Без изменений', { changes, person });
}

const warningOf = (row: ParsedRow) => (row.issues.length ? `. Проверьте: ${toldOf(row)}` : '');

/** The result outlives the look at the file: personal cells are masked in it. */
const toldOf = (row: ParsedRow) => row.issues.map((issue) => issue.told).join('; ');

type Planner = (step: Step, text: string, more?: Partial<RowPlan>) => RowPlan;

/** A row that names people and no garage: they are entered or filled in, a person of another name under their code or passport is asked. */
function planPerson(row: ParsedRow, facts: RowFacts, plan: Planner): RowPlan {
  if (!row.owners.length) return plan('skip', 'Не загружено: имя не прочитано');
  const first = row.owners[0]!;
  const found = row.owners.map((owner) => findPerson(owner, facts));
  const named = first.code ? facts.people.get(CODE_KEY + first.code) : undefined;
  const other = found.find((one) => one.stranger)?.stranger ?? (named && !couldBeOne(named, first) ? named : null);
  if (other)
    return plan(
      'conflict',
      `В реестре это другой человек или другое имя: ${nameOf(other)}. Строка не загружена, решите, кто он`,
    );
  const person = found[0]!.person;
  const isNew = found.some((one) => !one.person);
  if (isNew && facts.isLoaded) return plan('same', 'Уже загружали: сейчас человека в реестре нет. Не изменено');
  if (row.isNamed) return plan('same', `Взято из строки выше${warningOf(row)}`, { addsOwners: true, person });
  const changes = person ? compareRow(row, placeKey(row), null, person, facts.passportHash, facts) : noChanges;
  const asked = askedText(changes);
  if (isNew) return plan('create', `Человек записан${warningOf(row)}${asked}`, { addsOwners: true, changes, person });
  const isHere = found.every((one) => one.person!.is_here);
  if (Object.keys(changes.person).length > 0 || !isHere)
    return plan('update', `Человек дополнен${warningOf(row)}${asked}`, { addsOwners: true, changes, person });
  return plan('same', asked ? `Оставлено как в реестре${asked}` : 'Без изменений', {
    addsOwners: true,
    changes,
    person,
  });
}

const sameName = (one: Parameters<typeof nameOf>[0], owner: ParsedOwner) =>
  foldName(nameOf(one)) === foldName(nameOf(owner));

/** The same full name, whose birthday is asked when it differs, or initials that fit it. */
const isOwner = (one: KnownPerson, owner: ParsedOwner) =>
  sameName(one, owner) ||
  (Boolean(owner.organisation?.inn) && one.organisation?.inn === owner.organisation?.inn) ||
  (couldBeOne(one, owner) && Boolean(owner.firstName?.endsWith('.') || one.firstName?.endsWith('.')));

/** Values that differ and stay as they are in the register. */
function askedText({ differences }: Changes): string {
  const kept = differences.filter((one) => one.choice !== 'file');
  if (!kept.length) return '';
  return `. Отличается от реестра, не изменено: ${kept.map((one) => `${differenceFields[one.field].toLowerCase()} (в реестре «${keptValue(one.field, one.was)}», в файле «${keptValue(one.field, one.becomes)}»)`).join('; ')}`;
}
