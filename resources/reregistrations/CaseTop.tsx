// Head of a case: its number and state, the main step, the way back, everything else under «Ещё», how far it has come.
import PrintIcon from '@mui/icons-material/PrintOutlined';
import Button from '@mui/material/Button';
import { Link, useNavigate } from 'react-router';
import { pages } from '../../contract/pages.ts';
import type { ReregistrationCard, Verb } from '../../contract/reregistrations.ts';
import { repeatReregistration } from '../../contract/reregistrations/steps.ts';
import { call, type HttpError } from '../../providers/http.ts';
import { cx } from '../../widgets/cx.ts';
import { countOf, formatDate, formatMoney } from '../../widgets/format.ts';
import { GaragePlate } from '../../widgets/GaragePlate.tsx';
import { IconDropdown } from '../../widgets/IconDropdown.tsx';
import { StatusChip } from '../../widgets/StatusChip.tsx';
import { toast } from '../../widgets/toasts.ts';
import { useNarrow } from '../../widgets/useScreen.ts';
import { useKeepCard } from './useKeepCard.ts';
import { printCase } from './StepDialog.tsx';
import styles from './reregistrations.module.css';
import { dayForms } from '../../contract/kernel/days.ts';
import { closingWords, statusKinds, statusWords } from './ru.ts';

const mainStep = (card: ReregistrationCard) =>
  card.steps.find((step) => !step.refusal && ['complete', 'take', 'apply'].includes(step.verb));
/** What has to be acknowledged is asked in the dialog of the end itself. */
const blockersOf = ({ preview }: ReregistrationCard) =>
  preview.checks.filter((check) => check.state === 'blocks' && check.restriction === undefined);

export function MainButton({
  card,
  main,
  onStep,
  isSecond,
}: {
  card: ReregistrationCard;
  main: ReregistrationCard['steps'][number];
  onStep: (verb: Verb) => void;
  /** Something else has to be done before it. */
  isSecond?: boolean;
}) {
  return (
    <Button
      variant={isSecond ? 'outlined' : 'contained'}
      disabled={main.verb === 'complete' && blockersOf(card).length > 0}
      onClick={() => onStep(main.verb)}
    >
      {main.title}
    </Button>
  );
}

interface Acts {
  card: ReregistrationCard;
  onStep: (verb: Verb) => void;
  onCorrect: () => void;
}

/** The step that moves the case on, the way back, and all that may be taken; a case that waits for its day has no main one. */
export const stepsOf = (card: ReregistrationCard) => {
  const allowed = card.steps.filter((step) => !step.refusal);
  const main = card.is_planned ? undefined : mainStep(card);
  return { allowed, main, back: allowed.find((step) => step.verb === 'return') };
};

/** Number, state and what may be done; a phone has the main action and the menu in the bar below. */
export function Top({ card, onStep, onCorrect }: Acts) {
  const navigate = useNavigate();
  const keep = useKeepCard();
  const { main, back } = stepsOf(card);
  const blockers = main?.verb === 'complete' ? blockersOf(card) : [];
  const repeat = () =>
    call(repeatReregistration, { params: { id: card.id }, quiet: true }).then(
      (draft) => {
        keep(draft);
        void navigate(pages.newReregistration(card.garage.id));
      },
      (error: HttpError) => toast(error.message, { kind: 'error' }),
    );
  return (
    <header className={styles.top}>
      <GaragePlate
        section={card.garage.section}
        number={card.garage.number}
        size={useNarrow() ? 'l' : 'm'}
        to={pages.garage(card.garage.id)}
      />
      <h1>
        Переоформление № {card.id}{' '}
        <StatusChip kind={statusKinds[card.status]}>
          {card.closing ? closingWords[card.closing] : statusWords[card.status]}
        </StatusChip>
      </h1>
      <div className={styles.actions}>
        {main && (
          <span className={styles.wide}>
            <MainButton card={card} main={main} onStep={onStep} />
          </span>
        )}
        {back && <Button onClick={() => onStep('return')}>{back.title}</Button>}
        {card.status === 5 && card.may_edit && <Button onClick={() => void repeat()}>Повторить как было</Button>}
        <span className={cx(main && styles.wide)}>
          <Button startIcon={<PrintIcon />} onClick={() => printCase(card)}>
            Напечатать
          </Button>
        </span>
        <span className={cx(main && styles.wide)}>
          <RestMenu card={card} onStep={onStep} onCorrect={onCorrect} />
        </span>
      </div>
      <About card={card} />
      {blockers.length > 0 && (
        <p className={styles.blocked} role="status">
          «Завершить» откроется, когда будет решено: {blockers[0]!.text}
          {blockers.length > 1 && ` и ещё ${blockers.length - 1}`}
        </p>
      )}
      <Course card={card} />
      {card.repeats_id && (
        <p className={styles.about}>
          <Link to={pages.reregistration(card.repeats_id)}>Повторяет № {card.repeats_id}</Link>
        </p>
      )}
    </header>
  );
}

