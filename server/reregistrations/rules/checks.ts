// Everything that is right and wrong with a case, as one list from the first step on. Pure.
import { restrictionNames, type RestrictionKind } from '../../../contract/garages/restrictions.ts';
import { plusYears } from '../../../contract/kernel/ages.ts';
import { isDay, plusDays } from '../../../contract/kernel/days.ts';
import type { Check } from '../../../contract/reregistrations.ts';
import { formatDate, NOT_LATER } from '../../../contract/kernel/words.ts';
import { rubles } from '../../books/rules/words.ts';
import { firstDayFor, parseShare, sharesProblem } from '../../garages/rules.ts';
import {
  isSharesOnly,
  leavingOf,
  sharesAfter,
  type CaseFacts,
  type NewOwner,
  type OwnerFacts,
  type PersonFacts,
} from './facts.ts';
import { inheritanceProblems, keepsRest } from './inheritance.ts';
import { renamedOf } from './outcome.ts';
import { formerSigns, papersOf, reasonOf, type Field, type Minors, type Reason } from './reasons.ts';

type Found = Omit<Check, 'moment'> & { moment?: Check['moment'] };
const blocks = (key: string, text: string, field: string | null = null): Found => ({
  key,
  state: 'blocks',
  text,
  field,
});
const warns = (key: string, text: string, field: string | null = null): Found => ({ key, state: 'warns', text, field });
const well = (key: string, text: string): Found => ({ key, state: 'ok', text, field: null });

/** All checks in the order of the wizard; those without a fault are said too. */
export function checksOf(facts: CaseFacts): Check[] {
  const reason = reasonOf(facts.reason);
  const found = [
    ...garageChecks(facts),
    ...dateChecks(facts, reason),
    ...fieldChecks(facts, reason),
    ...peopleChecks(facts, reason),
    ...transitChecks(facts),
    ...exchangeChecks(facts),
    ...paperChecks(facts, reason),
    ...moneyChecks(facts, reason),
  ];
  return found.map((check) => ({ moment: 'apply', ...check }));
}

function garageChecks({ garage, caseId, restrictions, acknowledged, reason, expired }: CaseFacts): Found[] {
  const found: Found[] = [];
  if (!garage.is_active) found.push(blocks('garage', 'Гараж в архиве'));
  else if (garage.locked_by && garage.locked_by !== caseId)
    found.push(blocks('garage', `По гаражу уже идёт переоформление № ${garage.locked_by}`));
  else found.push(well('garage', 'Гараж свободен для переоформления'));
  for (const { id, kind, ground } of restrictions) {
    const text = `${restrictionNames[kind as RestrictionKind] ?? kind}: ${ground}`;
    if (kind === 'pledge')
      found.push(
        acknowledged.includes(id)
          ? warns('restriction', `${text}. С ограничением ознакомлены`)
          : { ...blocks('restriction', `${text}. Отметьте, что ознакомлены`, 'acknowledged'), ...seenBeforeEnd(id) },
      );
    else if (kind === 'estate' && (reason === 3 || reason === 5)) found.push(warns('restriction', text));
    else found.push(blocks('restriction', text));
  }
  for (const name of expired) found.push(blocks('representative', `Доверенность истекла: ${name}`));
  return found;
}

const seenBeforeEnd = (restriction: number) => ({ moment: 'complete' as const, restriction });

const DAYS_AHEAD = 30;

function dateChecks(facts: CaseFacts, reason: Reason): Found[] {
  const found: Found[] = [];
  const { date, dateRequest, today } = facts;
  if (dateRequest > today) found.push(blocks('dateRequest', NOT_LATER, 'dateRequest'));
  if (date > plusDays(today, DAYS_AHEAD))
    found.push(blocks('date', `Дата перехода не позже ${formatDate(plusDays(today, DAYS_AHEAD))}`, 'date'));
  else if (date < dateRequest && !reason.isEarlier)
    found.push(blocks('date', 'Переход не может быть раньше заявки', 'date'));
  const first = firstDay(facts, reason);
  if (first && date < first)
    found.push(blocks('date', `Дата не может быть раньше ${formatDate(first)}: тогда владельцы менялись`, 'date'));
  if (date > today) found.push(warns('future', `День перехода впереди: дело завершится само ${formatDate(date)}`));
  return found;
}

