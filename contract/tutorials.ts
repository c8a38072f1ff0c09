// Instructions: articles, films and PDF files, each perhaps the help of a main page.
import { z } from 'zod';
import { endpoint } from './kernel/endpoint.ts';
import { ByIdParams, resource } from './kernel/resource.ts';
import { RichTextSchema } from './kernel/richText.ts';
import { IdValue, IsoDate, line, optionalLine, Version } from './kernel/scalars.ts';
import { signedIn, superuser } from './kernel/scope.ts';
import { helpAnchors, tutorialKindKeys, tutorialPageKeys, tutorialTopicKeys } from './tutorialWords.ts';

const tag = 'Инструкции';
export const TutorialKind = z.enum(tutorialKindKeys, 'Выберите вид');
export type TutorialKind = z.infer<typeof TutorialKind>;
const Topic = z.enum(tutorialTopicKeys, 'Выберите раздел');
const HelpPage = z.enum(tutorialPageKeys, 'Нет такой страницы');

/** A place of a page and what is said of it; pointed at by number, in this order. */
const HelpStep = z
  .object({ page: HelpPage, anchor: z.string().max(40), text: line(200) })
  .refine(({ page, anchor }) => Object.hasOwn(helpAnchors[page], anchor), 'Такого места на этой странице нет');
export type HelpStep = z.output<typeof HelpStep>;
const Steps = z.array(HelpStep).max(20, 'Не больше 20 мест');

export const TutorialRow = z.object({
  id: z.number(),
  kind: TutorialKind,
  title: z.string(),
  lead: z.string(),
  topic: Topic,
  length: z.string(),
  pages: z.array(HelpPage),
  sort: z.number(),
  is_active: z.boolean(),
  checked_on: z.string().nullable(),
  is_read: z.boolean(),
  /** Published after the person's last visit of the list. */
  is_new: z.boolean(),
  version: z.number(),
});
export type TutorialRow = z.infer<typeof TutorialRow>;
export const TutorialCard = TutorialRow.extend({
  body: RichTextSchema.nullable(),
  file: z.object({ name: z.string(), mime: z.string(), size_bytes: z.number(), url: z.string() }).nullable(),
  /** Pictures of the text, by the numbers it calls them. */
  pictures: z.array(z.object({ id: z.number(), url: z.string() })),
  /** Places of pages that it points at. */
  steps: z.array(z.object({ page: HelpPage, anchor: z.string(), text: z.string() })),
  helped: z.boolean().nullable(),
  /** What people said, for superusers. */
  votes: z.object({ yes: z.number(), no: z.number() }),
});
export type TutorialCard = z.infer<typeof TutorialCard>;

const TutorialBody = z.object({
  kind: TutorialKind,
  title: line(160),
  lead: optionalLine(200),
  topic: Topic,
  length: optionalLine(40),
  body: RichTextSchema.nullable(),
  pages: z.array(HelpPage).max(tutorialPageKeys.length),
  sort: z.number().int().min(0, 'Не меньше 0').max(9999, 'Не больше 9999'),
  is_active: z.boolean(),
  checked_on: IsoDate.nullable(),
  steps: Steps.default([]),
});
export type TutorialBody = z.output<typeof TutorialBody>;

/** Totals of the list: `all`, `article`, `video`, `pdf`, `read`. */
export const tutorials = resource({
  name: 'tutorials',
  title: tag,
  read: signedIn,
  write: superuser,
  row: TutorialRow,
  card: TutorialCard,
  createBody: TutorialBody,
  updateBody: TutorialBody.extend({ version: Version }),
  filter: z.object({
    q: z.string().max(100).optional(),
    kind: TutorialKind.optional(),
    page: HelpPage.optional(),
    /** Those that are not shown too, for superusers. */
    hidden: z.boolean().optional(),
  }),
  sorts: ['sort', 'title'],
});
/** Which instruction «?» of each main page opens. */
export const helpPages = endpoint({
  tag,
  method: 'GET',
  path: '/api/tutorial_pages/',
  room: 'tutorials',
  summary: 'Инструкции главных страниц',
  needs: superuser,
  reply: z.object({ data: z.array(z.object({ page: HelpPage, tutorial_id: z.number().nullable() })) }),
});
/** Gives a page its instruction, instead of those it had; null leaves it without. */
export const setHelpPage = endpoint({
  tag,
  method: 'PUT',
  path: '/api/tutorial_pages/',
  summary: 'Инструкция главной страницы',
  needs: superuser,
  body: z.object({ page: HelpPage, tutorial_id: IdValue.nullable() }),
});
/** Instructions of the program that this installation has none of by their title: those of a newer version, or renamed here. */
export const programTutorials = endpoint({
  tag,
  method: 'GET',
  path: '/api/program_tutorials/',
  room: 'tutorials',
  summary: 'Инструкции программы, которых здесь нет',
  needs: superuser,
  reply: z.object({ data: z.array(z.object({ title: z.string(), lead: z.string() })) }),
});
/** Adds them: with their pictures, shown at once; a page that has its «?» keeps it. */
export const addProgramTutorials = endpoint({
  tag,
  method: 'POST',
  path: '/api/program_tutorials/',
  summary: 'Добавить инструкции программы',
  needs: superuser,
  body: z.object({ titles: z.array(line(160)).min(1, 'Выберите хотя бы одну').max(100) }),
  reply: z.object({ added: z.number() }),
});
/** The list has been seen: nothing in it is new any more. */
export const visitTutorials = endpoint({
  tag,
  method: 'POST',
  path: '/api/tutorials_visit/',
  summary: 'Инструкции просмотрены',
  needs: signedIn,
});
/** Kinds with their numbers, and how many are new. */
export const tutorialTypes = endpoint({
  tag,
  method: 'GET',
  path: '/api/tutorial_types/',
  room: 'tutorials',
  summary: 'Виды инструкций и сколько новых',
  needs: signedIn,
  reply: z.object({
    data: z.array(z.object({ kind: TutorialKind, name: z.string(), count: z.number() })),
    newTutorialCounter: z.number(),
    read: z.number(),
    all: z.number(),
  }),
});
/** Read to the end; `helped` is an answer to «Помогло?». */
export const readTutorial = endpoint({
  tag,
  method: 'POST',
  path: '/api/tutorials/:id/read/',
  summary: 'Инструкция прочитана',
  needs: signedIn,
  params: ByIdParams,
  body: z.object({ helped: z.boolean().optional() }),
  reply: TutorialCard,
});
/** Multipart: `file`; a PDF to 20 MB, a film (MP4, WEBM) to 300 MB. */
export const setTutorialFile = endpoint({
  tag,
  method: 'POST',
  path: '/api/tutorials/:id/file/',
  summary: 'Файл инструкции',
  needs: superuser,
  params: ByIdParams,
  reply: TutorialCard,
  kind: 'upload',
});
/** First steps of a new ПО, ticked by facts. */
export const firstSteps = endpoint({
  tag,
  method: 'GET',
  path: '/api/first_steps/',
  summary: 'Первые шаги',
  needs: signedIn,
  reply: z.object({
    data: z.array(z.object({ key: z.string(), title: z.string(), done: z.boolean(), to: z.string().nullable() })),
  }),
});
