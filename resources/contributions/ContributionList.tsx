// The list of charges: what was charged, to how many garages, how much of it is paid.
import AddIcon from '@mui/icons-material/Add';
import { ListBase, useListContext } from 'react-admin';
import { useMemo } from 'react';
import { Link, useNavigate } from 'react-router';
import { contributions, type ContributionRow } from '../../contract/contributions.ts';
import { levelOf } from '../../contract/kernel/scope.ts';
import { pages } from '../../contract/pages.ts';
import { useActor } from '../../providers/session.ts';
import { EmptyState } from '../../widgets/EmptyState.tsx';
import { countOf, formatDate, formatMoney } from '../../widgets/format.ts';
import { RegisterList } from '../../widgets/list/RegisterList.tsx';
import { useNarrow } from '../../widgets/useScreen.ts';
import { PhoneBar } from '../../widgets/PhoneBar.tsx';
import { useExport, useSavedViews } from '../lists/useListTools.ts';
import { BooksMenu } from '../books/BooksMenu.tsx';
import { Amount, contributionColumns, States } from './columns.tsx';
import { ContributionFilters, useContributionChips } from './ContributionFilters.tsx';
import { MoneyButton } from '../books/MoneyButton.tsx';
import { MoneyTabs } from '../books/MoneyTabs.tsx';
import { PaidCell, PaidProvider } from './paid.tsx';
import { documentName, documentTitle, garagesOf } from './ru.ts';
import styles from './contributions.module.css';

export default function ContributionList() {
  return (
    <ListBase
      resource={contributions.name}
      perPage={25}
      sort={{ field: 'on_date', order: 'DESC' }}
      storeKey="contributions"
      disableAuthentication
    >
      <Screen />
    </ListBase>
  );
}

const noRows: ContributionRow[] = [];

function Screen() {
  const actor = useActor();
  const navigate = useNavigate();
  const narrow = useNarrow();
  const { data = noRows } = useListContext<ContributionRow>();
  const level = actor && levelOf(actor);
  const columns = useMemo(() => contributionColumns(level), [level]);
  const exportAs = useExport('contributions');
  const views = useSavedViews('contributions');
  return (
    <PaidProvider rows={data}>
      <RegisterList<ContributionRow>
        title="Взносы"
        switcher={<MoneyTabs value="accruals" />}
        actions={
          !narrow && (
            <>
              <BooksMenu />
              <ChargeButton />
            </>
          )
        }
        columns={columns}
        storeKey="contributions"
        nameOf={documentName}
        onOpen={(row) => void navigate(pages.contribution(row.id))}
        renderCard={(row) => <CardRow row={row} />}
        filters={<ContributionFilters />}
        chips={useContributionChips()}
        totals={(totals) => <Totals garages={totals.garages ?? 0} amount={totals.amount_kopecks ?? 0} />}
        onExport={exportAs}
        views={views}
        phoneBar={
          <PhoneBar>
            <span style={{ flex: 'none' }}>
              <BooksMenu />
            </span>
            <ChargeButton />
          </PhoneBar>
        }
        empty={
          <EmptyState title="Начислений пока нет" actions={<ChargeButton />}>
            Начислите годовой взнос всем гаражам сразу: сумма по каждому видна до начисления.
          </EmptyState>
        }
      />
    </PaidProvider>
  );
}

const ChargeButton = () => (
  <MoneyButton icon={<AddIcon />} to={pages.accrual}>
    Начислить
  </MoneyButton>
);

const lineForms = ['начисление гаражу', 'начисления гаражам', 'начислений гаражам'] as const;
/** Sums without what was undone. */
function Totals({ garages, amount }: { garages: number; amount: number }) {
  const { total = 0 } = useListContext();
  return (
    <>
      <span>
        Начислено <b>{formatMoney(amount)}</b>
      </span>
      <span>
        в {countOf(total, ['документе', 'документах', 'документах'])}: {countOf(garages, lineForms)}
      </span>
    </>
  );
}

function CardRow({ row }: { row: ContributionRow }) {
  return (
    <Link to={pages.contribution(row.id)} className={styles.card}>
      <span className={styles.cardName}>
        {documentTitle(row)} <States row={row} />
      </span>
      <Amount row={row} />
      <span className={styles.muted}>
        {formatDate(row.on_date)} · {garagesOf(row.garages)}
      </span>
      <PaidCell row={row} />
    </Link>
  );
}
