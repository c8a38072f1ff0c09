// The frame of the three steps: where one stands, the equation beside, the draft, keys, the posting.
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import type { AccrualType } from '../../../contract/references.ts';
import { pages } from '../../../contract/pages.ts';
import { useActor } from '../../../providers/session.ts';
import { DraftOffer } from '../../../widgets/editor/DraftOffer.tsx';
import { readDraft, useDraft } from '../../../widgets/editor/useDraft.ts';
import { useLeaveGuard } from '../../../widgets/leaveGuard.ts';
import { useHotkey } from '../../../widgets/useHotkey.ts';
import { CheckStep, firstView, type CheckView } from './CheckStep.tsx';
import { Equation } from './Equation.tsx';
import { ChargeBar, EquationSheet, Refusals, StepsHead } from './frame.tsx';
import {
  chargedPeriod,
  LAST_STEP,
  sameDraft,
  stepName,
  stepOf,
  stepProblems,
  termsOf,
  type ChargeDraft,
} from './model.ts';
import { Posted } from './Posted.tsx';
import { useCharge, type Charge } from './useCharge.ts';
import { useStepInAddress } from './useStepInAddress.ts';
import { countsOnly, PLAN_PAGE, usePreview, type Preview } from './usePreview.ts';
import { WhatStep } from './WhatStep.tsx';
import { WhoStep } from './WhoStep.tsx';
import styles from './charge.module.css';

export interface ChargeWizardProps {
  initial: ChargeDraft;
  types: readonly AccrualType[];
  today: string;
  closedUntil: string | null;
  onMore: () => void;
}

export function ChargeWizard(props: ChargeWizardProps) {
  const wizard = useWizard(props);
  const { draft, preview, charge, keeper, what } = wizard;
  const equation = (
    <Equation
      preview={preview.data}
      amount={draft.amount || null}
      isFresh={preview.isFresh}
      date={draft.date}
      basis={draft.basis}
    />
  );
  if (charge.answer)
    return (
      <div className={styles.page}>
        <StepsHead title={what} step={LAST_STEP + 1} />
        <Posted answer={charge.answer} what={what} onMore={props.onMore} onReturn={charge.forget} />
      </div>
    );
  return (
    <form
      className={styles.page}
      ref={wizard.body}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // Enter in a field goes on; only its button posts.
        if (draft.step < LAST_STEP) wizard.next();
      }}
    >
      <StepsHead title={what} step={draft.step} onStep={wizard.go} />
      <div className={styles.columns}>
        <div
          className={styles.body}
          ref={wizard.top}
          data-help="charge.step"
          tabIndex={-1}
          role="group"
          aria-label={stepName(draft.step)}
          onKeyDown={(event) => {
            // Nothing inside has the focus yet: Enter means «Дальше», as its button says. Ctrl+Enter has its own listener.
            const isPlain = event.key === 'Enter' && !event.ctrlKey && !event.metaKey;
            if (isPlain && event.target === event.currentTarget && draft.step < LAST_STEP) wizard.next();
          }}
        >
          {keeper.offer && (
            <DraftOffer
              savedAt={keeper.offer.savedAt}
              said="Вы не закончили начисление. Продолжить с него?"
              onContinue={wizard.takeKept}
              onDrop={wizard.dropKept}
            />
          )}
          <Refusals
            charge={charge.refusal}
            preview={preview}
            elsewhere={Object.entries(preview.refused).filter(([field]) => stepOf(field) !== draft.step)}
            onStep={wizard.go}
          />
          <Step wizard={wizard} {...props} />
        </div>
        <aside className={styles.side} data-help="charge.sum">
          {equation}
        </aside>
      </div>
      <Foot wizard={wizard} draft={draft} preview={preview} charge={charge} keeper={keeper} equation={equation} />
    </form>
  );
}

/** What it comes to, and the ways on and back. */
function Foot({
  wizard,
  draft,
  preview,
  charge,
  keeper,
  equation,
}: {
  wizard: Wizard;
  draft: ChargeDraft;
  preview: Preview;
  charge: Charge;
  keeper: Wizard['keeper'];
  equation: ReactNode;
}) {
  return (
    <div className={styles.bar}>
      <EquationSheet preview={preview.data} hasAmount={Boolean(draft.amount)}>
        {equation}
      </EquationSheet>
      <ChargeBar
        step={draft.step}
        savedAt={keeper.savedAt}
        preview={preview}
        isPosting={charge.isPosting}
        terms={wizard.terms}
        onBack={wizard.back}
        onNext={wizard.next}
      />
    </div>
  );
}

type Wizard = ReturnType<typeof useWizard>;

