// Card of a case: what will change, money, papers, checks, course of events, and who may do what next.
import type { NavigateFunction } from 'react-router';
import PrintIcon from '@mui/icons-material/PrintOutlined';
import Button from '@mui/material/Button';
import { useRecordContext } from 'react-admin';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { pages } from '../../contract/pages.ts';
import { reregistrations, type ReregistrationCard, type Verb } from '../../contract/reregistrations.ts';
import { moveReregistration, repeatReregistration } from '../../contract/reregistrations/steps.ts';
import { call, errorsOf, type HttpError } from '../../providers/http.ts';
import { PhoneBar } from '../../widgets/PhoneBar.tsx';
import { SectionCard } from '../../widgets/SectionCard.tsx';
import { IconDropdown } from '../../widgets/IconDropdown.tsx';
import { cx } from '../../widgets/cx.ts';
import { countOf, formatDate, formatMoment, formatMoney, shortName } from '../../widgets/format.ts';
import { GaragePlate } from '../../widgets/GaragePlate.tsx';
import { Note } from '../../widgets/Note.tsx';
import { RecordPage } from '../../widgets/RecordPage.tsx';
import { StatusChip } from '../../widgets/StatusChip.tsx';
import { toast } from '../../widgets/toasts.ts';
import { StoryLink } from '../actionLog/StoryLink.tsx';
import { CommentList } from '../comments/CommentList.tsx';
import { PhoneLine } from '../profiles/PhoneLine.tsx';
import { PaperList } from '../documents/PaperList.tsx';
import { CheckList, ChangeBars, EventList, LineList, MoneyBox } from './cardParts.tsx';
import { CorrectionDialog } from './CorrectionDialog.tsx';
import { ExchangeBox } from './ExchangeBox.tsx';
import { Representatives } from './Representatives.tsx';
import { ReceivedPapers } from './ReceivedPapers.tsx';
import { Twins } from './Twins.tsx';
import { useKeepCard } from './useKeepCard.ts';
import { RefusedDialog, staleOf, type Refused } from './StaleCase.tsx';
import { printCase, StepDialog } from './StepDialog.tsx';
import styles from './reregistrations.module.css';
import { closingWords, dayForms, debtWords, doneWords, statusKinds, statusWords } from './ru.ts';
import { changeWords } from './staleWords.ts';

export default function ReregistrationShow() {
  return (
    <RecordPage resource={reregistrations.name}>
      <Card />
    </RecordPage>
  );
}

function Card() {
  const card = useRecordContext<ReregistrationCard>();
  const [dialog, setDialog] = useState<Verb | 'correct' | null>(null);
  const [refused, setRefused] = useState<Refused | null>(null);
  const step = useStep(card, setDialog, setRefused);
  const decide = useDebtAnswer(card, setRefused);
  const replace = useReplacing(card, setRefused);
  if (!card) return null;
  const isOpen = [0, 1, 2, 6].includes(card.status);
  const main = mainStep(card);
  return (
    <>
      <div className={styles.page}>
        <Top card={card} onStep={step} onCorrect={() => setDialog('correct')} />
        <div className={styles.main}>
          <Notes card={card} />
          {replace && <Twins card={card} onReplace={replace} />}
          <ChangeBars card={card} />
          <ExchangeBox card={card} />
          <div className={styles.change2}>
            <MoneyBox card={card} onDebtAnswer={decide} />
            <ReceivedPapers card={card} />
          </div>
          {isOpen && <CheckList checks={card.preview.checks} />}
          {isOpen && (
            <SectionCard title="Что произойдёт при завершении">
              <LineList lines={card.preview.lines} />
            </SectionCard>
          )}
          <Representatives card={card} />
        </div>
        <aside className={styles.side} data-help="case.side" aria-label="Ход дела">
          <Sides card={card} />
          <EventList card={card} />
          <PaperList reregistration={card.id} />
          <section>
            <h2>Комментарии</h2>
            <CommentList type="reregistration" objectId={card.id} />
          </section>
        </aside>
      </div>
      {main && (
        <PhoneBar>
          <MainButton card={card} main={main} onStep={step} />
          <Button startIcon={<PrintIcon />} onClick={() => printCase(card)}>
            Напечатать
          </Button>
        </PhoneBar>
      )}
      {refused && <RefusedDialog refused={refused} onClose={() => setRefused(null)} />}
      {dialog === 'correct' && <CorrectionDialog card={card} onClose={() => setDialog(null)} />}
      {dialog && dialog !== 'correct' && <StepDialog card={card} verb={dialog} onClose={() => setDialog(null)} />}
    </>
  );
}

