// Corrections of cells: sent at once, the last ones can be taken back.
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { ImportField } from '../../../contract/importFields.ts';
import * as contract from '../../../contract/imports.ts';
import type { ImportBatch, PreviewRow } from '../../../contract/imports.ts';
import { call, type HttpError } from '../../../providers/http.ts';
import { keyOf, readAnew } from '../../../providers/reading.ts';
import { toast } from '../../../widgets/toasts.ts';

/** Runs a call after those asked for before it, see `useQueue`. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

export interface Fix {
  sheet: number;
  row: number;
  column: number;
  field: ImportField;
  /** Null takes the correction back. */
  text: string | null;
}
export interface Fixes {
  busy: boolean;
  /** False when it was refused. */
  fix: (fixes: Fix[]) => Promise<boolean>;
  fixGroup: (group: { kind: string; field: ImportField; raw?: string; text: string }) => Promise<boolean>;
  /** Takes the last correction back; false when there is none. */
  undo: () => boolean;
}

export function useFixes(
  batch: ImportBatch,
  onBatch: (next: (known: ImportBatch) => ImportBatch) => void,
  inTurn: InTurn,
): Fixes {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const done = useRef<Fix[][]>([]);
  const of = { params: { id: batch.id } };
  const send = async (body: Record<string, unknown>, fixes: Fix[] | null): Promise<boolean> => {
    setBusy(true);
    try {
      const reply = await inTurn(() => call(contract.fixImport, { ...of, body: body as never, quiet: true }));
      onBatch((known) => ({
        ...known,
        summary: reply.summary,
        kinds: [...reply.kinds, ...known.kinds.filter((one) => one.kind === 'differs')],
      }));
      if (fixes) done.current.push(fixes);
      else toast(`Исправлено ячеек: ${reply.changed}`);
      const rows = new Map(reply.rows.map((row) => [placeOf(row), row]));
      client.setQueriesData<{ data: PreviewRow[]; total: number }>(
        { queryKey: keyOf(contract.importRows, of) },
        (page) => page && { ...page, data: page.data.map((row) => rows.get(placeOf(row)) ?? row) },
      );
      void readAnew(client, keyOf(contract.importGroups, of), ...(fixes ? [] : [keyOf(contract.importRows, of)]));
      return true;
    } catch (error) {
      toast((error as HttpError).message, { kind: 'error' });
      return false;
    } finally {
      setBusy(false);
    }
  };
  return {
    busy,
    fix: (fixes) => send({ fixes }, fixes),
    fixGroup: (group) => send({ group }, null),
    undo: () => {
      const last = done.current.pop();
      if (last) void send({ fixes: last.map((one) => ({ ...one, text: null })) }, null);
      return last !== undefined;
    },
  };
}

export const placeOf = ({ sheet, row, column }: Pick<PreviewRow, 'sheet' | 'row' | 'column'>) =>
  `${sheet}:${row}:${column}`;
