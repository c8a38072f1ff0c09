// Reference lists for superusers: one screen for five addresses.
import AddIcon from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import { ListBase } from 'ra-core';
import { Link, useLocation, useNavigate } from 'react-router';
import { EmptyState } from '../../../widgets/EmptyState.tsx';
import { RegisterList } from '../../../widgets/list/RegisterList.tsx';
import { Advice } from './Advice.tsx';
import { books, type Book, type ReferenceRecord } from './references.tsx';

export default function ReferenceList() {
  const resource = useLocation().pathname.split('/').at(-1)!;
  const book = books[resource]!;
  return (
    <ListBase
      key={resource}
      resource={resource}
      perPage={50}
      sort={{ field: book.sort, order: book.sort === 'since' ? 'DESC' : 'ASC' }}
      storeKey={resource}
      disableAuthentication
    >
      <Screen resource={resource} book={book} />
    </ListBase>
  );
}

function Screen({ resource, book }: { resource: string; book: Book }) {
  const navigate = useNavigate();
  return (
    <>
      {book.advice && <Advice>{book.advice}</Advice>}
      <RegisterList<ReferenceRecord>
        title={book.title}
        actions={
          <Button variant="contained" startIcon={<AddIcon />} component={Link} to={book.create}>
            {book.add}
          </Button>
        }
        {...(book.sort === 'sort' && { searchKey: 'q', searchLabel: 'Название' })}
        columns={book.columns}
        storeKey={resource}
        nameOf={book.nameOf}
        onOpen={(row) => void navigate(book.card(row.id))}
        renderCard={(row) => (
          <Link
            to={book.card(row.id)}
            style={{ display: 'block', padding: 12, color: 'inherit', textDecoration: 'none' }}
          >
            <b>{book.nameOf(row)}</b>
            <br />
            <small>{book.note(row)}</small>
          </Link>
        )}
        empty={<EmptyState>Добавьте первую запись.</EmptyState>}
      />
    </>
  );
}