/** The first possible day: of a co-owner by his own history, of one who leaves by his start, else the last change. */
function firstDay(facts: CaseFacts, reason: Reason): string | null {
  const { owners, history, newOwners } = facts;
  if (reason.leaves === 'nobody' && reason.comes === 'nobody') return null;
  const found =
    reason.comes === 'added'
      ? newOwners.map((owner) => firstDayFor(owner.profile_id, history))
      : reason.comes === 'nobody'
        ? leavingOf(facts).leaving.map((owner) => owner.started_on)
        : [firstDayFor(null, history), ...owners.map((owner) => owner.started_on)];
  const days = found.filter((day) => day !== null);
  return days.length ? days.reduce((one, other) => (one > other ? one : other)) : null;
}

/** A sum in rubles as the contract reads it: «50 000», «1500,50 ₽»; null where it is one. */
function sumProblem(text: string): string | null {
  const plain = text.replace(/[\s₽]|руб\.?|р\.?$/g, '').replace(',', '.');
  if (/^[-−–]/.test(plain)) return 'сумма не может быть меньше нуля';
  if (/^\d+\.\d{3,}$/.test(plain)) return 'копеек не больше двух цифр';
  if (!/^\d+(\.\d{1,2})?$/.test(plain)) return 'это не сумма, напишите рубли и копейки, например 50 000,00';
  const rubles = Number(plain);
  if (rubles > MOST_RUBLES) return 'слишком большая сумма';
  return rubles > 0 ? null : 'сумма должна быть больше нуля; нет доплаты — оставьте поле пустым';
}
const MOST_RUBLES = 999_999_999.99;

/** What only a person's name has. */
const personal: readonly string[] = ['newFirstName', 'newFatherName'];

function fieldChecks(facts: CaseFacts, reason: Reason): Found[] {
  const found: Found[] = [];
  // An organisation and an estate have one name.
  const isOther = reason.id === 12 && (renamedOf(facts.owners, facts.leaving)?.kind ?? 'person') !== 'person';
  const labelOf = ({ key, label }: Field) => (isOther && key === 'newLastName' ? 'Новое название' : label);
  for (const field of reason.fields) {
    const value = facts.details[field.key]?.trim();
    if (!value) {
      if (field.required)
        found.push(blocks(`field:${field.key}`, `${labelOf(field)}: заполните поле`, `details.${field.key}`));
    } else if (isOther && personal.includes(field.key))
      found.push(
        blocks(`field:${field.key}`, `${field.label}: бывает только у человека, очистите поле`, `details.${field.key}`),
      );
    else if (field.kind === 'date' && !isDay(value))
      found.push(blocks(`field:${field.key}`, `${field.label}: введите корректную дату`, `details.${field.key}`));
    else if (field.kind === 'money' && sumProblem(value))
      found.push(blocks(`field:${field.key}`, `${field.label}: ${sumProblem(value)}`, `details.${field.key}`));
    else if (field.kind === 'date' && value > facts.today)
      found.push(
        blocks(`field:${field.key}`, `${field.label}: дата не может быть позже сегодняшней`, `details.${field.key}`),
      );
  }
  if (reason.hasPrice && !facts.price) found.push(blocks('price', 'Укажите цену гаража', 'garagePrice'));
  if (reason.minComment && (facts.comment ?? '').length < reason.minComment)
    found.push(blocks('comment', `Опишите ошибку, не короче ${reason.minComment} знаков`, 'comment'));
  return found;
}

