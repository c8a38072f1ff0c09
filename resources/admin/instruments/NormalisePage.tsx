// «Нормализация адресов»: whose, how many and for how much, the run, what it found, earlier runs.
import Button from '@mui/material/Button';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type Dispatch, type SetStateAction } from 'react';
import { Link } from 'react-router';
import {
  addressFields,
  normalisationPlan,
  normalisations,
  startNormalisation,
  type AddressRun,
} from '../../../contract/instruments/normalising.ts';
import { retryJob } from '../../../contract/jobs.ts';
import { pages } from '../../../contract/pages.ts';
import { call, errorsOf, type HttpError, type ReplyOf } from '../../../providers/http.ts';
import { readAnew, reading } from '../../../providers/reading.ts';
import { onLive } from '../../../providers/liveProvider.ts';
import { Checkbox } from '../../../widgets/Checkbox.tsx';
import { ErrorNote } from '../../../widgets/EmptyState.tsx';
import { formatMoment, formatMoney, formatNumber } from '../../../widgets/format.ts';
import { Note } from '../../../widgets/Note.tsx';
import { ProgressBar } from '../../../widgets/ProgressBar.tsx';
import { SearchSelect, type SelectOption } from '../../../widgets/SearchSelect.tsx';
import { SectionCard } from '../../../widgets/SectionCard.tsx';
import { Segmented } from '../../../widgets/Segmented.tsx';
import { usePageTitle } from '../../../widgets/usePageTitle.ts';
import { placeLoader } from '../users/places.ts';
import { AddressReview } from './AddressReview.tsx';
import { useLoudAction } from '../../useLoudAction.ts';
import styles from './instruments.module.css';

type Plan = ReplyOf<typeof normalisationPlan>;
const POLL_MS = 3000;
const isUnderWay = (run: AddressRun | undefined) => ['queued', 'running'].includes(run?.job.status ?? '');

export default function NormalisePage() {
  usePageTitle('Нормализация адресов');
  const client = useQueryClient();
  const [chosen, setChosen] = useState<number | null>(null);
  const { data, error, refetch } = useQuery({
    ...reading(normalisations, { stops: true }),
    staleTime: 0,
    refetchInterval: ({ state }) => (isUnderWay(state.data?.data[0]) ? POLL_MS : false),
  });
  useEffect(
    () =>
      onLive(
        ({ type }) =>
          void (type === 'admin_address_normalization_status' && readAnew(client, 'address_normalizations')),
      ),
    [client],
  );
  const runs = data?.data ?? [];
  const run = runs.find(({ id }) => id === chosen) ?? runs[0];
  return (
    <div className={styles.page}>
      <nav className={styles.crumbs} aria-label="Путь">
        <Link to={pages.adminInstruments}>Инструменты</Link> › Нормализация адресов
      </nav>
      <h1>Нормализация адресов</h1>
      {error && !data && <ErrorNote onRetry={() => void refetch()}>{error.message}</ErrorNote>}
      <Scope isBusy={isUnderWay(runs[0])} />
      {run && <Run run={run} />}
      {run && <AddressReview key={run.id} run={run} isBusy={isUnderWay(run)} />}
      {runs.length > 1 && (
        <SectionCard title="Прежние">
          <ul className={styles.merged}>
            {runs.map((one) => (
              <li key={one.id}>
                <span>
                  {one.place}, {addressFields[one.which].toLowerCase()}
                  <small>
                    {formatMoment(one.at)} · {one.who}
                    {one.spent_kopecks > 0 && ` · ${formatMoney(one.spent_kopecks)}`}
                  </small>
                </span>
                <Button size="small" disabled={one.id === run?.id} onClick={() => setChosen(one.id)}>
                  Разбор
                </Button>
              </li>
            ))}
          </ul>
        </SectionCard>
      )}
    </div>
  );
}

const levels = [
  { value: 'all', label: 'Весь реестр' },
  { value: 'mo', label: 'МО' },
  { value: 'po', label: 'ПО' },
] as const;
const whichOptions = (['both', 'registration', 'actual'] as const).map((value) => ({
  value,
  label: addressFields[value],
}));

