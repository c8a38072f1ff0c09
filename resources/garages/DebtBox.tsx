// The heart of the card: how much is owed, for which years, and why, as a small bill.
import QrIcon from '@mui/icons-material/QrCode2Outlined';
import Button from '@mui/material/Button';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import type { GarageCard } from '../../contract/garages.ts';
import { pages } from '../../contract/pages.ts';
import { useActor } from '../../providers/session.ts';
import { cx } from '../../widgets/cx.ts';
import { loadPatiently } from '../../widgets/loadPatiently.ts';
import { Money } from '../../widgets/Money.tsx';
import paper from '../../widgets/print.module.css';
import { useNarrow } from '../../widgets/useScreen.ts';
import { YearMarks } from '../../widgets/YearMarks.tsx';
import { BillLines } from '../balance/BillLines.tsx';
import { owedLines } from '../balance/billRules.ts';
import { standingOf } from '../balance/standingOf.ts';
import styles from './garages.module.css';

const PaymentQr = lazy(() => loadPatiently(() => import('../balance/PaymentQrDialog.tsx')));

/** A bill of so many lines is open from the start; on a phone the names of the owners come first. */
const SHORT_BILL = 4;

export function DebtBox({ garage }: { garage: GarageCard }) {
  const actor = useActor();
  const owed = owedLines(garage.debt);
  const narrow = useNarrow();
  const [open, setOpen] = useState(!narrow && owed.length > 0 && owed.length <= SHORT_BILL);
  const [paying, setPaying] = useState(false);
  const { debt, advance } = standingOf(garage);
  return (
    <section className={styles.box} aria-label="Долг">
      <div className={styles.debtHead}>
        <div>
          <h2>{debt > 0 || !advance ? 'Долг' : 'Аванс'}</h2>
          <Money
            kopecks={debt || advance}
            tone={debt > 0 ? 'debt' : advance > 0 ? 'advance' : 'plain'}
            size="display"
          />
          {debt > 0 && advance > 0 && (
            <p className={styles.beside}>
              и отложен аванс <Money kopecks={advance} tone="advance" />
            </p>
          )}
          {garage.former_kopecks > 0 && (
            <p className={styles.beside}>
              долг прежних владельцев <Money kopecks={garage.former_kopecks} tone="debt" />
            </p>
          )}
        </div>
        <YearMarks marks={garage.years} size="card" />
      </div>
      {debt > 0 && (
        <>
          <button type="button" className={styles.why} aria-expanded={open} onClick={() => setOpen(!open)}>
            Почему такой долг? <span aria-hidden="true">{open ? '▴' : '▾'}</span>
          </button>
          <div className={styles.bill} data-open={open}>
            <BillLines lines={garage.debt} />
          </div>
        </>
      )}
      <div className={cx(styles.more, paper.screenOnly)}>
        <Button size="small" startIcon={<QrIcon />} onClick={() => setPaying(true)}>
          QR для оплаты
        </Button>
        {!actor?.region && <Link to={pages.garageContributions(garage.id)}>Начисления, оплаты, акт сверки</Link>}
      </div>
      {paying && (
        <Suspense fallback={null}>
          <PaymentQr garage={garage} onClose={() => setPaying(false)} />
        </Suspense>
      )}
    </section>
  );
}
