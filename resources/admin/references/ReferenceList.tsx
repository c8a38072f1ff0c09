// Reference lists for superusers: one screen for five addresses.
import AddIcon from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import { ListBase, useResourceContext } from 'react-admin';
import { Link, useNavigate } from 'react-router';
import { EmptyState } from '../../../widgets/EmptyState.tsx';
import { RegisterList } from '../../../widgets/list/RegisterList.tsx';
import { useResourcePages } from '../../productResource.ts';
import { Advice } from './Advice.tsx';
import { references, type Reference, type ReferenceRecord } from './references.tsx';

export default function ReferenceList() {
  const resource = useResourceContext()!;
  const reference = references[resource]!;
  return (
    <ListBase
      perPage={50}
      sort={{ field: reference.sort, order: reference.sort === 'since' ? 'DESC' : 'ASC' }}
      storeKey={resource}
      disableAuthentication
    >
      <Screen resource={resource} reference={reference} />
    </ListBase>
  );
}

function Screen({ resource, reference }: { resource: string; reference: Reference }) {
  const navigate = useNavigate();
  const { create, card } = useResourcePages();
  return (
    <>
      {reference.advice && <Advice>{reference.advice}</Advice>}
      <RegisterList<ReferenceRecord>
        title={reference.title}
        actions={
          <Button variant="contained" startIcon={<AddIcon />} component={Link} to={create}>
            {reference.add}
          </Button>
        }
        {...(reference.sort === 'sort' && { searchKey: 'q', searchLabel: 'Название' })}
        columns={reference.columns}
        storeKey={resource}
        nameOf={reference.nameOf}
        onOpen={(row) => void navigate(card(row.id))}
        renderCard={(row) => (
          <Link to={card(row.id)} style={{ display: 'block', padding: 12, color: 'inherit', textDecoration: 'none' }}>
            <b>{reference.nameOf(row)}</b>
            <br />
            <small>{reference.note(row)}</small>
          </Link>
        )}
        empty={<EmptyState>Добавьте первую запись.</EmptyState>}
      />
    </>
  );
}
