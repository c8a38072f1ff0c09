// A name that is not torn at its hyphen: «КАС № 12-3» goes to the next line as one, and takes lines only when it is longer than one.
import type { ReactNode } from 'react';

export function WholeName({ children }: { children: ReactNode }) {
  return <span style={{ display: 'inline-block', maxWidth: '100%' }}>{children}</span>;
}
