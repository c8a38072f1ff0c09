// Rights written by hand. Signing in and links: open to everybody, guarded by what is sent.
import type { Rule } from './rule.ts';

export const sessionPolicy: Record<string, Rule> = {
  'POST /api/login/': { may: 'everybody', body: () => ({ email: 'nobody@example.ru', password: 'x' }), also: [422] },
  'DELETE /api/login/': { may: 'everybody', last: 3 },
  'POST /api/refresh_token/': { may: 'everybody', also: [401] },
  'POST /api/reset_password/': { may: 'everybody', body: () => ({ email: 'nobody@example.ru' }) },
  'PUT /api/reset_password/': {
    may: 'everybody',
    body: () => ({ token: 'x', password: 'Garage-2026x' }),
    also: [404, 422],
  },
  'PUT /api/invite_public_detail/': { may: 'everybody', body: () => ({ token: 'x' }), also: [404, 422] },
  'PUT /api/new_client_fingerprint/': { may: 'everybody', body: () => ({ token: 'x' }), also: [404, 422] },
  'POST /api/confirm_email/': {
    may: 'everybody',
    body: () => ({ token: 'x', email: 'new@example.ru' }),
    also: [404, 422],
  },
  'PUT /api/confirm_email/': { may: 'everybody', body: () => ({ token: 'x', confirm: true }), also: [404, 422] },
  'PUT /api/confirm_reset_email/': { may: 'everybody', body: () => ({ token: 'x', confirm: true }), also: [404, 422] },
  'GET /api/public_settings/': { may: 'everybody' },
  'GET /api/sign_gallery_item_list/': { may: 'everybody' },
  'POST /api/ask_question/': { may: 'everybody', body: () => ({ name: '', email: '', text: '' }) },
  'GET /api/stored_file/:id': { may: 'everybody', query: () => ({ expires: '1', signature: 'x' }), also: [404] },
};