function peopleChecks(facts: CaseFacts, reason: Reason): Found[] {
  const { leaving, staying } = leavingOf(facts);
  const found: Found[] = [];
  if (reason.comes === 'nobody' && facts.newOwners.length)
    found.push(blocks('newOwner', 'По этому основанию новых владельцев нет', 'newOwner'));
  if (reason.comes !== 'nobody' && !facts.newOwners.length && reason.id !== 4 && !isSharesOnly(facts))
    found.push(blocks('newOwner', 'Укажите нового владельца', 'newOwner'));
  if (reason.leaves === 'chosen' && !leaving.length && reason.id !== 8 && reason.id !== 13)
    found.push(blocks('leaving', 'У гаража нет владельца, который выбывает', 'leaving'));
  if (reason.id === 10 && leaving.length && !staying.length)
    found.push(blocks('leaving', 'Должен остаться хотя бы один владелец', 'leaving'));
  if (reason.id === 7 && staying.length) found.push(warns('leaving', 'Остальные владельцы останутся', 'leaving'));
  // One who was chosen may have left since: nobody is renamed in his place.
  const chosen = facts.leaving.length ? facts.owners.filter(({ id }) => facts.leaving.includes(id)) : facts.owners;
  if (reason.id === 12 && chosen.length !== 1)
    found.push(blocks('leaving', 'Выберите одного владельца, у которого меняется имя', 'leaving'));
  const ids = facts.newOwners.map((owner) => owner.profile_id);
  if (new Set(ids).size < ids.length) found.push(blocks('newOwner', 'Один человек указан дважды', 'newOwner'));
  for (const owner of facts.newOwners) {
    const stays = staying.some((one) => one.profile_id === owner.profile_id);
    const isOnly = facts.owners.length === 1 && facts.owners[0]!.profile_id === owner.profile_id;
    if (stays || (isOnly && reason.id !== 13 && !keepsRest(facts, owner.kind)))
      found.push(blocks('newOwner', 'Новый владелец уже владеет этим гаражом', 'newOwner'));
    found.push(...personChecks(owner), ...missingData(owner, facts, reason), ...minorChecks(owner, facts));
  }
  found.push(...formerMinorChecks(facts));
  for (const { field, text } of inheritanceProblems(facts)) found.push(blocks('inheritance', text, field));
  if (reason.id === 12) return found;
  return [...found, ...shareChecks(facts)];
}

/** Shares as they will be; what is wrong with one who stays stands at his own field. */
function shareChecks(facts: CaseFacts): Found[] {
  const { stays, comes } = sharesAfter(facts);
  const all = [...stays, ...comes].map(({ share }) => parseShare(share));
  const isShared = all.some(Boolean);
  const found = stays.flatMap(({ owner, share }) => {
    const field = `shares.${owner.id}`;
    if (parseShare(share) === undefined) return [blocks(field, `${owner.full_name}: доля пишется дробью: 1/2`, field)];
    const isCleared =
      owner.share !== null && facts.shares[String(owner.id)] !== undefined && parseShare(share) === null;
    return isCleared && isShared
      ? [blocks(field, `${owner.full_name} остаётся: впишите его долю или очистите доли у всех`, field)]
      : [];
  });
  if (found.length) return found;
  const problem = sharesProblem(all);
  if (problem) return [blocks('shares', problem, isSharesOnly(facts) ? 'shares' : 'newOwner')];
  return comes.length ? [well('people', 'Владельцы и доли сходятся')] : [];
}

function personChecks(person: PersonFacts): Found[] {
  const found: Found[] = [];
  const name = person.full_name;
  if (person.is_dead) found.push(blocks('person', `${name}: отмечен как умерший`, 'newOwner'));
  if (person.is_merged) found.push(blocks('person', `${name}: карточка объединена с другой, выберите её`, 'newOwner'));
  return found;
}

/**
 * What an application for a garage names of the one who comes. A child has no passport yet and is called through his
 * representative. The small dialogs of a garage enter the name alone: there it is only said.
 */
function missingData(owner: NewOwner, { date }: CaseFacts, reason: Reason): Found[] {
  if (owner.kind !== 'person') return [];
  if (owner.is_hidden)
    return [
      warns('person_hidden', `${owner.full_name}: данные и сбор уточнятся, когда заявка будет подана`, 'newOwner'),
    ];
  const isChild = isUnder(14, owner, date);
  const missing = [
    owner.birthday ? null : 'дата рождения',
    owner.has_passport || isChild ? null : 'паспорт',
    owner.has_address ? null : 'адрес регистрации',
    owner.has_phone || isUnder(18, owner, date) ? null : 'телефон',
  ].filter(Boolean);
  if (!missing.length) return [];
  const text = `${owner.full_name}: нет данных (${missing.join(', ')})`;
  return [
    reason.isSmall
      ? warns('person_data', text, 'newOwner')
      : // Who comes by an exchange has no fields in the wizard.
        blocks(
          'person_data',
          `${text}. Впишите их ${reason.id === 4 ? '' : 'здесь или '}в карточке человека`,
          'newOwner',
        ),
  ];
}

