// The card of a garage: who, what, what is owed and why, history, papers, neighbours.
import EditIcon from '@mui/icons-material/EditOutlined';
import MoreIcon from '@mui/icons-material/MoreHoriz';
import PrintIcon from '@mui/icons-material/PrintOutlined';
import RoubleIcon from '@mui/icons-material/CurrencyRubleOutlined';
import Button from '@mui/material/Button';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useRecordContext } from 'react-admin';
import { useState, type ReactNode } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { garageFields } from '../../contract/fields/garages.ts';
import { plainFields, valueText } from '../../contract/kernel/fields.ts';
import { garages, type GarageCard } from '../../contract/garages.ts';
import { financeEdit, registryEdit } from '../../contract/kernel/scope.ts';
import { listWith, pages } from '../../contract/pages.ts';
import { reregistrationEdit } from '../../contract/reregistrations.ts';
import { useActor, useMay } from '../../providers/session.ts';
import { ActionButton } from '../../widgets/ActionButton.tsx';
import { CopyButton } from '../../widgets/CopyButton.tsx';
import { Counted } from '../../widgets/Counted.tsx';
import { cx } from '../../widgets/cx.ts';
import { today } from '../../widgets/today.ts';
import type { DropdownItem } from '../../widgets/Dropdown.tsx';
import { IconButtonWithTip } from '../../widgets/IconButtonWithTip.tsx';
import { IconDropdown } from '../../widgets/IconDropdown.tsx';
import { formatDate, formatNumber } from '../../widgets/format.ts';
import { GaragePlate } from '../../widgets/GaragePlate.tsx';
import { openModal } from '../../widgets/modals.ts';
import { Note } from '../../widgets/Note.tsx';
import { PageSkeleton } from '../../widgets/PageSkeleton.tsx';
import { printPaper } from '../../widgets/printPaper.ts';
import paper from '../../widgets/print.module.css';
import { StatusChip } from '../../widgets/StatusChip.tsx';
import { RecordPage } from '../../widgets/RecordPage.tsx';
import { PhoneBar } from '../../widgets/PhoneBar.tsx';
import { GarageMoney } from '../balance/GarageMoney.tsx';
import { AttachmentList, useAttachments } from '../files/AttachmentList.tsx';
import { PaperList, usePapers } from '../documents/PaperList.tsx';
import { CommentList, useComments } from '../comments/CommentList.tsx';
import { CardViewers } from '../presence/CardViewers.tsx';
import { UnfoundedBox } from '../penalties/UnfoundedBox.tsx';
import { archiveTitle, CameOf, PlaceTaken } from './GarageLinks.tsx';
import { AttentionBox } from './AttentionBox.tsx';
import { ArchiveDialog, RestoreDialog } from './ArchiveDialog.tsx';
import { DebtBox } from './DebtBox.tsx';
import styles from './garages.module.css';
import { labels } from './ru.ts';
import { GarageHistory } from './GarageHistory.tsx';
import { OwnersBox } from './OwnersBox.tsx';
import { PibBox } from './PibBox.tsx';
import { PibDialog } from './PibDialog.tsx';
import { RestrictionsBox } from './RestrictionsBox.tsx';
import { SideColumn } from './SideColumn.tsx';

export default function GarageShow() {
  return (
    <RecordPage resource={garages.name}>
      <Card />
    </RecordPage>
  );
}

const tabs = ['garage', 'owners', 'contributions', 'documents', 'comments'] as const;
type TabName = (typeof tabs)[number];
/** The tab an address asks for, if there is one for this person: a region has no money of a garage. */
const tabOf = (asked: string | null, region: number | null | undefined): TabName =>
  tabs.find((one) => one === asked && (one !== 'contributions' || !region)) ?? 'garage';

