// Rights written by hand. Questions to the support.
import { key, type Rule } from './rule.ts';

export const supportPolicy: Record<string, Rule> = {
  'GET /api/support_chat/': { may: 'signed in' },
  'POST /api/support_chat/': { may: 'signed in', body: () => ({ text: '', key: '' }), also: [422] },
  'POST /api/support_chat/file/': { may: 'signed in', upload: true, also: [422] },
  'GET /api/support_chat/:id/events/': { may: 'signed in', about: 'list entry' },
  'POST /api/support_chat/:id/read/': { may: 'signed in', about: 'list entry', body: () => ({ seq: 1 }) },
  'POST /api/support_chat/:id/consent/': { may: 'signed in', about: 'list entry', body: () => ({ context: null }) },
  'POST /api/support_chat/:id/typing/': { may: 'signed in', about: 'list entry' },
  'GET /api/support_queue/': { may: 'support' },
  'GET /api/support_queue/:id': { may: 'support', about: 'list entry' },
  'POST /api/support_queue/:id/answer/': {
    may: 'support',
    about: 'list entry',
    body: (_id, n) => ({ text: 'Проверка', key: key(n), is_note: false }),
  },
  'POST /api/support_queue/:id/file/': { may: 'support', about: 'list entry', upload: true, also: [422] },
  'POST /api/support_queue/:id/state/': { may: 'support', about: 'list entry', body: () => ({ what: 'take' }) },
};
