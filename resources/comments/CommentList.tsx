// Comments of a garage or a person: everybody adds, each changes only his own.
import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  addComment,
  comments,
  deleteComment,
  editComment,
  restoreComment,
  type Comment,
} from '../../contract/comments.ts';
import { call, type HttpError, type ReplyOf } from '../../providers/http.ts';
import { keyOf, reading } from '../../providers/reading.ts';
import { EmptyState, ErrorNote } from '../../widgets/EmptyState.tsx';
import { AlertNote } from '../../widgets/Note.tsx';
import { formatMoment } from '../../widgets/format.ts';
import { useLeaveGuard } from '../../widgets/leaveGuard.ts';
import { TextArea } from '../../widgets/TextArea.tsx';
import { toast } from '../../widgets/toasts.ts';
import { CardRequests } from '../statistics/Requests.tsx';
import styles from './notes.module.css';

export interface OfObject {
  type: 'garage' | 'profile' | 'reregistration';
  objectId: number;
}
const MAX_LENGTH = 2000;

/** Comments of an object; the key is shared by the tab, its counter and the side column. */
export const useComments = ({ type, objectId }: OfObject) =>
  useQuery(reading(comments, { params: { type, objectId } }));

export function CommentList(object: OfObject) {
  const { data, error, refetch } = useComments(object);
  const client = useQueryClient();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  useLeaveGuard(text.trim() !== '');
  /** What is wrong, '' when it is done. */
  const run = async (work: Promise<ReplyOf<typeof comments>>, done: string, undo?: () => void): Promise<string> => {
    try {
      client.setQueryData(keyOf(comments, { params: { type: object.type, objectId: object.objectId } }), await work);
      toast(done, { undo });
      return '';
    } catch (failure) {
      return (failure as HttpError).body.errors?.text ?? (failure as HttpError).message;
    }
  };
  const add = async () => {
    setBusy(true);
    const wrong = await run(
      call(addComment, { params: { ...object }, body: { text }, quiet: true }),
      'Комментарий добавлен',
    );
    setBusy(false);
    setProblem(wrong);
    if (!wrong) setText('');
  };
  if (error) return <ErrorNote onRetry={() => void refetch()}>{error.message}</ErrorNote>;
  return (
    <div className={styles.papers}>
      <CardRequests {...object} />
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void add();
        }}
      >
        <TextArea label="Новый комментарий" value={text} onChange={setText} maxLength={MAX_LENGTH} error={problem} />
        <Button type="submit" variant="contained" disabled={!text.trim()} loading={busy}>
          Добавить
        </Button>
      </form>
      {data?.data.length === 0 && <EmptyState>Комментарии видят все, кто видит эту карточку.</EmptyState>}
      <ul className={styles.list}>
        {data?.data.map((comment) => (
          <CommentLine
            key={comment.id}
            comment={comment}
            onEdit={(changed) =>
              run(call(editComment, { params: { id: comment.id }, body: { text: changed }, quiet: true }), 'Сохранено')
            }
            onDelete={() =>
              run(call(deleteComment, { params: { id: comment.id }, quiet: true }), 'Комментарий удалён', () => {
                void run(
                  call(restoreComment, { params: { id: comment.id }, quiet: true }),
                  'Комментарий возвращён',
                ).then((wrong) => wrong && toast(wrong, { kind: 'error' }));
              })
            }
          />
        ))}
      </ul>
    </div>
  );
}

function CommentLine({
  comment,
  onEdit,
  onDelete,
}: {
  comment: Comment;
  onEdit: (text: string) => Promise<string>;
  onDelete: () => Promise<string>;
}) {
  const [draft, setDraft] = useState<string | null>(null);
  const [problem, setProblem] = useState('');
  useLeaveGuard(draft !== null && draft.trim() !== comment.text.trim());
  const save = async (text: string) => {
    const wrong = await onEdit(text);
    setProblem(wrong);
    if (!wrong) setDraft(null);
  };
  const edit = (text: string | null) => {
    setProblem('');
    setDraft(text);
  };
  return (
    <li>
      {draft === null ? (
        <>
          <p className={styles.text}>{comment.text}</p>
          <AlertNote text={problem} />
        </>
      ) : (
        <>
          <TextArea
            label="Комментарий"
            hideLabel
            value={draft}
            onChange={setDraft}
            maxLength={MAX_LENGTH}
            error={problem}
          />
          <div className={styles.row}>
            <Button size="small" variant="contained" disabled={!draft.trim()} onClick={() => void save(draft)}>
              Сохранить
            </Button>
            <Button size="small" onClick={() => edit(null)}>
              Отмена
            </Button>
          </div>
        </>
      )}
      <div className={styles.meta}>
        {comment.author.name}, {formatMoment(comment.created_at)}
        {comment.edited_at && ', изменён'}
        {comment.is_own && draft === null && (
          <>
            <button type="button" onClick={() => edit(comment.text)}>
              Изменить
            </button>
            <button type="button" onClick={() => void onDelete().then(setProblem)}>
              Удалить
            </button>
          </>
        )}
      </div>
    </li>
  );
}