/** What is special about the case now, above everything else. */
function Notes({ card }: { card: ReregistrationCard }) {
  const returned = card.status === 6 ? card.events.find((event) => event.verb === 'return') : undefined;
  return (
    <>
      {returned && (
        <Note tone="amber" title={`Вернули на доработку ${formatMoment(returned.at)}`}>
          {returned.comment}
          <div className={styles.muted}>{returned.who}</div>
        </Note>
      )}
      {card.is_out_of_date && (
        <Note tone="amber">
          Гараж изменился с тех пор, как вы начали черновик{changeWords(card)}. Проверьте всё ещё раз.
        </Note>
      )}
      {card.annul_asked && card.status === 3 && <Note tone="amber">Просят аннулировать: {card.annul_asked}</Note>}
      {card.is_planned && <Note>Готово: завершится само {formatDate(card.on_date)}. До этого дня всё как было.</Note>}
      {card.plan_failure && (
        <Note tone="red" title="В назначенный день не завершилось">
          {card.plan_failure}
        </Note>
      )}
      {card.closing_reason && <Note tone="red">{card.closing_reason}</Note>}
    </>
  );
}

type Tell = (refused: Refused) => void;

/** Puts an answer in the page's place; a refusal by a change that came between shows both sides. */
function useAnswers(tellRefused: Tell) {
  const keep = useKeepCard();
  return (
    made: Promise<ReregistrationCard>,
    { before, did, done, again }: { before: ReregistrationCard; did: string; done?: string; again: Again },
  ) =>
    made.then(
      (next) => {
        keep(next);
        if (done) toast(done);
      },
      (error: HttpError) => {
        const stale = staleOf(error);
        if (!stale) return toast(textOf(error), { kind: 'error' });
        keep(stale.theirs);
        tellRefused({ before, stale, did, again: again(stale.theirs) });
      },
    );
}
/** The same once more over the case as it is now; null where that is impossible. */
type Again = (now: ReregistrationCard) => (() => void) | null;

/** Steps that neither ask nor change money go at once, the others open their question. */
const atOnce: readonly Verb[] = ['take', 'apply'];
function useStep(card: ReregistrationCard | undefined, ask: (verb: Verb) => void, tellRefused: Tell) {
  const answer = useAnswers(tellRefused);
  const run = (before: ReregistrationCard, verb: Verb): void => {
    const step = before.steps.find((one) => one.verb === verb);
    const body = { verb, version: before.version };
    void answer(call(moveReregistration, { params: { id: before.id }, body, quiet: true }), {
      before,
      did: step?.title ?? '',
      done: doneWords[verb],
      again: (now) => (now.steps.some((one) => one.verb === verb && !one.refusal) ? () => run(now, verb) : null),
    });
  };
  return (verb: Verb) => {
    if (!card || !atOnce.includes(verb)) return ask(verb);
    run(card, verb);
  };
}
const textOf = (error: HttpError) => Object.values(errorsOf(error))[0] ?? error.message;

const mayDecide = (card: ReregistrationCard) => [1, 2, 6].includes(card.status) && card.may_edit;

/** The answer about the debt is given on the card itself; undefined where this reader may not. */
function useDebtAnswer(card: ReregistrationCard | undefined, tellRefused: Tell) {
  const answer = useAnswers(tellRefused);
  if (!card || !mayDecide(card)) return undefined;
  type Answer = NonNullable<ReregistrationCard['form']['debtAnswer']>;
  const decide = (before: ReregistrationCard, debtAnswer: Answer): void => {
    const body = { ...before.form, debtAnswer, version: before.version };
    void answer(call(reregistrations.update, { params: { id: before.id }, body, quiet: true }), {
      before,
      did: `Долг: ${debtWords[debtAnswer].toLowerCase()}`,
      again: (now) => (mayDecide(now) ? () => decide(now, debtAnswer) : null),
    });
  };
  return (debtAnswer: Answer) => decide(card, debtAnswer);
}

