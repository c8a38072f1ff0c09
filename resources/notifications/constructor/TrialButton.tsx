// The way to see a mailing with one's own eyes before anybody gets it.
import Button from '@mui/material/Button';
import { testNotification } from '../../../contract/notifications/trial.ts';
import { call, type HttpError } from '../../../providers/http.ts';
import { toast } from '../../../widgets/toasts.ts';
import type { Draft } from './parts.ts';

/** One message of the walk to the writer's own mailbox. */
export function TrialButton({ draft: { content, at, kept }, isDisabled }: { draft: Draft; isDisabled: boolean }) {
  const send = () =>
    call(testNotification, { body: { ...content, at, draft: kept?.id ?? null }, quiet: true }).then(
      ({ email }) => toast(`Проба отправлена на ${email}`),
      (error: HttpError) => toast(Object.values(error.body.errors ?? {})[0] ?? error.message, { kind: 'error' }),
    );
  return (
    // Short words: on a phone the room is the main button's.
    <Button variant="outlined" style={{ flex: 'none' }} disabled={isDisabled} onClick={() => void send()}>
      Проба себе
    </Button>
  );
}