/** Whether a person is younger on a day; nobody whose birthday is not known. */
export const isUnder = (years: number, { kind, birthday }: Pick<PersonFacts, 'kind' | 'birthday'>, day: string) =>
  kind === 'person' && birthday !== null && plusYears(birthday, years) > day;

/** Children among those who come and, where they sign, among those who leave. */
export function minorsOf(facts: CaseFacts): Minors {
  const { newOwners, date } = facts;
  const old = signingOf(facts);
  const isTeen = (owner: Pick<PersonFacts, 'kind' | 'birthday'>) =>
    isUnder(18, owner, date) && !isUnder(14, owner, date);
  return {
    child: newOwners.some((owner) => isUnder(14, owner, date)),
    teen: newOwners.some(isTeen),
    oldChild: old.some((owner) => isUnder(14, owner, date)),
    oldTeen: old.some(isTeen),
  };
}

/** Who leaves and signs it himself or through another. */
const signingOf = (facts: CaseFacts): OwnerFacts[] =>
  formerSigns(reasonOf(facts.reason)) ? leavingOf(facts).leaving.filter(({ dead }) => !dead?.is_marked) : [];

/** Of children who leave the same is asked as of those who come. */
const formerMinorChecks = (facts: CaseFacts): Found[] =>
  signingOf(facts)
    .filter((owner) => isUnder(18, owner, facts.date))
    .map((owner) => {
      if (!isUnder(14, owner, facts.date))
        return warns(
          'minor_old',
          `${owner.full_name}: ещё нет 18 лет, выбывает с согласия законного представителя`,
          'leaving',
        );
      return facts.hasOldGuardian
        ? well('minor_old', `${owner.full_name}: ещё нет 14 лет, за него действует законный представитель`)
        : {
            ...blocks(
              'minor_old',
              `${owner.full_name}: ещё нет 14 лет. Добавьте в дело законного представителя прежнего владельца: подписывает он`,
            ),
            moment: 'complete',
          };
    });

/** A child has somebody who signs for him; from 14 on he signs himself, with a consent. Nobody of them is a member of ВОА. */
function minorChecks(owner: PersonFacts, { date, hasGuardian }: CaseFacts): Found[] {
  if (!isUnder(18, owner, date)) return [];
  const name = owner.full_name;
  const member = owner.is_member
    ? [warns('minor_member', `${name}: в ВОА принимают с 18 лет, исправьте карточку человека`, 'newOwner')]
    : [];
  if (!isUnder(14, owner, date))
    return [
      warns('minor', `${name}: ещё нет 18 лет, подписывает сам с согласия законного представителя`, 'newOwner'),
      ...member,
    ];
  return [
    hasGuardian
      ? well('minor', `${name}: ещё нет 14 лет, за него действует законный представитель`)
      : {
          ...blocks('minor', `${name}: ещё нет 14 лет. Добавьте в дело законного представителя: подписывает он`),
          moment: 'complete',
        },
    ...member,
  ];
}

function transitChecks({ transit, newOwners, owners, date, reason }: CaseFacts): Found[] {
  if (!transit.length) return [];
  const found: Found[] = [];
  if (!reasonOf(reason).hasTransit) found.push(blocks('transit', 'По этому основанию цепочки не бывает', 'transit'));
  // By a reason that costs nothing nobody passes a garage on.
  for (const { name } of transit.map((step) => reasonOf(step.reason)).filter(({ hasTransit }) => !hasTransit))
    found.push(blocks('transit', `В цепочке гараж не переходит по основанию «${name}»`, 'transit'));
  const days = [...transit.map((step) => step.date), date];
  if (days.some((day, nth) => nth > 0 && day < days[nth - 1]!))
    found.push(blocks('transit', 'Даты цепочки идут не по порядку', 'transit'));
  if (owners.some((owner) => owner.started_on && owner.started_on > days[0]!))
    found.push(blocks('transit', 'Цепочка начинается раньше, чем гараж получил прежний владелец', 'transit'));
  const people = [...transit, ...newOwners].map((one) => one.profile_id);
  if (new Set(people).size < people.length) found.push(blocks('transit', 'Человек стоит в цепочке дважды', 'transit'));
  if (transit.some((step) => owners.some((owner) => owner.profile_id === step.profile_id)))
    found.push(blocks('transit', 'Прежний владелец не может быть промежуточным', 'transit'));
  for (const step of transit) found.push(...personChecks(step));
  return found;
}

