// The main button of a list of money; whom it is not for reads why under it.
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { financeEdit } from '../../contract/kernel/scope.ts';
import { useMay } from '../../providers/session.ts';
import styles from './books.module.css';

export function MoneyButton({ icon, to, children }: { icon: ReactNode; to: string; children: ReactNode }) {
  const { may, reason } = useMay(financeEdit);
  if (may)
    return (
      <Button variant="contained" startIcon={icon} component={Link} to={to}>
        {children}
      </Button>
    );
  return (
    <span title={reason ?? ''}>
      <Button variant="contained" startIcon={icon} disabled>
        {children}
      </Button>
      <small className={styles.why}>{reason}</small>
    </span>
  );
}