function Card() {
  const garage = useRecordContext<GarageCard>();
  const actor = useActor();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [search, setSearch] = useSearchParams();
  // A list leaves its shorter rows in the cache: the card is shown when it has come whole.
  if (garage?.version === undefined) return <PageSkeleton />;
  const object = { type: 'garage' as const, objectId: garage.id };
  const tab = tabOf(pathname.endsWith('/contributions') ? 'contributions' : search.get('tab'), actor?.region);
  const open = (next: TabName) => {
    if (next === 'contributions' && !actor?.region)
      void navigate(pages.garageContributions(garage.id), { replace: true });
    else if (pathname.endsWith('/contributions'))
      void navigate(`${pages.garage(garage.id)}?tab=${next}`, { replace: true });
    else setSearch({ tab: next }, { replace: true });
  };
  return (
    <div className={cx(styles.show, paper.paper)}>
      <nav className={styles.crumbs} aria-label="Путь">
        <span>
          <Link to={pages.garages}>Гаражи</Link> ›{' '}
          <Link to={listWith(pages.garages, { poFilter: [garage.po.id] })}>{garage.po.name}</Link>
          {garage.section && <> › секция {garage.section}</>}
        </span>
        <CardViewers resource="garages" id={garage.id} />
      </nav>
      <Top garage={garage} />
      <div>
        {!garage.isActive && (
          <Note tone="amber" title={archiveTitle(garage)}>
            <PlaceTaken garage={garage} />
            {garage.archiveComment}
          </Note>
        )}
        <CameOf garage={garage} />
        <UnfoundedBox garage={garage.id} />
        <div className={styles.boxes}>
          <OwnersBox garage={garage} />
          <DebtBox garage={garage} />
        </div>
        <div className={styles.tabs}>
          <TabBar garage={garage} object={object} tab={tab} open={open} />
          {tab === 'garage' && <AttentionBox garage={garage} />}
          {tab === 'garage' && <RestrictionsBox garage={garage} />}
          {tab === 'garage' && <Facts garage={garage} />}
          {tab === 'owners' && <GarageHistory id={garage.id} />}
          {tab === 'contributions' && <GarageMoney garage={garage} />}
          {tab === 'documents' && (
            <>
              <PaperList garage={garage.id} />
              <AttachmentList {...object} />
            </>
          )}
          {tab === 'comments' && <CommentList {...object} />}
        </div>
      </div>
      <SideColumn garage={garage} />
      <footer className={paper.paperOnly}>
        {garage.mo.name}, {garage.po.name}. Карточка гаража на {formatDate(today())}
      </footer>
      <PhoneActions garage={garage} />
    </div>
  );
}

function TabBar({
  garage,
  object,
  tab,
  open,
}: {
  garage: GarageCard;
  object: { type: 'garage'; objectId: number };
  tab: TabName;
  open: (next: TabName) => void;
}) {
  const actor = useActor();
  return (
    <Tabs
      value={tab}
      onChange={(_, next: TabName) => open(next)}
      variant="scrollable"
      scrollButtons={false}
      aria-label="Разделы карточки"
    >
      <Tab value="garage" label="Гараж" />
      <Tab value="owners" label="Владельцы и история" />
      {!actor?.region && <Tab value="contributions" label="Взносы" />}
      <Tab value="documents" label={<PaperCount garage={garage.id} />} />
      <Tab value="comments" label={<Counted label="Комментарии" count={useComments(object).data?.data.length} />} />
    </Tabs>
  );
}

/** Papers that help with the amnesty: the share, the register, the decision that gave the garage out. */
const AMNESTY_PAPERS = [3, 4, 5];

const printOf = (garage: GarageCard, types?: number[]) =>
  openModal({
    name: 'print-document',
    about: { garage_id: garage.id },
    ...(types && { types }),
    title: `Гараж ${[garage.section, garage.number].filter(Boolean).join(' ')}, ${garage.po.name}`,
  });

/** Papers that were printed and files that were attached. */
function PaperCount({ garage }: { garage: number }) {
  const files = useAttachments({ type: 'garage', objectId: garage }).data?.data.length ?? 0;
  return <Counted label="Документы" count={files + (usePapers({ garage }).data?.total ?? 0)} />;
}

