// The journal of mailings and the drafts: delivery moves live, what runs can be recalled or stopped in its row.
import AddIcon from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { ListBase, useGetList, useListContext } from 'react-admin';
import { Link, useLocation, useNavigate } from 'react-router';
import {
  channelRules,
  makers,
  notificationLists,
  notifications,
  recallNotification,
  RECALL_S,
  stopNotification,
  type MadeBy,
  type NotificationRow,
} from '../../contract/notifications.ts';
import { pages } from '../../contract/pages.ts';
import { call } from '../../providers/http.ts';
import { reading } from '../../providers/reading.ts';
import { useActor } from '../../providers/session.ts';
import { Checkbox } from '../../widgets/Checkbox.tsx';
import { EmptyState } from '../../widgets/EmptyState.tsx';
import { countOf, formatMoment, formatNumber, shortName } from '../../widgets/format.ts';
import { FilterField, type Chip } from '../../widgets/list/FilterBar.tsx';
import { RegisterList } from '../../widgets/list/RegisterList.tsx';
import type { Column } from '../../widgets/list/RegisterTable.tsx';
import { SearchMultiSelect } from '../../widgets/SearchSelect.tsx';
import { SelectBox } from '../../widgets/SelectInput.tsx';
import { Segmented } from '../../widgets/Segmented.tsx';
import { toast } from '../../widgets/toasts.ts';
import { FilterGrid, among, idsOf, useFilter } from '../lists/filters.tsx';
import { loadMos, poLoader } from '../lists/loaders.ts';
import { useNames } from '../lists/names.ts';
import { useExport, useSavedViews } from '../lists/useListTools.ts';
import { ColorMark, DeliveryBar, MailingStatus, money, useMailingNews } from './words.tsx';
import styles from './notifications.module.css';

export default function NotificationList() {
  const draft = useLocation().pathname.endsWith('/drafts');
  return (
    <ListBase
      key={String(draft)}
      resource={notifications.name}
      perPage={25}
      sort={{ field: 'created_at', order: 'DESC' }}
      filter={draft ? { draft } : {}}
      storeKey={draft ? 'notification_drafts' : 'notifications'}
      disableAuthentication
    >
      <Screen draft={draft} />
    </ListBase>
  );
}

function Screen({ draft }: { draft: boolean }) {
  const navigate = useNavigate();
  const { refetch } = useListContext();
  const views = useSavedViews(draft ? 'notification_drafts' : 'notifications');
  const exportAs = useExport('notifications', draft ? { draft } : {});
  useMailingNews(useCallback(() => void refetch(), [refetch]));
  const open = (row: NotificationRow) =>
    void navigate(row.status < 2 ? pages.notification(row.id) : pages.informingHistory(row.id));
  return (
    <RegisterList<NotificationRow>
      title="Рассылки"
      switcher={<ChildrenSwitch value={draft ? 'drafts' : 'journal'} />}
      actions={
        <Button variant="contained" startIcon={<AddIcon />} component={Link} to={pages.notificationConstructor}>
          Новая рассылка
        </Button>
      }
      searchKey="nameFilter"
      searchLabel="Текст, тема или получатель"
      columns={columns(refetch)}
      storeKey="notifications"
      nameOf={(row) => row.title || 'Без темы'}
      onOpen={open}
      renderCard={(row) => (
        <Link to={row.status < 2 ? pages.notification(row.id) : pages.informingHistory(row.id)} className={styles.card}>
          <ColorMark color={row.template?.color ?? 'white'} />
          <span className={styles.two}>
            <b>{row.title || 'Без темы'}</b>
            <small>
              {momentOf(row)} · {channelRules[row.channel]}
            </small>
          </span>
          <span className={styles.cardFate}>
            <MailingStatus status={row.status} />
            <small>{countOf(row.receiverCounter.people, ['человек', 'человека', 'человек'])}</small>
            {row.costReady && <b>{money(row.cost)}</b>}
          </span>
          <DeliveryBar row={row} />
        </Link>
      )}
      filters={<Filters draft={draft} />}
      chips={useChips()}
      views={views}
      onExport={exportAs}
      fixedFilter={draft ? { draft } : {}}
      {...(!draft && { totals })}
      empty={
        <EmptyState title={draft ? 'Черновиков нет' : 'Рассылок ещё не было'}>
          Выберите людей, напишите текст и посмотрите, кто что получит, — до отправки ничего не уйдёт.
        </EmptyState>
      }
    />
  );
}

