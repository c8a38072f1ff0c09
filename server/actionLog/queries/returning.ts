// Former values that a line of the log can give back: those of fields that may return, opened with the person's key.
import { fieldsOfObject } from '../../../contract/fields/index.ts';
import type { ReturnReply } from '../../../contract/actionLog.ts';
import { fieldOfColumn, type Fields } from '../../../contract/kernel/fields.ts';
import type { Ctx } from '../../kernel/ctx.ts';
import { invalid, notFound } from '../../kernel/errors.ts';
import { DESTROYED, keyOwnerOf, openSides } from '../../kernel/personKeys.ts';
import { logLine, referenceNames, type LogLine } from '../queries.ts';
import { valueWords } from '../rules.ts';
import { lineNotFound } from './archive.ts';

export interface FormerValue {
  column: string;
  label: string;
  /** As it was, whole; null is nothing. It leaves the server in no reply: a return writes it by itself. */
  value: unknown;
  /** The key of the person is destroyed: nothing can be given back. */
  isGone: boolean;
}

/**
 * What the object of a line held before, by column. Lines out of scope are not found; lines about objects without
 * fields and fields that may not return give nothing.
 * @throws 404
 */
export async function readFormerValues(ctx: Ctx, lineId: number): Promise<FormerValue[]> {
  const line = await logLine(ctx, lineId);
  if (!line) throw await lineNotFound(ctx.db, lineId);
  const fields = fieldsOfObject(line.object_type);
  if (!fields) return [];
  const owner = keyOwnerOf(line.object_type, line.object_id);
  const [opened] = await openSides(ctx.db, ctx.deps.secrets, [{ owner, before: line.before, after: line.after }]);
  return Object.entries((opened?.before ?? {}) as Record<string, unknown>).flatMap(([column, value]) => {
    const field = fieldOfColumn(fields, column);
    if (!field?.returnable) return [];
    const isGone = value === DESTROYED;
    return [{ column, label: field.label, value: isGone ? null : value, isGone }];
  });
}

interface Subject {
  type: 'garage' | 'profile';
  id: number;
}

/** The line, if it is about that object and the reader sees it. @throws 404 */
async function requireLine(ctx: Ctx, lineId: number, { type, id }: Subject): Promise<LogLine> {
  const line = await logLine(ctx, lineId);
  if (!line) throw await lineNotFound(ctx.db, lineId);
  if (line.object_type !== type || line.object_id !== id) throw notFound();
  return line;
}

/** What a line can give back, beside what stands there now (`row`, by columns); in words, the personal masked. @throws 404 */
export async function readReturn(
  ctx: Ctx,
  lineId: number,
  subject: Subject,
  row: Readonly<Record<string, unknown>>,
): Promise<ReturnReply['data']> {
  const line = await requireLine(ctx, lineId, subject);
  const former = await readFormerValues(ctx, lineId);
  const own = fieldsOfObject(subject.type)!;
  const sides = [Object.fromEntries(former.map(({ column, value }) => [column, value])), row];
  const names = await referenceNames(ctx.db, [{ ...line, before: sides[0], after: sides[1] }]);
  const words = (column: string, value: unknown) =>
    valueWords(column, fieldOfColumn(own, column), value, names, ctx.actor.capabilities.includes(1));
  return former.map(({ column, label, value, isGone }) => ({
    column,
    label,
    former: isGone ? 'данные уничтожены' : words(column, value),
    now: words(column, row[column]),
    may: !isGone && JSON.stringify(value ?? '') !== JSON.stringify(row[column] ?? ''),
  }));
}

/**
 * Former values as a form takes them, by the keys of its fields.
 * @throws 404 for a line about something else, 422 for a field that the line can't give back
 */
export async function formerForm(
  ctx: Ctx,
  { line, columns }: { line: number; columns: readonly string[] },
  subject: Subject,
): Promise<Record<string, unknown>> {
  await requireLine(ctx, line, subject);
  const former = await readFormerValues(ctx, line);
  const own: Fields = fieldsOfObject(subject.type)!;
  return Object.fromEntries(
    columns.map((column) => {
      const one = former.find((value) => value.column === column && !value.isGone);
      const key = Object.keys(own).find((name) => (own[name]!.column ?? name) === column);
      if (!one || !key) throw invalid({ columns: 'Эта запись не может вернуть такое поле' });
      return [key, formValue(own[key]!.kind, one.value)];
    }),
  );
}

function formValue(kind: string, value: unknown): unknown {
  if (kind === 'reference') return { value };
  if (kind === 'metres') return value === null ? null : Number(value);
  return kind === 'phones' ? (value ?? []) : value;
}
