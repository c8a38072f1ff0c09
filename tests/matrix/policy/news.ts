// Rights written by hand. News: everybody reads what is told to him, his own rows are changed by the author.
import { version, paragraph, type Rule } from './rule.ts';

const news = {
  title: 'Проверка',
  body: paragraph,
  audience: { all: false, places: [], roles: [] },
  is_pinned: false,
  asks_ack: false,
  publish: 'draft',
  version,
};

export const newsPolicy: Record<string, Rule> = {
  'GET /api/news/': { may: 'signed in' },
  'GET /api/news/:id': { may: 'signed in', about: 'list entry' },
  'POST /api/news/': { may: 'mailing', body: () => ({ title: '' }), also: [422] },
  'PUT /api/news/:id': { may: 'mailing', about: 'list entry', body: () => news },
  'POST /api/news/:id/withdraw/': { may: 'mailing', about: 'list entry', body: () => ({ version }) },
  'POST /api/news/:id/files/': { may: 'mailing', about: 'list entry', upload: true },
  'DELETE /api/news/:id/files/:fileId': { may: 'mailing', about: 'list entry' },
  'GET /api/news/:id/readers/': { may: 'mailing', about: 'list entry' },
  'GET /api/news_places/': { may: 'mailing' },
  'POST /api/news_audience/': {
    may: 'mailing',
    reads: true,
    body: () => ({ audience: { all: false, places: [], roles: [] } }),
  },
  'POST /api/news_read/': { may: 'signed in', body: () => ({ ids: [999_999] }) },
  'POST /api/news/:id/acknowledge/': { may: 'signed in', about: 'list entry' },
};
