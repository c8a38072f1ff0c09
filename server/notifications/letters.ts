// The letter of a mailing: frame, foot with the link that stops such letters, headers for mail programs.
import { mailingKinds, type MailingKind } from '../../contract/notifications.ts';
import type { Deps } from '../kernel/ctx.ts';
import { escapeHtml } from '../kernel/richText/letter.ts';
import type { KeptNotification } from './queries.ts';

/** What the mailer adds to a letter. */
export interface LetterExtra {
  headers: Record<string, string>;
  messageId: string;
  replyTo: string | null;
  files: number[];
}

/** A link that stays valid: it names a person, a kind and a channel, and is signed. */
export const unsubscribeToken = (deps: Pick<Deps, 'secrets'>, profile: number, kind: MailingKind): string =>
  `${profile}.${kind}.${deps.secrets.sign(`unsubscribe:${profile}:${kind}`)}`;

/** Whom a link names; null when it was not made here. */
export function readToken(deps: Pick<Deps, 'secrets'>, token: string): { profile: number; kind: MailingKind } | null {
  const match = /^(\d{1,9})\.(debt|meeting|news|ads)\.([\w-]{32})$/.exec(token);
  if (!match) return null;
  const [, profile, kind, mark] = match as unknown as [string, string, MailingKind, string];
  return deps.secrets.sign(`unsubscribe:${profile}:${kind}`) === mark ? { profile: Number(profile), kind } : null;
}

interface Body {
  id: number;
  profile_id: number | null;
  body: string;
  html: string | null;
}

/** Texts and headers of a letter as the outbox keeps them. */
export function frameLetter(
  deps: Deps,
  kept: KeptNotification,
  { id, profile_id, body, html }: Body,
  { files, replyTo }: { files: number[]; replyTo: string | null },
) {
  const site = deps.settings.publicUrl;
  const kind = kept.kind as MailingKind;
  const link = profile_id ? `${site}/unsubscribe/${unsubscribeToken(deps, profile_id, kind)}` : null;
  const about = `«${mailingKinds[kind]}»`;
  const domain = new URL(site).hostname;
  const extra: LetterExtra = {
    // Made of what it is, so that a letter that left twice is known as one.
    messageId: `<mailing-${kept.id}-${id}@${domain}>`,
    replyTo,
    files,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(link ? { 'List-Unsubscribe': `<${link}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}),
    },
  };
  return {
    body_text: `${body}\n\n—\n${kept.sent_from}${link ? `\nНе получать письма ${about}: ${link}` : ''}`,
    body_html: frame(kept, html ?? '', link, about),
    extra,
  };
}

const frame = (kept: KeptNotification, html: string, link: string | null, about: string) => `<!doctype html>
<html lang="ru"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${escapeHtml(kept.title)}</title>
<style>:root{color-scheme:light dark}a{color:#1F4F8F}@media (prefers-color-scheme:dark){a{color:#9DC1F0}}</style></head>
<body style="margin:0;padding:24px;font:16px/1.5 Arial,sans-serif">
<table role="presentation" width="100%" style="max-width:600px;margin:0 auto"><tr><td>
${html}
<p style="margin:24px 0 0;padding-top:12px;border-top:1px solid #C2CCD8;font-size:13px;opacity:.75">${escapeHtml(kept.sent_from)}${
  link ? `<br><a href="${escapeHtml(link)}" style="color:inherit">Не получать письма ${about}</a>` : ''
}</p></td></tr></table></body></html>`;
