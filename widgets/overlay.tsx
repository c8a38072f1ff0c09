// Boxes that open over the page: menus, popovers, dialogs. Their code is not part of the first load: it is fetched while
// the browser is idle, or at the first opening.
import type { DialogProps } from '@mui/material/Dialog';
import type { MenuProps } from '@mui/material/Menu';
import type { PopoverProps } from '@mui/material/Popover';
import { lazy, Suspense, useEffect, useState, type ComponentType } from 'react';
import { loadPatiently, type Load } from './loadPatiently.ts';

export const Popover = opening<PopoverProps>(() => import('@mui/material/Popover'));
export const Menu = opening<MenuProps>(() => import('@mui/material/Menu'));
export const Dialog = opening<DialogProps>(() => import('@mui/material/Dialog'));

/** Nothing until the first opening; mounted from then on, so that closing is animated and the focus goes back. */
function opening<Props extends { open: boolean }>(load: Load<Props>): ComponentType<Props> {
  const Body = lazy(() => loadPatiently(load)) as unknown as ComponentType<Props>;
  return function Opening(props: Props) {
    const [opened, setOpened] = useState(props.open);
    useEffect(() => whenIdle(load), []);
    if (props.open && !opened) setOpened(true);
    if (!opened) return null;
    return (
      <Suspense fallback={null}>
        <Body {...props} />
      </Suspense>
    );
  };
}

function whenIdle(load: () => Promise<unknown>) {
  const fetchIt = () => void load().catch(() => undefined);
  if (!('requestIdleCallback' in window)) return;
  const id = requestIdleCallback(fetchIt, { timeout: 5000 });
  return () => cancelIdleCallback(id);
}
