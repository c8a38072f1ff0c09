// 5. Extract of the decision by which a garage was given out.
import { richLines } from '../paper/richLines.ts';
import { BLANK, longDate } from '../../kernel/paper/words.ts';
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
      value: ({ garage, day }) =>
        (garage?.owners[0]?.started_on ?? day) < day ? 'подтвердить распределение гаража' : 'распределить гараж',
    },
    НомерПротокола: { about: 'Номер протокола', value: ({ number }) => number },
    ОснованиеРаспределения: {
      about: 'Основание владения',
      value: ({ garage }) => inSentence(garage?.owners[0]?.start_reason || `протокол № ${BLANK}`),
    },
    ВладеетС: { about: 'Начало владения', value: ({ garage }) => longDate(garage?.owners[0]?.started_on ?? null) },
  },
  signatures: (facts) => [chairman(facts), ['Секретарь', null]],
  refuse: needsStanding,
};
