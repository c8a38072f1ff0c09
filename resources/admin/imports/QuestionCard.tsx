// One question: its table is the answer, with sums and the proof; an answered one folds to a line.
import Button from '@mui/material/Button';
import ProofIcon from '@mui/icons-material/CheckCircleOutlined';
import { useState } from 'react';
import type { ImportQuestion } from '../../../contract/importFields.ts';
import type { ImportBatch } from '../../../contract/imports.ts';
import { cx } from '../../../widgets/cx.ts';
import { Money } from '../../../widgets/Money.tsx';
import styles from './imports.module.css';

export interface QuestionCardProps {
  batch: ImportBatch;
  question: ImportQuestion;
  nth: number;
  of: number;
  open: boolean;
  busy: boolean;
  onAnswer: (value: string) => void;
  onOpen: () => void;
}

export function QuestionCard(props: QuestionCardProps) {
  const { batch, question, nth, of, open, busy, onAnswer, onOpen } = props;
  const answered = batch.layout.answers[question.id];
  const [value, setValue] = useState(answered ?? question.prepared);
  const chosen = question.options.find((one) => one.value === (open ? value : (answered ?? question.prepared)));
  if (!open)
    return (
      <section className={styles.folded}>
        <b>Вопрос {nth}</b>
        <span>{question.text}</span>
        <span className={styles.muted}>
          {answered ? '' : 'предлагаем: '}
          {chosen?.label}
        </span>
        <Button size="small" onClick={onOpen}>
          Изменить
        </Button>
      </section>
    );
  const loaded = new Set(chosen?.fields.filter((one) => one.field).map((one) => one.index));
  return (
    <section className={styles.question} aria-label={question.text}>
      <h3>
        <span className={styles.badge}>
          Вопрос {nth} из {of}
        </span>
        {question.text}
      </h3>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onAnswer(value);
        }}
      >
        <div role="radiogroup" aria-label={question.text} className={styles.options}>
          {question.options.map((option) => (
            <label key={option.value} className={cx(styles.option, option.value === value && styles.chosen)}>
              <input
                type="radio"
                name={question.id}
                value={option.value}
                checked={option.value === value}
                onChange={() => setValue(option.value)}
              />
              <span>{option.label}</span>
              {option.sumKopecks !== null && <Money kopecks={option.sumKopecks} tone="balance" />}
            </label>
          ))}
        </div>
        {question.columns.length > 0 && question.samples.length > 0 && <Samples question={question} loaded={loaded} />}
        {question.proof.map((line) => (
          <p key={line} className={styles.proof}>
            <ProofIcon fontSize="small" /> {line}
          </p>
        ))}
        <Button type="submit" variant="contained" loading={busy}>
          {chosen?.label ?? 'Ответить'}
        </Button>
      </form>
    </section>
  );
}

/** Rows of the file, with what the answer would load tinted. */
function Samples({ question, loaded }: { question: ImportQuestion; loaded: Set<number> }) {
  return (
    <div className={styles.scroll} tabIndex={0} role="region" aria-label="Строки файла">
      <table>
        <thead>
          <tr>
            <th>Строка</th>
            <th>Гараж</th>
            {question.columns.map((column) => (
              <th key={column.index} className={cx(loaded.has(column.index) && styles.tinted)}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {question.samples.map((sample) => (
            <tr key={sample.row}>
              <td className={styles.muted}>{sample.row}</td>
              {sample.cells.map((cell, at) => (
                <td key={at} className={cx(at > 0 && loaded.has(question.columns[at - 1]!.index) && styles.tinted)}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
