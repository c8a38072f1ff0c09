// A mailbox from which letters come back says so beside its address.
import type { ReactNode } from 'react';

export const MailReturns = ({ reason, children }: { reason: string | null; children: ReactNode }) => (
  <>
    {children} {reason && <small>Письма возвращаются: {reason}. Исправьте адрес</small>}
  </>
);
