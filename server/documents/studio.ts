// The studio of papers: versions of a text, a look at it on a record, a run over many, taking effect.
import { sql } from 'kysely';
import type { Studio, TemplatePreview, TemplateTrial } from '../../contract/documents/studio.ts';
import type { RichText } from '../../contract/kernel/richTextFold.ts';
import { act } from '../kernel/act.ts';
import { todayOf, type Ctx, type WriteDb } from '../kernel/ctx.ts';
import { invalid, notFound, Refused, stale } from '../kernel/errors.ts';
import { missingLetters } from '../ports/pdf/fonts.ts';
import { PdfFault } from '../ports/pdf/engine.ts';
import { compose, NUMBER_SIGN } from './compose.ts';
import { gatherFacts } from './facts/gather.ts';
import { requireSubject, type About } from './facts/subject.ts';
import { noteLook, peopleOn } from './writing/openings.ts';
import { placeOfPaper } from './writing/printing.ts';
import type { Facts } from './facts/types.ts';
import { layoutOf } from './layouts/index.ts';
import { kindById } from './queries.ts';
import { draftOf, recordsFor, regionsWithText, versionBody, versionsOf, type Draft } from './queries/templates.ts';
import { tellsDebt, type DocumentKind } from './rules.ts';
import { emptyIn, unknownIn, variablesOfKind } from './rules/templates.ts';
import { valuesOf, whyLacking } from './rules/values.ts';

/** Records of a trial run: enough to see a rule, few enough to wait for. */
const TRIED = 150;
/** A value longer than this breaks the line that was written for a name. */
const LONG = 160;

export async function requireKind(ctx: Ctx, id: number): Promise<DocumentKind> {
  const kind = await kindById(ctx.db, id);
  if (!kind) throw notFound();
  return kind;
}

/** Everything the studio shows of a kind and a region. @throws 404 for a kind or region that is not there */
export async function studioOf(ctx: Ctx, id: number, region: number | null): Promise<Studio> {
  const kind = await requireKind(ctx, id);
  const regions = await regionsWithText(ctx.db, id);
  if (region && !regions.some((one) => one.id === region)) throw notFound();
  const [versions, draft] = await Promise.all([versionsOf(ctx.db, id, region), draftOf(ctx.db, id, region)]);
  const current = versions.find((one) => one.state === 'in_force')!;
  const body = draft?.body ?? (await versionBody(ctx.db, kind, region, current.nth))!;
  return {
    kind: { id, name: kind.name, contexts: [...kind.contexts] },
    region_id: region,
    regions,
    versions,
    body,
    draft: draft && { nth: draft.nth, version: draft.version },
    variables: variablesOfKind(kind.code),
  };
}

/** Keeps a text as the draft: the one there is, or a new version. @throws 409 when somebody has saved since */
export async function saveDraft(
  ctx: Ctx,
  id: number,
  asked: { region: number | null; body: RichText; version: number | null },
  from?: number,
): Promise<void> {
  const kind = await requireKind(ctx, id);
  const { region, body } = asked;
  await act(ctx, 'reference.text', async ({ tx, log }) => {
    const draft = await lockedDraft(tx, id, asked);
    const at = ctx.now().toISOString();
    const nth = draft?.nth ?? (await nextNth(tx, id, region));
    const row = { body: JSON.stringify(body), saved_at: at, created_by: ctx.actor.userId || null };
    if (draft)
      await tx
        .updateTable('document_template')
        .set({ ...row, version: draft.version + 1 })
        .where('id', '=', draft.id)
        .execute();
    else
      await tx
        .insertInto('document_template')
        .values({ type_id: id, region_id: region, nth, state: 'draft', ...row })
        .execute();
    await log({
      object: { type: 'document_type', id, name: kind.name },
      text:
        from === undefined
          ? `Сохранён черновик версии ${nth} текста «${kind.name}»`
          : `Черновик версии ${nth} текста «${kind.name}»: возвращена версия ${from}`,
    });
  });
}

/** The draft takes effect. @throws 422 while it names what the kind does not know, 409 when it is not the one on screen */
export async function enactDraft(ctx: Ctx, id: number, asked: { region: number | null; version: number }) {
  const kind = await requireKind(ctx, id);
  await act(ctx, 'reference.text', async ({ tx, log, emit }) => {
    const draft = await lockedDraft(tx, id, asked);
    if (!draft) throw invalid({ form: 'Черновика нет: сначала сохраните текст' });
    const [unknown] = unknownIn(draft.body, kind.code);
    if (unknown)
      throw invalid({
        body: `Нет переменной «${unknown.key}»${unknown.likely ? `. Похоже на «${unknown.likely}»` : ''}`,
      });
    const at = ctx.now().toISOString();
    await sql`update document_template set state = 'past', ended_at = ${at}::timestamptz
      where type_id = ${id} and region_id is not distinct from ${asked.region} and state = 'in_force'`.execute(tx);
    await tx
      .updateTable('document_template')
      .set({ state: 'in_force', in_force_since: at, version: draft.version + 1 })
      .where('id', '=', draft.id)
      .execute();
    await log({
      object: { type: 'document_type', id, name: kind.name },
      text: `Введена в действие версия ${draft.nth} текста «${kind.name}»`,
    });
    await emit({ everybody: true }, { type: 'records_changed', message: { resource: 'document_types', ids: [id] } });
  });
}

