// A registry of the bank for one document: file, what its columns hold, sums that must agree, then its payments.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as contract from '../../contract/bankStatements.ts';
import type { RegistryField, RegistryLayout, RegistryPreview, StatementRow } from '../../contract/bankStatements.ts';
import { upload, type HttpError } from '../../providers/http.ts';
import { readAnew } from '../../providers/reading.ts';
import { ConfirmDialog } from '../../widgets/ConfirmDialog.tsx';
import { FileUpload } from '../../widgets/FileUpload.tsx';
import { formatDate, formatNumber } from '../../widgets/format.ts';
import { Money } from '../../widgets/Money.tsx';
import { Note } from '../../widgets/Note.tsx';
import { NumberBox } from '../../widgets/NumberInput.tsx';
import { SelectBox } from '../../widgets/SelectInput.tsx';
import { toast } from '../../widgets/toasts.ts';
import { paymentsOf } from './ru.ts';
import styles from './statements.module.css';

const MAX_BYTES = 20 * 1024 * 1024;

export function RegistryDialog({ row, onClose }: { row: StatementRow; onClose: () => void }) {
  const client = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const [seen, setSeen] = useState<RegistryPreview | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const params = { id: row.id };
  const fieldsOf = (layout?: RegistryLayout): Record<string, string> =>
    layout ? { layout: JSON.stringify(layout) } : {};
  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    setProblem('');
    try {
      await work();
    } catch (error) {
      setProblem(Object.values((error as HttpError).body?.errors ?? {})[0] ?? (error as HttpError).message);
    } finally {
      setBusy(false);
    }
  };
  const look = (chosen: File, layout?: RegistryLayout) =>
    run(async () => {
      setFile(chosen);
      setSeen(
        await upload(contract.previewBankRegistry, { params, file: chosen, fields: fieldsOf(layout), quiet: true }),
      );
    });
  const attach = () =>
    run(async () => {
      if (!file || !seen) return;
      await upload(contract.attachBankRegistry, { params, file, fields: fieldsOf(seen.layout), quiet: true });
      toast(`Реестр приложен: ${paymentsOf(seen.rows)}`);
      void readAnew(client, 'statements');
      onClose();
    });
  const ready = seen !== null && !seen.problems.length;
  return (
    <ConfirmDialog
      open
      title="Реестр банка"
      confirm={ready ? `Приложить ${paymentsOf(seen.rows)}` : 'Приложить'}
      busy={busy}
      onConfirm={() => (ready ? void attach() : setProblem(seen?.problems[0] ?? 'Выберите файл реестра'))}
      onCancel={onClose}
    >
      <p className={styles.subject}>
        <b>{row.payer || row.doc_kind}</b>, <Money kopecks={row.amount_kopecks} /> от {formatDate(row.on_date)}
        <small>{row.purpose}</small>
      </p>
      <FileUpload
        label="Файл реестра"
        accept=".csv,.txt"
        maxBytes={MAX_BYTES}
        value={file ? [file] : []}
        disabled={busy}
        error={problem}
        helperText="CSV или TXT на сумму документа"
        onChange={([chosen]) => {
          if (chosen) void look(chosen);
          else {
            setFile(null);
            setSeen(null);
          }
        }}
      />
      {file && seen && <Preview seen={seen} onLayout={(layout) => void look(file, layout)} />}
    </ConfirmDialog>
  );
}

function Preview({ seen, onLayout }: { seen: RegistryPreview; onLayout: (layout: RegistryLayout) => void }) {
  const { layout } = seen;
  const titles = layout.headerRows ? seen.head[layout.headerRows - 1] : undefined;
  const sample = seen.head[layout.headerRows] ?? [];
  const options = Array.from({ length: seen.columns }, (_, index) => ({
    value: index,
    label: titles?.[index]?.trim() || `столбец ${index + 1}`,
    hint: sample[index] ?? '',
  }));
  return (
    <>
      {seen.problems.length > 0 ? (
        <Note tone="amber" role="status">
          {seen.problems.map((text) => (
            <div key={text}>{text}</div>
          ))}
        </Note>
      ) : (
        <Note role="status">
          {paymentsOf(seen.rows)} на <Money kopecks={seen.sum_kopecks} />, узнано точно {formatNumber(seen.sure)}
          {seen.fee_kopecks > 0 && (
            <>
              . Комиссия банка <Money kopecks={seen.fee_kopecks} />
            </>
          )}
        </Note>
      )}
      <div className={styles.registryGrid}>
        {(Object.keys(contract.registryFields) as RegistryField[]).map((field) => (
          <SelectBox
            key={field}
            label={contract.registryFields[field]}
            reserve={false}
            emptyLabel="нет в файле"
            placeholder="нет в файле"
            options={options}
            value={layout.columns[field]}
            onChange={(column) =>
              onLayout({ ...layout, columns: { ...layout.columns, [field]: column === null ? null : Number(column) } })
            }
          />
        ))}
        <NumberBox
          label="Строк заголовка"
          reserve={false}
          value={layout.headerRows}
          onChange={(headerRows) =>
            headerRows !== null && onLayout({ ...layout, headerRows: Math.min(headerRows, 50) })
          }
        />
      </div>
    </>
  );
}
