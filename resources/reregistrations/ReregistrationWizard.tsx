// The wizard: reason → people → papers → debt and fee → check. Each step keeps the draft; «Что получится» follows every key.
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import { pages } from '../../contract/pages.ts';
import { reregistrations, type Preview, type ReregistrationCard } from '../../contract/reregistrations.ts';
import {
  removeReregistrationDraft,
  reregistrationPreview,
  reregistrationStart,
  type ReasonInfo,
} from '../../contract/reregistrations/steps.ts';
import { call, type HttpError } from '../../providers/http.ts';
import { reading } from '../../providers/reading.ts';
import { formatDate, formatMoment } from '../../widgets/format.ts';
import { Note } from '../../widgets/Note.tsx';
import { PageSkeleton } from '../../widgets/PageSkeleton.tsx';
import { toast } from '../../widgets/toasts.ts';
import { useReasons } from './chips.ts';
import { useWizardCard, type End } from './useWizardCard.ts';
import styles from './reregistrations.module.css';
import type { bodyOf, Start, StepProps } from './wizardForm.ts';
import { StaleWizard } from './StaleCase.tsx';
import { Result } from './WizardResult.tsx';
import { CheckStep } from './CheckStep.tsx';
import { PaperStep } from './PaperStep.tsx';
import { MoneyStep, PeopleStep, ReasonStep } from './wizardSteps.tsx';
import { changeWords } from './staleWords.ts';

/** Of no room: what is saved here must not begin the wizard anew. */
const draftKey = (id: number | null) => ['reregistration_draft', id];

