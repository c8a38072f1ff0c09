// The wizard: reason → people → papers → debt and fee → check. Each step keeps the draft; «Что получится» follows every key.
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import { pages } from '../../contract/pages.ts';
import { reregistrations, type Preview, type ReregistrationCard } from '../../contract/reregistrations.ts';
import {
  removeReregistrationDraft,
  reregistrationPreview,
  reregistrationStart,
  type ReasonInfo,
} from '../../contract/reregistrations/steps.ts';
import { call, errorsOf, type HttpError } from '../../providers/http.ts';
import { formatDate, formatMoment } from '../../widgets/format.ts';
import { Note } from '../../widgets/Note.tsx';
import { PageSkeleton } from '../../widgets/PageSkeleton.tsx';
import { toast } from '../../widgets/toasts.ts';
import { useReasons } from './chips.ts';
import { useKeepCard } from './useKeepCard.ts';
import styles from './reregistrations.module.css';
import { bodyOf, emptyForm, formOf, type Start, type StepProps, type WizardForm } from './wizardForm.ts';
import { Result } from './WizardResult.tsx';
import { CheckStep, MoneyStep, PaperStep, PeopleStep, ReasonStep } from './wizardSteps.tsx';

export default function ReregistrationWizard() {
  const garage = Number(useParams().id);
  const asked = (useLocation().state as { id?: number } | null)?.id;
  const reasons = useReasons();
  const { data: start } = useQuery({
    // Of no resource: what is saved here must not begin the wizard anew.
    queryKey: ['reregistration_start', garage],
    queryFn: () => call(reregistrationStart, { params: { id: garage } }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const saved = asked ?? start?.draft ?? null;
  const { data: card } = useQuery({
    queryKey: ['reregistration_draft', saved],
    queryFn: () => call(reregistrations.one, { params: { id: saved! } }),
    enabled: saved !== null,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  if (!start || !reasons.length || (saved !== null && !card)) return <PageSkeleton />;
  return <Wizard key={saved ?? 'new'} start={start} reasons={reasons} first={card ?? null} />;
}

/** The first thing that stands in the way, in words beside the button that waits. */
const firstBlock = (preview: Preview | undefined, moment: 'apply' | 'complete') =>
  preview?.checks.find((check) => check.state === 'blocks' && (moment === 'complete' || check.moment === 'apply'))
    ?.text;

const steps = ['Основание', 'Люди', 'Бумаги', 'Долг и сбор', 'Проверка'] as const;
const PREVIEW_DELAY_MS = 350;
const AUTOSAVE_MS = 1500;
type Body = ReturnType<typeof bodyOf>;
interface End {
  apply?: boolean;
  isComplete?: boolean;
  expected?: string;
}
/** The form without people who are still being typed. */
const withoutTyped = (form: WizardForm): WizardForm => ({
  ...form,
  owners: form.owners.filter((row) => !row.pick.isNew),
  transit: form.transit.filter((row) => !row.pick.isNew),
});

function usePreview(garage: number, caseId: number | null, body: ReturnType<typeof bodyOf>) {
  const now = JSON.stringify({ ...body, case: caseId });
  const [sent, setSent] = useState(now);
  useEffect(() => {
    const timer = setTimeout(() => setSent(now), PREVIEW_DELAY_MS);
    return () => clearTimeout(timer);
  }, [now]);
  return useQuery({
    queryKey: [reregistrations.name, 'preview', garage, sent],
    queryFn: () =>
      call(reregistrationPreview, {
        params: { id: garage },
        body: JSON.parse(sent) as ReturnType<typeof bodyOf>,
        quiet: true,
      }),
    placeholderData: (before) => before,
    retry: false,
  }).data;
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
  const navigate = useNavigate();
  const keep = useKeepCard();
  const [card, setCard] = useState(first);
  const [form, setForm] = useState(() => (first ? formOf(first) : emptyForm()));
  const [step, setStep] = useState(0);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const reason = reasons.find((one) => one.id === form.reason)!;
  const body = bodyOf(form, reason.comes);
  const preview = usePreview(start.garage.id, card?.id ?? null, body);
  const set = (change: Partial<WizardForm>) => setForm((now) => ({ ...now, ...change }));
  const isDraft = !card || card.status === 0;

  /** Savings go one after another: each is sent with the version that the one before answered. */
  const last = useRef<{ card: ReregistrationCard | null; work: Promise<unknown> }>({
    card: first,
    work: Promise.resolve(),
  });
  const send = (sent: Body, end: End = {}) => {
    const work = last.current.work.then(async () => {
      const { card: known } = last.current;
      const answered = known
        ? await call(reregistrations.update, {
            params: { id: known.id },
            body: { ...sent, ...end, version: known.version },
            quiet: true,
          })
        : await call(reregistrations.create, { body: { ...sent, ...end, garage: start.garage.id }, quiet: true });
      last.current.card = answered;
      setCard(answered);
      return answered;
    });
    last.current.work = work.catch(() => undefined);
    return work;
  };

  /** A card answered by another call: the next saving goes with its version. */
  const take = (answered: ReregistrationCard) => {
    last.current.card = answered;
    setCard(answered);
  };

  // What is typed is kept after a pause, so that a closed tab loses nothing; a person half typed is entered by «Далее».
  const known = JSON.stringify(bodyOf(withoutTyped(form), reason.comes));
  const [kept, setKept] = useState(known);
  useEffect(() => {
    if (known === kept || !isDraft || busy) return undefined;
    const timer = setTimeout(() => {
      setKept(known);
      void send(JSON.parse(known) as Body).catch(() => undefined);
    }, AUTOSAVE_MS);
    return () => clearTimeout(timer);
  });

  /** Keeps the form; new people get their cards and are picked from then on. */
  const save = async (end: End = {}) => {
    setBusy(true);
    try {
      const answered = await send(body, end);
      const now = { ...formOf(answered), keepHimself: form.keepHimself };
      setForm(now);
      setKept(JSON.stringify(bodyOf(withoutTyped(now), reason.comes)));
      setErrors({});
      keep(answered);
      return answered;
    } catch (error) {
      const texts = errorsOf(error);
      setErrors(Object.keys(texts).length ? texts : { form: (error as HttpError).message });
      return null;
    } finally {
      setBusy(false);
    }
  };
  const go = async (next: number) => {
    if (next <= step || (await save())) setStep(next);
  };
  const finish = async (end: End, done: string) => {
    const answered = await save(end);
    if (!answered) return;
    toast(answered.is_planned ? `Готово, завершится ${formatDate(answered.on_date)}` : done);
    void navigate(pages.reregistration(answered.id));
  };
  const drop = () =>
    card &&
    call(removeReregistrationDraft, { params: { id: card.id }, quiet: true }).then(
      () => void navigate(pages.garage(start.garage.id)),
      (error: HttpError) => toast(error.message, { kind: 'error' }),
    );
  const props: StepProps = { form, set, errors, reason, reasons, start };
  const hinders = (moment: 'apply' | 'complete') =>
    preview?.checks.filter((check) => check.state === 'blocks' && (moment === 'complete' || check.moment === 'apply'))
      .length ?? 1;
  const others = Object.entries(errors).filter(([field]) => field === 'form' || step === steps.length - 1);
  return (
    <div
      className={styles.wizard}
      onKeyDown={(event) => {
        // Enter in a field goes on, as in every form.
        if (event.key !== 'Enter' || event.defaultPrevented || !(event.target instanceof HTMLInputElement)) return;
        if (event.target.type !== 'text' && event.target.inputMode !== 'decimal') return;
        if (event.target.getAttribute('role') === 'combobox' || step === steps.length - 1 || busy) return;
        event.preventDefault();
        void go(step + 1);
      }}
    >
      <header className={styles.head}>
        <h1>{isDraft ? 'Переоформление гаража' : `Переоформление № ${card.id}`}</h1>
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
      <main className={styles.form}>
        {start.locked_by !== null && start.locked_by !== card?.id && (
          <Note tone="red" role="alert">
            <Link to={pages.reregistration(start.locked_by)}>
              По гаражу уже идёт переоформление № {start.locked_by}
            </Link>
          </Note>
        )}
        {card?.is_out_of_date && <Note tone="amber">Гараж изменился с тех пор, как вы начали черновик.</Note>}
        {others.map(([field, text]) => (
          <Note key={field} tone="red" role="alert">
            {text}
          </Note>
        ))}
        {step === 0 && <ReasonStep {...props} />}
        {step === 1 && <PeopleStep {...props} />}
        {step === 2 && <PaperStep {...props} card={card} onCard={take} />}
        {step === 3 && <MoneyStep {...props} preview={preview} />}
        {step === 4 && <CheckStep preview={preview} />}
      </main>
      <Result start={start} form={form} reason={reason} preview={preview} />
      <footer className={styles.foot}>
        {step > 0 && <Button onClick={() => setStep(step - 1)}>Назад</Button>}
        <span className={styles.muted} role="status">
          {card && isDraft ? `Черновик сохранён в ${formatMoment(card.events[0]?.at ?? '').slice(-5)}` : ''}
        </span>
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
        {step === steps.length - 1 && isDraft && start.may_complete && (
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
              void finish(isDraft || card.status === 6 ? { apply: true } : {}, isDraft ? 'Заявка подана' : 'Сохранено')
            }
          >
            {isDraft || card.status === 6 ? 'Подать заявку' : 'Сохранить'}
          </Button>
        )}
      </footer>
    </div>
  );
}
