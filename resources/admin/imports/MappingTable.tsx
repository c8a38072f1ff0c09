// What each column of the file means: guessed, corrected by the official, remembered for the ПО.
import Button from '@mui/material/Button';
import { useState } from 'react';
import { importFields, type ImportField } from '../../../contract/importFields.ts';
import type { ImportBatch } from '../../../contract/imports.ts';
import { NumberBox } from '../../../widgets/NumberInput.tsx';
import { SelectBox } from '../../../widgets/SelectInput.tsx';
import styles from './imports.module.css';

const options = Object.entries(importFields).map(([value, field]) => ({ value, label: field.label }));

export function MappingTable({
  batch,
  onSave,
}: {
  batch: ImportBatch;
  onSave: (layout: ImportBatch['layout']) => void;
}) {
  const [layout, setLayout] = useState(batch.layout);
  const changed = JSON.stringify(layout) !== JSON.stringify(batch.layout);
  const sample = (index: number) =>
    batch.head
      .slice(layout.headerRow)
      .map((row) => row[index])
      .find((text) => text?.trim()) ?? '';
  return (
    <details className={styles.mapping} open={!layout.columns.some((column) => column.field === 'number')}>
      <summary>
        Столбцы: {layout.columns.filter((column) => column.field).length} из {layout.columns.length} распознано
      </summary>
      <div className={styles.controls}>
        <SelectBox
          label="Лист"
          options={batch.sheets.flatMap((sheet, value) => (sheet.hidden ? [] : [{ value, label: sheet.name }]))}
          value={layout.sheetIndex}
          onChange={(value) => setLayout({ ...layout, sheetIndex: Number(value ?? 0) })}
        />
        <NumberBox
          label="Последняя строка заголовка"
          value={layout.headerRow}
          onChange={(headerRow) => setLayout({ ...layout, headerRow: headerRow ?? 0 })}
        />
      </div>
      <div className={styles.scroll}>
        <table>
          <thead>
            <tr>
              <th>Столбец файла</th>
              <th>Пример</th>
              <th>Что это</th>
            </tr>
          </thead>
          <tbody>
            {layout.columns.map((column, position) => (
              <tr key={column.index}>
                <td>{column.title || `столбец ${column.index + 1}`}</td>
                <td className={styles.muted}>{sample(column.index)}</td>
                <td>
                  <SelectBox
                    label={`Столбец ${column.title}`}
                    hideLabel
                    reserve={false}
                    emptyLabel="не загружать"
                    options={options}
                    value={column.field}
                    onChange={(field) =>
                      setLayout({
                        ...layout,
                        columns: layout.columns.map((one, at) =>
                          at === position ? { ...one, field: field as ImportField | null, confidence: 1 } : one,
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
      <Button variant="contained" disabled={!changed} onClick={() => onSave(layout)}>
        Применить
      </Button>
    </details>
  );
}
