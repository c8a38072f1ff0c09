// A schema that lets nothing through unlisted: what the server answers must be exactly what the agreement names.
import { z } from 'zod';

const made = new WeakMap<z.ZodType, z.ZodType>();

/** The same schema with every object closed, however deep. */
export function strict(schema: z.ZodType): z.ZodType {
  const known = made.get(schema);
  if (known) return known;
  // A schema may hold itself: its place is taken before its parts are looked at.
  made.set(
    schema,
    z.lazy(() => closed),
  );
  const closed = closeParts(schema);
  made.set(schema, closed);
  return closed;
}

function closeParts(schema: z.ZodType): z.ZodType {
  const inner = (part: unknown) => strict(part as z.ZodType);
  if (schema instanceof z.ZodObject) {
    const shape = Object.fromEntries(Object.entries(schema.shape).map(([key, part]) => [key, inner(part)]));
    // What says itself that it takes other fields keeps taking them.
    const { catchall } = schema.def;
    return catchall ? z.object(shape).catchall(catchall as z.ZodType) : z.strictObject(shape);
  }
  if (schema instanceof z.ZodArray) return z.array(inner(schema.element));
  if (schema instanceof z.ZodNullable) return inner(schema.unwrap()).nullable();
  if (schema instanceof z.ZodOptional) return inner(schema.unwrap()).optional();
  if (schema instanceof z.ZodRecord) return z.record(z.string(), inner(schema.valueType));
  if (schema instanceof z.ZodUnion) return z.union(schema.options.map(inner) as [z.ZodType, ...z.ZodType[]]);
  if (schema instanceof z.ZodTuple) return z.tuple(schema.def.items.map(inner) as [z.ZodType, ...z.ZodType[]]);
  if (schema instanceof z.ZodLazy) return z.lazy(() => inner(schema.unwrap()));
  return schema;
}

/** What in an answer differs from its schema: `data.0.phone: …`; empty when nothing does. */
export function differences(schema: z.ZodType, answer: unknown): string[] {
  const parsed = strict(schema).safeParse(answer);
  if (parsed.success) return [];
  return parsed.error.issues.flatMap(function flat(issue): string[] {
    if (issue.code === 'invalid_union') return issue.errors.flat().flatMap(flat);
    const keys = issue.code === 'unrecognized_keys' ? ` ${issue.keys.join(', ')}` : '';
    return [`${issue.path.map(String).join('.')}: ${issue.code}${keys}`];
  });
}
