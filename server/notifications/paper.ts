// Letters on paper for those whom nothing has reached: a plain letter each, for a meeting its notice; printing is not handing over.
import { sql } from 'kysely';
import { registryEdit, refusal } from '../../contract/kernel/scope.ts';
import { type MailingContent } from '../../contract/notifications.ts';
import { MOST_LETTERS } from '../../contract/notifications/messages.ts';
import type { RichText } from '../../contract/kernel/richTextFold.ts';
import { needsLetter, noteLetters, paperIsAbout } from '../documents/queries/letters.ts';
import { letterSheets, pileOf } from '../documents/rules/pile.ts';
import { withPictures } from '../documents/writing/pictures.ts';
import { openSnapshot } from '../documents/writing/snapshots.ts';
import { preparePaper, refuseMissing, takePapers, type Prepared } from '../documents/writing/printing.ts';
import { act } from '../kernel/act.ts';
import { todayOf, type Ctx } from '../kernel/ctx.ts';
import { invalid, notFound, Refused } from '../kernel/errors.ts';
import type { FileAnswer } from '../kernel/mount.ts';
import { read } from '../kernel/read.ts';
import { typstSource } from '../kernel/richText/typst.ts';
import { inScope, isWard, personPresent } from '../kernel/scope.ts';
import { planPaper } from './planning.ts';
import type { KeptNotification } from './queries.ts';
import { slipText } from '../documents/rules/slips.ts';
import { blankOf, fillSms } from './rules/texts.ts';
import { contentOf, placeOf } from './writing.ts';
import { limitTo } from '../db/planned.ts';

/** The paper «Уведомление о собрании». */
const MEETING_NOTICE = 18;

interface Unreached {
  id: number;
  garages: number[];
  address: string | null;
  /** Who represents a child or an estate. */
  through: string | null;
  po_id: number | null;
}

/** People of a mailing whom nothing has reached, by name, in the actor's place. */
const unreachedOf = (ctx: Ctx, id: number) =>
  read(
    ctx.db,
    sql<Unreached>`select p.id, coalesce(array_agg(distinct g.id) filter (where g.id is not null), '{}') as garages,
      coalesce(r.actual_address, r.registration_address, p.actual_address, p.registration_address) as address, r.full_name as through,
      coalesce(min(g.po_id), p.po_id) as po_id
    from notification_message m ${paperIsAbout} join profile p on p.id = who.id
      left join profile r on r.id = p.representative_id and r.merged_into is null and not r.is_anonymised and ${isWard('p', todayOf(ctx))}
      left join garage g on g.id = any(m.garage_ids) and (m.ward_ids = '{}' or exists (select 1 from ownership o where o.garage_id = g.id and o.profile_id = p.id and o.ended_on is null))
    where m.notification_id = ${id} and ${needsLetter} and ${personPresent(ctx.actor, 'p', todayOf(ctx))}
    group by p.id, r.id order by p.name_key, p.id ${limitTo(MOST_LETTERS + 1)}`,
  );

/**
 * Prints the letters and notes on each message when it was printed.
 * @throws 409 when another number of people is left than the person saw, 422 when there is nothing to print
 */
export async function printLetters(ctx: Ctx, id: number, expected: number): Promise<FileAnswer> {
  const kept = await ctx.db
    .selectFrom('notification as n')
    .where('n.id', '=', id)
    .where(sql<boolean>`${inScope(ctx.actor, 'n')}`)
    .selectAll()
    .executeTakeFirst();
  if (!kept) throw notFound();
  if (![3, 4, 5, 6].includes(kept.status)) throw invalid({ form: 'Письма печатают, когда рассылка уже ушла' });
  const people = await unreachedOf(ctx, id);
  if (!people.length) throw invalid({ form: 'Печатать нечего: дошло до всех, кому можно писать' });
  if (people.length > MOST_LETTERS) throw invalid({ form: `За один раз не больше ${MOST_LETTERS} писем` });
  if (people.length !== expected)
    throw new Refused(409, {
      message: `Вы видели ${expected}, сейчас писем ${people.length}. Обновите страницу`,
      code: 'selection_changed',
    });
  const bytes = kept.kind === 'meeting' ? await notices(ctx, kept, people) : await plainLetters(ctx, kept, people);
  return { name: `Письма, ${people.length}.pdf`, mime: 'application/pdf', body: bytes, inline: false };
}

