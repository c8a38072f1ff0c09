// Why something that was given or asked is declined: the other side reads it.
import { useState } from 'react';
import type { HttpError } from '../../providers/http.ts';
import { ConfirmDialog } from '../../widgets/ConfirmDialog.tsx';
import { AlertNote } from '../../widgets/Note.tsx';
import { TextBox } from '../../widgets/TextInput.tsx';

interface WhyDialogProps {
  title: string;
  /** Who reads it. */
  about: string;
  /** Answers what went wrong. */
  onDecline: (why: string) => Promise<HttpError | null>;
  onClose: () => void;
}

/** Stays open with what was typed when it was refused. */
export function WhyDialog({ title, about, onDecline, onClose }: WhyDialogProps) {
  const [why, setWhy] = useState('');
  const [error, setError] = useState<HttpError | null>(null);
  const [busy, setBusy] = useState(false);
  const decline = async () => {
    setBusy(true);
    const refused = await onDecline(why);
    setBusy(false);
    setError(refused);
    if (!refused) onClose();
  };
  const wrong = error?.body.errors?.note;
  return (
    <ConfirmDialog
      open
      busy={busy}
      disabled={!why.trim()}
      title={title}
      confirm="Отклонить"
      onConfirm={() => void decline()}
      onCancel={onClose}
    >
      <p>{about}</p>
      <AlertNote text={wrong ? undefined : error?.message} />
      <TextBox label="Почему" value={why} onChange={setWhy} maxLength={300} error={wrong} />
    </ConfirmDialog>
  );
}
