// Somebody changed the case meanwhile: what was done here and what there, side by side; nothing typed is lost.
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { pages } from '../../contract/pages.ts';
import type { ReregistrationCard } from '../../contract/reregistrations.ts';
import type { HttpError } from '../../providers/http.ts';
import { ConfirmDialog } from '../../widgets/ConfirmDialog.tsx';
import { StaleDialog } from '../../widgets/editor/StaleDialog.tsx';
import { formatMoment } from '../../widgets/format.ts';
import { Note } from '../../widgets/Note.tsx';
import { useReasons } from './chips.ts';
import styles from './reregistrations.module.css';
import { differing, flat, flatCard, labelsOf, tell, unflat, type Names } from './sides.ts';
import type { WizardForm } from './wizardForm.ts';

export interface StaleCase {
  theirs: ReregistrationCard;
  message: string;
  /** It was the person himself, in another tab. */
  own: boolean;
}

/** The other side of a refused saving; null where the refusal is of another kind. */
export function staleOf(error: unknown): StaleCase | null {
  const { body, message } = error as HttpError;
  if (body?.code !== 'stale' || !body.current) return null;
  return { theirs: body.current as ReregistrationCard, message, own: body.own === true };
}

const withoutAdvice = (message: string) => message.replace(/\. Обновите страницу$/, '');

/** Both sides of the form, field by field; a case that may not be changed any more is only opened. */
export function StaleWizard({
  stale,
  base,
  form,
  names,
  onResolve,
  onCancel,
}: {
  stale: StaleCase;
  /** The case as this tab knew it. */
  base: ReregistrationCard;
  form: WizardForm;
  names: Names;
  onResolve: (chosen: WizardForm) => void;
  onCancel: () => void;
}) {
  const navigate = useNavigate();
  const { theirs, message, own } = stale;
  if (!theirs.may_edit || [3, 4, 5].includes(theirs.status))
    return (
      <ConfirmDialog
        open
        title="Это дело больше не меняют"
        confirm="Открыть дело"
        cancel="Остаться здесь"
        onConfirm={() => void navigate(pages.reregistration(theirs.id))}
        onCancel={onCancel}
      >
        <Meanwhile before={base} now={theirs} message={message} />
      </ConfirmDialog>
    );
  const [before, after] = [flatCard(base), flatCard(theirs)];
  const mine = { ...flat(form), status: base.status };
  const fields = differing(before, mine, names);
  return (
    <StaleDialog
      message={message}
      own={own}
      fields={fields}
      told={differing(before, after, names).filter((field) => !fields.includes(field))}
      labels={labelsOf(names.reasons)}
      show={(field, value) => tell(field, value, names)}
      before={before}
      mine={mine}
      theirs={after}
      onResolve={(chosen) => onResolve(unflat({ ...after, ...chosen }))}
      onCancel={onCancel}
    />
  );
}

/** What happened to the case between two looks at it: events, then fields with what stood there before. */
export function Meanwhile({
  before,
  now,
  message,
  did,
}: {
  before: ReregistrationCard;
  now: ReregistrationCard;
  message: string;
  /** What this person was about to do. */
  did?: ReactNode;
}) {
  const reasons = useReasons();
  const names = { reasons, owners: [...before.owners, ...now.owners] };
  const [was, is] = [flatCard(before), flatCard(now)];
  const labels = labelsOf(reasons);
  const known = new Set(before.events.map((event) => event.id));
  return (
    <Note tone="amber" role="alert" title={withoutAdvice(message)}>
      {did && (
        <p>
          <b>Вы:</b> {did}
        </p>
      )}
      <p>
        <b>Тем временем:</b>
      </p>
      <ul className={styles.people}>
        {now.events
          .filter((event) => !known.has(event.id))
          .map((event) => (
            <li key={event.id}>
              {[event.text, event.comment].filter(Boolean).join('. ')}
              <span className={styles.muted}>
                {' '}
                {event.who}, {formatMoment(event.at)}
              </span>
            </li>
          ))}
        {differing(was, is, names).map((field) => (
          <li key={field}>
            {labels[field] ?? field}: {tell(field, was[field], names)} → <b>{tell(field, is[field], names)}</b>
          </li>
        ))}
      </ul>
    </Note>
  );
}

/** What the page asks after such a refusal: once more over the case as it is now, or nothing. */
export interface Refused {
  before: ReregistrationCard;
  stale: StaleCase;
  did: string;
  /** Null where it is not possible any more. */
  again: (() => void) | null;
}

export function RefusedDialog({ refused, onClose }: { refused: Refused; onClose: () => void }) {
  const { before, stale, did, again } = refused;
  return (
    <ConfirmDialog
      open
      title="Дело изменилось, пока вы смотрели"
      confirm={again ? `Всё равно: ${did.toLowerCase()}` : 'Понятно'}
      cancel="Ничего не делать"
      onConfirm={() => {
        onClose();
        again?.();
      }}
      onCancel={onClose}
    >
      <Meanwhile before={before} now={stale.theirs} message={stale.message} did={did} />
      {!again && <p>Теперь этот шаг невозможен.</p>}
    </ConfirmDialog>
  );
}
