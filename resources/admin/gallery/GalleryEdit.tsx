// One picture of the sign-in page: its file, title, caption, order, whether it is shown.
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useRecordContext } from 'react-admin';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import {
  addPicture,
  deletePicture,
  galleryItems,
  replacePicture,
  type GalleryItem,
} from '../../../contract/gallery.ts';
import { call, upload, type HttpError } from '../../../providers/http.ts';
import { readAnew } from '../../../providers/reading.ts';
import { useActor } from '../../../providers/session.ts';
import { ConfirmDialog } from '../../../widgets/ConfirmDialog.tsx';
import { Editor } from '../../../widgets/editor/Editor.tsx';
import { useSaveRecord } from '../../../widgets/editor/useSaveRecord.ts';
import { FieldGrid } from '../../../widgets/FieldGrid.tsx';
import { FileUpload } from '../../../widgets/FileUpload.tsx';
import { CheckboxInput, FileUploadInput, NumberInput, TextInput } from '../../../widgets/inputs.ts';
import { PageSkeleton } from '../../../widgets/PageSkeleton.tsx';
import { toast } from '../../../widgets/toasts.ts';
import { RecordPage } from '../../../widgets/RecordPage.tsx';
import { useResourcePages } from '../../productResource.ts';
import styles from './gallery.module.css';

const ACCEPT = '.jpg,.jpeg,.png,.webp';
const MAX_BYTES = 5 * 1024 * 1024;
const labels = { file: 'Картинка', title: 'Название', caption: 'Подпись', sort: 'Порядок', is_active: 'Показывать' };
type Values = { title: string; caption: string | null; sort: number; is_active: boolean };
const valuesOf = ({ title, caption, sort, is_active }: GalleryItem): Values => ({ title, caption, sort, is_active });
const show = (_field: string, value: unknown) =>
  typeof value === 'boolean' ? (value ? 'да' : 'нет') : String(value ?? '');

export default function GalleryEdit() {
  const { id } = useParams();
  if (!id) return <NewPicture />;
  return (
    <RecordPage resource={galleryItems.name} editing>
      <Loaded />
    </RecordPage>
  );
}

function Crumbs({ name }: { name: string }) {
  const { list } = useResourcePages();
  return (
    <>
      <Link to={list}>Галерея входа</Link> › {name}
    </>
  );
}

function NewPicture() {
  const navigate = useNavigate();
  const actor = useActor();
  const { list: address } = useResourcePages();
  const list = () => void navigate(address);
  return (
    <Editor<{ title: string; caption: string | null; file: readonly File[] }>
      title="Новая картинка"
      crumbs={<Crumbs name="Новая" />}
      values={{ title: '', caption: null, file: [] }}
      labels={labels}
      draftKey={`${actor?.userId}:gallery_items:new`}
      saveLabel="Добавить"
      onCancel={list}
      sections={[
        {
          key: 'picture',
          title: 'Картинка и подпись',
          fields: ['file', 'title', 'caption'],
          children: (
            <>
              <FileUploadInput source="file" label={labels.file} accept={ACCEPT} maxBytes={MAX_BYTES} />
              <TextInput source="title" label={labels.title} required maxLength={120} />
              <TextInput source="caption" label={labels.caption} maxLength={200} />
            </>
          ),
        },
      ]}
      onSave={async ({ title, caption, file }) => {
        const picture = file[0];
        if (!(picture instanceof File))
          throw Object.assign(new Error('Выберите картинку'), { body: { errors: { file: 'Выберите картинку' } } });
        await upload(addPicture, {
          file: picture,
          fields: { title: title ?? '', caption: caption ?? '' },
          quiet: true,
        });
        list();
      }}
    />
  );
}

function Loaded() {
  const record = useRecordContext<GalleryItem>();
  const navigate = useNavigate();
  const actor = useActor();
  const save = useSaveRecord<GalleryItem>();
  if (record?.version === undefined) return <PageSkeleton />;
  const { list: address } = useResourcePages();
  const list = () => void navigate(address);
  return (
    <Editor<Values>
      key={record.version}
      title={record.title}
      crumbs={<Crumbs name={record.title} />}
      above={<Picture item={record} onGone={list} />}
      values={valuesOf(record)}
      version={record.version}
      fromRecord={(fresh) => valuesOf(fresh as GalleryItem)}
      labels={labels}
      show={show}
      draftKey={`${actor?.userId}:gallery_items:${record.id}`}
      onCancel={list}
      sections={[
        {
          key: 'words',
          title: 'Подпись и порядок',
          fields: ['title', 'caption', 'sort', 'is_active'],
          children: (
            <>
              <TextInput source="title" label={labels.title} required maxLength={120} />
              <TextInput source="caption" label={labels.caption} maxLength={200} />
              <FieldGrid>
                <NumberInput source="sort" label={labels.sort} digits={0} />
              </FieldGrid>
              <CheckboxInput source="is_active" label={labels.is_active} />
            </>
          ),
        },
      ]}
      onSave={async (values, version) => {
        await save({ ...values, version });
        list();
      }}
    />
  );
}

function Picture({ item, onGone }: { item: GalleryItem; onGone: () => void }) {
  const client = useQueryClient();
  const [error, setError] = useState('');
  const [asking, setAsking] = useState(false);
  const replace = async (file: File | undefined) => {
    if (!file) return;
    try {
      await upload(replacePicture, { params: { id: item.id }, file, quiet: true });
      setError('');
      await readAnew(client, 'gallery_items');
      toast('Картинка заменена');
    } catch (refusal) {
      setError((refusal as HttpError).message);
    }
  };
  const drop = async () => {
    try {
      await call(deletePicture, { params: { id: item.id }, quiet: true });
      void readAnew(client, 'gallery_items');
      toast('Картинка удалена');
      onGone();
    } catch (refusal) {
      toast((refusal as HttpError).message, { kind: 'error' });
    }
  };
  return (
    <div className={styles.picture}>
      <img src={item.url} alt={item.title} />
      <div>
        <FileUpload
          label="Заменить картинку"
          accept={ACCEPT}
          maxBytes={MAX_BYTES}
          value={[]}
          onChange={(files) => void replace(files[0])}
          error={error}
        />
        <Button color="error" variant="outlined" startIcon={<DeleteIcon />} onClick={() => setAsking(true)}>
          Удалить
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        title="Удалить картинку?"
        confirm="Удалить"
        danger
        onCancel={() => setAsking(false)}
        onConfirm={() => void drop()}
      >
        «{item.title}» больше не покажется на странице входа. Чтобы убрать её на время, снимите «Показывать».
      </ConfirmDialog>
    </div>
  );
}