function Scope({ isBusy }: { isBusy: boolean }) {
  const client = useQueryClient();
  const [level, setLevel] = useState<'all' | 'mo' | 'po'>('all');
  const [place, setPlace] = useState<SelectOption | null>(null);
  const [which, setWhich] = useState<'both' | 'registration' | 'actual'>('both');
  const [onlyNew, setOnlyNew] = useState(true);
  const [onlyWithoutId, setOnlyWithoutId] = useState(false);
  const [applySure, setApplySure] = useState(true);
  const id = place ? Number(place.value) : null;
  const scope = { mo: level === 'mo' ? id : null, po: level === 'po' ? id : null, which, onlyNew, onlyWithoutId };
  const isWhole = level === 'all' || id !== null;
  const { data: plan, error } = useQuery({
    ...reading(normalisationPlan, { body: scope, stops: true }),
    enabled: isWhole,
    staleTime: 0,
  });
  const start = useMutation<unknown, HttpError>({
    mutationFn: () =>
      call(startNormalisation, {
        body: {
          ...scope,
          applySure,
          expected: { addresses: plan?.addresses ?? 0, cost_kopecks: plan?.cost_kopecks ?? 0 },
        },
        quiet: true,
      }),
    onSettled: () => readAnew(client, 'address_normalizations'),
  });
  return (
    <SectionCard title="Что привести">
      <div className={styles.deed}>
        <WhoseFields
          level={level}
          setLevel={setLevel}
          place={place}
          setPlace={setPlace}
          which={which}
          setWhich={setWhich}
        />
        <Checkbox label="Только написания, которых ещё не разбирали" value={onlyNew} onChange={setOnlyNew} />
        <Checkbox label="Только без кода ФИАС" value={onlyWithoutId} onChange={setOnlyWithoutId} />
        <Checkbox
          label="Уверенные записать сразу"
          value={applySure}
          onChange={setApplySure}
          helperText="Остальные ждут решения. Прежний адрес можно вернуть 90 дней"
        />
        {(start.error ?? error) && (
          <Note tone="red" role="alert">
            {Object.values(errorsOf(start.error ?? error))[0]}
          </Note>
        )}
        <div className={styles.head}>
          <Button
            variant="contained"
            disabled={!plan?.addresses || !isWhole || isBusy || start.isPending}
            onClick={() => start.mutate()}
          >
            Привести адреса
          </Button>
          {isWhole && <PlanWords plan={plan} />}
        </div>
      </div>
    </SectionCard>
  );
}

/** Whose addresses, and which of the two. */
function WhoseFields({
  level,
  setLevel,
  place,
  setPlace,
  which,
  setWhich,
}: {
  level: 'mo' | 'po' | 'all';
  setLevel: Dispatch<SetStateAction<'mo' | 'po' | 'all'>>;
  place: SelectOption | null;
  setPlace: Dispatch<SetStateAction<SelectOption | null>>;
  which: 'registration' | 'actual' | 'both';
  setWhich: Dispatch<SetStateAction<'registration' | 'actual' | 'both'>>;
}) {
  return (
    <>
      <div className={styles.head}>
        <Segmented
          small
          label="Чьи адреса"
          value={level}
          options={levels}
          onChange={(value) => {
            setLevel(value);
            setPlace(null);
          }}
        />
        <Segmented small label="Какие адреса" value={which} options={whichOptions} onChange={setWhich} />
      </div>
      {level !== 'all' && (
        <SearchSelect
          key={level}
          label={level === 'mo' ? 'МО' : 'ПО'}
          load={placeLoader(level)}
          value={place}
          onChange={setPlace}
        />
      )}
    </>
  );
}

function PlanWords({ plan }: { plan: Plan | undefined }) {
  if (!plan) return <p className={styles.quiet}>Считаем…</p>;
  if (!plan.addresses) return <p className={styles.quiet}>Новых написаний нет: приводить нечего.</p>;
  return (
    <p className={styles.quiet}>
      Людей — {formatNumber(plan.people)}, адресов — {formatNumber(plan.cards)}, разных написаний —{' '}
      {formatNumber(plan.addresses)}.{' '}
      {plan.source === 'service' ? (
        <>
          Служба адресов: {formatNumber(plan.addresses)} × {formatMoney(plan.price_kopecks)} ={' '}
          <b>{formatMoney(plan.cost_kopecks)}</b>
        </>
      ) : (
        'Словарём самого реестра, бесплатно: служба адресов не настроена.'
      )}
    </p>
  );
}

function Run({ run: { job, place, which, at, who, source, spent_kopecks } }: { run: AddressRun }) {
  const { run, busy } = useLoudAction('address_normalizations');
  const isOpen = job.status === 'queued' || job.status === 'running';
  return (
    <>
      {isOpen && <ProgressBar label={job.stage || 'Ждёт очереди'} done={job.done} total={job.total || null} />}
      {(job.status === 'failed' || job.status === 'cancelled') && (
        <Note
          tone="red"
          title={job.status === 'failed' ? 'Нормализация остановилась' : 'Нормализация отменена'}
          action={
            job.canRetry && (
              <Button
                size="small"
                disabled={busy}
                onClick={() => void run(() => call(retryJob, { params: { id: job.id }, quiet: true }))}
              >
                Повторить
              </Button>
            )
          }
        >
          {job.failure}. Прочитанное осталось.
        </Note>
      )}
      <p className={styles.quiet}>
        {place}, {addressFields[which].toLowerCase()}: {formatMoment(at)}, {who},{' '}
        {source === 'service' ? `служба адресов, ${formatMoney(spent_kopecks)}` : 'словарь реестра'}
        {job.errors > 0 && ` · без ответа: ${formatNumber(job.errors)}`}
      </p>
    </>
  );
}
