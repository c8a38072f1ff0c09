// The record of the page's address, read for a card or for an editor.
import { ShowBase, useGetOne } from 'react-admin';
import type { ReactNode } from 'react';
import { Navigate, useLocation, useParams } from 'react-router';
import { PageSkeleton } from './PageSkeleton.tsx';

interface Props {
  resource: string;
  /** An editor begins with what is stored now, and nothing is read again under the hands of the person. */
  editing?: boolean;
  children: ReactNode;
}

/** Gives the record to `children`; a missing one is told by the shell, the address of a merged one leads to the one that stays. */
export function RecordPage({ resource, editing = false, children }: Props) {
  const { id } = useParams();
  const { pathname, search } = useLocation();
  const options = editing ? fresh : {};
  const { data } = useGetOne(resource, { id: Number(id) }, options);
  if (data && data.id !== Number(id))
    return <Navigate replace to={pathname.replace(`/${id}`, `/${data.id}`) + search} />;
  return (
    <ShowBase
      key={id}
      resource={resource}
      id={Number(id)}
      disableAuthentication
      loading={<PageSkeleton />}
      error={<span />}
      queryOptions={options}
      render={() => children}
    />
  );
}

const fresh = { refetchOnMount: 'always', staleTime: 0, refetchOnReconnect: false } as const;
