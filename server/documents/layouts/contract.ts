// 12. Contract of sale, gift or exchange with its act of handing over.
import { sumWithWords } from '../../kernel/words/rubles.ts';
import type { CaseFacts, CaseParty, Facts } from '../facts/types.ts';
import { richLines } from '../paper/richLines.ts';
import { BLANK, longDate } from '../../kernel/paper/words.ts';
import { actingWords, signaturesOf } from '../rules/acting.ts';
import { restrictionsOn } from '../rules/restrictions.ts';
import { identityWords, orBlank } from '../rules/values.ts';
import type { Layout } from './layout.ts';
import { contractOf } from './reasons.ts';

/** Reason «Обмен». */
const EXCHANGE = 4;

const kindOf = ({ case: found }: Facts) => contractOf(found?.reason_id);
const sideOf = (people: readonly CaseParty[], day: string) =>
  people
    .map(
      (one) =>
        `${one.full_name}, ${one.birthday ? `${longDate(one.birthday)} рождения, ` : ''}${identityWords(one)}, адрес: ${orBlank(one.registration_address)}${actingWords(one, day)}`,
    )
    .join('; ') || BLANK;

export const contract: Layout = {
  code: 'contract',
  frame: 'letter',
  isOfPeople: true,
  text: richLines(`
    # ДОГОВОР {ВидДоговора}
    **1. Стороны.** {СторонаОт}: {Отдаёт}. {СторонаКому}: {Получает}.
    **2. Предмет.** {СторонаОт} {Передаёт}, а {СторонаКому} {Принимает} гараж {ГаражПолностью}, тип — {ТипРазмеры}, на территории {ПО} по адресу: {АдресПО}. Земельный участок {Участок}.
    ?ПИБ Технический учёт: справка проектно-инвентаризационного бюро (ПИБ) {ПИБ}.
    **3. Цена.** {Цена}
    **4. Гарантии.** {Гарантии} О взносах стороны договорились в заявлении о переоформлении.
    **5. Передача.** Гараж передаётся по акту, который составляет часть договора. Договор составлен в трёх экземплярах: по одному сторонам и один для {ПО}.
    # АКТ ПРИЁМА-ПЕРЕДАЧИ
    {СторонаОт} {Передал}, а {СторонаКому} {Принял} гараж {ГаражПолностью} и ключи от него {ДатаПередачи}, в день перехода права.
    ?ГаражВзамен {СторонаКому} {Передал}, а {СторонаОт} {Принял} взамен гараж {ГаражВзамен} и ключи от него {ДатаПередачи}.
    Претензий стороны не имеют.
    | Проект договора. Для объекта с зарегистрированным правом нужна регистрация в Росреестре.`),
  variables: {
    ВидДоговора: { about: 'Купли-продажи, дарения, мены', value: (facts) => kindOf(facts)?.title ?? '' },
    СторонаОт: { about: 'Кто передаёт', value: (facts) => kindOf(facts)?.from ?? '' },
    СторонаКому: { about: 'Кто получает', value: (facts) => kindOf(facts)?.to ?? '' },
    Передаёт: { about: 'Что делает первая сторона', value: (facts) => kindOf(facts)?.gives ?? '' },
    Принимает: { about: 'Что делает вторая сторона', value: (facts) => kindOf(facts)?.takes ?? '' },
    Передал: { about: 'Что сделала отдающая сторона, в акте', value: (facts) => kindOf(facts)?.gave ?? '' },
    Принял: { about: 'Что сделала принимающая сторона, в акте', value: (facts) => kindOf(facts)?.took ?? '' },
    ГаражВзамен: {
      about: 'Второй гараж обмена',
      none: 'это не обмен',
      value: ({ case: found }) => found?.other_garage ?? '',
    },
    Отдаёт: { about: 'Первая сторона с паспортом', value: ({ case: found, day }) => sideOf(found?.old ?? [], day) },
    Получает: { about: 'Вторая сторона с паспортом', value: ({ case: found, day }) => sideOf(found?.new ?? [], day) },
    Участок: {
      about: 'Земля под гаражом: не продаётся; по дару и обмену не передаётся',
      value: (facts) => (kindOf(facts)?.from === 'Продавец' ? 'не продаётся' : 'не передаётся'),
    },
    Цена: { about: 'Цена прописью', value: priceWords },
    Гарантии: {
      about: 'Что гараж никому не обещан, или чем он обременён; при обмене — оба гаража',
      value: guarantees,
    },
    ДатаПередачи: { about: 'Дата передачи', value: ({ case: found }) => longDate(found?.on_date ?? null) },
  },
  signatures: (facts) => [
    ...(facts.case?.old ?? []).flatMap((one) => signaturesOf(kindOf(facts)?.from ?? '', one, facts.day)),
    ...(facts.case?.new ?? []).flatMap((one) => signaturesOf(kindOf(facts)?.to ?? '', one, facts.day)),
  ],
  refuse: (facts) => (kindOf(facts) ? null : 'По этому основанию договор не составляют'),
};

/** What the register knows of the garage is said: of the other one of an exchange nothing is known here. */
function guarantees(facts: Facts): string {
  const words = restrictionsOn(facts);
  const isExchange = facts.case?.reason_id === EXCHANGE;
  if (!words)
    return isExchange
      ? 'Оба гаража никому не проданы, не заложены, в споре и под арестом не состоят.'
      : 'Гараж никому не продан, не заложен, в споре и под арестом не состоит.';
  return isExchange
    ? `Оба гаража никому не проданы. Обременения первого гаража, о которых стороны знают: ${words}.`
    : `Гараж никому не продан. Обременения, о которых стороны знают: ${words}.`;
}

function priceWords(facts: Facts): string {
  const { case: found } = facts;
  if (found?.reason_id === 2 || found?.reason_id === 11) return 'Гараж передаётся безвозмездно.';
  const inWords = (kopecks: number | null | undefined) => (kopecks ? sumWithWords(kopecks) : `${BLANK} рублей`);
  // An exchange has a surcharge in place of a price; a price left of another reason is not its own.
  if (found?.reason_id === EXCHANGE)
    return `Стороны меняются гаражами${found.other_garage ? `: взамен передаётся гараж ${found.other_garage}` : ''}; доплата ${surchargeOf(found) ? inWords(surchargeOf(found)) : `${inWords(0)} (нет доплаты — прочерк)`}.`;
  return `Гараж продан за ${inWords(found?.price_kopecks)}. Расчёт произведён полностью до подписания договора.`;
}

/** The surcharge is written by hand in rubles among the fields of the case: «50 000», «1500,50»; in kopecks here. */
function surchargeOf({ details }: CaseFacts): number {
  const { surcharge } = (details['fields'] ?? {}) as { surcharge?: unknown };
  const typed = typeof surcharge === 'string' ? surcharge.replace(/[\s₽]|руб\.?|р\.?$/g, '').replace(',', '.') : '';
  return /^\d{1,12}(\.\d{1,2})?$/.test(typed) ? Math.round(Number(typed) * 100) : 0;
}
