// A button that is only an icon: its name is always there, in a tooltip and for screen readers.
import IconButton from '@mui/material/IconButton';
import type { IconButtonProps } from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';

export interface IconButtonWithTipProps extends Omit<IconButtonProps, 'aria-label' | 'title'> {
  /** Name of the action: «Напечатать». */
  label: string;
  /** Why it is disabled: «Нужно право „Взносы и баланс“». Shown instead of the name. */
  reason?: string;
}

/** Icon button with a tooltip that also works while the button is disabled. */
export function IconButtonWithTip({ label, reason, disabled, children, ...rest }: IconButtonWithTipProps) {
  const button = (
    <IconButton {...rest} type={rest.type ?? 'button'} disabled={disabled} aria-label={label}>
      {children}
    </IconButton>
  );
  return (
    <Tooltip title={disabled && reason ? reason : label} describeChild={Boolean(disabled && reason)}>
      {disabled ? <span>{button}</span> : button}
    </Tooltip>
  );
}
