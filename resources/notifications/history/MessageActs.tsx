// What may be said and done about a message by hand, and the questions that are asked before.
import Button from '@mui/material/Button';
import { useState } from 'react';
import { Link } from 'react-router';
import { markMessage, resendToPerson, type MessageRow } from '../../../contract/notifications/messages.ts';
import { pages } from '../../../contract/pages.ts';
import { call, type HttpError } from '../../../providers/http.ts';
import { ConfirmDialog } from '../../../widgets/ConfirmDialog.tsx';
import { DateBox } from '../../../widgets/DateInput.tsx';
import { openModal } from '../../../widgets/modals.ts';
import { toast } from '../../../widgets/toasts.ts';
import { today } from '../../../widgets/today.ts';
import own from './history.module.css';

interface Question {
  row: MessageRow;
  about: 'handing' | 'again';
}
export interface MessageHands {
  ask: (question: Question) => void;
  onDone: () => void;
}

/** Questions about messages. They stand above the layouts of a page: a window made narrower keeps what was opened and entered. */
export function useMessageQuestions(onDone: () => void) {
  const [asked, ask] = useState<Question | null>(null);
  const onClose = () => ask(null);
  const question = asked && (
    <>
      {asked.about === 'handing' && <HandingDialog row={asked.row} onClose={onClose} onDone={onDone} />}
      {asked.about === 'again' && (
        <AgainDialog row={asked.row} onClose={onClose} onSend={() => void sendAgain(asked.row, onDone)} />
      )}
    </>
  );
  return { ask, question };
}

const told = (error: HttpError) => toast(Object.values(error.body.errors ?? {})[0] ?? error.message, { kind: 'error' });
const sendAgain = ({ id }: MessageRow, onDone: () => void) =>
  call(resendToPerson, { params: { id }, body: { mayComeTwice: true }, quiet: true }).then(onDone, told);

/** What may be said and done about a message by hand. */
export function Acts({ row, ask, onDone }: { row: MessageRow } & MessageHands) {
  const mark = () => call(markMessage, { params: { id: row.id }, body: { status: 2 }, quiet: true }).then(onDone, told);
  const isUnknown = row.status === 11;
  const mayHand = isUnknown || (row.status >= 4 && row.status <= 9);
  // Whom nothing was sent to may have a contact or a consent by now: the server asks anew.
  const maySend = row.is_latest && ((row.status >= 4 && row.status <= 9) || isUnknown);
  return (
    <>
      {isUnknown && (
        <p>
          <b>Могло дойти, могло не дойти.</b> Второй раз сами не шлём, чтобы не прислать дважды. Позвоните или выберите:
        </p>
      )}
      <div className={own.acts}>
        {isUnknown && row.profile && (
          <Button variant="outlined" component={Link} to={pages.profile(row.profile.id)}>
            Телефон в карточке
          </Button>
        )}
        {isUnknown && (
          <Button variant="outlined" onClick={() => void mark()}>
            Человек получил
          </Button>
        )}
        {mayHand && row.profile && row.notification.kind === 'meeting' && (
          <Button
            variant="outlined"
            onClick={() =>
              openModal({
                name: 'print-document',
                about: { notification_id: row.notification.id, profile_id: row.profile!.id },
                title: `Уведомление о собрании, ${row.name}`,
              })
            }
          >
            Напечатать
          </Button>
        )}
        {mayHand && (
          <Button variant="outlined" onClick={() => ask({ row, about: 'handing' })}>
            Вручено на бумаге
          </Button>
        )}
        {maySend && (
          <Button
            variant="outlined"
            onClick={() => (row.status === 5 || isUnknown ? ask({ row, about: 'again' }) : void sendAgain(row, onDone))}
          >
            Послать ещё раз
          </Button>
        )}
      </div>
    </>
  );
}

/** Of what may have arrived a person has to say that he knows. */
function AgainDialog({ row, onClose, onSend }: { row: MessageRow; onClose: () => void; onSend: () => void }) {
  return (
    <ConfirmDialog
      open
      title={`Послать ещё раз: ${row.name}`}
      confirm="Послать, может прийти дважды"
      onConfirm={() => {
        onClose();
        onSend();
      }}
      onCancel={onClose}
    >
      <p>Первое сообщение могло дойти: ответа оператора нет. Человек может получить его дважды.</p>
    </ConfirmDialog>
  );
}

/** A letter is handed over on a day, not by printing it. */
function HandingDialog({ row, onClose, onDone }: { row: MessageRow; onClose: () => void; onDone: () => void }) {
  const [handedOn, setHandedOn] = useState<string | null>(today());
  const [error, setError] = useState<string>();
  const save = () =>
    call(markMessage, { params: { id: row.id }, body: { status: 10, handedOn }, quiet: true }).then(
      () => {
        onDone();
        onClose();
      },
      ({ message, body }: HttpError) => setError(body.errors?.handedOn ?? message),
    );
  return (
    <ConfirmDialog
      open
      title={`Вручено: ${row.name}`}
      confirm="Отметить"
      onConfirm={() => void save()}
      onCancel={onClose}
    >
      <DateBox label="Дата вручения" required value={handedOn} onChange={setHandedOn} max={today()} error={error} />
    </ConfirmDialog>
  );
}
