// Menu of actions under an icon: «⋯».
import type { ReactNode } from 'react';
import { useDropdown, type DropdownItem } from './Dropdown.tsx';
import { IconButtonWithTip } from './IconButtonWithTip.tsx';

export interface IconDropdownProps {
  /** Name of the button, also its tooltip. */
  label: string;
  icon: ReactNode;
  items: readonly DropdownItem[];
}

export function IconDropdown({ label, icon, items }: IconDropdownProps) {
  const [trigger, menu] = useDropdown(label, items);
  return (
    <>
      <IconButtonWithTip {...trigger} label={label}>
        {icon}
      </IconButtonWithTip>
      {menu}
    </>
  );
}
