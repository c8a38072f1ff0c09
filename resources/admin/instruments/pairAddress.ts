// Address of a pair of cards, and the words of its screens.
import { pages } from '../../../contract/pages.ts';

export const pairAddress = (one: number, other: number) => `${pages.adminMerge}?one=${one}&other=${other}`;
/** All cards tied to one; it stays unless another is chosen. */
export const clusterAddress = (card: number) => `${pages.adminMerge}?cluster=${card}`;
/** A pair of a cluster: afterwards the rest of it is looked at. */
export const clusterPairAddress = (stays: number, goes: number) => `${pairAddress(stays, goes)}&group=1`;
/** «Вероятно, 90 из 100» */
export const levelWords = (score: number, likely: number) =>
  score === 0 ? 'Выбраны вручную' : `${score >= likely ? 'Вероятно' : 'Возможно'}, ${score} из 100`;
/** «ФИО 45 + дата рождения 45» */
export const partWords = (parts: readonly { name: string; points: number }[]) =>
  parts
    .map(({ name, points }, nth) =>
      points < 0 ? `${nth ? ', ' : ''}${name}: −${-points}` : `${nth ? ' + ' : ''}${name} ${points}`,
    )
    .join('');

/** One of the two cards, as the address names them. */
export type Side = 'one' | 'other';
