// 3. Certificate that the share is paid in full, for registration of the right.
import { sumWithWords } from '../../kernel/words/rubles.ts';
import { richLines } from '../paper/richLines.ts';
import { BLANK, DAY_BY_HAND, longDate } from '../../kernel/paper/words.ts';
import { heldBy, ownerless } from '../rules/ownersOn.ts';
import { inSentence } from '../rules/values.ts';
import type { Facts } from '../facts/types.ts';
import { chairman, needsStanding, treasurer, type Layout } from './layout.ts';

/** Accrual type of shares. */
const SHARE = 12;
const NO_SHARES = 'паевых взносов этого гаража в учёте нет: впишите от руки или внесите их';
const shares = ({ bill }: Facts) => (bill?.lines ?? []).filter((line) => line.accrual_type_id === SHARE);

export const refSharePaid: Layout = {
  code: 'ref_share_paid',
  frame: 'letter',
  text: richLines(`
    # СПРАВКА
    ^ **о полной выплате паевого взноса**
    Настоящая справка выдана **{ФИОкому}** в том, что паевой (целевой на строительство) взнос за гараж {ГаражПолностью}, тип — {ТипРазмеры}, на территории {ПО} по адресу: {АдресПО}, внесён полностью {ПайДата} в сумме {ПайСумма}.
    Гараж построен в {ГодПостройкиИлиПрочерк} году. Основание передачи владельцу: {Основание}.
    ?ПИБ Технический учёт: справка проектно-инвентаризационного бюро (ПИБ) {ПИБ}.
    Справка выдана для государственной регистрации права собственности.`),
  variables: {
    ПайСумма: {
      about: 'Сумма пая по учёту',
      none: NO_SHARES,
      value: (facts) => {
        const paid = shares(facts).reduce((sum, line) => sum + line.paid_kopecks, 0);
        return paid ? sumWithWords(paid) : `${BLANK} рублей`;
      },
    },
    ПайДата: {
      about: 'Дата последнего паевого платежа',
      none: NO_SHARES,
      value: (facts) => {
        const days = shares(facts).flatMap((line) => line.paid_by.map((part) => part.on_date));
        const last = days.toSorted().at(-1);
        return last ? longDate(last) : DAY_BY_HAND;
      },
    },
    ГодПостройкиИлиПрочерк: {
      about: 'Год постройки или место для него',
      value: ({ garage }) => garage?.built_on?.slice(0, 4) ?? '________',
    },
    Основание: {
      about: 'Основание владения',
      value: (facts) => inSentence(heldBy(facts)?.start_reason || BLANK),
    },
  },
  signatures: (facts) => [chairman(facts), treasurer(facts)],
  notOn: ownerless,
  refuse: (facts) =>
    needsStanding(facts) ??
    (shares(facts).some((line) => line.owed_kopecks > 0) ? 'Паевой взнос по этому гаражу оплачен не полностью' : null),
};
