// What a resource of the console is: react-admin's own object, with the product's addresses, rights and place in the menu.
import type { ComponentType } from 'react';
import { useResourceDefinition, type ResourceDefinition, type ResourceProps } from 'react-admin';
import type { CounterName } from '../contract/kernel/counters.ts';
import type { Actor, Needs } from '../contract/kernel/scope.ts';

export const views = ['list', 'show', 'edit', 'create'] as const;
export type View = (typeof views)[number];

/** Where a person is led instead; null lets him stay. `id` is the number of the address, '' when it has none. */
export type Away = (actor: Actor, id: string) => string | null;

/** One more address of a resource: another state of a view, or a page of its own. */
export interface OtherPage {
  path: string;
  page: ComponentType;
  needs?: Needs;
  away?: Away;
}

/** An entry of the main menu. */
export interface MenuEntry {
  /** The resource's label when left out. */
  label?: string;
  /** The resource's list when left out. */
  to?: string;
  shown?: (actor: Actor) => boolean;
  /** Key of the counter shown beside the entry. */
  count?: CounterName;
  /** Key of what is new: «+3». */
  news?: CounterName;
  /** On a phone the payment button of the header leads here. */
  deskOnly?: boolean;
}

export interface ProductOptions {
  /** Records in the plural, as menu and tabs say. */
  label: string;
  /** Addresses of the views as the specification gives them; `:id` is the record's number. */
  paths: Partial<Record<View, string>>;
  also?: readonly OtherPage[];
  /** What the views ask for: one thing, or each its own; being signed in when left out. */
  needs?: Needs | Partial<Record<View, Needs>>;
  /** Its place in the main menu is its place in `resources/index.ts`. */
  menu?: readonly MenuEntry[];
  /** The resource whose menu entry its pages light. */
  under?: string;
  /** Its group in the administrator's panel. */
  tab?: AdminGroup;
}

/** Groups of the administrator's panel, in their order. */
export const adminGroups = {
  orgs: 'Организации',
  people: 'Люди и права',
  lists: 'Справочники',
  texts: 'Тексты',
  instruments: 'Инструменты',
  journal: 'Журнал',
} as const;
export type AdminGroup = keyof typeof adminGroups;

/** `export default { … } satisfies ProductResource` stands in each `resources/<slug>/index.ts`. */
export interface ProductResource extends Omit<ResourceProps, 'options' | View> {
  list?: ComponentType;
  show?: ComponentType;
  edit?: ComponentType;
  create?: ComponentType;
  options: ProductOptions;
}

/** Every address of a resource with its page and guard. */
export function pagesOf(resource: ProductResource): OtherPage[] {
  const { paths, needs, also = [] } = resource.options;
  const own = views.flatMap((view) => {
    const [path, page] = [paths[view], resource[view]];
    const asked = needs && ('who' in needs ? needs : needs[view]);
    return path !== undefined && page ? [{ path, page, ...(asked ? { needs: asked } : {}) }] : [];
  });
  return [...own, ...also];
}

/** What react-admin's hooks know of each resource. */
export const definitionsOf = (resources: readonly ProductResource[]): Record<string, ResourceDefinition> =>
  Object.fromEntries(
    resources.map(({ list, show, edit, create, ...rest }) => [
      rest.name,
      { ...rest, hasList: !!list, hasShow: !!show, hasEdit: !!edit, hasCreate: !!create },
    ]),
  );

/** Addresses of each resource's views, for `productRouter`. */
export const addressesOf = (resources: readonly ProductResource[]) =>
  Object.fromEntries(resources.map(({ name, options }) => [name, options.paths]));

/** Addresses of the resource of this page (or of the named one): its list, one record, creation. */
export function useResourcePages(resource?: string) {
  const { options } = useResourceDefinition<ProductOptions>(resource ? { resource } : {});
  const { list = '/', show, edit, create = list } = options?.paths ?? {};
  return { list, create, card: (id: number) => (show ?? edit ?? list).replace(':id', String(id)) };
}
