// Messages at the bottom left; they wait while the pointer or the focus is on them, errors stay.
import CloseIcon from '@mui/icons-material/Close';
import ErrorIcon from '@mui/icons-material/ErrorOutlineOutlined';
import { useEffect, useState } from 'react';
import { closeToast, useToasts, type Toast, type ToastAction } from '../../widgets/toasts.ts';
import styles from './frame.module.css';

const SHOWN_MS = 6000;
const WITH_UNDO_MS = 10_000;

export function Toasts() {
  const toasts = useToasts();
  return (
    <div className={styles.toasts} aria-live="polite">
      {toasts.map((one) => (
        <ToastLine key={one.id} toast={one} />
      ))}
    </div>
  );
}

function ToastLine({ toast }: { toast: Toast }) {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held || toast.kind === 'error') return;
    const timer = setTimeout(() => closeToast(toast.id), toast.undo || toast.actions ? WITH_UNDO_MS : SHOWN_MS);
    return () => clearTimeout(timer);
  }, [held, toast]);
  const hold = {
    onMouseEnter: () => setHeld(true),
    onMouseLeave: () => setHeld(false),
    onFocus: () => setHeld(true),
    onBlur: () => setHeld(false),
  };
  const actions: readonly ToastAction[] = toast.undo ? [{ label: 'Отменить', run: toast.undo }] : (toast.actions ?? []);
  return (
    <div className={styles.toast} role={toast.kind === 'error' ? 'alert' : 'status'} data-on-ink {...hold}>
      {toast.kind === 'error' && <ErrorIcon fontSize="small" color="inherit" aria-hidden="true" />}
      <span>{toast.text}</span>
      {actions.map(({ label, run, stays }) => (
        <button
          key={label}
          type="button"
          onClick={() => {
            run();
            if (!stays) closeToast(toast.id);
          }}
        >
          {label}
        </button>
      ))}
      <button
        type="button"
        className={styles.close}
        aria-label="Закрыть сообщение"
        onClick={() => closeToast(toast.id)}
      >
        <CloseIcon fontSize="small" />
      </button>
    </div>
  );
}
