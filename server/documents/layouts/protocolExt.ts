// 13. Extract of the bureau's minutes on a re-registration.
import { richLines } from '../paper/richLines.ts';
import { BLANK, longDate } from '../../kernel/paper/words.ts';
import { chairman, namesIn, type Layout } from './layout.ts';
import { reasonBy } from './reasons.ts';

/** Nobody comes or leaves: a name or a document of an owner has changed. */
const RENAMING = 12;

export const protocolExt: Layout = {
  code: 'protocol_ext',
  frame: 'letter',
  text: richLines(`
    # ВЫПИСКА ИЗ ПРОТОКОЛА
    ^ **№ {НомерПротокола} от {Дата} заседания {ОрганЧего} {ПО}**
    Присутствовали: члены {ОрганЧего} ____________________.
    Повестка: о переоформлении гаража {ГаражПолностью} (переоформление № {НомерДела}, {ОснованиеЧем}).
    Решили:
    ?ПрежниеКого Исключить из числа владельцев гаража {ГаражПолностью} {ПрежниеКого} с {ДатаПерехода}.
    ?НовыеКого Включить в число владельцев гаража {ГаражПолностью} {НовыеКого} с {ДатаПерехода}.
    ?УточнитьКого Уточнить сведения о владельцах гаража {ГаражПолностью}: {УточнитьКого}.
    Внести изменения в реестр гаражей.
    Голоса: за ____, против ____, воздержались ____.
    Выписка верна. Дана для предъявления по месту требования.`),
  variables: {
    НомерПротокола: { about: 'Номер протокола', value: ({ number }) => number },
    НомерДела: { about: 'Номер переоформления', value: ({ case: found }) => String(found?.id ?? BLANK) },
    ОснованиеЧем: {
      about: 'Основание',
      value: ({ case: found }) => `в связи с ${reasonBy(found?.reason_id)}`,
    },
    ПрежниеКого: {
      declines: 'accusative',
      about: 'Прежние владельцы, кого',
      value: ({ case: found }) => (found?.reason_id === RENAMING ? '' : namesIn(found?.old ?? [], 'accusative')),
    },
    УточнитьКого: {
      about: 'Владельцы, чьи имя или документ сменились',
      value: ({ case: found }) =>
        found?.reason_id === RENAMING ? found.old.map((one) => one.full_name).join(', ') : '',
    },
    НовыеКого: {
      declines: 'accusative',
      about: 'Новые владельцы, кого, с долями',
      value: ({ case: found }) =>
        (found?.new ?? [])
          .map((one) => namesIn([one], 'accusative') + (one.share ? ` (доля ${one.share})` : ''))
          .join(', '),
    },
    ДатаПерехода: { about: 'Дата перехода', value: ({ case: found }) => longDate(found?.on_date ?? null) },
  },
  signatures: (facts) => [chairman(facts), ['Секретарь', null]],
};
