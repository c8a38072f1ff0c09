// A button of a card that may be refused: then it is dim and says why, also to a mouse that rests on it.
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';

export interface ActionButtonProps {
  icon: ReactNode;
  children: ReactNode;
  /** Why it can't be done, in words; null when it can. */
  refusal: string | null;
  busy?: boolean;
  main?: boolean;
  onClick: () => void;
}

/** A disabled button hears no mouse, so the words hang on what is around it. */
export function ActionButton({ icon, children, refusal, busy = false, main = false, onClick }: ActionButtonProps) {
  const button = (
    <Button
      {...(main && { variant: 'contained' })}
      startIcon={icon}
      disabled={busy || refusal !== null}
      onClick={onClick}
      sx={{ flex: 1, minHeight: 'inherit' }}
    >
      {children}
    </Button>
  );
  return (
    <span style={{ display: 'inline-flex' }} title={refusal ?? ''}>
      {button}
    </span>
  );
}
