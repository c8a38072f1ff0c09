// Correcting a charge: words in place; money by undoing it and charging the same garages anew, seen before it is done.
import type { AccrualType } from '../../contract/references.ts';
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useRecordContext } from 'react-admin';
import { useRef, type RefObject } from 'react';
import { Link, useNavigate } from 'react-router';
import Button from '@mui/material/Button';
import { accrualDefaults } from '../../contract/books.ts';
import { correctContribution } from '../../contract/contributions/charging.ts';
import { contributions, type ContributionCard } from '../../contract/contributions.ts';
import { financeEdit } from '../../contract/kernel/scope.ts';
import { pages } from '../../contract/pages.ts';
import { call, HttpError } from '../../providers/http.ts';
import { readAnew, reading } from '../../providers/reading.ts';
import { operationKey } from '../../providers/operationKey.ts';
import { useActor, useMay } from '../../providers/session.ts';
import { Editor } from '../../widgets/editor/Editor.tsx';
import { EmptyState } from '../../widgets/EmptyState.tsx';
import { formatDate, formatMoney } from '../../widgets/format.ts';
import { PageWaiting } from '../../widgets/PageWaiting.tsx';
import { RecordPage } from '../../widgets/RecordPage.tsx';
import { CardViewers } from '../presence/CardViewers.tsx';
import { chargeable } from './charge/model.ts';
import { accrualTypesQuery } from '../lists/types.ts';
import { enteredReadings, sentReadings, type Readings } from '../readings/readings.ts';
import { useReadingRows } from './charge/SelectionReadings.tsx';
import {
  correctionOf,
  MoneyFields,
  valuesOf,
  WordFields,
  type CorrectionValues,
  type Seen,
} from './CorrectionFields.tsx';
import { documentTitle, labels } from './ru.ts';

export default function ContributionEdit() {
  return (
    <RecordPage resource={contributions.name} editing>
      <Form />
    </RecordPage>
  );
}

const MONEY_FIELDS: (keyof CorrectionValues & string)[] = [
  'accrualType',
  'contributionPeriod',
  'contributionAmount',
  'contributionDate',
  'reason',
  'readings',
  'falling',
];

function Form() {
  const card = useRecordContext<ContributionCard>();
  const actor = useActor();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { reason } = useMay(financeEdit);
  const asked = useQuery(accrualTypesQuery);
  const begun = useQuery(reading(accrualDefaults));
  const seen = useRef<Seen>({ isFresh: false, expected: null, falling: 0 });
  const key = useRef({ of: '', value: '' });
  const isKwh = card?.unit === 'kwh';
  const meters = useReadingRows(
    { isAllGaragSelected: false, accrualType: { value: card?.accrual_type?.id ?? 1 }, corrects: card?.id ?? null },
    isKwh,
  );
  // A list leaves its shorter rows in the cache: the card is shown when it has come whole.
  const [types, defaults] = [asked.data?.data, begun.data];
  if (card?.version === undefined || !types || !defaults || meters.error || (isKwh && !meters.data))
    return <PageWaiting asked={[asked, begun, meters]} />;
  const refusal = reason ?? card.edit_refusal;
  if (refusal) return <Refused card={card} text={refusal} />;
  const back = (id = card.id) => void navigate(pages.contribution(id));
  const usable = usableTypes(card, types, isKwh);
  const rows = meters.data?.rows ?? [];
  const readings = enteredReadings(rows);
  const before = valuesOf(card, readings);
  return (
    <Editor<CorrectionValues>
      // A record that is read anew must not replace what is being typed: the editor keeps the first one.
      key={card.id}
      title={`Исправление: ${documentTitle(card)}`}
      crumbs={<Crumbs card={card} />}
      values={before}
      version={card.version}
      fromRecord={(record) => valuesOf(record as ContributionCard, readings)}
      labels={labels}
      show={(field, value) => shown(field, value, types)}
      draftKey={`${actor?.userId}:contributions:${card.id}`}
      sections={[
        {
          key: 'words',
          title: 'Основание и комментарий',
          fields: ['basisDocument', 'contributionComment'],
          children: <WordFields />,
        },
        {
          key: 'money',
          title: 'Деньги',
          fields: MONEY_FIELDS,
          children: (
            <MoneyFields card={card} before={before} meters={rows} types={usable} today={defaults.today} seen={seen} />
          ),
        },
      ]}
      saveLabel="Исправить"
      onCancel={() => back()}
      onSave={correcting({ card, before, seen, key, client, onSaved: back })}
    />
  );
}