function Step({ wizard, ...props }: ChargeWizardProps & { wizard: Wizard }) {
  const { draft, setDraft, change, errors, preview, view, setView } = wizard;
  if (draft.step === 0) return <WhoStep draft={draft} change={change} errors={errors} />;
  if (draft.step === LAST_STEP)
    return (
      <CheckStep
        draft={draft}
        setDraft={setDraft}
        preview={preview}
        view={view}
        setView={setView}
        period={chargedPeriod(props.types, draft)}
      />
    );
  const { types, today, closedUntil } = props;
  return (
    <WhatStep draft={draft} change={change} errors={errors} types={types} today={today} closedUntil={closedUntil} />
  );
}

/** Where one stands, what was typed, what it would do, and the ways on and back. */
function useWizard({ initial: begun, types, today, closedUntil }: ChargeWizardProps) {
  const navigate = useNavigate();
  const [initial] = useState(begun);
  const [draft, setDraft] = useState(initial);
  const [tried, setTried] = useState(false);
  const [view, setView] = useState<CheckView>(firstView);
  const body = useRef<HTMLFormElement>(null);
  const top = useRef<HTMLDivElement>(null);
  const isDirty = !sameDraft(draft, initial);
  const isCheck = draft.step === LAST_STEP;
  const keeper = useKeeper(draft, isDirty, initial);
  const terms = termsOf(draft, today);
  const preview = usePreview(
    terms,
    isCheck && view.tab !== 'pos' ? { ...view, tab: view.tab, limit: PLAN_PAGE } : countsOnly,
    draft.all || draft.included.length > 0,
  );
  const charge = useCharge(draft, setDraft, terms, preview, keeper.drop);
  useLeaveGuard(isDirty && charge.answer === null, !keeper.isLost);

  const type = types.find((one) => one.id === draft.accrualType);
  const problems = stepProblems(draft, type?.unit, preview.refused, { today, closedUntil });
  const change = (next: Partial<ChargeDraft>) => setDraft((now) => ({ ...now, ...next }));
  const show = (step: number) => {
    setTried(false);
    setView(firstView);
    charge.forget();
    change({ step });
    body.current?.closest('main')?.scrollTo?.({ top: 0 });
    // The field that had the focus goes away: the next Tab begins the new step, and it is read out.
    top.current?.focus({ preventScroll: true });
  };
  const go = useStepInAddress(draft.step, show, () => Object.keys(problems).length === 0);
  useEffect(() => top.current?.focus({ preventScroll: true }), []);
  const next = () => {
    if (isCheck) return charge.post();
    const [first] = Object.keys(problems);
    if (!first) return go(draft.step + 1);
    setTried(true);
    setTimeout(() => body.current?.querySelector<HTMLElement>(`[aria-invalid], [name="${first}"]`)?.focus());
  };
  const back = () => {
    if (charge.isPosting) return;
    if (draft.step) go(draft.step - 1);
    else void navigate(pages.contributions);
  };
  useHotkey('ctrl+enter', next, { inFields: true, enabled: charge.answer === null });
  useHotkey('esc', back, { inFields: true, enabled: charge.answer === null });
  const { takeKept, dropKept } = answersOf(keeper, setDraft, go);
  return {
    draft,
    setDraft,
    change,
    view,
    setView,
    body,
    top,
    terms,
    preview,
    charge,
    keeper,
    go,
    next,
    back,
    takeKept,
    dropKept,
    errors: tried ? problems : early(problems),
    what: `${type?.name ?? 'Начисление'}, ${draft.year} год`,
  };
}

/** The two answers to the draft that was left behind. */
function answersOf(keeper: Keeper, setDraft: (draft: ChargeDraft) => void, go: (step: number) => void) {
  const takeKept = () => {
    if (keeper.offer) {
      setDraft(keeper.offer.values);
      go(keeper.offer.values.step);
    }
    keeper.settle();
  };
  const dropKept = () => {
    keeper.drop();
    keeper.settle();
  };
  return { takeKept, dropKept };
}

/** What is wrong with a value that is there is said at once; what is only missing waits for «Дальше». */
const early = (problems: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(problems).filter(([field]) =>
      ['accrualType', 'contributionPeriod', 'contributionDate', 'dueOn'].includes(field),
    ),
  );

type Keeper = ReturnType<typeof useKeeper>;
/** The draft of the person: kept while it differs from the beginning, offered after a reload. */
function useKeeper(draft: ChargeDraft, isDirty: boolean, initial: ChargeDraft) {
  const actor = useActor();
  const key = `${actor?.userId}:accrual:${actor?.mo ?? ''}:${actor?.po ?? ''}`;
  const [kept] = useState(() => readDraft<ChargeDraft>(key));
  const [isOffered, setOffered] = useState(kept !== null && !sameDraft({ ...initial, ...kept.values }, initial));
  const { keep, drop, savedAt, isLost } = useDraft<ChargeDraft>(key);
  useEffect(() => {
    if (isDirty) keep(draft);
  }, [draft, isDirty, keep]);
  return {
    drop,
    savedAt,
    isLost,
    offer: isOffered && kept ? { savedAt: kept.savedAt, values: { ...initial, ...kept.values } } : null,
    settle: () => setOffered(false),
  };
}
