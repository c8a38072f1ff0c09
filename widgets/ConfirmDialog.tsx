// A question before something that changes much; the dangerous ones ask to type a word.
import CloseIcon from '@mui/icons-material/Close';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useEffect, useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { IconButtonWithTip } from './IconButtonWithTip.tsx';
import { Dialog } from './overlay.tsx';
import { TextBox } from './TextInput.tsx';
import { focusWrongInput } from './wrongInput.ts';

export interface ConfirmDialogProps {
  open: boolean;
  title: string;
  /** What will happen, in numbers. */
  children?: ReactNode;
  confirm: string;
  cancel?: string;
  /** Red button, «Отмена» has the focus. */
  danger?: boolean;
  /** Text to be typed first: only for what can't be undone. */
  typed?: string;
  /** Something must be ticked or settled first. */
  disabled?: boolean;
  /** What is filled in here: once it is not as it was at the opening, only «Отмена» throws it away without asking. */
  form?: unknown;
  /** The work is under way: the buttons wait. */
  busy?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/**
 * Dialog of 450 px, a sheet on a phone: the focus goes to its first field, in a question without fields to the main button;
 * Esc cancels and the focus returns where it was.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const titleId = useId();
  const { open, title, busy } = props;
  const { leave, question } = useLeaving(props);
  return (
    <Dialog open={open} onClose={() => !busy && leave()} aria-labelledby={titleId}>
      <DialogTitle id={titleId} sx={{ display: 'flex', justifyContent: 'space-between', gap: 1 }}>
        {title}
        <IconButtonWithTip label="Закрыть" onClick={leave} disabled={busy === true} sx={{ m: '-6px -8px -6px 0' }}>
          <CloseIcon />
        </IconButtonWithTip>
      </DialogTitle>
      <ConfirmBody {...props} />
      {question}
    </Dialog>
  );
}

/** Esc, a click beside and the cross: a slip of the hand does not throw away what was typed. */
function useLeaving({ form, onCancel }: ConfirmDialogProps) {
  const now = JSON.stringify(form);
  const [first] = useState(now);
  const [asks, setAsks] = useState(false);
  return {
    leave: () => (now === first ? onCancel() : setAsks(true)),
    question: asks && (
      <ConfirmDialog
        open
        danger
        title="Закрыть без сохранения?"
        confirm="Закрыть"
        cancel="Остаться"
        onConfirm={onCancel}
        onCancel={() => setAsks(false)}
      >
        То, что вы ввели, пропадёт.
      </ConfirmDialog>
    ),
  };
}

/** Mounted with the dialog, so that each opening starts with an empty word. */
function ConfirmBody(props: ConfirmDialogProps) {
  const { children, confirm, cancel = 'Отмена', danger, typed, busy, disabled, onConfirm, onCancel } = props;
  const [word, setWord] = useState('');
  const content = useRef<HTMLDivElement>(null);
  const submit = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const first =
      content.current?.querySelector<HTMLInputElement>('[data-begin] input') ??
      content.current?.querySelector<HTMLInputElement>(FIELDS);
    const chosen =
      first?.type === 'radio' && content.current?.querySelector<HTMLInputElement>(`[name="${first.name}"]:checked`);
    const field = chosen || first;
    if (field) field.focus();
    else if (!danger) submit.current?.focus();
    // Where the hand begins is decided once, when the dialog opens.
  }, []);
  // What was refused may stand out of sight in a long dialog.
  const wasBusy = useRef(busy);
  useEffect(() => {
    if (wasBusy.current && !busy) content.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    wasBusy.current = busy;
  }, [busy]);
  const ready = !disabled && (!typed || word.trim().toLowerCase() === typed.toLowerCase());
  return (
    <form
      noValidate
      // What is asked scrolls in a low window, the buttons stay in sight.
      style={{ display: 'flex', flexDirection: 'column', minHeight: 0 }}
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        if (!ready || busy || focusWrongInput(event.currentTarget)) return;
        onConfirm();
      }}
    >
      <DialogContent ref={content}>
        {children}
        {typed && <TextBox label={`Чтобы подтвердить, введите «${typed}»`} value={word} onChange={setWord} />}
      </DialogContent>
      <DialogActions>
        <Button onClick={onCancel} disabled={busy === true} autoFocus={danger === true && !typed}>
          {cancel}
        </Button>
        <Button
          ref={submit}
          type="submit"
          variant="contained"
          color={danger ? 'error' : 'primary'}
          disabled={!ready}
          loading={busy ?? null}
        >
          {confirm}
        </Button>
      </DialogActions>
    </form>
  );
}

/** Where a person types or chooses. */
const FIELDS = [
  'input:not([type="hidden"], [type="file"]):enabled:not([readonly])',
  'textarea:enabled',
  '[role="combobox"]:not([aria-disabled="true"])',
].join(', ');