async function plainLetters(ctx: Ctx, kept: KeptNotification, people: readonly Unreached[]): Promise<Uint8Array> {
  const content = contentOf(kept);
  const byPerson = new Map(people.map((one) => [one.id, one]));
  const messages = await planPaper(ctx, ctx.db, content, new Map(people.map((one) => [one.id, one.garages])));
  // An address is a hidden thing: who may not see it writes it by hand.
  const mayAddress = !refusal(ctx.actor, registryEdit);
  const source = letterSheets(
    messages.map(({ receiver, values, sms }) => ({
      to: toWords(receiver.name, byPerson.get(receiver.id)?.through),
      address: mayAddress ? (byPerson.get(receiver.id)?.address ?? null) : null,
      garage: values.long.Гараж ?? '',
      title: content.title,
      body: bodyOf(content, values.long, sms),
      from: values.long.ПО ?? kept.sent_from,
      chairman: values.long.Председатель ?? '',
      phone: values.long.ТелефонПО ?? '',
      date: todayOf(ctx),
      slip: slipText(ctx.deps.secrets, { notification: kept.id, profile: receiver.id }),
    })),
  );
  refuseMissing(source);
  const bytes = await ctx.deps.pdf.render({ source, isKept: false, at: ctx.now().getTime() });
  await act(ctx, 'notification.letters', async ({ tx, log }) => {
    await noteLetters(
      tx,
      people.map(({ id: person }) => ({ mailing: kept.id, person })),
      ctx.now(),
    );
    await log({
      object: { type: 'notification', id: kept.id, name: kept.title },
      place: placeOf(kept),
      text: `Напечатаны письма тем, кому не дошло: ${people.length}`,
      people: people.map(({ id }) => id),
    });
  });
  return bytes;
}

const toWords = (name: string, through: string | null | undefined) =>
  through ? `${through} (представитель: ${name})` : name;

const bodyOf = (content: MailingContent, values: Readonly<Record<string, string>>, sms: string): string | string[] =>
  content.email_text
    ? typstSource(content.email_text as RichText, { values, blank: blankOf })
    : (fillSms(content.sms_text, values) || sms).split('\n');

/** The notice of a meeting for each, with numbers of the journal of papers, in one file. */
async function notices(ctx: Ctx, kept: KeptNotification, people: readonly Unreached[]): Promise<Uint8Array> {
  const day = todayOf(ctx);
  const prepared: Prepared[] = [];
  for (const one of people)
    prepared.push(
      await preparePaper(ctx, {
        document_type_id: MEETING_NOTICE,
        notification_id: kept.id,
        profile_id: one.id,
        specific_po: one.po_id ?? kept.po_id,
        start_date: day,
        end_date: day,
      }),
    );
  const papers = await act(ctx, 'notification.letters', async ({ tx, log }) => {
    const ids = await takePapers(ctx, tx, prepared);
    await log({
      object: { type: 'notification', id: kept.id, name: kept.title },
      place: placeOf(kept),
      text: `Напечатаны уведомления о собрании тем, кому не дошло: ${people.length}`,
      people: people.map(({ id }) => id),
    });
    return tx.selectFrom('document').where('id', 'in', ids).orderBy('id').select(['snapshot', 'number']).execute();
  });
  const snapshots = papers.map(({ snapshot, number }) => openSnapshot(ctx.deps.secrets, snapshot!, number));
  const { sources, files } = await withPictures(ctx, snapshots);
  return ctx.deps.pdf.render({ source: pileOf(sources), files, isKept: true, at: snapshots[0]!.at });
}
