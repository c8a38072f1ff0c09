// Boxes that open over the page, and what is in them. Their code is not part of the first load: it is fetched a moment
// after it, while the browser is idle, or at the first opening.
import type { DialogProps } from '@mui/material/Dialog';
import type { PopoverProps } from '@mui/material/Popover';
import { lazy, Suspense, useEffect, useState, type ComponentType } from 'react';
import type { DropdownMenuProps } from './DropdownMenu.tsx';
import type { FilterSheetProps } from './FilterSheet.tsx';
import { useBackCloses } from './leaveGuard.ts';
import { loadPatiently, type Load } from './loadPatiently.ts';

export const Popover = opening<PopoverProps>(() => import('@mui/material/Popover'));
export const DropdownMenu = opening<DropdownMenuProps>(() => import('./DropdownMenu.tsx'));
export const FilterSheet = opening<FilterSheetProps>(() => import('./FilterSheet.tsx'));
export const Dialog = opening<DialogProps>(() => import('@mui/material/Dialog'));

/** Content of a box, fetched like the box itself; what stands in no box of this file needs a `Suspense` around it. */
export function later<Props extends object>(load: Load<Props>): ComponentType<Props> {
  whenIdle(load);
  return lazy(() => loadPatiently(load)) as unknown as ComponentType<Props>;
}

/** Nothing until the first opening; mounted from then on, so that closing is animated and the focus goes back. */
type Box = { open: boolean; onClose?: unknown };
function opening<Props extends Box>(load: Load<Props>): ComponentType<Props> {
  const Body = lazy(() => loadPatiently(load)) as unknown as ComponentType<Props>;
  return function Opening(props: Props) {
    const [opened, setOpened] = useState(props.open);
    useEffect(() => whenIdle(load), []);
    useBackCloses(props.open, () => {
      // The library's boxes tell why they close; «Назад» is their Esc.
      if (typeof props.onClose === 'function') props.onClose({}, 'escapeKeyDown');
    });
    if (props.open && !opened) setOpened(true);
    if (!opened) return null;
    return (
      <Suspense fallback={null}>
        <Body {...props} />
      </Suspense>
    );
  };
}

/** How long the first page is left alone with the processor, ms. */
const FIRST_PAGE_MS = 2000;

function whenIdle(load: () => Promise<unknown>) {
  if (!('requestIdleCallback' in window)) return;
  let id = 0;
  const timer = setTimeout(() => {
    id = requestIdleCallback(() => void load().catch(() => undefined), { timeout: 5000 });
  }, FIRST_PAGE_MS);
  return () => {
    clearTimeout(timer);
    cancelIdleCallback(id);
  };
}
