// The question before a step of a case: what it does, with each figure, and what the step needs to know.
import { useState, type Dispatch, type SetStateAction } from 'react';
import { Link } from 'react-router';
import { pages } from '../../contract/pages.ts';
import type { Preview, ReregistrationCard, Verb } from '../../contract/reregistrations.ts';
import { moveReregistration, type PaymentAfter } from '../../contract/reregistrations/steps.ts';
import { call, errorsOf, type HttpError } from '../../providers/http.ts';
import { Checkbox } from '../../widgets/Checkbox.tsx';
import { ConfirmDialog } from '../../widgets/ConfirmDialog.tsx';
import { formatDate, formatMoney } from '../../widgets/format.ts';
import { openModal } from '../../widgets/modals.ts';
import { Note } from '../../widgets/Note.tsx';
import { SelectBox } from '../../widgets/SelectInput.tsx';
import { TextArea } from '../../widgets/TextArea.tsx';
import { toast } from '../../widgets/toasts.ts';
import { annulmentLines } from './annulmentLines.ts';
import { LineList } from './cardParts.tsx';
import { useKeepCard } from './useKeepCard.ts';
import styles from './reregistrations.module.css';
import { Meanwhile, staleOf, type StaleCase } from './StaleCase.tsx';
import { askedWords, doneWords } from './ru.ts';

/** Opens «Напечатать» for the papers of a case. */
export const printCase = ({ id, garage }: ReregistrationCard) =>
  openModal({
    name: 'print-document',
    about: { reregistration_id: id },
    title: `Переоформление № ${id}, гараж ${[garage.section, garage.number].filter(Boolean).join(' ')}`,
  });

/** What is said with a step, and the step itself: it is taken, or the dialog stays with what was refused. */
function useStep(shown: ReregistrationCard, verb: Verb, onDone: () => void) {
  const keep = useKeepCard();
  const [comment, setComment] = useState('');
  const [answers, setAnswers] = useState<Record<number, string>>({});
  const [seen, setSeen] = useState<number[]>([]);
  const [busy, setBusy] = useState(false);
  const [preview, setPreview] = useState(shown.preview);
  const [errors, setErrors] = useState<Record<string, string>>({});
  /** What was seen before somebody else changed the case. */
  const [passed, setPassed] = useState<{ before: ReregistrationCard; stale: StaleCase } | null>(null);
  const card = passed && passed.stale.theirs.version > shown.version ? passed.stale.theirs : shown;
  const run = async () => {
    setBusy(true);
    try {
      const expected = verb === 'complete' ? preview.expected : null;
      const said = { comment, payments: paymentAnswers(answers), acknowledged: seen };
      const body = { verb, version: card.version, expected, ...said };
      const next = await call(moveReregistration, { params: { id: card.id }, body, quiet: true });
      keep(next);
      toast(
        verb === 'complete' && next.is_planned ? `Готово, завершится ${formatDate(next.on_date)}` : doneWords[verb],
      );
      onDone();
    } catch (error) {
      const { body, message } = error as HttpError;
      if (body.code === 'changed' && body.current) setPreview(body.current as typeof preview);
      const stale = staleOf(error);
      if (stale) {
        setPassed({ before: passed?.before ?? card, stale });
        setPreview(stale.theirs.preview);
        keep(stale.theirs);
        return setErrors({});
      }
      const texts = errorsOf(error);
      setErrors(Object.keys(texts).length ? texts : { form: message });
    } finally {
      setBusy(false);
    }
  };
  return { card, comment, setComment, answers, setAnswers, seen, setSeen, busy, preview, errors, passed, run };
}

/** Every step is asked once more; the end shows each consequence with its figure. */
export function StepDialog(props: { card: ReregistrationCard; verb: Verb; onClose: () => void }) {
  const { verb, onClose } = props;
  const [prints, setPrints] = useState(false);
  const step = useStep(props.card, verb, () => {
    onClose();
    if (prints) printCase(props.card);
  });
  const { card, comment, seen, preview, errors, passed } = step;
  const offered = card.steps.find((one) => one.verb === verb);
  // The name of the step stays, even where it is no longer possible.
  const [title] = useState(offered?.title ?? '');
  const refusal = offered ? offered.refusal : 'Этот шаг сейчас невозможен: состояние дела изменилось';
  const asked = askedWords[verb];
  const atPayments = ['comment', ...card.payments_since.map((line) => `payments.${line.id}`)];
  const others = Object.entries(errors).flatMap(([field, text]) => (atPayments.includes(field) ? [] : [text]));
  const obstacles = verb === 'annul' ? card.annul_obstacles : [];
  const isUnseen = verb === 'complete' && pledgesOf(preview).some((one) => !seen.includes(one.restriction!));
  return (
    <ConfirmDialog
      open
      title={`${title}: переоформление №\u00a0${card.id}`}
      confirm={title}
      danger={['refuse', 'annul', 'withdraw'].includes(verb)}
      busy={step.busy}
      disabled={obstacles.length > 0 || isUnseen || (passed !== null && refusal !== null)}
      onConfirm={() => void step.run()}
      onCancel={onClose}
    >
      {passed && (
        <Meanwhile
          before={passed.before}
          now={card}
          message={passed.stale.message}
          did={[title, comment].filter(Boolean).join('. ')}
        />
      )}
      {passed && refusal && <p>{refusal}</p>}
      {obstacles.length > 0 && <Obstacles list={obstacles} />}
      {others.map((text) => (
        <Note key={text} tone="red" role="alert">
          {text}
        </Note>
      ))}
      {verb === 'complete' && <Completion card={card} prints={prints} setPrints={setPrints} preview={preview} />}
      {verb === 'complete' && <Pledges preview={preview} seen={seen} setSeen={step.setSeen} />}
      {verb === 'annul' && !obstacles.length && <LineList lines={annulmentLines(card)} />}
      {verb === 'annul' && card.payments_since.length > 0 && (
        <PaymentsSince card={card} answers={step.answers} setAnswers={step.setAnswers} errors={errors} />
      )}
      {asked && <TextArea label={asked} required value={comment} onChange={step.setComment} error={errors.comment} />}
    </ConfirmDialog>
  );
}

