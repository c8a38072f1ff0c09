// From chosen people or garages to what is written to them: a mailing begun before, or a new one.
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useListContext } from 'react-admin';
import { useNavigate } from 'react-router';
import { notifications, type MailingContent } from '../../contract/notifications.ts';
import { pages } from '../../contract/pages.ts';
import { call, errorsOf, type HttpError } from '../../providers/http.ts';
import { selectionBody, type SelectionModel } from '../../widgets/list/useSelection.ts';
import { toast } from '../../widgets/toasts.ts';
import { contentOf } from './contentOf.ts';
import { chooseFor, stashReceivers, waitingDraft } from './stash.ts';

/** The receivers are those chosen in the list around it, by marks or by its filter. */
export function WriteToChosen({
  of,
  label,
  selection,
}: {
  of: 'profiles' | 'garages';
  label: string;
  selection: SelectionModel;
}) {
  const { filterValues } = useListContext();
  const chosen = () => {
    const { expected: _seen, ...body } = selectionBody(selection, filterValues);
    return { of, ...body };
  };
  return <WriteTo label={label} chosen={chosen} />;
}

/** `chosen` is asked when pressed; `label` says it where no mailing waits for receivers. */
export function WriteTo({ label, chosen }: { label: string; chosen: () => MailingContent['selection'] }) {
  const navigate = useNavigate();
  const [draft, setDraft] = useState(waitingDraft);
  const forget = () => {
    chooseFor(null);
    setDraft(null);
  };
  const begin = () => {
    stashReceivers(chosen());
    chooseFor(null);
    void navigate(pages.notificationConstructor);
  };
  const goOn = async ({ id }: { id: number }) => {
    const selection = chosen();
    try {
      const card = await call(notifications.one, { params: { id }, quiet: true });
      if (card.status > 0) {
        forget();
        return toast('Эта рассылка уже отправлена', { kind: 'error' });
      }
      const body = { ...contentOf(card), selection, version: card.version };
      await call(notifications.update, { params: { id }, body, quiet: true });
    } catch (error) {
      // Deleted, it waits for nobody.
      if ((error as HttpError).status === 404) forget();
      return toast(Object.values(errorsOf(error))[0] ?? '', { kind: 'error' });
    }
    stashReceivers(selection);
    chooseFor(null);
    void navigate(pages.notification(id));
  };
  if (!draft) return <Button onClick={begin}>{label}</Button>;
  return (
    <>
      <Button title={draft.title || 'Без темы'} onClick={() => void goOn(draft)}>
        В начатую рассылку
      </Button>
      <Button onClick={begin}>Новая рассылка</Button>
    </>
  );
}
