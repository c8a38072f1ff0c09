// Card of a case: what will change, money, papers, checks, course of events, and who may do what next.
import PrintIcon from '@mui/icons-material/PrintOutlined';
import Button from '@mui/material/Button';
import { useRecordContext } from 'react-admin';
import { useState } from 'react';
import { reregistrations, type ReregistrationCard, type Verb } from '../../contract/reregistrations.ts';
import { moveReregistration } from '../../contract/reregistrations/steps.ts';
import { call, errorsOf, type HttpError } from '../../providers/http.ts';
import { PhoneBar } from '../../widgets/PhoneBar.tsx';
import { SectionCard } from '../../widgets/SectionCard.tsx';
import { formatDate, formatMoment } from '../../widgets/format.ts';
import { Note } from '../../widgets/Note.tsx';
import { RecordPage } from '../../widgets/RecordPage.tsx';
import { toast } from '../../widgets/toasts.ts';
import { useNarrow } from '../../widgets/useScreen.ts';
import { CommentList } from '../comments/CommentList.tsx';
import { PaperList } from '../documents/PaperList.tsx';
import { MainButton, RestMenu, stepsOf, Top } from './CaseTop.tsx';
import { Sides } from './Parties.tsx';
import { CheckList, ChangeBars, EventList, LineList, MoneyBox } from './cardParts.tsx';
import { CorrectionDialog } from './CorrectionDialog.tsx';
import { ExchangeBox } from './ExchangeBox.tsx';
import { Representatives } from './Representatives.tsx';
import { missingPaper, PaperShot, ReceivedPapers } from './ReceivedPapers.tsx';
import { Twins } from './Twins.tsx';
import { useKeepCard } from './useKeepCard.ts';
import { RefusedDialog, staleOf, type Refused } from './StaleCase.tsx';
import { printCase, StepDialog } from './StepDialog.tsx';
import styles from './reregistrations.module.css';
import { debtWords, doneWords } from './ru.ts';
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
  const isPhone = useNarrow();
  const [dialog, setDialog] = useState<Verb | 'correct' | null>(null);
  const [refused, setRefused] = useState<Refused | null>(null);
  const step = useStep(card, setDialog, setRefused);
  const decide = useDebtAnswer(card, setRefused);
  const replace = useReplacing(card, setRefused);
  if (!card) return null;
  const isOpen = [0, 1, 2, 6].includes(card.status);
  const { main } = stepsOf(card);
  const shot = isPhone && isOpen && card.may_edit ? missingPaper(card) : undefined;
  return (
    <>
      <div className={styles.page}>
        <Top card={card} onStep={step} onCorrect={() => setDialog('correct')} />
        <div className={styles.main}>
          <Notes card={card} />
          {replace && <Twins card={card} onReplace={replace} />}
          <ChangeBars card={card} />
          {isPhone && <Sides card={card} />}
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
          {!isPhone && <Sides card={card} />}
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
          {shot && <PaperShot key={shot.kind} card={card} paper={shot} />}
          <MainButton card={card} main={main} onStep={step} isSecond={shot !== undefined} />
          {!shot && (
            <Button startIcon={<PrintIcon />} onClick={() => printCase(card)}>
              Напечатать
            </Button>
          )}
          <RestMenu card={card} onStep={step} onCorrect={() => setDialog('correct')} hasPrint={shot !== undefined} />
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