function Top({ garage }: { garage: GarageCard }) {
  const navigate = useNavigate();
  const edit = useMay(registryEdit);
  const more = useMoreActions(garage);
  const facts = factsOf(garage);
  return (
    <header className={styles.top}>
      <GaragePlate section={garage.section} number={garage.number} size="l" archived={!garage.isActive} />
      <div className={styles.topWords}>
        <h1>
          Гараж № {garage.number}
          <StatusChip kind={garage.isActive ? 'plain' : 'archived'}>
            {garage.isActive ? 'Действующий' : 'В архиве'}
          </StatusChip>
          {garage.reregistration_id && (
            <Link to={pages.reregistration(garage.reregistration_id)}>
              <StatusChip kind="waiting">Идёт переоформление № {garage.reregistration_id}</StatusChip>
            </Link>
          )}
          {garage.amnesty_until && (
            <StatusChip
              title={`Построен до 30.12.2004 и капитальный. Амнистия — до ${formatDate(garage.amnesty_until)}`}
            >
              Подходит по дате под гаражную амнистию
            </StatusChip>
          )}
        </h1>
        <p>{facts.filter(Boolean).join(' · ')}</p>
        <p className={styles.account}>
          Лицевой счёт <b>{garage.account_no}</b>{' '}
          <CopyButton text={garage.account_no} label="Скопировать лицевой счёт" />
        </p>
      </div>
      <div className={styles.topActions}>
        <PayAction garage={garage} onClick={() => void navigate(pages.paymentDesk(garage.id))} />
        <Button startIcon={<PrintIcon />} onClick={() => printOf(garage)}>
          Напечатать
        </Button>
        <ActionButton
          icon={<EditIcon />}
          refusal={edit.reason}
          onClick={() => void navigate(pages.garageEdit(garage.id))}
        >
          Изменить
        </ActionButton>
        {more.menu}
      </div>
      {more.dialog}
    </header>
  );
}

/** Place, type, size and year in words. */
function factsOf(garage: GarageCard) {
  const size = [garage.sizeX, garage.sizeY, garage.sizeZ]
    .filter((side) => side !== null)
    .map((side) => formatNumber(side, 2));
  const area = garage.sizeX && garage.sizeY ? `, ${formatNumber(garage.sizeX * garage.sizeY, 2)} м²` : '';
  const facts = [
    garage.po.name,
    garage.section && `секция ${garage.section}`,
    garage.type.label.toLowerCase(),
    size.length && `${size.join(' × ')} м${area}`,
    garage.dateOfConstruction && `построен\u00a0в\u00a0${garage.dateOfConstruction.slice(0, 4)}\u00a0году`,
  ];
  return facts;
}

/** «Ещё действия» of a garage: the menu and the dialog it may open; a phone has them all under one button. */
const amnestyItems = (garage: GarageCard): DropdownItem[] =>
  garage.amnesty_until
    ? [
        {
          key: 'amnesty',
          label: 'Бумаги для амнистии',
          hint: `Пай, выписка, решение — до ${formatDate(garage.amnesty_until)}`,
          icon: <PrintIcon />,
          onSelect: () => printOf(garage, AMNESTY_PAPERS),
        },
      ]
    : [];

/** An entry that can't be chosen says why. */
const refused = (reason: string | null) => (reason === null ? {} : { disabled: true, hint: reason });

function useMoreActions(garage: GarageCard, onPhone = false) {
  const navigate = useNavigate();
  const edit = useMay(registryEdit);
  const money = useMay(financeEdit);
  const rereg = useMay(reregistrationEdit);
  const archived = garage.isActive ? null : 'Гараж в архиве';
  const [dialog, setDialog] = useState<'archive' | 'restore' | null>(null);
  const items: DropdownItem[] = [
    ...(onPhone
      ? [
          {
            key: 'edit',
            label: 'Изменить',
            icon: <EditIcon />,
            onSelect: () => void navigate(pages.garageEdit(garage.id)),
            ...refused(edit.reason),
          },
        ]
      : []),
    { key: 'print', label: 'Напечатать карточку', icon: <PrintIcon />, onSelect: () => printPaper() },
    ...amnestyItems(garage),
    {
      key: 'charge',
      label: 'Начислить взнос',
      icon: <RoubleIcon />,
      onSelect: () => void navigate(pages.accrualOf(garage.id)),
      ...refused(money.reason ?? archived),
    },
    {
      key: 'rereg',
      label: 'Переоформить',
      onSelect: () => void navigate(pages.newReregistration(garage.id)),
      ...refused(rereg.reason ?? archived),
    },
    {
      key: 'asOf',
      label: 'Как было на дату',
      onSelect: () => void navigate(pages.garagesAsOf({ garage: garage.id })),
    },
    garage.isActive
      ? {
          key: 'archive',
          label: 'Перевести в архив',
          danger: true,
          divided: true,
          onSelect: () => setDialog('archive'),
          ...refused(edit.reason),
        }
      : {
          key: 'restore',
          label: 'Вернуть из архива',
          divided: true,
          onSelect: () => setDialog('restore'),
          ...refused(edit.reason),
        },
  ];
  return {
    menu: <IconDropdown label="Ещё действия" icon={<MoreIcon />} items={items} />,
    dialog: dialog && <MoreDialog of={dialog} garage={garage} onClose={() => setDialog(null)} />,
  };
}

