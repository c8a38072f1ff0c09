// Rules of instructions by themselves: what a kind must have before it is shown, which file is its own.
import { expect, it } from 'vitest';
import { fileProblem, shownProblem, stepsOf } from '../../server/tutorials/rules.ts';

it('an article is shown with its text, a paper or a film with its file', () => {
  const text = { body: 'Напишите текст статьи' };
  const file = { is_active: 'Сначала приложите файл, потом показывайте' };
  expect([shownProblem('article', true, false), shownProblem('article', false, true)]).toEqual([{}, text]);
  for (const kind of ['pdf', 'video'] as const)
    expect([shownProblem(kind, false, true), shownProblem(kind, true, false)]).toEqual([{}, file]);
});

it('a file is of its kind', () => {
  expect(fileProblem('article', 'application/pdf')).toBe('У статьи нет файла: её текст пишется здесь');
  expect(['application/pdf', 'video/mp4', null].map((mime) => fileProblem('pdf', mime))).toEqual([
    null,
    'Нужен файл PDF',
    'Нужен файл PDF',
  ]);
  expect(['video/mp4', 'application/pdf', null].map((mime) => fileProblem('video', mime))).toEqual([
    null,
    'Нужно видео MP4 или WEBM',
    'Нужно видео MP4 или WEBM',
  ]);
});

it('steps of a new ПО are ticked by facts', () => {
  const done = (more: object) =>
    stepsOf({ requisites: false, garages: 0, charged: false, paid: false, people: 1, ...more })
      .filter((step) => step.done)
      .map(({ key }) => key);
  expect(done({})).toEqual([]);
  expect(done({ garages: 1 })).toEqual(['registry']);
  expect(done({ people: 2 })).toEqual(['people']);
  expect(done({ requisites: true, charged: true, paid: true })).toEqual(['requisites', 'charge', 'payment']);
});
