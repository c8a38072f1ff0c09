// Pictures of the sign-in page in their order.
import AddIcon from '@mui/icons-material/AddPhotoAlternateOutlined';
import Button from '@mui/material/Button';
import { ListBase } from 'react-admin';
import { Link, useNavigate } from 'react-router';
import { galleryItems, type GalleryItem } from '../../../contract/gallery.ts';
import { EmptyState } from '../../../widgets/EmptyState.tsx';
import { RegisterList } from '../../../widgets/list/RegisterList.tsx';
import type { Column } from '../../../widgets/list/RegisterTable.tsx';
import { StatusChip } from '../../../widgets/StatusChip.tsx';
import { useResourcePages } from '../../productResource.ts';
import styles from './gallery.module.css';

export default function GalleryList() {
  return (
    <ListBase
      resource={galleryItems.name}
      perPage={25}
      sort={{ field: 'sort', order: 'ASC' }}
      storeKey={galleryItems.name}
      disableAuthentication
    >
      <Screen />
    </ListBase>
  );
}

const columns: Column<GalleryItem>[] = [
  {
    key: 'picture',
    label: 'Картинка',
    width: '110px',
    fixed: true,
    render: (row) => <img className={styles.thumb} src={row.url} alt="" loading="lazy" />,
  },
  { key: 'title', label: 'Название', sort: 'title', fixed: true, render: (row) => <b>{row.title}</b> },
  { key: 'caption', label: 'Подпись', width: '320px', wide: true, render: (row) => row.caption ?? '—' },
  { key: 'sort', label: 'Порядок', width: '90px', align: 'end', sort: 'sort', render: (row) => row.sort },
  { key: 'state', label: 'Состояние', width: '140px', render: (row) => <State row={row} /> },
];

const State = ({ row }: { row: GalleryItem }) => (
  <StatusChip kind={row.is_active ? 'done' : 'archived'}>{row.is_active ? 'показывается' : 'скрыта'}</StatusChip>
);

function Screen() {
  const navigate = useNavigate();
  const { create, card } = useResourcePages();
  const add = (
    <Button variant="contained" startIcon={<AddIcon />} component={Link} to={create}>
      Добавить картинку
    </Button>
  );
  return (
    <RegisterList<GalleryItem>
      title="Галерея входа"
      actions={add}
      searchKey="q"
      searchLabel="Название"
      columns={columns}
      storeKey={galleryItems.name}
      nameOf={(row) => row.title}
      onOpen={(row) => void navigate(card(row.id))}
      renderCard={(row) => (
        <Link to={card(row.id)} className={styles.card}>
          <img className={styles.thumb} src={row.url} alt="" loading="lazy" />
          <span>
            <b>{row.title}</b>
            <small>{row.caption}</small>
          </span>
          <State row={row} />
        </Link>
      )}
      empty={
        <EmptyState actions={add}>Пока картинок нет, на странице входа нарисован вечерний ряд гаражей.</EmptyState>
      }
    />
  );
}
