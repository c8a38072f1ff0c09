// Corrections of the preview: of one cell, of all cells that say the same, taken back.
import type { ImportOverride, RowPlace } from '../../contract/importFields.ts';
import * as contract from '../../contract/imports.ts';
import { act } from '../kernel/act.ts';
import { invalid } from '../kernel/errors.ts';
import type { Mount } from '../kernel/mount.ts';
import { openBatch } from './batchView.ts';
import { draft, heldDraft, refusing, typedFields } from './card.ts';
import { placeKey } from './rows.ts';
import { countKinds, formerKinds, kindsOf, placesOf, previewRow } from './preview.ts';

const MOST = 20_000;
const keyOf = (one: Pick<ImportOverride, 'sheet' | 'row' | 'column' | 'field'>) => `${placeKey(one)}:${one.field}`;

type Fix = RowPlace & Pick<ImportOverride, 'field' | 'rule'> & { text: string | null };

/** Corrections with some more: a newer one of a cell replaces the former, one without a text takes it back. */
function laidOver(
  known: readonly ImportOverride[],
  fixes: readonly Fix[],
  kindsAt: (place: RowPlace) => string[],
): ImportOverride[] {
  const touched = new Set(fixes.map(keyOf));
  const former = formerKinds(known);
  const wasOf = (place: RowPlace) => [...new Set([...(former.get(placeKey(place)) ?? []), ...kindsAt(place)])];
  return [
    ...known.filter((one) => !touched.has(keyOf(one))),
    ...fixes.flatMap(({ text, ...place }) => (text === null ? [] : [{ ...place, text, was: wasOf(place) }])),
  ];
}

export function mountFixes(mount: Mount): void {
  mount(contract.fixImport, async (ctx, { params, body }) => {
    const batch = await draft(ctx, params.id);
    const before = await refusing(() => openBatch(ctx.deps, batch));
    const { group } = body;
    const grouped = group
      ? placesOf(before.parsed.rows, group).map((place) => ({
          ...place,
          field: group.field,
          text: group.text,
          rule: true,
        }))
      : [];
    const fixes = [...body.fixes, ...grouped];
    if (!fixes.length) throw invalid({ form: 'Нет ячеек с таким замечанием' });
    const now = await act(ctx, 'garage.import_layout', async ({ tx, log }) => {
      // What others have corrected since the row was read is kept: the corrections are laid over those of this moment.
      const held = await heldDraft(tx, batch.id);
      const overrides = laidOver(held.overrides as ImportOverride[], fixes, (place) =>
        kindsOf(before.rowAt(placeKey(place))),
      );
      if (overrides.length > MOST)
        throw invalid({ form: 'Исправлений слишком много. Исправьте файл и загрузите его снова' });
      await tx
        .updateTable('import_batch')
        .set({ overrides: JSON.stringify(overrides) })
        .where('id', '=', batch.id)
        .execute();
      await log({
        object: { type: 'po', id: batch.po_id, name: batch.file_name },
        text: `Исправлены ячейки реестра: ${fixes.length}`,
      });
      return { ...held, overrides: overrides as never };
    });
    const view = await openBatch(ctx.deps, now);
    const { parsed, rowAt } = view;
    const typed = typedFields(now);
    const places = [...new Set(fixes.map(placeKey))].slice(0, 100);
    return {
      summary: parsed.summary,
      kinds: countKinds(view, formerKinds(now.overrides as unknown as ImportOverride[])),
      changed: fixes.length,
      rows: places.flatMap((place) => {
        const row = rowAt(place);
        return row ? [previewRow(row, null, typed, [])] : [];
      }),
    };
  });
}
