// What each column of a table means: guessed, corrected by the official.
import Button from '@mui/material/Button';
import { useState, type Dispatch, type SetStateAction } from 'react';
import { importFields, type ImportField, type TableLayout } from '../../../contract/importFields.ts';
import type { ImportBatch } from '../../../contract/imports.ts';
import { NumberBox } from '../../../widgets/NumberInput.tsx';
import { SelectBox } from '../../../widgets/SelectInput.tsx';
import { TextBox } from '../../../widgets/TextInput.tsx';
import styles from './imports.module.css';

const options = Object.entries(importFields).map(([value, field]) => ({ value, label: field.label }));

export function MappingTable({
  batch,
  at,
  onSave,
}: {
  batch: ImportBatch;
  at: number;
  onSave: (table: TableLayout) => void;
}) {
  const [table, setTable] = useState(batch.layout.tables[at]!);
  const changed = JSON.stringify(table) !== JSON.stringify(batch.layout.tables[at]);
  const sheet = batch.sheets[table.sheetIndex]?.name ?? '';
  const known = table.columns.filter((column) => column.field).length;
  return (
    <details className={styles.mapping}>
      <summary>
        «{sheet}»: столбцов {known} из {table.columns.length} загружается
      </summary>
      <div className={styles.controls}>
        <NumberBox
          label="Последняя строка заголовка"
          value={table.headerRow}
          onChange={(headerRow) => setTable({ ...table, headerRow: headerRow ?? 0, firstRow: (headerRow ?? 0) + 1 })}
        />
        {table.sectionFrom !== 'column' && table.sectionFrom !== 'filled' && (
          <TextBox
            label="Секция всей таблицы"
            value={table.section}
            maxLength={20}
            onChange={(section) => setTable({ ...table, section, sectionFrom: section ? 'sheet' : null })}
          />
        )}
      </div>
      <ColumnTable batch={batch} at={at} table={table} setTable={setTable} />
      <Button variant="contained" disabled={!changed} onClick={() => onSave(table)}>
        Применить
      </Button>
    </details>
  );
}

/** Columns of the file with examples: what each of them is. */
function ColumnTable({
  batch,
  at,
  table,
  setTable,
}: {
  batch: ImportBatch;
  at: number;
  table: TableLayout;
  setTable: Dispatch<SetStateAction<TableLayout>>;
}) {
  return (
    <div className={styles.scroll}>
      <table>
        <thead>
          <tr>
            <th>Столбец файла</th>
            <th>Примеры</th>
            <th>Что это</th>
          </tr>
        </thead>
        <tbody>
          {table.columns.map((column, position) => (
            <tr key={column.index}>
              <td>{column.title || `столбец ${column.index + 1}`}</td>
              <td className={styles.muted}>{batch.examples[at]?.[position]}</td>
              <td>
                <SelectBox
                  label={`Столбец ${column.title}`}
                  hideLabel
                  reserve={false}
                  emptyLabel="не загружать"
                  options={options}
                  value={column.field}
                  onChange={(field) =>
                    setTable({
                      ...table,
                      columns: table.columns.map((one, index) =>
                        index === position ? { ...one, field: field as ImportField | null, confidence: 1 } : one,
                      ),
                    })
                  }
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
