// What rows ask of the router: a link is a link.
import type { ReactNode } from 'react';

export const Link = ({ to, children, ...rest }: { to: string; children: ReactNode }) => (
  <a href={to} {...rest}>
    {children}
  </a>
);
export const useNavigationType = () => 'PUSH';
