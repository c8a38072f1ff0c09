// News: what is told to officials, for whom, who has read it.
import { z } from 'zod';
import { endpoint } from './kernel/endpoint.ts';
import { ByIdParams, resource } from './kernel/resource.ts';
import { FilledRichText, RichTextSchema } from './kernel/richText.ts';
import { Id, IdValue, line, Version } from './kernel/scalars.ts';
import { Level, mailingSend, signedIn } from './kernel/scope.ts';
import { Role } from './users.ts';

const tag = 'Новости';
export const MOST_PLACES = 100;
export const MOST_NEWS_FILES = 10;

/** Those who work at the places and below them, in the named roles; no role means each. */
export const Audience = z.object({
  /** Everybody; only superusers write to everybody. */
  all: z.boolean(),
  places: z.array(z.object({ level: Level, id: IdValue })).max(MOST_PLACES, `Не больше ${MOST_PLACES} мест`),
  roles: z.array(Role).max(6),
});
export type Audience = z.output<typeof Audience>;

export const NewsRow = z.object({
  id: z.number(),
  title: z.string(),
  /** First words of the text. */
  lead: z.string(),
  /** Whose news it is: «Регион», «Невское МО», «КАС № 2», «Общество». */
  source: z.string(),
  state: z.enum(['draft', 'planned', 'published', 'withdrawn']),
  published_at: z.string().nullable(),
  is_pinned: z.boolean(),
  asks_ack: z.boolean(),
  is_mine: z.boolean(),
  is_read: z.boolean(),
});
export type NewsRow = z.infer<typeof NewsRow>;

export const NewsCard = NewsRow.extend({
  body: RichTextSchema,
  author: z.string(),
  audience: Audience.extend({
    places: z.array(z.object({ level: Level, id: z.number(), name: z.string() })),
    roles: z.array(z.string()),
  }),
  files: z.array(
    z.object({ id: z.number(), name: z.string(), mime: z.string(), size_bytes: z.number(), url: z.string() }),
  ),
  ack_at: z.string().nullable(),
  /** The reader may change it. */
  may_edit: z.boolean(),
  version: z.number(),
});
export type NewsCard = z.infer<typeof NewsCard>;

const NewsBody = z.object({
  title: line(160),
  body: FilledRichText,
  audience: Audience,
  is_pinned: z.boolean(),
  asks_ack: z.boolean(),
  /** `draft`, `now`, or the moment of publishing. */
  publish: z.union([z.literal('draft'), z.literal('now'), z.iso.datetime({ offset: true })]),
});
export type NewsBody = z.output<typeof NewsBody>;

/** Totals of the list: `all`, `unread`, `mine`. */
export const news = resource({
  name: 'news',
  title: tag,
  read: signedIn,
  write: mailingSend,
  row: NewsRow,
  card: NewsCard,
  createBody: NewsBody,
  updateBody: NewsBody.extend({ version: Version }),
  filter: z.object({
    q: z.string().max(100).optional(),
    show: z.enum(['all', 'unread', 'mine', 'everything']).optional(),
  }),
  sorts: ['published_at'],
});

/** Marks as read those of them that the person may see. */
export const readNews = endpoint({
  tag,
  method: 'POST',
  path: '/api/news_read/',
  summary: 'Новости прочитаны',
  needs: signedIn,
  body: z.object({ ids: z.array(IdValue).min(1).max(100) }),
  reply: z.object({ unread: z.number() }),
});
export const acknowledgeNews = endpoint({
  tag,
  params: ByIdParams,
  method: 'POST',
  path: '/api/news/:id/acknowledge/',
  summary: 'Ознакомлен',
  needs: signedIn,
  reply: NewsCard,
});
export const withdrawNews = endpoint({
  tag,
  params: ByIdParams,
  method: 'POST',
  path: '/api/news/:id/withdraw/',
  summary: 'Снять новость',
  needs: mailingSend,
  body: z.object({ version: Version }),
  reply: NewsCard,
});
export const addNewsFile = endpoint({
  tag,
  params: ByIdParams,
  method: 'POST',
  path: '/api/news/:id/files/',
  summary: 'Приложить файл к новости',
  needs: mailingSend,
  reply: NewsCard,
  kind: 'upload',
});
export const dropNewsFile = endpoint({
  tag,
  method: 'DELETE',
  path: '/api/news/:id/files/:fileId',
  summary: 'Убрать файл новости',
  needs: mailingSend,
  params: z.object({ id: Id, fileId: Id }),
  reply: NewsCard,
});
/** How many people an audience is. */
export const newsAudience = endpoint({
  tag,
  method: 'POST',
  path: '/api/news_audience/',
  summary: 'Сколько человек увидят новость',
  needs: mailingSend,
  body: z.object({ audience: Audience }),
  reply: z.object({ people: z.number() }),
  reads: true,
});
/** Places the person may write to, and roles. */
export const newsPlaces = endpoint({
  tag,
  method: 'GET',
  path: '/api/news_places/',
  summary: 'Кому можно написать новость',
  needs: mailingSend,
  reply: z.object({
    all: z.boolean(),
    places: z.array(z.object({ level: Level, id: z.number(), name: z.string(), above: z.string().nullable() })),
  }),
});
/** Who has read it: for its author and superusers. */
export const newsReaders = endpoint({
  tag,
  params: ByIdParams,
  method: 'GET',
  path: '/api/news/:id/readers/',
  summary: 'Кто прочитал новость',
  needs: mailingSend,
  reply: z.object({
    people: z.number(),
    read: z.number(),
    acknowledged: z.number(),
    places: z.array(z.object({ name: z.string(), people: z.number(), read: z.number() })),
    /** At most 500, those who have not read, or not said «Ознакомлен» where it is asked. */
    waiting: z.array(z.object({ id: z.number(), name: z.string(), place: z.string(), role: z.string() })),
  }),
});
export type NewsReaders = z.infer<NonNullable<typeof newsReaders.reply>>;
