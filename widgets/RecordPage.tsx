// The record of the page's address, read for a card or for an editor; and the page of one that is not there yet.
import Button from '@mui/material/Button';
import { CreateBase, EditBase, ShowBase, useGetOne, useGetRecordRepresentation } from 'react-admin';
import type { ReactNode } from 'react';
import { Navigate, useLocation, useNavigate, useParams } from 'react-router';
import { EmptyState } from './EmptyState.tsx';
import { PageSkeleton } from './PageSkeleton.tsx';
import { usePageTitle } from './usePageTitle.ts';

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
  const nameOf = useGetRecordRepresentation(resource);
  const name = data ? nameOf(data) : null;
  usePageTitle(typeof name === 'string' ? name : null);
  if (data && data.id !== Number(id))
    return <Navigate replace to={pathname.replace(`/${id}`, `/${data.id}`) + search} />;
  const page = {
    resource,
    id: Number(id),
    disableAuthentication: true,
    loading: <PageSkeleton />,
    error: <MissingRecord />,
    queryOptions: options,
    render: () => children,
  };
  return editing ? <EditBase key={id} mutationMode="pessimistic" {...page} /> : <ShowBase key={id} {...page} />;
}

/** An editor of a record that is not there yet: what it saves is made. */
export function NewRecordPage({ resource, children }: Omit<Props, 'editing'>) {
  return (
    <CreateBase resource={resource} disableAuthentication>
      {children}
    </CreateBase>
  );
}

/** What stays when the shell's words about it are closed: never an empty page. */
export function MissingRecord() {
  const navigate = useNavigate();
  return (
    <EmptyState
      title="Страница не показана"
      actions={
        <Button variant="contained" onClick={() => void navigate(-1)}>
          Назад
        </Button>
      }
    >
      Такой записи нет, она вам не видна или сервер не ответил.
    </EmptyState>
  );
}

const fresh = { refetchOnMount: 'always', staleTime: 0, refetchOnReconnect: false } as const;
