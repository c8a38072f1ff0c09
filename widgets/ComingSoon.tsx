// A page whose section is still being built: says what will be here and leads on.
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { pages } from '../contract/pages.ts';
import { EmptyState } from './EmptyState.tsx';

export function ComingSoon({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div style={{ padding: '20px var(--gr-pageX)' }}>
      <h1 style={{ fontSize: '1.375rem', margin: 0 }}>{title}</h1>
      <EmptyState
        title="Раздел готовится"
        actions={
          <Button variant="contained" component={Link} to={pages.garages}>
            К гаражам
          </Button>
        }
      >
        {children}
      </EmptyState>
    </div>
  );
}