/** An existing card in place of a person who was typed; undefined where this reader may not. */
function useReplacing(card: ReregistrationCard | undefined, tellRefused: Tell) {
  const answer = useAnswers(tellRefused);
  if (!card || !mayDecide(card)) return undefined;
  const replace = (before: ReregistrationCard, from: number, to: number, name: string): void => {
    const { form } = before;
    const put = <T extends { profileId: number | null }>(owner: T): T =>
      owner.profileId === from ? { ...owner, profileId: to } : owner;
    const body = {
      ...form,
      newOwner: form.newOwner.map(put),
      alreadyExistTransitProfile: form.alreadyExistTransitProfile.map((step) => ({ ...step, owner: put(step.owner) })),
      version: before.version,
    };
    void answer(call(reregistrations.update, { params: { id: before.id }, body, quiet: true }), {
      before,
      did: `Поставить карточку: ${name}`,
      done: 'Карточка поставлена',
      again: (now) => (mayDecide(now) ? () => replace(now, from, to, name) : null),
    });
  };
  return (from: number, to: number, name: string) => replace(card, from, to, name);
}

const mainStep = (card: ReregistrationCard) =>
  card.steps.find((step) => !step.refusal && ['complete', 'take', 'apply'].includes(step.verb));
/** What has to be acknowledged is asked in the dialog of the end itself. */
const blockersOf = ({ preview }: ReregistrationCard) =>
  preview.checks.filter((check) => check.state === 'blocks' && check.restriction === undefined);

function MainButton({
  card,
  main,
  onStep,
}: {
  card: ReregistrationCard;
  main: ReregistrationCard['steps'][number];
  onStep: (verb: Verb) => void;
}) {
  return (
    <Button
      variant="contained"
      disabled={main.verb === 'complete' && blockersOf(card).length > 0}
      onClick={() => onStep(main.verb)}
    >
      {main.title}
    </Button>
  );
}

function Top({
  card,
  onStep,
  onCorrect,
}: {
  card: ReregistrationCard;
  onStep: (verb: Verb) => void;
  onCorrect: () => void;
}) {
  const navigate = useNavigate();
  const keep = useKeepCard();
  const allowed = card.steps.filter((step) => !step.refusal);
  const main = card.is_planned ? undefined : mainStep(card);
  const blockers = main?.verb === 'complete' ? blockersOf(card) : [];
  const back = allowed.find((step) => step.verb === 'return');
  const repeat = () =>
    call(repeatReregistration, { params: { id: card.id }, quiet: true }).then(
      (draft) => {
        keep(draft);
        void navigate(pages.newReregistration(card.garage.id));
      },
      (error: HttpError) => toast(error.message, { kind: 'error' }),
    );
  const rest = restOf(card, onStep, onCorrect, navigate, allowed, main, back);
  return (
    <header className={styles.top}>
      <GaragePlate
        section={card.garage.section}
        number={card.garage.number}
        size="m"
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
        {rest.length > 0 && <IconDropdown label="Ещё" icon={<span aria-hidden="true">⋯</span>} items={rest} />}
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

/** What else may be done with the case: the menu «Ещё». */
function restOf(
  card: ReregistrationCard,
  onStep: (verb: Verb) => void,
  onCorrect: () => void,
  navigate: NavigateFunction,
  allowed: ReregistrationCard['steps'],
  main: ReturnType<typeof mainStep>,
  back: ReregistrationCard['steps'][number] | undefined,
) {
  const rest = [
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
      .filter((step) => step !== main && step !== back)
      .map((step) => ({
        key: step.verb,
        label: step.title,
        danger: ['refuse', 'annul', 'withdraw'].includes(step.verb),
        divided: step.verb === 'withdraw' || step.verb === 'ask_annul',
        onSelect: () => onStep(step.verb),
      })),
  ];
  return rest;
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

/** Both sides with their phones: they are called from here; and how the case came to be. */
function Sides({ card }: { card: ReregistrationCard }) {
  const people = card.parties.filter((party) => party.side !== 'transit' && party.phone);
  const story = card.status !== 0 && <StoryLink type="reregistration" id={card.id} />;
  if (!people.length) return story;
  return (
    <section>
      <h2>Стороны</h2>
      <ul className={styles.people}>
        {people.map((party) => (
          <li key={party.id}>
            <Link to={pages.profile(party.profile_id)}>{shortName(party.full_name)}</Link>
            <div className={styles.muted}>
              <PhoneLine profileId={party.profile_id} masked={party.phone!} />
            </div>
          </li>
        ))}
      </ul>
      {story}
    </section>
  );
}
