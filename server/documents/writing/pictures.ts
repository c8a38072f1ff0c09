// Pictures of signatures and stamps for a pile of papers.
import type { Ctx } from '../../kernel/ctx.ts';
import { typstString } from '../../kernel/richText/typst.ts';
import type { Snapshot } from './snapshots.ts';

/** Sources with the pictures of all ПО: every paper calls those of its own ПО, by names that no other has. */
export async function withPictures(ctx: Ctx, snapshots: readonly Snapshot[]) {
  const keys = [...new Set(snapshots.flatMap(({ files }) => Object.values(files)))];
  const nameOf = (key: string) => `/picture-${keys.indexOf(key)}`;
  const pictures = await Promise.all(
    keys.map(async (key) => {
      const parts: Buffer[] = [];
      for await (const part of ctx.deps.files.get(key)) parts.push(part as Buffer);
      return [nameOf(key), Buffer.concat(parts)] as const;
    }),
  );
  const sources = snapshots.map(({ source, files }) =>
    Object.entries(files).reduce(
      (text, [name, key]) => text.replaceAll(typstString(name), typstString(nameOf(key))),
      source,
    ),
  );
  return { sources, files: Object.fromEntries(pictures) };
}
