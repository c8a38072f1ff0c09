// The record of the page's address, read for a card or for an editor.
import { ShowBase } from 'react-admin';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { PageSkeleton } from './PageSkeleton.tsx';

interface Props {
  resource: string;
  /** An editor begins with what is stored now, and nothing is read again under the hands of the person. */
  editing?: boolean;
  children: ReactNode;
}

/** Gives the record to `children`; a missing one is told by the shell. */
export function RecordPage({ resource, editing = false, children }: Props) {
  const { id } = useParams();
  return (
    <ShowBase
      key={id}
      resource={resource}
      id={Number(id)}
      disableAuthentication
      loading={<PageSkeleton />}
      error={<span />}
      {...(editing ? { queryOptions: fresh } : {})}
      render={() => children}
    />
  );
}

const fresh = { refetchOnMount: 'always', staleTime: 0, refetchOnReconnect: false } as const;
