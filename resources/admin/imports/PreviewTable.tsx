// Rows of the file with what was read and what to check; cells are fixed in place before the run.
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  importFields,
  importOutcomes,
  ignoredRows,
  type ImportField,
  type ImportOutcome,
} from '../../../contract/importFields.ts';
import * as contract from '../../../contract/imports.ts';
import type { ImportBatch, PreviewRow } from '../../../contract/imports.ts';
import { call, type HttpError } from '../../../providers/http.ts';
import { ConfirmDialog } from '../../../widgets/ConfirmDialog.tsx';
import { formatNumber } from '../../../widgets/format.ts';
import { GaragePlate } from '../../../widgets/GaragePlate.tsx';
import { Money } from '../../../widgets/Money.tsx';
import { Segmented } from '../../../widgets/Segmented.tsx';
import { StatusChip } from '../../../widgets/StatusChip.tsx';
import { TextBox } from '../../../widgets/TextInput.tsx';
import { toast } from '../../../widgets/toasts.ts';
import styles from './imports.module.css';

const PAGE = 50;
type Shown = ImportOutcome | 'all';

export function PreviewTable({ batch, onChanged }: { batch: ImportBatch; onChanged: (batch: ImportBatch) => void }) {
  const [shown, setShown] = useState<Shown>(
    batch.summary.error ? 'error' : batch.summary.created_with_warning ? 'created_with_warning' : 'all',
  );
  const [offset, setOffset] = useState(0);
  const [editing, setEditing] = useState<PreviewRow | null>(null);
  const { data } = useQuery({
    queryKey: ['imports', 'rows', batch.id, shown, offset, batch.rows_done],
    queryFn: () =>
      call(contract.importRows, {
        params: { id: batch.id },
        query: { ...(shown === 'all' ? {} : { outcome: shown }), offset, limit: PAGE },
        quiet: true,
      }),
    placeholderData: (before) => before,
  });
  return (
    <div>
      <Segmented<Shown>
        label="Показать строки"
        value={shown}
        onChange={(value) => {
          setShown(value);
          setOffset(0);
        }}
        options={[
          { value: 'all', label: 'Все' },
          ...(['error', 'created_with_warning', 'created', 'ignored'] as const).map((value) => ({
            value,
            label: importOutcomes[value],
            count: batch.summary[value],
          })),
        ]}
      />
      <div className={styles.scroll} tabIndex={0} role="region" aria-label="Строки файла">
        <table>
          <thead>
            <tr>
              <th>Строка</th>
              <th>Гараж</th>
              <th>Владельцы</th>
              <th>Сальдо</th>
              <th>Что проверить</th>
            </tr>
          </thead>
          <tbody>
            {data?.data.map((row) => (
              <tr key={row.row}>
                <td>{row.row}</td>
                <td>
                  {row.number ? (
                    <GaragePlate section={row.section} number={row.number} />
                  ) : (
                    <span className={styles.muted}>
                      {row.ignoredAs ? ignoredRows[row.ignoredAs as keyof typeof ignoredRows] : '—'}
                    </span>
                  )}
                </td>
                <td>{row.owners}</td>
                <td>{row.balance_kopecks ? <Money kopecks={row.balance_kopecks} tone="balance" /> : ''}</td>
                <td>
                  {row.outcome === 'error' && <StatusChip kind="refused">не загрузится</StatusChip>}{' '}
                  {row.result ?? row.issues.map((issue) => issue.message).join('; ')}{' '}
                  {batch.status === 'draft' && row.outcome !== 'ignored' && (
                    <button type="button" className={styles.fix} onClick={() => setEditing(row)}>
                      Исправить
                    </button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {data && data.total > PAGE && (
        <div className={styles.pages}>
          <Button size="small" disabled={!offset} onClick={() => setOffset(offset - PAGE)}>
            Назад
          </Button>
          {formatNumber(offset + 1)}–{formatNumber(Math.min(offset + PAGE, data.total))} из {formatNumber(data.total)}
          <Button size="small" disabled={offset + PAGE >= data.total} onClick={() => setOffset(offset + PAGE)}>
            Вперёд
          </Button>
        </div>
      )}
      {editing && <FixDialog batch={batch} row={editing} onClose={() => setEditing(null)} onChanged={onChanged} />}
    </div>
  );
}

/** Cells of one row, typed anew; earlier fixes stay. */
function FixDialog({
  batch,
  row,
  onClose,
  onChanged,
}: {
  batch: ImportBatch;
  row: PreviewRow;
  onClose: () => void;
  onChanged: (batch: ImportBatch) => void;
}) {
  const fields = [
    ...new Set<ImportField>([...row.issues.map((issue) => issue.field), ...(Object.keys(row.raw) as ImportField[])]),
  ].filter((field) => field !== 'rowNumber');
  const [texts, setTexts] = useState<Record<string, string>>({ ...row.raw });
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    const typed = fields
      .filter((field) => (texts[field] ?? '') !== (row.raw[field] ?? ''))
      .map((field) => ({ row: row.row, field, text: texts[field] ?? '' }));
    const kept = batch.overrides.filter(
      (one) => !typed.some((fresh) => fresh.row === one.row && fresh.field === one.field),
    );
    const overrides = [...kept, ...typed];
    try {
      onChanged(await call(contract.changeImport, { params: { id: batch.id }, body: { overrides }, quiet: true }));
      onClose();
    } catch (error) {
      setBusy(false);
      toast((error as HttpError).message, { kind: 'error' });
    }
  };
  return (
    <ConfirmDialog
      open
      title={`Строка ${row.row}`}
      confirm="Исправить"
      busy={busy}
      onConfirm={() => void save()}
      onCancel={onClose}
    >
      {fields.map((field) => (
        <TextBox
          key={field}
          label={importFields[field].label}
          value={texts[field] ?? ''}
          onChange={(text) => setTexts({ ...texts, [field]: text })}
          helperText={row.issues.find((issue) => issue.field === field)?.message}
        />
      ))}
    </ConfirmDialog>
  );
}