function exchangeChecks({ reason, exchange, caseId }: CaseFacts): Found[] {
  if (reason !== 4) return [];
  if (!exchange) return [blocks('exchange', 'Выберите гараж для обмена', 'exchangeGarage')];
  if (exchange.isSame) return [blocks('exchange', 'Нельзя обменять гараж сам на себя', 'exchangeGarage')];
  const found: Found[] = [];
  if (!exchange.is_active) found.push(blocks('exchange', 'Второй гараж в архиве', 'exchangeGarage'));
  if (!exchange.owners) found.push(blocks('exchange', 'У второго гаража нет владельца', 'exchangeGarage'));
  if (exchange.locked_by && exchange.locked_by !== caseId)
    found.push(
      blocks('exchange', `По второму гаражу уже идёт переоформление № ${exchange.locked_by}`, 'exchangeGarage'),
    );
  if (exchange.debt_kopecks > 0 && !exchange.isDebtDecided)
    found.push({
      ...blocks(
        'exchange_debt',
        `По второму гаражу есть долг${exchange.isElsewhere ? '' : ` ${rubles(exchange.debt_kopecks)}`}: решите его в парном деле`,
      ),
      moment: 'complete',
    });
  return found;
}

function paperChecks(facts: CaseFacts, reason: Reason): Found[] {
  const papers = papersOf(reason, facts.debtAnswer, minorsOf(facts));
  const missing = papers.filter((paper) => paper.required && !facts.received.includes(paper.kind));
  const found: Found[] = missing.length
    ? missing.map((paper) => ({ ...blocks(`paper:${paper.kind}`, `Нет бумаги: ${paper.title}`), moment: 'complete' }))
    : [well('papers', 'Все нужные бумаги на месте')];
  found.push(...pibChecks(facts));
  for (const { title, id } of facts.usedElsewhere)
    found.push(warns('paper_used', `${title}: тот же номер и дата стоят в переоформлении № ${id}`));
  return found;
}

/** The inventory paper is written to the garage: it is looked at as on the garage's own card. */
function pibChecks({ pib, today }: CaseFacts): Found[] {
  const { number, date, built } = pib;
  if (!date) return [];
  const wrong =
    date > today
      ? 'дата не может быть позже сегодняшней'
      : date < '1900-01-01'
        ? 'введите корректную дату'
        : built && date < built
          ? 'дата раньше постройки гаража'
          : null;
  if (wrong) return [blocks('pibDate', `Справка ПИБ: ${wrong}`, 'pibDate')];
  return number ? [] : [blocks('pibNumber', 'Справка ПИБ: впишите номер или уберите дату', 'pibNumber')];
}

function moneyChecks(facts: CaseFacts, reason: Reason): Found[] {
  const found: Found[] = [];
  const owed = facts.debt_kopecks;
  const isDecided = reason.ignoresDebt || facts.debtAnswer === 'stays_old' || facts.debtAnswer === 'moves_new';
  if (owed <= 0) found.push(well('debt', 'Долга нет'));
  else if (isDecided) found.push(well('debt', `Долг ${rubles(owed)} решён`));
  else
    found.push({
      ...blocks('debt', `Есть долг ${rubles(owed)}. Выберите, кто его погашает`, 'debtAnswer'),
      moment: 'complete',
    });
  const { staying } = leavingOf(facts);
  if (facts.debtAnswer === 'moves_new' && !facts.newOwners.length && !staying.length && reason.id !== 4)
    found.push(blocks('debt', 'Долг принять некому: нового владельца нет', 'debtAnswer'));
  if (!facts.feeIsKnown) found.push(warns('fee', 'Тариф не задан: сбор не будет начислен'));
  if (facts.closedUntil && facts.closedUntil >= facts.today)
    found.push({ ...blocks('period', `Период закрыт до ${formatDate(facts.closedUntil)}`), moment: 'complete' });
  return found;
}

/** What hinders a step: everything for the end, only what belongs to the application before. */
export const hindering = (checks: readonly Check[], moment: Check['moment']) =>
  checks.filter((check) => check.state === 'blocks' && (moment === 'complete' || check.moment === 'apply'));
