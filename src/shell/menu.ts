// The main navigation and the mobile menu, read from the resources.
import type { ComponentType } from 'react';
import type { Actor } from '../../contract/kernel/scope.ts';
import { resources } from '../../resources/index.ts';
import { pagesOf, type MenuEntry } from '../../resources/productResource.ts';

export interface ShownEntry extends MenuEntry {
  label: string;
  to: string;
  icon: ComponentType;
  /** Whether a path lights the entry. */
  covers: (path: string) => boolean;
}

/** `/garage/5/contributions` → `garage`: what tells whose page it is. */
const placeOf = (path: string) => path.split('/')[1] ?? '';

/** The resource of the menu that a page belongs to; where two name one place, it is the first one's. */
const owners = new Map(
  resources
    .flatMap((resource) =>
      pagesOf(resource).map(({ path }) => [placeOf(path), resource.options.under ?? resource.name] as const),
    )
    .reverse(),
);

const menuEntries: readonly ShownEntry[] = resources.flatMap(({ name, icon, options }) =>
  (options.menu ?? []).map((entry) => ({
    label: options.label,
    to: options.paths.list!,
    ...entry,
    icon: icon!,
    covers: (path: string) => owners.get(placeOf(path)) === name,
  })),
);

/** Entries this person sees, in the left navigation or in the mobile menu. */
export const entriesFor = (actor: Actor | null, place: 'desk' | 'phone'): ShownEntry[] =>
  menuEntries.filter(
    (entry) => (place === 'desk' || !entry.deskOnly) && (!entry.shown || (actor !== null && entry.shown(actor))),
  );