/** Restrictions that have to be acknowledged. */
const pledgesOf = ({ checks }: Preview) => checks.filter((check) => check.restriction !== undefined);

/** They stop nothing, but who completes must have seen them. */
function Pledges({
  preview,
  seen,
  setSeen,
}: {
  preview: Preview;
  seen: readonly number[];
  setSeen: (seen: number[]) => void;
}) {
  return pledgesOf(preview).map(({ restriction, text }) => (
    <Checkbox
      key={restriction}
      label={text.replace('Отметьте, что ознакомлены', 'С ограничением ознакомлены')}
      value={seen.includes(restriction!)}
      onChange={(isSeen) => setSeen(isSeen ? [...seen, restriction!] : seen.filter((id) => id !== restriction))}
    />
  ));
}

/** Everything that stands in the way of an annulment at once, each with the page where it is looked at. */
function Obstacles({ list }: { list: ReregistrationCard['annul_obstacles'] }) {
  return (
    <Note tone="red" title="Аннулировать сейчас нельзя">
      <ul className={styles.people}>
        {list.map(({ text, path }) => (
          <li key={text}>{path ? <Link to={path}>{text}</Link> : text}</li>
        ))}
      </ul>
    </Note>
  );
}

/** Each consequence of the end with its figure. */
function Completion({
  card,
  prints,
  setPrints,
  preview,
}: {
  card: ReregistrationCard;
  prints: boolean;
  setPrints: Dispatch<SetStateAction<boolean>>;
  preview: Preview;
}) {
  return (
    <>
      <LineList
        lines={preview.lines}
        after={preview.after}
        {...(preview === card.preview ? {} : { before: card.preview.lines })}
      />
      <p className={styles.muted}>
        Вернуть как было сможет МО в течение суток, пока новый владелец не платил; позже — по просьбе МО
        суперпользователь.
      </p>
      <Checkbox label="Напечатать бумаги" value={prints} onChange={setPrints} />
    </>
  );
}

/** An answer as the list keeps it: `return`, `keep`, `move:<garage>`. */
const paymentAnswers = (answers: Readonly<Record<number, string>>): PaymentAfter[] =>
  Object.entries(answers).map(([id, chosen]) => {
    const [answer, garage] = chosen.split(':');
    return { id: Number(id), answer: answer as PaymentAfter['answer'], garage: garage ? Number(garage) : null };
  });

/** Money that came after the end: each payment gets an answer of its own. */
function PaymentsSince({
  card,
  answers,
  setAnswers,
  errors,
}: {
  card: ReregistrationCard;
  answers: Readonly<Record<number, string>>;
  setAnswers: (answers: Record<number, string>) => void;
  errors: Readonly<Record<string, string>>;
}) {
  return (
    <section className={styles.answers}>
      <p>После завершения по гаражу платили. Решите, что с каждой оплатой:</p>
      {card.payments_since.map((line) => (
        <div key={line.id}>
          <Link to={pages.balanceOperation(line.id)}>
            {formatDate(line.on_date)}, {formatMoney(line.amount_kopecks)}, гараж {line.garage}
          </Link>
          <SelectBox
            label={line.payer ?? 'Плательщик не указан'}
            required
            value={answers[line.id] ?? null}
            onChange={(chosen) => setAnswers({ ...answers, [line.id]: String(chosen) })}
            options={answersFor(line)}
            error={errors[`payments.${line.id}`]}
          />
        </div>
      ))}
    </section>
  );
}

const answersFor = ({ garages }: ReregistrationCard['payments_since'][number]) => [
  { value: 'return', label: 'Вернуть плательщику' },
  ...garages.map(({ id, section, number, po_name }) => ({
    value: `move:${id}`,
    label: `Зачесть на его гараж ${[section, number].filter(Boolean).join(' ')}, ${po_name}`,
  })),
  { value: 'keep', label: 'Оставить в счёт долга гаража, с согласия прежнего владельца' },
];
