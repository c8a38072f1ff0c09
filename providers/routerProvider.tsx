// react-admin's own addresses (`/garages/5/show`) on the product's (`/garage/5`), for links, buttons and redirects.
import { useCallback } from 'react';
import {
  reactRouterProvider,
  type RouterLinkProps,
  type RouterNavigateProps,
  type RouterProvider,
  type RouterTo,
} from 'react-admin';

/** Patterns of a resource's pages by its name; `:id` stands for the record's number. */
export type Addresses = Readonly<Record<string, Partial<Record<'list' | 'show' | 'edit' | 'create', string>>>>;

/** The product's address of a canonical one; any other address is answered as it came. */
export function productPath(addresses: Addresses, path: string): string {
  const [, resource = '', id, view, rest = ''] =
    /^\/(\w+)(?:\/(\d+|create))?(?:\/(show))?\/?([?#].*)?$/.exec(path) ?? [];
  const known = Object.hasOwn(addresses, resource) ? addresses[resource] : undefined;
  // `/profiles` is an address of both kinds.
  if (!known) return path;
  const { list = path, show, edit, create = list } = known;
  if (!id) return list + rest;
  if (id === 'create') return create + rest;
  const page = (view ? (show ?? edit) : (edit ?? show)) ?? list;
  return page.replace(':id', id) + rest;
}

const { Link: PlainLink, Navigate: PlainNavigate, useNavigate: usePlainNavigate } = reactRouterProvider;

/** react-router with the product's addresses. */
export function productRouter(addresses: Addresses): RouterProvider {
  const productTo = (to: RouterTo): RouterTo => {
    if (typeof to === 'string') return productPath(addresses, to);
    return to.pathname ? { ...to, pathname: productPath(addresses, to.pathname) } : to;
  };
  function useNavigate() {
    const navigate = usePlainNavigate();
    return useCallback<ReturnType<RouterProvider['useNavigate']>>(
      (to, options) => navigate(typeof to === 'number' ? to : productTo(to), options),
      [navigate],
    );
  }
  const Link = ({ to, ...props }: RouterLinkProps) => <PlainLink {...props} to={productTo(to)} />;
  const Navigate = ({ to, ...props }: RouterNavigateProps) => <PlainNavigate {...props} to={productTo(to)} />;
  return { ...reactRouterProvider, useNavigate, Link, Navigate };
}
