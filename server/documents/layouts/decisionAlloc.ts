// 5. Extract of the decision by which a garage was given out.
import { richLines } from '../paper/richLines.ts';
import { BLANK, longDate } from '../../kernel/paper/words.ts';
import { heldBy, ownerless } from '../rules/ownersOn.ts';
import { inSentence } from '../rules/values.ts';
import { chairman, needsStanding, type Layout } from './layout.ts';

export const decisionAlloc: Layout = {
  code: 'decision_alloc',
  frame: 'letter',
  text: richLines(`
    # ВЫПИСКА ИЗ РЕШЕНИЯ
    ^ **о распределении гаража**
    ^ протокол № {НомерПротокола} от {Дата} заседания {ОрганЧего} {ПО}
    Слушали: о распределении гаража {ГаражПолностью} на территории {ПО} по адресу: {АдресПО}.
    Решили: {ЧтоРешили} {ГаражПолностью}, тип — {ТипРазмеры}, **{ФИОкому}**, {ДатаРождения}.
    Основание: {ОснованиеРаспределения}. Гараж закреплён с {ВладеетС}.
    Выписка верна. Дана для предъявления по месту требования.`),
  variables: {
    ЧтоРешили: {
      about: '«распределить гараж»; о том, кем он закреплён раньше, — «подтвердить распределение гаража»',
      value: (facts) =>
        (heldBy(facts)?.started_on ?? facts.day) < facts.day
          ? 'подтвердить распределение гаража'
          : 'распределить гараж',
    },
    НомерПротокола: { about: 'Номер протокола', value: ({ number }) => number },
    ОснованиеРаспределения: {
      about: 'Основание владения',
      value: (facts) => inSentence(heldBy(facts)?.start_reason || `протокол № ${BLANK}`),
    },
    ВладеетС: { about: 'Начало владения', value: (facts) => longDate(heldBy(facts)?.started_on ?? null) },
  },
  signatures: (facts) => [chairman(facts), ['Секретарь', null]],
  notOn: ownerless,
  refuse: needsStanding,
};