/** What the mailings of the list came to; drafts have come to nothing. */
const totals = (sums: Record<string, number>) => (
  <span>
    Сообщений <b>{formatNumber(sums.total ?? 0)}</b> · дошло <b>{formatNumber(sums.delivered ?? 0)}</b> · стоимость{' '}
    <b>{money(sums.cost ?? 0)}</b>
  </span>
);

const DRAFTS_COUNTED = { filter: { draft: true }, pagination: { page: 1, perPage: 1 } };

/** Журнал · По людям · По гаражам · Черновики · Напоминания; a region has no lists of people and garages. */
export function ChildrenSwitch({ value }: { value: 'journal' | 'profiles' | 'garages' | 'drafts' | 'reminders' }) {
  const navigate = useNavigate();
  const actor = useActor();
  const { total: drafts } = useGetList(notifications.name, DRAFTS_COUNTED);
  const addresses = {
    journal: pages.notifications,
    profiles: '/notifications/profiles',
    garages: '/notifications/garages',
    drafts: '/notifications/drafts',
    reminders: '/notifications/reminders',
  };
  return (
    <Segmented
      label="Раздел рассылок"
      value={value}
      onChange={(next) => void navigate(addresses[next])}
      options={[
        { value: 'journal' as const, label: 'Журнал' },
        ...(actor?.region
          ? []
          : [
              { value: 'profiles' as const, label: 'По людям' },
              { value: 'garages' as const, label: 'По гаражам' },
            ]),
        { value: 'drafts' as const, label: 'Черновики', count: drafts || undefined },
        { value: 'reminders' as const, label: 'Напоминания' },
      ]}
    />
  );
}

const columns = (refetch: () => unknown): Column<NotificationRow>[] => [
  {
    key: 'title',
    label: 'Рассылка',
    sort: 'title',
    fixed: true,
    render: (row) => (
      <span className={styles.subject}>
        <ColorMark color={row.template?.color ?? 'white'} />
        <span className={styles.two}>
          <b>{row.title || 'Без темы'}</b>
          <small>
            {momentOf(row)} · {row.template?.name ?? 'без шаблона'}
          </small>
        </span>
      </span>
    ),
  },
  { key: 'channel', label: 'Канал', width: '130px', wide: 2, render: (row) => channelRules[row.channel] },
  {
    key: 'sender',
    label: 'Отправитель',
    width: '170px',
    wide: 1,
    render: (row) => (
      <span className={styles.two}>
        <span title={row.sender?.name}>{row.sender ? shortName(row.sender.name) : 'Переоформления'}</span>
        <small title={row.sent_from}>{row.madeBy === 'rule' ? `по правилу · ${row.sent_from}` : row.sent_from}</small>
      </span>
    ),
  },
  {
    key: 'people',
    label: 'Людей',
    width: '80px',
    align: 'end',
    render: (row) => formatNumber(row.receiverCounter.people),
  },
  { key: 'delivery', label: 'Доставка', width: '230px', render: (row) => <DeliveryBar row={row} /> },
  {
    key: 'cost',
    label: 'Стоимость',
    width: '110px',
    align: 'end',
    sort: 'cost',
    render: (row) => (row.costReady ? money(row.cost) : 'считается…'),
  },
  {
    key: 'status',
    label: 'Статус',
    width: '196px',
    fixed: true,
    render: (row) => (
      <span className={styles.statusCell}>
        {row.status !== 2 && <MailingStatus status={row.status} />}
        <RowAction row={row} onDone={refetch} inRow />
      </span>
    ),
  },
];

function momentOf(row: NotificationRow): string {
  if (row.status !== 1) return formatMoment(row.started_at ?? row.created_at);
  return row.scheduled_at ? `Будет ${formatMoment(row.scheduled_at)}` : 'Уйдёт, когда согласуют';
}

/** «Отозвать» within the minute and before a planned moment, «Остановить» after. */
export function RowAction({
  row,
  onDone,
  inRow,
}: {
  row: NotificationRow;
  onDone: () => unknown;
  /** Beside a status, where it may not make the row higher. */
  inRow?: boolean;
}) {
  const left = useSecondsTo(row.status === 2 ? row.recall_until : null);
  if (![1, 2, 3].includes(row.status)) return null;
  const recall = row.status === 1 || left > 0;
  return (
    <Button
      size={inRow ? 'small' : 'medium'}
      variant={row.status === 2 || !inRow ? 'outlined' : 'text'}
      className={inRow ? styles.rowAct : undefined}
      onClick={(event) => {
        event.stopPropagation();
        call(recall ? recallNotification : stopNotification, { params: { id: row.id }, quiet: true }).then(
          onDone,
          (error: Error) => {
            toast(error.message, { kind: 'error' });
            onDone();
          },
        );
      }}
    >
      {recall ? 'Отозвать' : 'Остановить'}
      {left > 0 && ` 0:${String(left).padStart(2, '0')}`}
    </Button>
  );
}

