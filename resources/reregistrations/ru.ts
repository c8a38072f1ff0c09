// Words of the re-registrations' screens.
import type { Status, Verb } from '../../contract/reregistrations.ts';
import type { StatusKind } from '../../widgets/StatusChip.tsx';

export const statusKinds: Record<Status, StatusKind> = {
  0: 'plain',
  1: 'waiting',
  2: 'inProgress',
  3: 'done',
  4: 'refused',
  5: 'archived',
  6: 'waiting',
};
export const statusWords: Record<Status, string> = {
  0: 'Черновик',
  1: 'Заявка',
  2: 'В работе',
  3: 'Завершено',
  4: 'Отклонено',
  5: 'Аннулировано',
  6: 'На доработке',
};
export const closingWords = {
  refused: 'Отклонено',
  withdrawn: 'Отозвано заявителем',
  lapsed: 'Закрыто по сроку',
} as const;
/** What is asked before a step that must be explained. */
export const askedWords: Partial<Record<Verb, string>> = {
  return: 'Что исправить',
  withdraw: 'Почему отзывают',
  refuse: 'Причина отказа',
  annul: 'Причина',
  ask_annul: 'Причина',
};
export const doneWords: Record<Verb, string> = {
  apply: 'Заявка подана',
  take: 'Взято в работу',
  return: 'Возвращено на доработку',
  complete: 'Переоформление завершено',
  withdraw: 'Заявка отозвана',
  refuse: 'Отклонено',
  lapse: 'Закрыто по сроку',
  ask_annul: 'Просьба записана',
  annul: 'Аннулировано',
};
export const debtWords = {
  pay_before: 'Погасят до завершения',
  stays_old: 'Остаётся за прежним владельцем',
  moves_new: 'Принимает новый владелец',
} as const;
export const turnWords = { applicant: 'стороны', po: 'ПО', mo: 'МО', nobody: '' } as const;
