// A planned mailing at its moment beside what its author confirmed: a little more goes, more than that waits for him. Pure.
import { PLANNED_MARGIN } from '../../../contract/notifications/checkFacts.ts';
import { countOf, formatMoney, formatNumber } from '../../../contract/kernel/words.ts';

/** What was shown and confirmed when it was planned; null where nobody wrote it down. */
export interface Shown {
  people: number | null;
  /** Kopecks. */
  cost: number | null;
  /** People with an empty value, seen and let pass. */
  empty: number | null;
  /** The number of people was typed by hand. */
  isTyped: boolean;
}
/** What it comes to now. */
export interface Come {
  people: number;
  cost: number;
  empty: number;
  confirmAbove: number;
}

const isOver = (now: number, shown: number) => now * 100 > shown * (100 + PLANNED_MARGIN);
const genitive = ['человека', 'человек', 'человек'] as const;

/** Why it does not leave by itself; null when it does. Fewer people and less money are never asked about. */
export function whyItWaits(shown: Shown, now: Come): string | null {
  const words = differenceOf(shown, now);
  return words && `${words}: проверьте и отправьте снова`;
}

function differenceOf(shown: Shown, now: Come): string | null {
  if (shown.people === null || shown.cost === null)
    return `Получателей ${formatNumber(now.people)}, сколько было показано, неизвестно`;
  if (isOver(now.people, shown.people))
    return `Получателей стало ${formatNumber(now.people)}, показано было ${formatNumber(shown.people)}`;
  if (isOver(now.cost, shown.cost))
    return `Стоимость стала ${formatMoney(now.cost)}, показано было ${formatMoney(shown.cost)}`;
  if (now.people > now.confirmAbove && !shown.isTyped)
    return `Получателей стало ${formatNumber(now.people)}, больше ${formatNumber(now.confirmAbove)}, а их число вписывают рукой`;
  if (now.empty > (shown.empty ?? 0))
    return `Пустые значения стали у ${countOf(now.empty, genitive)}, показано было ${formatNumber(shown.empty ?? 0)}`;
  return null;
}