/** What else may be done with the case: the menu «Ещё»; nothing where there is nothing. `hasPrint`: printing has no button beside it. */
export function RestMenu({ card, onStep, onCorrect, hasPrint = false }: Acts & { hasPrint?: boolean }) {
  const navigate = useNavigate();
  const { main, back, allowed } = stepsOf(card);
  const rest = [
    ...(hasPrint ? [{ key: 'print', label: 'Напечатать', onSelect: () => printCase(card) }] : []),
    ...([1, 2, 6].includes(card.status) && card.may_edit
      ? [
          {
            key: 'edit',
            label: 'Изменить',
            onSelect: () => void navigate(pages.newReregistration(card.garage.id), { state: { id: card.id } }),
          },
        ]
      : []),
    ...([3, 4, 5].includes(card.status) && card.steps.length + Number(card.may_edit) > 0
      ? [{ key: 'correct', label: 'Исправить данные', onSelect: onCorrect }]
      : []),
    ...allowed
      // Who may take it back himself need not ask for it.
      .filter((step) => step.verb !== 'ask_annul' || !allowed.some(({ verb }) => verb === 'annul'))
      .filter((step) => step !== main && step !== back)
      .map((step) => ({
        key: step.verb,
        label: step.title,
        danger: ['refuse', 'annul', 'withdraw'].includes(step.verb),
        divided: step.verb === 'withdraw' || step.verb === 'ask_annul',
        onSelect: () => onStep(step.verb),
      })),
  ];
  return rest.length ? <IconDropdown label="Ещё" icon={<span aria-hidden="true">⋯</span>} items={rest} /> : null;
}

function About({ card }: { card: ReregistrationCard }) {
  return (
    <p className={styles.about}>
      {[
        card.reason_name,
        card.form.garagePrice ? `за ${formatMoney(card.form.garagePrice)}` : null,
        `переход ${formatDate(card.on_date)}`,
        card.po.name,
        card.days_left === null
          ? null
          : card.days_left < 0
            ? 'срок истёк'
            : `осталось ${countOf(card.days_left, dayForms)}`,
        card.reviewer && `ведёт ${card.reviewer}`,
      ]
        .filter(Boolean)
        .join(' · ')}
    </p>
  );
}

const course: readonly { status: number; label: string }[] = [
  { status: 1, label: 'Заявка' },
  { status: 2, label: 'В работе' },
  { status: 3, label: 'Завершение' },
];
/** How far the case has come; not for one that was closed or undone. */
function Course({ card }: { card: ReregistrationCard }) {
  if ([4, 5].includes(card.status)) return null;
  const now = card.status === 6 ? 1 : card.status;
  return (
    <ol className={styles.course} aria-label="Ход дела">
      {course.map(({ status, label }) => {
        const isDone = status < now || now === 3;
        return (
          <li key={status} aria-current={status === now ? 'step' : undefined}>
            <span className={styles.nth} aria-hidden>
              {isDone ? '✓' : status}
            </span>
            {label}
          </li>
        );
      })}
    </ol>
  );
}
