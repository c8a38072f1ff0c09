// The garage under the cursor of the map: who, what is owed and for which years, what to do next.
import RoubleIcon from '@mui/icons-material/CurrencyRubleOutlined';
import Button from '@mui/material/Button';
import { useGetOne } from 'react-admin';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { garages, type GarageCard, type MapCell } from '../../contract/garages.ts';
import { financeEdit } from '../../contract/kernel/scope.ts';
import { pages } from '../../contract/pages.ts';
import { useMay } from '../../providers/session.ts';
import { ActionButton } from '../../widgets/ActionButton.tsx';
import { GaragePlate } from '../../widgets/GaragePlate.tsx';
import { Kbd } from '../../widgets/Kbd.tsx';
import { Money } from '../../widgets/Money.tsx';
import { StatusChip } from '../../widgets/StatusChip.tsx';
import { YearMarks } from '../../widgets/YearMarks.tsx';
import { standingOf } from '../balance/standingOf.ts';
import styles from './map.module.css';

/** The card is asked for when the cursor rests: walking along a row asks nothing. */
const REST_MS = 250;

export function MapPanel({ cell }: { cell: MapCell }) {
  const money = useMay(financeEdit);
  const rested = useRested(cell.id);
  const { data } = useGetOne<GarageCard>(garages.name, { id: rested }, { meta: { quiet: true }, staleTime: 30_000 });
  const card = data?.id === cell.id && data.owners ? data : null;
  const owner = card?.owners[0];
  const { debt, advance } = standingOf(cell);
  return (
    <aside className={styles.panel} aria-label="Выбранный гараж">
      <div className={styles.panelTop}>
        <GaragePlate section={cell.section} number={cell.number} size="m" to={pages.garage(cell.id)} />
        <div>
          <h3>Гараж № {cell.number}</h3>
          {[cell.section && `секция ${cell.section}`, cell.type.toLowerCase()].filter(Boolean).join(', ')}
        </div>
      </div>
      <p className={styles.owner}>
        {owner ? <Link to={pages.profile(owner.profile_id)}>{owner.full_name}</Link> : (cell.owner ?? 'Без владельца')}
        {cell.owners_count > 1 && ` и ещё ${cell.owners_count - 1}`}
        <br />
        {owner?.phone ?? <>&nbsp;</>}
      </p>
      {cell.is_locked && (
        <StatusChip kind="waiting">
          Идёт переоформление{card?.reregistration_id ? ` № ${card.reregistration_id}` : ''}
        </StatusChip>
      )}
      {cell.missing.length > 0 && <p>Не внесено: {cell.missing.join(', ')}</p>}
      <div className={styles.debt}>
        {debt > 0 || !advance ? 'Долг' : 'Аванс'}
        <br />
        <Money kopecks={debt || advance} tone={debt > 0 ? 'debt' : advance > 0 ? 'advance' : 'plain'} size="display" />
        {debt > 0 && advance > 0 && (
          <p>
            и отложен аванс <Money kopecks={advance} tone="advance" />
          </p>
        )}
        {cell.former_kopecks > 0 && (
          <p>
            долг прежних владельцев <Money kopecks={cell.former_kopecks} tone="debt" />
          </p>
        )}
        <div className={styles.years}>{card && <YearMarks marks={card.years} size="card" />}</div>
      </div>
      <ActionButton
        main
        sx={{ width: '100%' }}
        to={pages.paymentDesk(cell.id)}
        icon={<RoubleIcon />}
        refusal={money.reason}
      >
        Принять оплату
      </ActionButton>
      <Button fullWidth component={Link} to={pages.garage(cell.id)} sx={{ mt: 1 }}>
        Открыть карточку
      </Button>
      <Keys />
    </aside>
  );
}

function Keys() {
  return (
    <div className={styles.keys}>
      <div>
        <Kbd>←</Kbd> <Kbd>→</Kbd> по ряду
      </div>
      <div>
        <Kbd>↑</Kbd> <Kbd>↓</Kbd> через проезд
      </div>
      <div>
        <Kbd>Enter</Kbd> карточка
      </div>
      <div>
        <Kbd>Пробел</Kbd> выбрать
      </div>
    </div>
  );
}

function useRested(id: number): number {
  const [rested, setRested] = useState(id);
  useEffect(() => {
    const timer = setTimeout(() => setRested(id), REST_MS);
    return () => clearTimeout(timer);
  }, [id]);
  return rested;
}
