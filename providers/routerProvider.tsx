// react-admin's own addresses (`/garages/5/show`) on the product's (`/garage/5`): one table for links, buttons and redirects.
import {
  reactRouterProvider,
  type RouterLinkProps,
  type RouterNavigateProps,
  type RouterProvider,
  type RouterTo,
} from 'ra-core';
import { useCallback } from 'react';
import { pages } from '../contract/pages.ts';

interface ResourcePages {
  list: string;
  show?: (id: number) => string;
  edit?: (id: number) => string;
  create?: string;
}

const table: Record<string, ResourcePages> = {
  garages: { list: pages.garages, show: pages.garage, edit: pages.garageEdit, create: pages.garageCreate },
  profiles: { list: pages.profiles, show: pages.profile, edit: pages.profileEdit, create: pages.profileCreate },
  regions: { list: pages.adminTab('regions'), edit: pages.adminRegion, create: pages.adminRegionCreate },
  moes: { list: pages.adminTab('moes'), edit: pages.adminMo, create: pages.adminMoCreate },
  poes: { list: pages.adminTab('poes'), edit: pages.adminPo, create: pages.adminPoCreate },
  gallery_items: {
    list: pages.adminTab('gallery'),
    edit: pages.adminGalleryItem,
    create: pages.adminGalleryCreate,
  },
  users: { list: pages.adminUsers, edit: pages.adminUser, create: pages.adminUserCreate },
  outbox: { list: pages.adminOutbox },
};

/** The product's address of a canonical one; any other address is answered as it came. */
export function productPath(path: string): string {
  const [, resource = '', id, view, rest = ''] =
    /^\/(\w+)(?:\/(\d+|create))?(?:\/(show))?\/?([?#].*)?$/.exec(path) ?? [];
  const known = Object.hasOwn(table, resource) ? table[resource] : undefined;
  // `/profiles` is an address of both kinds.
  if (!known) return path;
  if (!id) return known.list + rest;
  if (id === 'create') return (known.create ?? known.list) + rest;
  const page = view ? (known.show ?? known.edit) : (known.edit ?? known.show);
  return (page?.(Number(id)) ?? known.list) + rest;
}

function productTo(to: RouterTo): RouterTo {
  if (typeof to === 'string') return productPath(to);
  return to.pathname ? { ...to, pathname: productPath(to.pathname) } : to;
}

const { Link: PlainLink, Navigate: PlainNavigate, useNavigate: usePlainNavigate } = reactRouterProvider;

function useNavigate() {
  const navigate = usePlainNavigate();
  return useCallback<ReturnType<RouterProvider['useNavigate']>>(
    (to, options) => navigate(typeof to === 'number' ? to : productTo(to), options),
    [navigate],
  );
}

function Link({ to, ...props }: RouterLinkProps) {
  return <PlainLink {...props} to={productTo(to)} />;
}

const Navigate = ({ to, ...props }: RouterNavigateProps) => <PlainNavigate {...props} to={productTo(to)} />;

/** react-router with the product's addresses. */
export const routerProvider: RouterProvider = { ...reactRouterProvider, useNavigate, Link, Navigate };
