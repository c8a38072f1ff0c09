// 2. Certificate that nothing is owed on a day.
import { sumWithWords } from '../../kernel/words/rubles.ts';
import { richLines } from '../paper/richLines.ts';
import { money } from '../../kernel/paper/words.ts';
import { isArchivedOn, leftAfter, ownerless } from '../rules/ownersOn.ts';
import { agreeing } from '../rules/values.ts';
import { chairman, needsOwner, treasurer, type Layout } from './layout.ts';

export const refNoDebt: Layout = {
  code: 'ref_no_debt',
  frame: 'letter',
  text: richLines(`
    # СПРАВКА
    ^ **об отсутствии задолженности**
    Настоящая справка выдана **{ФИОкому}** в том, что {ОнОна} {Владение} гаража {ГаражПолностью}, тип — {ТипРазмеры}, на территории {ПО} (лицевой счёт {ЛС}) и по состоянию на {Дата} задолженности по взносам не имеет.
    Учтены взносы: {ВидыВзносовИлиВсе}.
    Остаток аванса: {АвансИлиНет}.
    ?ПоследняяОплата Последняя оплата в сумме {ПоследняяОплата}.
    Справка дана для предъявления по месту требования.`),
  variables: {
    Владение: {
      about: '«является владельцем»; о гараже, который был уже в архиве, — «был владельцем»',
      value: ({ garage, person, day }) =>
        garage && isArchivedOn(garage, day) && person ? `${agreeing('был', person)} владельцем` : 'является владельцем',
    },
    АвансИлиНет: {
      about: 'Аванс на дату или «нет»',
      value: ({ bill }) => (bill?.advance_kopecks ? sumWithWords(bill.advance_kopecks) : 'нет'),
    },
    ВидыВзносовИлиВсе: {
      about: 'Виды взносов гаража',
      value: ({ bill }) =>
        [...new Set((bill?.lines ?? []).map((line) => line.accrual_type.toLowerCase()))].join(', ') || 'все виды',
    },
  },
  signatures: (facts) => [chairman(facts), treasurer(facts)],
  // A text of people says «является» of itself.
  fits: (named, { garage, day }) => !garage || !isArchivedOn(garage, day) || named.includes('Владение'),
  notOn: ownerless,
  refuse: (facts) =>
    needsOwner(facts) ??
    (facts.bill?.debt_kopecks
      ? `На эту дату есть долг ${money(facts.bill.debt_kopecks)} ₽${leftAfter(facts) ? '' : '. Напечатайте «Уведомление о задолженности»'}`
      : null),
  instead: (facts) => (facts.person && facts.bill?.debt_kopecks && !leftAfter(facts) ? 'debt_notice' : null),
};
