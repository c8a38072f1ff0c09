// Printing a pile: what, for which garages, of which day; the plan says how many, why others are left and which numbers are taken.
import PrintIcon from '@mui/icons-material/PrintOutlined';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState, type Dispatch, type SetStateAction } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import {
  batchKinds,
  type BatchKind,
  planBatch,
  printBatch,
  type BatchPlan,
  type BatchWish,
} from '../../contract/documents/batches.ts';
import type { GarageFilter } from '../../contract/garages.ts';
import { pages } from '../../contract/pages.ts';
import { consentKinds, type ConsentKind } from '../../contract/profiles.ts';
import { call, errorsOf } from '../../providers/http.ts';
import { reading } from '../../providers/reading.ts';
import { useActor } from '../../providers/session.ts';
import { DateBox } from '../../widgets/DateInput.tsx';
import { today } from '../../widgets/today.ts';
import { countOf, formatNumber } from '../../widgets/format.ts';
import type { SelectionBody } from '../../widgets/list/useSelection.ts';
import { MoneyBox } from '../../widgets/MoneyInput.tsx';
import { Note } from '../../widgets/Note.tsx';
import { SearchMultiSelect, type SelectOption } from '../../widgets/SearchSelect.tsx';
import { SelectBox } from '../../widgets/SelectInput.tsx';
import { toast } from '../../widgets/toasts.ts';
import { idsOf } from '../lists/filters.tsx';
import { poLoader, sectionLoader } from '../lists/loaders.ts';
import styles from './documents.module.css';

type Handed = SelectionBody<GarageFilter>;
const kinds = Object.entries(batchKinds).map(([value, label]) => ({ value, label }));
const consents = Object.entries(consentKinds).map(([value, label]) => ({ value, label }));
const whole: Handed = { filter: {}, all: true, included: [], excluded: [], expected: 0 };

export default function BatchPage() {
  const handed = (useLocation().state as { selection?: Handed } | null)?.selection;
  const navigate = useNavigate();
  const [kind, setKind] = useState<BatchKind>('receipts');
  const [consent, setConsent] = useState<ConsentKind>('pd_processing');
  const [date, setDate] = useState<string | null>(today());
  const [filter, setFilter] = useState<GarageFilter>({});
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const asked = {
    kind,
    selection: handed ?? { ...whole, filter },
    date: date ?? today(),
    ...(kind === 'consents' && { consent_kind: consent }),
  };
  const { data: plan, error, isPlaceholderData: isStale } = usePlan(asked);
  const print = async () => {
    setBusy(true);
    setErrors({});
    try {
      await call(printBatch, { body: { ...asked, papers: plan!.papers }, quiet: true });
      toast('Пачка печатается: файл придёт в «Задания»');
      void navigate(pages.jobs);
    } catch (failure) {
      setErrors(errorsOf(failure));
      setBusy(false);
    }
  };
  const refusal = plan?.refusal ?? null;
  return (
    <div className={styles.page}>
      <nav aria-label="Путь">
        <Link to={pages.documents}>Документы</Link> › печать пачки
      </nav>
      <h1>Печать пачки</h1>
      <Choice
        handed={handed}
        kind={kind}
        setKind={setKind}
        consent={consent}
        setConsent={setConsent}
        date={date}
        setDate={setDate}
        filter={filter}
        setFilter={setFilter}
      />
      {error && <Note tone="red">{error.message}</Note>}
      {plan && <Plan plan={plan} kind={kind} isStale={isStale} />}
      {Object.values(errors).map((text) => (
        <Note key={text} tone="red" role="alert">
          {text}
        </Note>
      ))}
      <div className={styles.actions}>
        <span>{!isStale && refusal}</span>
        <Button
          variant="contained"
          startIcon={<PrintIcon />}
          disabled={!plan || isStale || refusal !== null || !date}
          loading={busy}
          onClick={() => void print()}
        >
          {!plan && error ? 'Напечатать' : buttonWords(plan, isStale)}
        </Button>
      </div>
    </div>
  );
}

/** What is counted for other conditions is shown dimmed and decides nothing. */
const usePlan = (asked: BatchWish) =>
  useQuery({
    ...reading(planBatch, { body: asked, stops: true }),
    placeholderData: (before) => before,
    gcTime: 0,
    retry: false,
  });

const buttonWords = (plan: BatchPlan | undefined, isStale: boolean) =>
  !plan || isStale ? 'Считаем…' : `Напечатать${plan.papers ? ` ${formatNumber(plan.papers)}` : ''}`;

