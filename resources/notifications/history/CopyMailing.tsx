// A mailing that nobody got, cancelled or with everybody dropped out, is written anew: its words and receivers in a draft of its own.
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { notifications, type NotificationCard } from '../../../contract/notifications.ts';
import { pages } from '../../../contract/pages.ts';
import { call, errorsOf, type HttpError } from '../../../providers/http.ts';
import { toast } from '../../../widgets/toasts.ts';
import { contentOf } from '../contentOf.ts';

const CANCELLED = 7;
/** What a rule or the program wrote is not written by hand. */
export const mayCopy = ({ status, madeBy }: NotificationCard) => status === CANCELLED && madeBy === 'person';

export function CopyMailing({ card }: { card: NotificationCard }) {
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  if (!mayCopy(card)) return null;
  const copy = async () => {
    setBusy(true);
    try {
      const { id } = await call(notifications.create, { body: contentOf(card), quiet: true });
      if (card.attachments.length) toast('Вложения приложите заново');
      await navigate(pages.notification(id));
    } catch (error) {
      setBusy(false);
      toast(Object.values(errorsOf(error as HttpError))[0] ?? '', { kind: 'error' });
    }
  };
  return (
    <Button variant="outlined" disabled={isBusy} onClick={() => void copy()}>
      Написать заново
    </Button>
  );
}