export default function ReregistrationWizard() {
  const garage = Number(useParams().id);
  const asked = (useLocation().state as { id?: number } | null)?.id;
  const reasons = useReasons();
  const { data: start } = useQuery({
    ...reading(reregistrationStart, { params: { id: garage }, quiet: false }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const saved = asked ?? start?.draft ?? null;
  const { data: card } = useQuery({
    queryKey: draftKey(saved),
    queryFn: () => call(reregistrations.one, { params: { id: saved! } }),
    enabled: saved !== null,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  if (!start || !reasons.length || (saved !== null && !card)) return <PageSkeleton />;
  return <Wizard key={saved ?? 'new'} start={start} reasons={reasons} first={card ?? null} />;
}

const blocksOf = (preview: Preview | undefined, moment: 'apply' | 'complete') =>
  preview?.checks.filter((check) => check.state === 'blocks' && (moment === 'complete' || check.moment === 'apply'));
/** The first thing that stands in the way, in words beside the button that waits. */
const firstBlock = (preview: Preview | undefined, moment: 'apply' | 'complete') => blocksOf(preview, moment)?.[0]?.text;

/** Enter where one line is typed; a list that is open takes it for itself. */
const isEnterInField = ({ key, defaultPrevented, target }: KeyboardEvent) =>
  key === 'Enter' &&
  !defaultPrevented &&
  target instanceof HTMLInputElement &&
  (target.type === 'text' || target.inputMode === 'decimal') &&
  target.getAttribute('role') !== 'combobox';

const steps = ['Основание', 'Люди', 'Бумаги', 'Долг и сбор', 'Проверка'] as const;
const PREVIEW_DELAY_MS = 350;
function usePreview(garage: number, caseId: number | null, body: ReturnType<typeof bodyOf>) {
  const now = JSON.stringify({ ...body, case: caseId });
  const [sent, setSent] = useState(now);
  useEffect(() => {
    const timer = setTimeout(() => setSent(now), PREVIEW_DELAY_MS);
    return () => clearTimeout(timer);
  }, [now]);
  return useQuery({
    ...reading(reregistrationPreview, { params: { id: garage }, body: JSON.parse(sent) as ReturnType<typeof bodyOf> }),
    placeholderData: (before) => before,
    retry: false,
  }).data;
}

/** A step further, the end of the wizard, and its draft away. */
function useEnds(
  { card, save, leave }: ReturnType<typeof useWizardCard>,
  start: Start,
  [step, setStep]: [number, (next: number) => void],
) {
  const navigate = useNavigate();
  const go = async (next: number) => {
    if (next <= step || (await save())) setStep(next);
  };
  const finish = async (end: End, done: string) => {
    const answered = await save(end);
    if (!answered) return;
    leave();
    toast(answered.is_planned ? `Готово, завершится ${formatDate(answered.on_date)}` : done);
    void navigate(pages.reregistration(answered.id));
  };
  const drop = async () => {
    if (!card || !(await dropDraft(card.id))) return;
    leave();
    void navigate(pages.garage(start.garage.id));
  };
  return { go, finish, drop };
}

function Wizard({
  start,
  reasons,
  first,
}: {
  start: Start;
  reasons: readonly ReasonInfo[];
  first: ReregistrationCard | null;
}) {
  const [step, setStep] = useState(0);
  const wizard = useWizardCard(start, reasons, first);
  const { card, form, set, errors, busy, body, reason, isDraft, take } = wizard;
  const preview = usePreview(start.garage.id, card?.id ?? null, body);
  const { go, finish, drop } = useEnds(wizard, start, [step, setStep]);
  const props: StepProps = { form, set, errors, reason, reasons, start };
  const hinders = (moment: 'apply' | 'complete') => blocksOf(preview, moment)?.length ?? 1;
  const others = Object.entries(errors).filter(([field]) => field === 'form' || step === steps.length - 1);
  return (
    <div
      className={styles.wizard}
      onKeyDown={(event) => {
        // Enter in a field goes on, as in every form.
        if (!isEnterInField(event) || step === steps.length - 1 || busy) return;
        event.preventDefault();
        void go(step + 1);
      }}
    >
      <Head step={step} card={card} isDraft={isDraft} go={go} />
      <div className={styles.form} data-help="case.step">
        <Troubles start={start} card={card} errors={others} onSeen={isDraft ? wizard.look : undefined} />
        {step === 0 && <ReasonStep {...props} />}
        {step === 1 && <PeopleStep {...props} preview={preview} />}
        {step === 2 && <PaperStep {...props} card={card} onCard={take} preview={preview} />}
        {step === 3 && <MoneyStep {...props} preview={preview} />}
        {step === 4 && <CheckStep {...props} preview={preview} />}
      </div>
      <Result start={start} form={form} reason={reason} preview={preview} />
      <footer className={styles.foot}>
        {step > 0 && <Button onClick={() => setStep(step - 1)}>Назад</Button>}
        <Kept card={card} isDraft={isDraft} unsaved={wizard.unsaved} />
        <Ends
          mayComplete={start.may_complete || Boolean(reason?.is_small)}
          step={step}
          card={card}
          busy={busy}
          preview={preview}
          isDraft={isDraft}
          go={go}
          finish={finish}
          drop={drop}
          hinders={hinders}
        />
      </footer>
      <Stale wizard={wizard} reasons={reasons} start={start} />
    </div>
  );
}

/** Both sides, where somebody saved in between. */
function Stale({
  wizard: { stale, card, form, resolve, keepEditing },
  reasons,
  start,
}: {
  wizard: ReturnType<typeof useWizardCard>;
  reasons: readonly ReasonInfo[];
  start: Start;
}) {
  if (!stale || !card) return null;
  return (
    <StaleWizard
      stale={stale}
      base={card}
      form={form}
      names={{ reasons, owners: start.owners }}
      onResolve={(chosen) => void resolve(chosen)}
      onCancel={keepEditing}
    />
  );
}

/** When the draft was kept last, or why it is not. */
function Kept({
  card,
  isDraft,
  unsaved,
}: {
  card: ReregistrationCard | null;
  isDraft: boolean;
  unsaved: string | null;
}) {
  return (
    <span className={unsaved ? styles.hinders : styles.muted} role="status">
      {unsaved
        ? `Черновик пока не сохранён: ${unsaved}`
        : card && isDraft
          ? `Черновик сохранён в ${formatMoment(card.events[0]?.at ?? '').slice(-5)}`
          : ''}
    </span>
  );
}

/** Removes the draft; false when it stayed, with the reason said. */
const dropDraft = (id: number) =>
  call(removeReregistrationDraft, { params: { id }, quiet: true }).then(
    () => true,
    (error: HttpError) => {
      toast(error.message, { kind: 'error' });
      return false;
    },
  );

/** What stands in the way of the whole case. */
function Troubles({
  start,
  card,
  errors,
  onSeen,
}: {
  start: Start;
  card: ReregistrationCard | null;
  errors: [string, string][];
  /** The garage as it is now was looked at. */
  onSeen: (() => void) | undefined;
}) {
  return (
    <>
      {start.locked_by !== null && start.locked_by !== card?.id && (
        <Note tone="red" role="alert">
          <Link to={pages.reregistration(start.locked_by)}>По гаражу уже идёт переоформление № {start.locked_by}</Link>
        </Note>
      )}
      {card?.is_out_of_date && (
        <Note
          tone="amber"
          action={
            onSeen && (
              <Button size="small" onClick={onSeen}>
                Проверено
              </Button>
            )
          }
        >
          Гараж изменился с тех пор, как вы начали черновик{changeWords(card)}.{' '}
          <Link to={pages.garage(card.garage.id)}>Открыть его карточку</Link>
        </Note>
      )}
      {errors.map(([field, text]) => (
        <Note key={field} tone="red" role="alert">
          {text}
        </Note>
      ))}
    </>
  );
}

/** The title and the steps, each of which may be gone to. */
function Head({
  step,
  card,
  isDraft,
  go,
}: {
  step: number;
  card: ReregistrationCard | null;
  isDraft: boolean;
  go: (next: number) => Promise<void>;
}) {
  return (
    <header className={styles.head}>
      <h1>{isDraft ? 'Переоформление гаража' : `Переоформление № ${card?.id}`}</h1>
      <ol className={styles.steps}>
        {steps.map((name, nth) => (
          <li key={name}>
            <button type="button" aria-current={nth === step ? 'step' : undefined} onClick={() => void go(nth)}>
              <span className={styles.nth} aria-hidden>
                {nth < step ? '✓' : nth + 1}
              </span>
              {name}
            </button>
          </li>
        ))}
      </ol>
    </header>
  );
}

/** What the step ends with: the next one, or the application and the completion. */
function Ends({
  mayComplete,
  step,
  card,
  busy,
  preview,
  isDraft,
  go,
  finish,
  drop,
  hinders,
}: {
  mayComplete: boolean;
  step: number;
  card: ReregistrationCard | null;
  busy: boolean;
  preview: Preview | undefined;
  isDraft: boolean;
  go: (next: number) => Promise<void>;
  finish: (end: End, done: string) => Promise<void>;
  drop: () => unknown;
  hinders: (moment: 'apply' | 'complete') => number;
}) {
  return (
    <>
      {step === steps.length - 1 && hinders('apply') > 0 && (
        <span className={styles.hinders}>{firstBlock(preview, 'apply')}</span>
      )}
      {card && isDraft && (
        <Button variant="text" onClick={() => void drop()}>
          Удалить черновик
        </Button>
      )}
      {step < steps.length - 1 && (
        <Button variant="contained" loading={busy} onClick={() => void go(step + 1)}>
          Далее: {steps[step + 1]!.toLowerCase()}
        </Button>
      )}
      {step === steps.length - 1 && isDraft && mayComplete && (
        <Button
          disabled={hinders('complete') > 0}
          loading={busy}
          onClick={() => void finish({ isComplete: true, expected: preview!.expected }, 'Переоформление завершено')}
        >
          Завершить сразу
        </Button>
      )}
      {step === steps.length - 1 && (
        <Button
          variant="contained"
          disabled={hinders('apply') > 0}
          loading={busy}
          onClick={() =>
            void finish(isDraft || card?.status === 6 ? { apply: true } : {}, isDraft ? 'Заявка подана' : 'Сохранено')
          }
        >
          {isDraft || card?.status === 6 ? 'Подать заявку' : 'Сохранить'}
        </Button>
      )}
    </>
  );
}
