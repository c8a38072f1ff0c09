// «Акт об уничтожении» with the extract of the log, as the order of Роскомнадзор № 179 asks. Typst source, pure.
import { factTable, ruledTable } from '../../kernel/paper/blocks.ts';
import { actDay, actFoot, actHead, actMoment, actPart } from './actFrame.ts';
import { keptElsewhere } from './keptWords.ts';

export interface ActFacts {
  profile_id: number;
  act_no: string;
  at: string;
  ground: string;
  operator: string;
  who: string;
  counts: Record<string, number>;
  kept: { what: string; reason: string; count: number }[];
  extract: { at: string; who: string; text: string }[];
  /** Three years are over: the number and the day alone are left. */
  is_forgotten: boolean;
}

const SYSTEM = 'Информационная система персональных данных «Реестр гаражей»';
/** Typst source of the act; times are Moscow's. */
export function actPaper(act: ActFacts): string {
  const day = actDay(act.at);
  const title = `Акт № ${act.act_no} об уничтожении персональных данных`;
  const subject = `Карточка № ${act.profile_id} («Удалено № ${act.profile_id}»)`;
  return `${actHead(title, day)}
${factTable([
  ['Оператор', act.operator || '—'],
  ['Субъект', subject],
  ['Система', SYSTEM],
  ['Уничтожил', act.who],
  ['Когда', `${actMoment(act.at)} МСК`],
  ['Основание', act.is_forgotten ? 'Срок хранения акта (3 года) вышел' : act.ground],
  ['Способ', 'Стирание в базе данных, удаление файлов, уничтожение ключа, которым закрыты записи журнала'],
])}
${actPart('Что уничтожено')}
${ruledTable(
  [
    { title: 'Сведения', width: '1fr' },
    { title: 'Количество', width: '30mm', right: true },
  ],
  Object.entries(act.counts).map(([what, count]) => [what, String(count)]),
)}
${actPart('Что остаётся и почему')}
${ruledTable(
  [
    { title: 'Что', width: '1fr' },
    { title: 'Основание', width: '1fr' },
  ],
  [
    ...act.kept.map(({ what, reason, count }) => [`${what}: ${count}`, reason]),
    ...keptElsewhere.map(({ what, reason }) => [what, reason]),
  ],
)}
${actPart('Выгрузка из журнала регистрации событий')}
${ruledTable(
  [
    { title: 'Время, МСК', width: '32mm' },
    { title: 'Кто', width: '42mm' },
    { title: 'Событие', width: '1fr' },
  ],
  [
    ...act.extract.map(({ at, who, text }) => [actMoment(at), who, text]),
    [
      actMoment(act.at),
      act.who,
      `Уничтожены данные: ${subject}; ${Object.keys(act.counts).join(', ')}; ${SYSTEM}; причина: ${act.is_forgotten ? '—' : act.ground}`,
    ],
  ],
)}
${actFoot('Уничтожил', day)}`;
}
