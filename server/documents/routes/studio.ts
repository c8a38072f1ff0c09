// The studio of papers for superusers.
import * as contract from '../../../contract/documents/studio.ts';
import { notFound } from '../../kernel/errors.ts';
import type { Mount } from '../../kernel/mount.ts';
import { recordsFor, versionBody } from '../queries/templates.ts';
import { enactDraft, previewText, requireKind, saveDraft, studioOf, tryText } from '../studio.ts';

const OFFERED = 20;

export function studioRoutes(mount: Mount): void {
  mount(contract.templateStudio, (ctx, { params, query }) => studioOf(ctx, params.id, query.region ?? null));

  mount(contract.templateVersion, async (ctx, { params, body }) => {
    const text = await versionBody(ctx.db, await requireKind(ctx, params.id), body.region, body.nth);
    if (!text) throw notFound();
    return { nth: body.nth, body: text };
  });

  mount(contract.saveTemplate, async (ctx, { params, body }) => {
    await saveDraft(ctx, params.id, body);
    return studioOf(ctx, params.id, body.region);
  });

  mount(contract.restoreTemplate, async (ctx, { params, body }) => {
    const text = await versionBody(ctx.db, await requireKind(ctx, params.id), body.region, body.nth);
    if (!text) throw notFound();
    await saveDraft(ctx, params.id, { ...body, body: text }, body.nth);
    return studioOf(ctx, params.id, body.region);
  });

  mount(contract.enactTemplate, async (ctx, { params, body }) => {
    await enactDraft(ctx, params.id, body);
    return studioOf(ctx, params.id, body.region);
  });

  mount(contract.templateRecords, async (ctx, { params, query }) => {
    const { records } = await recordsFor(ctx, await requireKind(ctx, params.id), query.q?.trim() ?? '', OFFERED);
    return { data: records };
  });

  mount(contract.previewTemplate, (ctx, { params, body: { body, ...about } }) =>
    previewText(ctx, params.id, body, about),
  );
  mount(contract.tryTemplate, (ctx, { params, body }) => tryText(ctx, params.id, body.body));
}
