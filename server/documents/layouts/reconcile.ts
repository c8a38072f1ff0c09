// 8. Reconciliation act of an account over a period.
import type { StatementLine } from '../../../contract/balance.ts';
import { ruledTable, type Across } from '../../kernel/paper/blocks.ts';
import { richLines } from '../paper/richLines.ts';
import { longDate, money, shortDate } from '../../kernel/paper/words.ts';
import type { Facts } from '../facts/types.ts';
import { aheadOf } from '../rules/overdue.ts';
import { inSentence } from '../rules/values.ts';
import { initialed, treasurer, type Layout } from './layout.ts';

export const reconcile: Layout = {
  code: 'reconcile',
  frame: 'letter',
  text: richLines(`
    # АКТ СВЕРКИ
    ^ **по лицевому счёту {ЛС} за период с {ПериодС} по {Дата}**
    Гараж {ГаражПолностью}, {ПО}. {Сторона}.
    [[Движение]]
    На {Дата}: {Итог}.
    При несогласии сообщите в {ПО} в течение 10 дней со дня получения акта; без возражений акт считается принятым.`),
  variables: {
    ПериодС: { about: 'Начало периода', value: ({ from, statement }) => longDate(from ?? statement?.from ?? null) },
    Сторона: {
      about: 'Владельцы, или прежний владелец, за которым остался долг',
      value: ({ isFormer, person, garage }) => {
        if (isFormer) return `Прежний владелец, за которым остался долг: ${person?.full_name ?? ''}`;
        const present = (garage?.owners ?? []).filter((one) => one.ended_on === null);
        return `${present.length === 1 ? 'Владелец' : 'Владельцы'}: ${present.map((one) => one.full_name + (one.share ? ` (доля ${one.share})` : '')).join(', ') || 'не указаны'}`;
      },
    },
    Итог: {
      about: 'Долг или аванс на конец периода',
      value: ({ statement, bill, day }) => {
        const closing = statement?.closing_kopecks ?? 0;
        const ahead = aheadOf(bill, day);
        if (closing === 0) return 'задолженности нет';
        return closing < 0
          ? `задолженность владельца ${money(-closing)} ₽${ahead > 0 ? `, из неё срок оплаты ${money(ahead)} ₽ ещё не наступил` : ''}`
          : `аванс в пользу владельца ${money(closing)} ₽`;
      },
    },
  },
  slots: {
    Движение: {
      about: 'Сальдо на начало, начислено, оплачено, обороты, сальдо на конец',
      value: ({ statement }) => {
        const s = statement!;
        return ruledTable(
          [
            { title: 'Дата', width: '20mm' },
            { title: 'Операция', width: '1fr' },
            { title: 'Начислено', width: '25mm', right: true },
            { title: 'Оплачено', width: '25mm', right: true },
            { title: 'Документ', width: '30mm' },
          ],
          [
            ['', 'Сальдо на начало', standing(s.opening_kopecks), ''],
            ...s.lines.map((line) => [
              shortDate(line.on_date),
              `${line.kind === 'reversal' ? 'Сторно: ' : ''}${line.name}${line.purpose ? `: ${inSentence(line.purpose)}` : ''}, ${line.year}`,
              ...sides(line),
              line.paper_no ?? `№ ${line.document_id}`,
            ]),
          ],
          [
            ['', 'Обороты за период', money(s.accrued_kopecks), money(s.paid_kopecks), ''],
            ...others.flatMap(([words, sum]) => (s[sum] ? [['', words, across(money(s[sum])), '']] : [])),
            ['', 'Сальдо на конец', standing(s.closing_kopecks), ''],
          ],
          true,
        );
      },
    },
  },
  signatures: (facts) => [treasurer(facts), ['Владелец', debtorName(facts)]],
};

/** Who signs for his side; of several owners any may, so none is named. */
function debtorName({ isFormer, person, garage }: Facts): string | null {
  const present = (garage?.owners ?? []).filter((one) => one.ended_on === null);
  return isFormer || present.length === 1
    ? initialed((isFormer ? person?.full_name : present[0]?.full_name) ?? null)
    : null;
}

/** Neither charged nor paid: it stands over both columns. */
const across = (text: string): Across => ({ text, span: 2 });

/** What an account stands at, in words: «долг 300,00», «аванс 300,00», «0,00». */
const standing = (kopecks: number): Across =>
  across(kopecks === 0 ? money(0) : `${kopecks < 0 ? 'долг' : 'аванс'} ${money(Math.abs(kopecks))}`);

const sides = (line: StatementLine): [string, string] | [Across] => {
  if (line.counts === 'charged') return [money(-line.amount_kopecks), ''];
  return line.counts === 'paid' ? ['', money(line.amount_kopecks)] : [across(money(line.amount_kopecks))];
};

/** What changed the debt without being charged or paid; a minus raises the debt. */
const others = [
  ['Списано', 'written_off_kopecks'],
  ['Корректировки', 'corrected_kopecks'],
  ['Перенесено (− на этот счёт)', 'moved_kopecks'],
] as const;
