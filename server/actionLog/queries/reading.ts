// Lines of the log as their reader may have them: what was sealed opened, what is personal masked, changes and subjects in words.
import type { ActionRow, LogSubject } from '../../../contract/actionLog.ts';
import { fieldsOfObject } from '../../../contract/fields/index.ts';
import { closingNames, statusNames, type Status } from '../../../contract/reregistrations.ts';
import { reasonNames } from '../../../contract/reregistrations/reasons.ts';
import type { Ctx } from '../../kernel/ctx.ts';
import { maskText } from '../../kernel/masking.ts';
import { keyOwnerOf, openSides } from '../../kernel/personKeys.ts';
import { referenceNames, type LogLine } from '../queries.ts';
import type { FoundSubject } from './subjects.ts';
import { changesOf } from '../rules.ts';

/** What the changes of a line are read from. */
export type ChangedLine = Pick<LogLine, 'object_type' | 'object_id' | 'before' | 'after'>;

/** Rows of the log in the order of the lines. */
export async function readActionRows(ctx: Ctx, lines: readonly LogLine[]): Promise<ActionRow[]> {
  const changes = await readChanges(ctx, lines);
  return lines.map((line, nth) => rowOf(line, changes[nth]!));
}

/** What each line changed, in words. */
export async function readChanges(ctx: Ctx, lines: readonly ChangedLine[]): Promise<ActionRow['changes'][]> {
  const sides = lines.map((line) => ({
    ...line,
    owner: keyOwnerOf(line.object_type, line.object_id),
  }));
  const opened = await openSides(ctx.db, ctx.deps.secrets, sides);
  const names = await referenceNames(ctx.db, opened);
  const seesHealth = ctx.actor.capabilities.includes(1);
  return opened.map(({ before, after, object_type }) =>
    changesOf(before, after, names, seesHealth, fieldsOfObject(object_type)),
  );
}

function rowOf(line: LogLine, changes: ActionRow['changes']): ActionRow {
  const { user_id, user_name, object_type, object_id, object_name, before: _, after: __, subject, ...plain } = line;
  return {
    ...plain,
    text: maskText(plain.text),
    user: { id: user_id, name: user_name },
    object:
      object_type && object_id !== null
        ? { type: object_type, id: object_id, name: object_name && maskText(object_name) }
        : null,
    changes,
    subject: subject && tellSubject(subject),
  };
}

/** A subject in words; a phone written into a name or a reason is masked there too. */
export function tellSubject({ case: about, ...subject }: FoundSubject): LogSubject {
  const masked = (text: string | null | undefined) => (text ? maskText(text) : null);
  return {
    number: subject.number ?? null,
    place: masked(subject.place),
    kind: about ? reasonNames[about.reason]! : (subject.kind ?? null),
    state: about ? stateWords(about) : null,
    days: subject.days ?? null,
    fee_kopecks: subject.fee_kopecks ?? null,
    file: masked(subject.file),
    reason: masked(subject.reason),
  };
}

const stateWords = ({ status, closing }: NonNullable<FoundSubject['case']>) =>
  closing ? closingNames[closing as keyof typeof closingNames] : statusNames[status as Status];
