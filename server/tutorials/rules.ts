// Rules of instructions: what a kind must have, the first steps and where each is done.
import { pages } from '../../contract/pages.ts';
import type { TutorialKind } from '../../contract/tutorials.ts';

export const MOST_PDF_BYTES = 20 * 1024 * 1024;
export const MOST_FILM_BYTES = 300 * 1024 * 1024;

/** Why a file is not one of this kind; null when it is. `mime` is told by its bytes. */
export function fileProblem(kind: TutorialKind, mime: string | null): string | null {
  if (kind === 'article') return 'У статьи нет файла: её текст пишется здесь';
  if (kind === 'pdf') return mime === 'application/pdf' ? null : 'Нужен файл PDF';
  return mime?.startsWith('video/') ? null : 'Нужно видео MP4 или WEBM';
}

/** Why it can't be shown yet; null when it can. */
export function shownProblem(kind: TutorialKind, hasText: boolean, hasFile: boolean): Record<string, string> {
  if (kind === 'article') return hasText ? {} : { body: 'Напишите текст статьи' };
  return hasFile ? {} : { is_active: 'Сначала приложите файл, потом показывайте' };
}

export interface Facts {
  requisites: boolean;
  garages: number;
  charged: boolean;
  paid: boolean;
  people: number;
}

/** What a new ПО does first; ticked by facts, never by hand. */
export function stepsOf(facts: Facts) {
  return [
    { key: 'requisites', title: 'Реквизиты заполнены', done: facts.requisites, to: null },
    { key: 'registry', title: 'Реестр загружен', done: facts.garages > 0, to: pages.garages },
    { key: 'charge', title: 'Взнос начислен', done: facts.charged, to: pages.accrual },
    { key: 'payment', title: 'Первая оплата принята', done: facts.paid, to: pages.paymentDesk() },
    { key: 'people', title: 'Казначей приглашён', done: facts.people > 1, to: null },
  ];
}
