// A draft that was left behind is offered: to go on with it, or to throw it away.
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { Note } from '../Note.tsx';

export interface OfferedDraft {
  savedAt: string;
  onContinue: () => void;
  onDrop: () => void;
}

/** What is said of a draft of an editor. */
const SAID = 'Вы не сохранили правку. Продолжить с неё?';

interface DraftOfferProps extends OfferedDraft {
  said?: string;
  children?: ReactNode;
}

export function DraftOffer({ savedAt, onContinue, onDrop, said = SAID, children }: DraftOfferProps) {
  const moment = new Date(savedAt).toLocaleString('ru-RU', {
    day: '2-digit',
    month: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  return (
    <Note
      tone="blue"
      title={`Есть черновик от ${moment}`}
      action={
        <>
          <Button size="small" onClick={onContinue}>
            Продолжить
          </Button>
          <Button size="small" variant="text" onClick={onDrop}>
            Удалить
          </Button>
        </>
      }
    >
      {said}
      {children}
    </Note>
  );
}
