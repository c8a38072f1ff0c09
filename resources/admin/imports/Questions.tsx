// Before any row: every sheet with its fate, then what can't be decided without a person.
import Button from '@mui/material/Button';
import GridIcon from '@mui/icons-material/GridOnOutlined';
import HiddenIcon from '@mui/icons-material/VisibilityOffOutlined';
import { useState } from 'react';
import { tableFates, type ImportQuestion, type TableFate, type TableLayout } from '../../../contract/importFields.ts';
import type { ImportBatch } from '../../../contract/imports.ts';
import { cx } from '../../../widgets/cx.ts';
import { DateBox } from '../../../widgets/DateInput.tsx';
import { today } from '../../../widgets/today.ts';
import { formatNumber } from '../../../widgets/format.ts';
import { Note } from '../../../widgets/Note.tsx';
import { SelectBox } from '../../../widgets/SelectInput.tsx';
import type { StepProps } from './stepProps.ts';
import styles from './imports.module.css';
import { openQuestions } from './importRules.ts';
import { MappingTable } from './MappingTable.tsx';
import { QuestionCard } from './QuestionCard.tsx';

const fates = Object.entries(tableFates).map(([value, label]) => ({ value, label }));

export function Questions({ batch, change, busy }: StepProps) {
  const open = openQuestions(batch);
  const [reopened, setReopened] = useState<string | null>(null);
  const shown = batch.questions.filter(
    (one) => one.kind === 'tables' || batch.layout.tables[one.table]?.fate !== 'skip',
  );
  const active = reopened ?? open[0]?.id ?? null;
  const answer = async (question: ImportQuestion, value: string) => {
    if (await change({ answers: { [question.id]: value } })) setReopened(null);
  };
  return (
    <div className={styles.main} data-help="import.questions">
      {batch.remembered && (
        <Note
          action={
            <Button
              size="small"
              disabled={busy}
              onClick={() => void change({ forget: true }, 'Забыто. Столбцы определены заново')}
            >
              Забыть
            </Button>
          }
        >
          Столбцы с такими заголовками уже загружали в это ПО: взято как в прошлый раз. Строки и листы определены по
          этому файлу.
        </Note>
      )}
      <h2>
        Листы <span className={styles.muted}>ни один не пропадёт молча</span>
      </h2>
      <Sheets batch={batch} busy={busy} change={change} />
      {shown.map((question) => (
        <QuestionCard
          key={question.id}
          batch={batch}
          question={question}
          nth={shown.indexOf(question) + 1}
          of={shown.length}
          open={question.id === active}
          busy={busy}
          onAnswer={(value) => void answer(question, value)}
          onOpen={() => setReopened(question.id)}
        />
      ))}
      <div className={styles.date}>
        <DateBox
          label="Долг на дату"
          value={batch.balance_date}
          max={today()}
          onChange={(balanceDate) => balanceDate && void change({ balanceDate })}
        />
      </div>
      {batch.layout.tables.map((table, at) =>
        table.fate === 'skip' ? null : (
          <MappingTable
            key={`${at}:${JSON.stringify(table)}`}
            batch={batch}
            at={at}
            onSave={(next) => void change({ layout: withTable(batch, at, next) }, 'Столбцы сохранены')}
          />
        ),
      )}
    </div>
  );
}

const withTable = ({ layout }: ImportBatch, at: number, next: TableLayout) => ({
  ...layout,
  tables: layout.tables.map((table, index) => (index === at ? next : table)),
});

function Sheets({ batch, busy, change }: StepProps) {
  return (
    <ul className={styles.sheets}>
      {batch.sheets.map((sheet, sheetIndex) => {
        const tables = batch.layout.tables.flatMap((table, at) =>
          table.sheetIndex === sheetIndex ? [{ table, at }] : [],
        );
        if (!tables.length)
          return (
            <li key={sheetIndex}>
              {sheet.hidden ? <HiddenIcon /> : <GridIcon />}
              <b>{sheet.name}</b>
              <span className={styles.muted}>пусто</span>
            </li>
          );
        return tables.map(({ table, at }, nth) => (
          <li key={at} className={cx(table.fate === 'skip' && styles.skipped)}>
            {sheet.hidden ? <HiddenIcon /> : <GridIcon />}
            <b>
              {sheet.name}
              {tables.length > 1 && `, таблица ${nth + 1}`}
            </b>
            <span className={styles.muted}>{aboutTable(table, sheet.rows)}</span>
            <SelectBox
              label={`Что сделать: ${sheet.name}`}
              hideLabel
              reserve={false}
              disabled={busy}
              options={fates}
              value={table.fate}
              onChange={(fate) =>
                void change({ layout: withTable(batch, at, { ...table, fate: fate as TableFate, why: '' }) })
              }
            />
          </li>
        ));
      })}
    </ul>
  );
}

function aboutTable(table: TableLayout, sheetRows: number): string {
  const rows = Math.max(0, (table.lastRow ?? sheetRows) - Math.max(table.headerRow, table.firstRow - 1));
  const section = table.section
    ? `, секция ${table.section}`
    : table.sectionFrom === 'subtitles'
      ? ', секции из заголовков рядов'
      : '';
  return `строк: ${formatNumber(rows)}${section}${table.why ? ` · ${table.why}` : ''}`;
}