const MoreDialog = ({ of, ...props }: { of: 'archive' | 'restore'; garage: GarageCard; onClose: () => void }) =>
  of === 'archive' ? <ArchiveDialog {...props} /> : <RestoreDialog {...props} />;

/** A technical inventory of an earlier day proves a garage for the amnesty. */
const PIB_BEFORE = '2013-01-01';
/** Fields that the card tells in a way of its own. */
const apart = new Set(['pibNumber', 'pibDate', 'note']);

function Facts({ garage }: { garage: GarageCard }) {
  const { may } = useMay(registryEdit);
  const [editingPib, setEditingPib] = useState(false);
  const pib = [garage.pibNumber, garage.pibDate && `от ${formatDate(garage.pibDate)}`].filter(Boolean).join(' ') || '—';
  const facts: [string, ReactNode][] = [
    [labels.po!, garage.po.name],
    [labels.mo!, garage.mo.name],
    [labels.section!, garage.section || '—'],
    [labels.type!, garage.type.label],
    ...(['sizeX', 'sizeY', 'sizeZ'] as const).map((side): [string, string] => [
      labels[side]!,
      valueText(garageFields[side], garage[side]),
    ]),
    ...plainFields(garageFields)
      .filter(([key]) => !apart.has(key))
      .map(([key, field]): [string, string] => [field.label, valueText(field, garage[key as 'pibNumber'])]),
    [
      'Справка ПИБ',
      <>
        {pib}
        {may && garage.isActive && (
          <IconButtonWithTip label="Изменить справку ПИБ" size="small" onClick={() => setEditingPib(true)}>
            <EditIcon sx={{ fontSize: 16 }} />
          </IconButtonWithTip>
        )}
        {garage.amnesty_until && garage.pibDate && garage.pibDate < PIB_BEFORE && (
          <StatusChip kind="done" title="Справка составлена до 01.01.2013: годится для гаражной амнистии">
            до 2013 года
          </StatusChip>
        )}
      </>,
    ],
    [labels.lastPayment!, formatDate(garage.last_payment_on)],
  ];
  return (
    <>
      {editingPib && <PibDialog garage={garage} onClose={() => setEditingPib(false)} />}
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {garage.note && (
        <>
          <h3 style={{ fontSize: '0.8125rem' }}>Примечание</h3>
          <p style={{ whiteSpace: 'pre-wrap' }}>{garage.note}</p>
        </>
      )}
      <PibBox garage={garage} />
    </>
  );
}

function PhoneActions({ garage }: { garage: GarageCard }) {
  const more = useMoreActions(garage, true);
  return (
    <PhoneBar>
      <PayAction garage={garage} to={pages.paymentDesk(garage.id)} />
      <IconButtonWithTip label="Напечатать" onClick={() => printOf(garage)}>
        <PrintIcon />
      </IconButtonWithTip>
      {more.menu}
      {more.dialog}
    </PhoneBar>
  );
}

function PayAction({ garage, ...leads }: { garage: GarageCard; to?: string; onClick?: () => void }) {
  const { reason } = useMay(financeEdit);
  const refusal = reason ?? (garage.isActive ? null : 'Гараж в архиве: оплата не принимается');
  return (
    <ActionButton main icon={<RoubleIcon />} refusal={refusal} {...leads}>
      Принять оплату
    </ActionButton>
  );
}
