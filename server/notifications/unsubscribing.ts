// The page behind a letter's «не получать»: looking changes nothing, a press acts at once, also on what already waits.
import { mailingKinds } from '../../contract/notifications.ts';
import { act } from '../kernel/act.ts';
import { workCtx, type Ctx } from '../kernel/ctx.ts';
import { notFound } from '../kernel/errors.ts';
import type { FileAnswer } from '../kernel/mount.ts';
import { dropWithdrawn } from './writing/dropping.ts';
import { NOBODY, readToken } from './letters.ts';

/** The page with its button. @throws 404 for a link that was not made here */
export async function unsubscribePageOf(ctx: Ctx, token: string): Promise<FileAnswer> {
  if (isTrial(ctx, token)) return trialPage();
  const { kind } = await requireLink(ctx, token);
  return page(
    `<h1>Отписаться от писем</h1><p>Вам больше не будут приходить письма «${mailingKinds[kind]}». Объявления на доске и бумажные письма останутся.</p>
<form method="post"><button>Не получать письма «${mailingKinds[kind]}»</button></form>`,
  );
}

/** Stops letters of the link's kind. The link stays good: a second press changes nothing. */
export async function unsubscribeBy(ctx: Ctx, token: string): Promise<FileAnswer> {
  if (isTrial(ctx, token)) return trialPage();
  const { profile, kind, name, ...place } = await requireLink(ctx, token);
  const work = workCtx(ctx.deps, { name: 'Получатель письма' }, ctx.now);
  const known = await ctx.db
    .selectFrom('unsubscription')
    .where('profile_id', '=', profile)
    .where('kind', '=', kind)
    .where('channel', '=', 'mail')
    .select('at')
    .executeTakeFirst();
  if (!known)
    await act(work, 'notification.unsubscribe', async ({ tx, log }) => {
      await tx
        .insertInto('unsubscription')
        .values({ profile_id: profile, kind, channel: 'mail', source: 'ссылка в письме', at: ctx.now().toISOString() })
        .onConflict((on) => on.columns(['profile_id', 'kind', 'channel']).doNothing())
        .execute();
      await dropWithdrawn(tx, ctx.now());
      await log({
        object: { type: 'profile', id: profile, name },
        place,
        text: `Отписка от писем «${mailingKinds[kind]}» по ссылке в письме`,
      });
    });
  return page(
    `<h1>Готово</h1><p>Письма «${mailingKinds[kind]}» вам больше не придут. Передумаете — скажите об этом в своём ПО.</p>`,
  );
}

const isTrial = (ctx: Ctx, token: string) => readToken(ctx.deps, token)?.profile === NOBODY;
const trialPage = () =>
  page(
    `<h1>Это проба</h1><p>Письмо пришло вам как проба рассылки. Получатель по этой ссылке откажется от таких писем.</p>`,
  );

async function requireLink(ctx: Ctx, token: string) {
  const link = readToken(ctx.deps, token);
  const person =
    link &&
    (await ctx.db
      .selectFrom('profile')
      .where('id', '=', link.profile)
      .select(['region_id', 'mo_id', 'po_id', 'full_name'])
      .executeTakeFirst());
  if (!link || !person) throw notFound();
  const { full_name, ...place } = person;
  return { ...link, name: full_name ?? '', ...place };
}

/** Its form says where it comes from: without a referrer a browser sends it as if from a strange page, and it is refused. */
const page = (body: string): FileAnswer => ({
  name: 'unsubscribe.html',
  mime: 'text/html; charset=utf-8',
  inline: true,
  body: `<!doctype html><html lang="ru"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><meta name="referrer" content="same-origin">
<meta name="color-scheme" content="light dark"><title>Отписка от писем</title><style>body{font:18px/1.5 system-ui,sans-serif;max-width:480px;margin:10vh auto;padding:0 16px}
button{font:inherit;padding:12px 20px;min-height:48px;cursor:pointer}</style></head><body><main>${body}</main></body></html>`,
});