function Crumbs({ card }: { card: ContributionCard }) {
  return (
    <>
      <span>
        <Link to={pages.contributions}>Взносы</Link> › <Link to={pages.contribution(card.id)}>№ {card.id}</Link> ›
        Исправление
      </span>
      <CardViewers resource="contributions" id={card.id} />
    </>
  );
}

/** Kinds that the document may be corrected to: its own first. */
function usableTypes(card: ContributionCard, types: AccrualType[], isKwh: boolean) {
  const own = types.find((type) => type.id === card.accrual_type?.id);
  const usable = chargeable(types).filter((type) => (type.unit === 'kwh') === isKwh && type !== own);
  if (own) usable.unshift(own);
  return usable;
}

interface Correcting {
  card: ContributionCard;
  before: CorrectionValues;
  seen: RefObject<Seen>;
  /** Key of the last sending, and of what. */
  key: RefObject<{ of: string; value: string }>;
  client: QueryClient;
  onSaved: (contribution: number) => void;
}

/** Sends what was corrected; the same sent again keeps its key. */
function correcting({ card, before, seen, key, client, onSaved }: Correcting) {
  return async (values: CorrectionValues, version: number | null) => {
    const correction = correctionOf(values, before, card, seen.current);
    const of = JSON.stringify([correction, version]);
    if (key.current.of !== of) key.current = { of, value: operationKey() };
    const body = { ...correction, version: version ?? card.version, idempotencyKey: key.current.value };
    try {
      const { contribution } = await call(correctContribution, { params: { id: card.id }, body, quiet: true });
      // Both documents have changed, and what the garages owe.
      void readAnew(client, 'contributions', 'garages', 'menu');
      onSaved(contribution);
    } catch (error) {
      // What the page says of penalties may have changed meanwhile.
      void readAnew(client, 'contributions');
      throw ownFields(error as HttpError);
    }
  };
}

/** Why it can't be corrected, and what can be done instead. */
function Refused({ card, text }: { card: ContributionCard; text: string }) {
  return (
    <EmptyState
      title="Исправить нельзя"
      actions={
        <Button variant="contained" component={Link} to={pages.contribution(card.id)}>
          К начислению
        </Button>
      }
    >
      {text}.
      {!card.reverse_refusal && ' Начисление можно отменить днём открытого периода: кнопка есть на его странице.'}
    </EmptyState>
  );
}

/** Texts of the money part belong to the fields of the form. */
function ownFields(error: HttpError): HttpError {
  const { errors } = error.body ?? {};
  if (!errors) return error;
  const own = Object.entries(errors).map(([field, text]) => [
    field.replace(/^money\./, '').replace(/\.value$/, ''),
    text,
  ]);
  return new HttpError(error.status, { ...error.body, errors: Object.fromEntries(own) as Record<string, string> });
}

function shown(field: string, value: unknown, types: readonly { id: number; name: string }[]): string {
  if (value === null || value === undefined || value === '') return '';
  if (field === 'accrualType') return types.find((type) => type.id === value)?.name ?? String(value);
  if (field === 'contributionAmount') return formatMoney(Number(value));
  if (field === 'readings') return `внесено ${sentReadings(value as Readings).length}`;
  if (field === 'contributionDate') return formatDate(String(value));
  return String(value);
}
