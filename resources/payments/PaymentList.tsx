// The list of payments: who paid what and how, totals by method, closing the day, refunds and the like.
import RoubleIcon from '@mui/icons-material/CurrencyRubleOutlined';
import { ListBase } from 'react-admin';
import { useMemo } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { levelOf } from '../../contract/kernel/scope.ts';
import { pages } from '../../contract/pages.ts';
import { operationKinds, payments, type OperationRow } from '../../contract/payments.ts';
import { useActor } from '../../providers/session.ts';
import { EmptyState } from '../../widgets/EmptyState.tsx';
import { countOf, formatDate, formatMoney } from '../../widgets/format.ts';
import { GaragePlate } from '../../widgets/GaragePlate.tsx';
import { RegisterList } from '../../widgets/list/RegisterList.tsx';
import { useNarrow } from '../../widgets/useScreen.ts';
import { PhoneBar } from '../../widgets/PhoneBar.tsx';
import { BooksMenu } from '../books/BooksMenu.tsx';
import { MoneyButton } from '../books/MoneyButton.tsx';
import { MoneyTabs } from '../books/MoneyTabs.tsx';
import { useExport, useSavedViews } from '../lists/useListTools.ts';
import { CashDayDialog } from './CashDayDialog.tsx';
import { paymentColumns, Sum } from './columns.tsx';
import { useDeskDefaults } from './desk/useDesk.ts';
import { usePaymentTypes } from '../lists/types.ts';
import { PaymentFilters, usePaymentChips } from './PaymentFilters.tsx';
import styles from './payments.module.css';
import { Purpose } from './Purpose.tsx';
import { movesMoney, operationName } from './ru.ts';
import { SpecialDialog } from './SpecialDialog.tsx';

export default function PaymentList() {
  return (
    <ListBase
      resource={payments.name}
      perPage={25}
      sort={{ field: 'on_date', order: 'DESC' }}
      storeKey="payments"
      disableAuthentication
    >
      <Screen />
    </ListBase>
  );
}

function Screen() {
  const actor = useActor();
  const navigate = useNavigate();
  const narrow = useNarrow();
  const level = actor && levelOf(actor);
  const columns = useMemo(() => paymentColumns(level), [level]);
  const views = useSavedViews('payments');
  const exportAs = useExport('payments');
  return (
    <>
      <RegisterList<OperationRow>
        title="Взносы"
        switcher={<MoneyTabs value="payments" />}
        actions={
          !narrow && (
            <>
              <BooksMenu />
              <TakeButton />
            </>
          )
        }
        searchKey="nameFilter"
        searchLabel="Гараж, ЛС, плательщик, № документа"
        columns={columns}
        storeKey="payments"
        nameOf={operationName}
        onOpen={(row) => void navigate(pages.balanceOperation(row.id))}
        renderCard={(row) => <CardRow row={row} />}
        filters={<PaymentFilters />}
        chips={usePaymentChips()}
        totals={(totals) => <Totals totals={totals} />}
        onExport={exportAs}
        views={views}
        phoneBar={
          <PhoneBar>
            <span style={{ flex: 'none' }}>
              <BooksMenu />
            </span>
            <TakeButton />
          </PhoneBar>
        }
        empty={
          <EmptyState title="Платежей пока нет" actions={<TakeButton />}>
            Примите первую оплату: видно, какие взносы она закроет.
          </EmptyState>
        }
      />
      <AddressDialog />
    </>
  );
}

const TakeButton = () => (
  <MoneyButton icon={<RoubleIcon />} to={pages.paymentDesk()}>
    Принять оплату
  </MoneyButton>
);

/** The dialog that the address names after #; closing it takes it off. */
function AddressDialog() {
  const navigate = useNavigate();
  const { hash, search } = useLocation();
  const today = useDeskDefaults()?.today;
  const close = () => void navigate({ search, hash: '' }, { replace: true });
  const kind = operationKinds.find((one) => hash === `#${one}`);
  if (kind) return <SpecialDialog key={kind} first={kind} onClose={close} />;
  return hash === '#day' && today ? <CashDayDialog date={today} onClose={close} /> : null;
}

/** Sums by method over the filter, without what was undone; a debt that was written off is no money that came. */
function Totals({ totals }: { totals: Record<string, number> }) {
  const types = usePaymentTypes() ?? [];
  const money = types.filter(movesMoney);
  const all = (key: 'n' | 'sum') => money.reduce((sum, type) => sum + (totals[`${key}${type.id}`] ?? 0), 0);
  return (
    <>
      <span>
        Принято {countOf(all('n'), ['платёж', 'платежа', 'платежей'])} на <b>{formatMoney(all('sum'))}</b>
      </span>
      {types
        .filter((type) => totals[`n${type.id}`])
        .map((type) => (
          <span key={type.id}>
            {type.name} <b>{formatMoney(totals[`sum${type.id}`] ?? 0)}</b>
          </span>
        ))}
    </>
  );
}

function CardRow({ row }: { row: OperationRow }) {
  return (
    <Link to={pages.balanceOperation(row.id)} className={styles.rowCard}>
      <span className={styles.cardName}>
        <GaragePlate section={row.garage.section} number={row.garage.number} />
        {row.payer?.name ?? 'без владельца'}
      </span>
      <b>
        <Sum row={row} />
      </b>
      <span className={styles.muted}>
        {formatDate(row.on_date)} · <Purpose row={row} />
        {row.is_reversed && ' · отменён'}
      </span>
      <span className={styles.muted}>{row.payment_type?.name}</span>
    </Link>
  );
}
