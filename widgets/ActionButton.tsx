// A button that may be refused: then it is dim and says why — to a mouse that rests on it, to a finger and to Enter.
import Button, { type ButtonProps } from '@mui/material/Button';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { toast } from './toasts.ts';

export interface ActionButtonProps extends Pick<ButtonProps, 'size' | 'variant' | 'sx'> {
  icon?: ReactNode;
  children: ReactNode;
  /** Why it can't be done, in words; null when it can. */
  refusal: string | null;
  /** What is told of it when it can be done. */
  title?: string;
  busy?: boolean;
  main?: boolean;
  /** Where it leads: then it is a link while it is not refused. */
  to?: string;
  onClick?: () => void;
}

/** A disabled button hears no finger and can't be come to by Tab: a refused one is only called so, and answers with the reason. */
export function ActionButton({
  icon,
  children,
  refusal,
  title,
  busy = false,
  main = false,
  to,
  onClick,
  ...look
}: ActionButtonProps) {
  const shared = { ...(main && { variant: 'contained' as const }), ...look, startIcon: icon };
  if (refusal !== null)
    return (
      <Button {...shared} className="Mui-disabled" aria-disabled title={refusal} onClick={() => toast(refusal)}>
        {children}
      </Button>
    );
  if (to && !busy)
    return (
      <Button {...shared} component={Link} to={to} title={title}>
        {children}
      </Button>
    );
  return (
    <Button {...shared} disabled={busy} title={title} onClick={onClick}>
      {children}
    </Button>
  );
}
