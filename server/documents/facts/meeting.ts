// A general meeting as its mailing tells it: when, where, what is decided.
import { sql } from 'kysely';
import type { RichBlock, RichText } from '../../../contract/kernel/richTextFold.ts';
import { formatDate } from '../../../contract/kernel/words.ts';
import type { Meeting } from '../../../contract/notifications/meetings.ts';
import { plainText } from '../../../contract/kernel/richTextFold.ts';
import type { Ctx } from '../../kernel/ctx.ts';
import { longDate } from '../../kernel/paper/words.ts';
import { read } from '../../kernel/read.ts';
import { inScope, personInScope, poScope } from '../../kernel/scope.ts';
import type { MeetingFacts } from './types.ts';

interface Row {
  id: number;
  kind: string;
  title: string;
  sms_text: string;
  email_text: RichText | null;
  typed: Record<string, string>;
  meeting: Meeting | null;
  /** ПО of its place that the actor sees. */
  pos: number[];
}

/** The mailing in the actor's place; undefined when it is not his. */
export async function mailingRow({ db, actor }: Ctx, id: number): Promise<Row | undefined> {
  const [row] = await read(
    db,
    sql<Row>`select n.id, n.kind, n.title, n.sms_text, n.email_text, n.typed, n.meeting,
      array(select po.id from po where ${poScope(actor, 'po')} and po.region_id = n.region_id and (n.mo_id is null or po.mo_id = n.mo_id)
        and (n.po_id is null or po.id = n.po_id) order by po.sort_key, po.id) as pos
    from notification n where n.id = ${id} and ${inScope(actor, 'n')}`,
  );
  return row;
}

/** What a notice says of the meeting; the agenda is the first list of the letter, else its lines that are numbered. */
export function meetingOf({ title, email_text, sms_text, meeting, ...row }: Row): MeetingFacts {
  const typed = saidOf(row.typed, meeting);
  const words = email_text ? plainText(email_text, typed) : sms_text;
  return {
    initiator: '',
    form: /заочн/i.test(`${title} ${words}`) ? 'заочная' : 'очная',
    at: meeting?.day ? timeOf(meeting, longDate) : (typed.ДатаСобрания ?? ''),
    place: typed.Место ?? '',
    day: meeting?.day ?? null,
    agenda: (email_text && agendaIn(email_text.doc, typed)) ?? numbered(words),
    materials: '',
  };
}

/** Day and hour of a meeting, as far as they are known: «20.12.2026 в 18:00». */
const timeOf = ({ day, time }: Meeting, write: (day: string) => string) =>
  [day && write(day), time && `в ${time}`].filter(Boolean).join(' ');

/** Values of the mailing as its texts say them. */
function saidOf(typed: Record<string, string>, meeting: Meeting | null): Record<string, string> {
  if (!meeting) return typed;
  const at = timeOf(meeting, formatDate);
  return { ...typed, ...(meeting.day ? { ДатаСобрания: at } : {}), ...(meeting.place ? { Место: meeting.place } : {}) };
}

function agendaIn(blocks: readonly RichBlock[], values: Record<string, string>): string[] | null {
  for (const block of blocks)
    if (block.type === 'orderedList' || block.type === 'bulletList')
      return block.content.map((item) => plainText({ v: 1, doc: item.content }, values).trim());
  return null;
}

/** «1. Отчёт правления» of a text without lists. */
const numbered = (words: string): string[] =>
  words.split('\n').flatMap((line) => /^\s*\d+[.)]\s*(.+)$/.exec(line)?.[1]?.trim() ?? []);

/** A person whom the notice is for, and a garage of his, both in the actor's place. */
export async function receiverOf(
  { db, actor }: Ctx,
  profile: number,
  po: number,
): Promise<{ garage: number | null } | undefined> {
  const [row] = await read(
    db,
    sql<{ garage: number | null }>`select (select o.garage_id from ownership o join garage g on g.id = o.garage_id
        where o.profile_id = p.id and o.ended_on is null and g.is_active and ${inScope(actor, 'g')}
        order by g.po_id = ${po} desc, o.is_primary desc, o.id limit 1) as garage
      from profile p where p.id = ${profile} and p.merged_into is null and ${personInScope(actor, 'p')}`,
  );
  return row;
}