async function lockedDraft(
  tx: WriteDb,
  id: number,
  { region, version }: { region: number | null; version: number | null },
): Promise<Draft | null> {
  // Two who save at once go one after the other, also where there is no draft yet.
  await sql`select id from document_type where id = ${id} for update`.execute(tx);
  const draft = await draftOf(tx, id, region);
  if ((draft?.version ?? null) !== version)
    throw stale(draft?.author ?? 'другой сотрудник', draft ? timeOf(draft.saved_at) : 'это время', {
      version: draft?.version ?? null,
    });
  if (region && !(await tx.selectFrom('region').where('id', '=', region).select('id').executeTakeFirst()))
    throw invalid({ region: 'Такого региона нет' });
  return draft;
}
const timeOf = (at: string) =>
  new Intl.DateTimeFormat('ru-RU', { timeStyle: 'short', timeZone: 'Europe/Moscow' }).format(new Date(at));

async function nextNth(tx: WriteDb, id: number, region: number | null): Promise<number> {
  const { rows } = await sql<{
    nth: number;
  }>`select coalesce(max(nth), 0) + 1 as nth from document_template where type_id = ${id} and region_id is not distinct from ${region}`.execute(
    tx,
  );
  return rows[0]!.nth;
}

/** Facts of a record for a trial: today, the whole of this year where a period is asked. */
async function trialFacts(ctx: Ctx, kind: DocumentKind, about: About): Promise<Facts> {
  const subject = await requireSubject(ctx, about);
  const day = todayOf(ctx);
  return gatherFacts(ctx, {
    subject,
    poId: subject.po_id,
    day,
    from: kind.date_mode === 'period' ? `${day.slice(0, 4)}-01-01` : null,
    isPersonal: kind.is_personal,
    profileId: about.profile_id,
    tellsDebt: tellsDebt(kind),
    number: NUMBER_SIGN,
  });
}

const ownValues = (kind: DocumentKind, facts: Facts): Record<string, string> => {
  const own = Object.entries(layoutOf(kind.code).variables ?? {});
  return valuesOf(facts, Object.fromEntries(own.map(([key, part]) => [key, part.value(facts)])));
};

/**
 * A trial of a text on one record: picture, values, what is unknown or empty. Nothing is numbered or kept; a look at personal data is
 * told in the log.
 */
export async function previewText(ctx: Ctx, id: number, text: RichText, about: About): Promise<TemplatePreview> {
  const kind = await requireKind(ctx, id);
  const facts = { ...(await trialFacts(ctx, kind, about)), number: '…' };
  if (kind.is_personal) {
    const { context, id: record } = await requireSubject(ctx, about);
    await noteLook(ctx, {
      object: { type: context, id: record, name: facts.person?.full_name ?? facts.org.po_name },
      place: placeOfPaper(facts),
      text: `Открыты в мастерской шаблонов личные данные: «${kind.name}»`,
      people: peopleOn({ kind, facts }),
    });
  }
  const layout = layoutOf(kind.code);
  const values = ownValues(kind, facts);
  const unknown = unknownIn(text, kind.code);
  const empty = emptyIn(text, values);
  const source = compose({ layout, text, facts, checkUrl: null, isTrial: true });
  const letters = missingLetters(source);
  const said = {
    values,
    unknown,
    empty,
    why: Object.fromEntries(empty.map((key) => [key, whyLacking(key, facts, kind, layout.variables?.[key]?.none)])),
    refusal:
      layout.refuse?.(facts) ?? (letters.length ? `Этих знаков нет в шрифте документов: ${letters.join(' ')}` : null),
  };
  return { ...said, picture: letters.length ? null : await drawn(ctx, source) };
}

async function drawn(ctx: Ctx, source: string): Promise<string | null> {
  try {
    return await ctx.deps.pdf.draw({ source, isKept: false, at: 0 });
  } catch (error) {
    if (error instanceof PdfFault) return null;
    throw error;
  }
}

/** Where the variables of a text are empty or too long among the records of the place. */
export async function tryText(ctx: Ctx, id: number, text: RichText): Promise<TemplateTrial> {
  const kind = await requireKind(ctx, id);
  const { records, total } = await recordsFor(ctx, kind, '', TRIED);
  const empty = new Map<string, TemplateTrial['empty'][number]>();
  const long: typeof empty = new Map();
  let refused = 0;
  const note = (to: typeof empty, key: string, sample: (typeof records)[number]) => {
    const known = to.get(key);
    if (known) known.records += 1;
    else to.set(key, { key, records: 1, sample });
  };
  for (const record of records) {
    try {
      const facts = await trialFacts(ctx, kind, { [`${record.context}_id`]: record.id } as About);
      if (layoutOf(kind.code).refuse?.(facts)) refused += 1;
      const values = ownValues(kind, facts);
      for (const key of emptyIn(text, values)) note(empty, key, record);
      for (const [key, value] of Object.entries(values)) if (value.length > LONG) note(long, key, record);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      refused += 1;
    }
  }
  return { checked: records.length, total, refused, empty: [...empty.values()], long: [...long.values()] };
}
