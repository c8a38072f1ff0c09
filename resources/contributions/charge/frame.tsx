// Parts of the wizard's frame: the head with its steps, refusals, the bar, the equation on a phone.
import CheckIcon from '@mui/icons-material/Check';
import CloseIcon from '@mui/icons-material/Close';
import LeftIcon from '@mui/icons-material/ChevronLeft';
import Button from '@mui/material/Button';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { previewFile, type AccrualPreview } from '../../../contract/contributions/charging.ts';
import { pages } from '../../../contract/pages.ts';
import { download } from '../../../providers/http.ts';
import { cx } from '../../../widgets/cx.ts';
import { formatMoney } from '../../../widgets/format.ts';
import { IconButtonWithTip } from '../../../widgets/IconButtonWithTip.tsx';
import { Kbd } from '../../../widgets/Kbd.tsx';
import { Note } from '../../../widgets/Note.tsx';
import { Dialog } from '../../../widgets/overlay.tsx';
import { StickyBar } from '../../../widgets/StickyBar.tsx';
import { useBurger, useNarrow } from '../../../widgets/useScreen.ts';
import { FileButton } from '../FileButton.tsx';
import { garagesOf } from '../ru.ts';
import { LAST_STEP, stepOf, STEPS, type Terms } from './model.ts';
import type { Refusal } from './useCharge.ts';
import type { Preview } from './usePreview.ts';
import styles from './charge.module.css';

/** Title and steps; a step that is behind leads back. */
export function StepsHead({ title, step, onStep }: { title: string; step: number; onStep?: (step: number) => void }) {
  const narrow = useNarrow();
  return (
    <header className={styles.head}>
      <nav className={styles.crumbs} aria-label="Путь">
        <Link to={pages.contributions}>Взносы</Link> › Массовое начисление
      </nav>
      <h1>{title}</h1>
      {narrow ? (
        <p className={styles.stepOf}>
          {step > LAST_STEP ? 'Готово' : `Шаг ${step + 1} из ${STEPS.length} · ${STEPS[step]}`}
        </p>
      ) : (
        <ol className={styles.steps}>
          {STEPS.map((name, index) => (
            <li key={name} aria-current={index === step ? 'step' : undefined}>
              <button
                type="button"
                className={cx(styles.step, index < step && styles.stepDone, index === step && styles.stepNow)}
                disabled={index >= step || !onStep}
                onClick={() => onStep?.(index)}
              >
                <i>{index < step ? <CheckIcon titleAccess="пройден" /> : index + 1}</i>
                {name}
              </button>
            </li>
          ))}
        </ol>
      )}
    </header>
  );
}

/** Why it was not posted, and what other steps have wrong. */
export function Refusals(props: {
  charge: Refusal | null;
  preview: Preview;
  elsewhere: [field: string, text: string][];
  onStep: (step: number) => void;
}) {
  const { charge, preview, elsewhere, onStep } = props;
  return (
    <>
      {charge && (
        <Note
          tone={charge.isChanged ? 'amber' : 'red'}
          role="alert"
          title={charge.isChanged ? 'Список изменился' : 'Не начислено'}
        >
          {charge.message}
          {charge.isChanged && '. Суммы уже пересчитаны, введённое сохранено.'}
        </Note>
      )}
      {preview.failure && (
        <Note
          tone="red"
          role="alert"
          title="Не удалось посчитать"
          action={
            <Button size="small" onClick={() => void preview.again()}>
              Повторить
            </Button>
          }
        >
          {preview.failure}
        </Note>
      )}
      {elsewhere
        .filter(([field]) => field !== 'includedGarages')
        .map(([field, text]) => (
          <Note
            key={field}
            tone="red"
            role="alert"
            action={
              stepOf(field) < LAST_STEP && (
                <Button size="small" onClick={() => onStep(stepOf(field))}>
                  Исправить
                </Button>
              )
            }
          >
            {text}
          </Note>
        ))}
    </>
  );
}

/** Where there is no room beside the form: one line that opens the whole equation. */
export function EquationSheet(props: { preview: AccrualPreview | null; hasAmount: boolean; children: ReactNode }) {
  const { preview, hasAmount } = props;
  const [open, setOpen] = useState(false);
  const folds = useBurger();
  if (!folds) return null;
  const words = preview && [garagesOf(preview.garages), hasAmount && formatMoney(preview.sum_kopecks)];
  return (
    <>
      <button type="button" className={styles.sheetBar} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <span>Что произойдёт</span> <b>{words?.filter(Boolean).join(' · ') ?? '—'}</b>
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} aria-label="Что произойдёт">
        <div className={styles.sheet}>
          <IconButtonWithTip label="Закрыть" className={styles.sheetClose!} onClick={() => setOpen(false)}>
            <CloseIcon />
          </IconButtonWithTip>
          {props.children}
        </div>
      </Dialog>
    </>
  );
}

export interface ChargeBarProps {
  step: number;
  savedAt: string | null;
  preview: Preview;
  isPosting: boolean;
  terms: Terms;
  onBack: () => void;
  onNext: () => void;
}

/** «Назад», the file of the preview, and the button that repeats the sum. «Дальше» submits the form around: Enter goes on. */
export function ChargeBar(props: ChargeBarProps) {
  const { step, preview, isPosting, onBack, onNext } = props;
  const narrow = useNarrow();
  const isCheck = step === LAST_STEP;
  const ready = preview.isFresh && (preview.data?.garages ?? 0) > 0;
  return (
    <StickyBar
      label="Шаги начисления"
      info={
        <>
          <Button onClick={onBack} startIcon={step ? <LeftIcon /> : undefined} disabled={isPosting}>
            {step ? 'Назад' : 'Отмена'} {!narrow && <Kbd>Esc</Kbd>}
          </Button>
          {props.savedAt && !narrow && <small>Черновик сохранён в {props.savedAt}</small>}
        </>
      }
    >
      {isCheck && !narrow && (
        <FileButton
          disabled={!preview.data?.found}
          take={() => download(previewFile, { body: props.terms, quiet: true })}
        >
          Выгрузить предпросмотр
        </FileButton>
      )}
      {isCheck ? (
        <Button
          variant="contained"
          loading={isPosting}
          disabled={!ready}
          onClick={onNext}
          title="Ctrl+Enter"
          aria-keyshortcuts="Control+Enter"
        >
          {buttonWords(preview)}
        </Button>
      ) : (
        <Button variant="contained" type="submit">
          Дальше {!narrow && <Kbd>Enter</Kbd>}
        </Button>
      )}
    </StickyBar>
  );
}

function buttonWords({ data, isFresh }: Preview): string {
  if (!isFresh) return 'Считаем…';
  return data?.garages ? `Начислить ${formatMoney(data.sum_kopecks)}` : 'Начислять некому';
}
