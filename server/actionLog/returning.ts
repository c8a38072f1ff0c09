// Former values that a line of the log can give back: those of fields that may return, opened with the person's key.
import { fieldsOfObject } from '../../contract/fields/index.ts';
import { fieldOfColumn } from '../../contract/kernel/fields.ts';
import type { Ctx } from '../kernel/ctx.ts';
import { notFound } from '../kernel/errors.ts';
import { DESTROYED, keyOwnerOf, openSides } from '../kernel/personKeys.ts';
import { logLine } from './queries.ts';

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
  const line = await logLine(ctx.db, ctx.actor, lineId);
  if (!line) throw notFound();
  const fields = fieldsOfObject(line.object_type);
  if (!fields || line.object_type === null || line.object_id === null) return [];
  const owner = keyOwnerOf({ type: line.object_type, id: line.object_id });
  const [opened] = await openSides(ctx.db, ctx.deps.secrets, [{ owner, before: line.before, after: line.after }]);
  return Object.entries((opened?.before ?? {}) as Record<string, unknown>).flatMap(([column, value]) => {
    const field = fieldOfColumn(fields, column);
    if (!field?.returnable) return [];
    const isGone = value === DESTROYED;
    return [{ column, label: field.label, value: isGone ? null : value, isGone }];
  });
}
