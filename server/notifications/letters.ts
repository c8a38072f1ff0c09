// The letter of a mailing: frame, foot with the link that stops such letters, headers for mail programs.
import { randomUUID } from 'node:crypto';
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
type Mailing = Pick<KeptNotification, 'kind' | 'title' | 'sent_from'>;

/** Nobody's link: that of a trial, by which nobody is unsubscribed. */
export const NOBODY = 0;

/** Texts and headers of a letter as the outbox keeps them. */
export function frameLetter(
  deps: Deps,
  kept: Mailing & Pick<KeptNotification, 'id'>,
  { id, profile_id, body, html }: Body,
  { files, replyTo }: { files: number[]; replyTo: string | null },
) {
  const mark = `mailing-${kept.id}-${id}`;
  return framed(deps, kept, { profile: profile_id, body, html, mark, files, replyTo });
}

/** The same of a trial: as its receiver will get it, but for his link. */
export const frameTrial = (
  deps: Deps,
  kept: Mailing,
  letter: Omit<Framed, 'profile' | 'mark'> & { isOfficial: boolean },
) => framed(deps, kept, { ...letter, profile: letter.isOfficial ? null : NOBODY, mark: `trial-${randomUUID()}` });

/** The page of a letter as a preview shows it: its link leads nowhere. */
export const framePreview = (kept: Mailing, html: string, isOfficial: boolean): string =>
  frame(kept, html, isOfficial ? null : '#');

interface Framed {
  profile: number | null;
  body: string;
  html: string | null;
  mark: string;
  files: number[];
  replyTo: string | null;
}
function framed(deps: Deps, kept: Mailing, { profile, body, html, mark, files, replyTo }: Framed) {
  const site = deps.settings.publicUrl;
  const kind = kept.kind as MailingKind;
  const link = profile === null ? null : `${site}/unsubscribe/${unsubscribeToken(deps, profile, kind)}`;
  const domain = new URL(site).hostname;
  const extra: LetterExtra = {
    // Made of what it is, so that a letter that left twice is known as one.
    messageId: `<${mark}@${domain}>`,
    replyTo,
    files,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(link ? { 'List-Unsubscribe': `<${link}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}),
    },
  };
  return {
    body_text: `${body}\n\n—\n${kept.sent_from}${link ? `\nНе получать письма ${aboutOf(kept)}: ${link}` : ''}`,
    body_html: frame(kept, html ?? '', link),
    extra,
  };
}

const aboutOf = ({ kind }: Mailing) => `«${mailingKinds[kind as MailingKind]}»`;

const frame = (kept: Mailing, html: string, link: string | null) => `<!doctype html>
<html lang="ru"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escapeHtml(kept.title)}</title>
<style>:root{color-scheme:light dark}a{color:#1F4F8F}@media (prefers-color-scheme:dark){a{color:#9DC1F0}}</style></head>
<body style="margin:0;padding:24px;font:16px/1.5 Arial,sans-serif">
<table role="presentation" width="100%" style="max-width:600px;margin:0 auto;table-layout:fixed"><tr><td style="overflow-wrap:anywhere;word-break:break-word">
${html}
<p style="margin:24px 0 0;padding-top:12px;border-top:1px solid #C2CCD8;font-size:13px;opacity:.75">${escapeHtml(kept.sent_from)}${
  link ? `<br><a href="${escapeHtml(link)}" style="color:inherit">Не получать письма ${aboutOf(kept)}</a>` : ''
}</p></td></tr></table></body></html>`;
