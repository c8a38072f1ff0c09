// Where no mail server carries letters: a link for a new password, shown once, for the superuser to hand over.
import Button from '@mui/material/Button';
import { useMutation, useQuery } from '@tanstack/react-query';
import { publicSettings } from '../../../contract/session.ts';
import { makeResetLink } from '../../../contract/session/links.ts';
import type { UserCard } from '../../../contract/users.ts';
import { call, errorsOf } from '../../../providers/http.ts';
import { reading } from '../../../providers/reading.ts';
import { CopyButton } from '../../../widgets/CopyButton.tsx';
import { formatMoment } from '../../../widgets/format.ts';
import { Note } from '../../../widgets/Note.tsx';

export function ResetLink({ user }: { user: UserCard }) {
  const { data } = useQuery({ ...reading(publicSettings), staleTime: Infinity });
  const made = useMutation({ mutationFn: () => call(makeResetLink, { params: { id: user.id }, quiet: true }) });
  if (!data || data.hasMail) return null;
  return (
    <>
      <Button variant="outlined" disabled={made.isPending} onClick={() => made.mutate()}>
        Ссылка для смены пароля
      </Button>
      {made.error && <Note tone="red">{errorsOf(made.error).form}</Note>}
      {made.data && (
        <Note
          tone="amber"
          title={`Почтовый сервер не подключён: передайте ссылку лично. Она для: ${user.name || user.email}`}
          action={<CopyButton text={made.data.link} label="Скопировать ссылку" />}
        >
          Она видна один раз и действует до {formatMoment(made.data.expires_at)}; прежние ссылки больше не действуют:{' '}
          <code style={{ wordBreak: 'break-all' }}>{made.data.link}</code>
        </Note>
      )}
    </>
  );
}
