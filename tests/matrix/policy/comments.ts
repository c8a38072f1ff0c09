// Rights written by hand. Comments and files.
import type { Rule } from './rule.ts';

export const commentsPolicy: Record<string, Rule> = {
  'GET /api/comments/:type/:objectId': { may: 'signed in', about: 'garage' },
  'POST /api/comments/:type/:objectId': { may: 'signed in', about: 'garage', body: () => ({ text: 'Проверка' }) },
  'PUT /api/comment/:id': { may: 'signed in', about: 'comment', body: () => ({ text: 'Проверка' }) },
  'POST /api/comment/:id/restore/': { may: 'signed in', about: 'comment' },
  'DELETE /api/comment/:id': { may: 'signed in', about: 'comment' },
  'GET /api/attachments/:type/:objectId': { may: 'signed in', about: 'garage' },
  'POST /api/attachments/:type/:objectId': { may: 'register', about: 'garage', upload: true },
  'DELETE /api/attachment/:id': { may: 'register', about: 'attachment' },
  // A photo: scans and consents are for those who keep the register.
  'POST /api/attachment/:id/open/': { may: 'signed in', about: 'attachment' },
};