/** Whole seconds until a moment, told each second; 0 without one. */
function useSecondsTo(moment: string | null): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!moment) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [moment]);
  return moment ? Math.max(0, Math.min(RECALL_S, Math.ceil((Date.parse(moment) - now) / 1000))) : 0;
}

interface Values {
  madeByFilter?: MadeBy;
  failedFilter?: boolean;
  templateFilter?: number[];
  senderFilter?: number[];
  fromPOFilter?: number[];
  fromMOFilter?: number[];
}
const useLists = () =>
  useQuery({
    ...reading(notificationLists),
    staleTime: 60_000,
  });

function useFilterOptions() {
  const { data } = useLists();
  return {
    templateFilter: data?.templates.map(({ id, name }) => ({ value: id, label: name })),
    senderFilter: data?.senders.map(({ id, full_name }) => ({ value: id, label: full_name })),
  };
}
const filterLabels = { templateFilter: 'Шаблон', senderFilter: 'Отправитель' } as const;

/** The places a person may tell apart. */
function usePlaces() {
  const actor = useActor();
  return [
    ...(actor?.region ? [{ key: 'fromMOFilter' as const, kind: 'mo' as const, label: 'От МО', load: loadMos }] : []),
    ...(actor?.po ? [] : [{ key: 'fromPOFilter' as const, kind: 'po' as const, label: 'От ПО', load: poLoader() }]),
  ];
}

function Filters({ draft }: { draft: boolean }) {
  const [values, set] = useFilter<Values>();
  const options = useFilterOptions();
  const places = usePlaces();
  const names = useNames();
  return (
    <FilterGrid>
      {(['templateFilter', 'senderFilter'] as const).map((key) => (
        <FilterField key={key} name={key}>
          <SearchMultiSelect
            label={filterLabels[key]}
            reserve={false}
            load={among(options[key])}
            value={(options[key] ?? []).filter(({ value }) => values[key]?.includes(value))}
            onChange={(chosen) => set({ [key]: idsOf(chosen) })}
          />
        </FilterField>
      ))}
      <FilterField name="madeByFilter">
        <SelectBox
          label="Что показать"
          reserve={false}
          emptyLabel="рассылки и напоминания"
          options={Object.entries(makers).map(([value, label]) => ({ value, label }))}
          value={values.madeByFilter ?? null}
          onChange={(value) => set({ madeByFilter: (value ?? undefined) as MadeBy | undefined })}
        />
      </FilterField>
      {!draft && (
        <FilterField name="failedFilter">
          <Checkbox
            label="Дошли не до всех, за 30 дней"
            value={values.failedFilter ?? false}
            onChange={(failed) => set({ failedFilter: failed || undefined })}
          />
        </FilterField>
      )}
      {places.map(({ key, kind, label, load }) => (
        <FilterField key={key} name={key}>
          <SearchMultiSelect
            label={label}
            reserve={false}
            load={load}
            value={(values[key] ?? []).map((value) => ({ value, label: names.get(kind, value) }))}
            onChange={(chosen) => {
              names.learn(kind, chosen);
              set({ [key]: idsOf(chosen) });
            }}
          />
        </FilterField>
      ))}
    </FilterGrid>
  );
}

function useChips(): Chip[] {
  const { filterValues } = useListContext();
  const options = useFilterOptions();
  const values = filterValues as Values;
  const places = usePlaces();
  const names = useNames();
  const place = places.flatMap(({ key, kind, label }) =>
    values[key]?.length ? [{ key, label, value: values[key].map((id) => names.get(kind, id)).join(', ') }] : [],
  );
  const own = (['templateFilter', 'senderFilter'] as const).flatMap((key) =>
    values[key]?.length
      ? [
          {
            key,
            label: filterLabels[key],
            value: (options[key] ?? [])
              .filter(({ value }) => values[key]!.includes(value))
              .map(({ label }) => label)
              .join(', '),
          },
        ]
      : [],
  );
  const { madeByFilter: made, failedFilter: failed } = values;
  return [
    ...(made ? [{ key: 'madeByFilter', label: 'Показаны', value: makers[made] }] : []),
    ...(failed ? [{ key: 'failedFilter', label: 'Дошли', value: 'не до всех, за 30 дней' }] : []),
    ...place,
    ...own,
  ];
}