/** Which papers, of which day, of whose garages. */
function Choice({
  handed,
  kind,
  setKind,
  consent,
  setConsent,
  date,
  setDate,
  filter,
  setFilter,
}: {
  handed: Handed | undefined;
  kind: BatchKind;
  setKind: Dispatch<SetStateAction<BatchKind>>;
  consent: ConsentKind;
  setConsent: Dispatch<SetStateAction<ConsentKind>>;
  date: string | null;
  setDate: Dispatch<SetStateAction<string | null>>;
  filter: GarageFilter;
  setFilter: Dispatch<SetStateAction<GarageFilter>>;
}) {
  return (
    <div className={styles.batch} data-help="papers.what">
      <SelectBox
        label="Что печатать"
        required
        value={kind}
        options={kinds}
        onChange={(value) => value && setKind(value as BatchKind)}
      />
      {kind === 'consents' && (
        <SelectBox
          label="На что согласие"
          required
          value={consent}
          options={consents}
          onChange={(value) => value && setConsent(value as ConsentKind)}
        />
      )}
      <DateBox label="Дата" required value={date} max={today()} onChange={setDate} />
      {handed ? (
        <Note>
          Гаражи выбраны в списке: {formatNumber(handed.expected)}. <Link to={pages.garages}>Выбрать заново</Link>
        </Note>
      ) : (
        <GarageFields filter={filter} onChange={setFilter} />
      )}
    </div>
  );
}

function GarageFields({ filter, onChange }: { filter: GarageFilter; onChange: (filter: GarageFilter) => void }) {
  const actor = useActor();
  const [pos, setPos] = useState<readonly SelectOption[]>([]);
  const sections = (filter.sectionFilter ?? []).map((value) => ({ value, label: value }));
  return (
    <>
      {!actor?.po && (
        <SearchMultiSelect
          label="ПО"
          load={poLoader()}
          value={pos}
          onChange={(options) => {
            setPos(options);
            onChange({ ...filter, poFilter: idsOf(options) });
          }}
        />
      )}
      <SearchMultiSelect
        label="Секции"
        helperText="Не выбрано — все"
        load={sectionLoader(filter.poFilter ?? [])}
        value={sections}
        onChange={(options) => onChange({ ...filter, sectionFilter: options.map(({ value }) => String(value)) })}
      />
      <MoneyBox
        label="Долг от, ₽"
        value={filter.debtFrom ?? null}
        onChange={(debtFrom) => onChange({ ...filter, debtFrom: debtFrom ?? undefined })}
      />
    </>
  );
}

/** What the papers of a pile are counted in: a garage has one, but for sheets of people and notices of former owners. */
const unitsOf = (kind: BatchKind, { former }: BatchPlan) =>
  kind === 'consents'
    ? (['лист', 'листа', 'листов'] as const)
    : former > 0
      ? (['бумага', 'бумаги', 'бумаг'] as const)
      : null;

function Plan({ plan, kind, isStale }: { plan: BatchPlan; kind: BatchKind; isStale: boolean }) {
  const units = unitsOf(kind, plan);
  return (
    <section
      aria-label="Что войдёт"
      aria-live="polite"
      aria-busy={isStale}
      className={isStale ? styles.stale : undefined}
    >
      <p>
        <b>Войдёт {countOf(plan.papers, units ?? ['гараж', 'гаража', 'гаражей'])}</b>
        {units
          ? ` по владельцам ${countOf(plan.garages, ['гаража', 'гаражей', 'гаражей'])}`
          : ` из ${formatNumber(plan.garages)}`}
        , по порядку: МО, ПО, секция, номер.
      </p>
      {plan.former > 0 && (
        <p>
          Из них прежним владельцам, за которыми остался долг: <b>{formatNumber(plan.former)}</b>, каждому о его долге.
        </p>
      )}
      {plan.left.map(({ reason, garages }) => (
        <p key={reason}>
          Не войдёт {formatNumber(garages)}: {reason}
        </p>
      ))}
      {plan.blocks.map((block) => (
        <p key={block.po}>
          {block.po}: номера с {block.first} по {block.last}
        </p>
      ))}
      <Doubtful {...plan.doubtful} />
      {plan.unknown > 0 && (
        <Note tone="amber">
          Историю {countOf(plan.unknown, ['гаража', 'гаражей', 'гаражей'])} программа ведёт с более позднего дня: каким
          гараж был в день документа, не известно. В бумагах будет первое, что записано: номер, тип и размеры.
        </Note>
      )}
      {plan.papers > 0 && plan.blocks.length === 0 && <p>Номера не занимаются, в журнал документов не пишется.</p>}
    </section>
  );
}

/** Names that are declined by guess: how many, whose, and the way to the card of each. */
function Doubtful({ people, first }: BatchPlan['doubtful']) {
  const page = useActor()?.capabilities.includes(1) ? pages.profileEdit : pages.profile;
  if (!people) return null;
  return (
    <Note tone="amber">
      Проверьте склонение, программа в нём не уверена: {countOf(people, ['имя', 'имени', 'имён'])}. Если не так, впишите
      верное в карточку.
      <ul className={styles.names}>
        {first.map(({ id, name, words }) => (
          <li key={id}>
            <Link to={page(id)}>{name}</Link>: {words}
          </li>
        ))}
      </ul>
      {people > first.length && <>И ещё {formatNumber(people - first.length)}.</>}
    </Note>
  );
}
