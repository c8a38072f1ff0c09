// Several garages in a row or a card: the first ones as plates, and how many more there are.
import { GaragePlate, type GaragePlateProps } from './GaragePlate.tsx';
import styles from './plate.module.css';

interface Garage {
  id: number;
  section: string | null;
  number: string;
  is_active?: boolean | null | undefined;
}

export interface GaragePlatesProps {
  garages: readonly Garage[];
  /** More than so many are counted, not shown; without it all are shown. */
  most?: number;
  size?: GaragePlateProps['size'];
  /** Address of a garage; without it plates are pictures. */
  to?: (id: number) => string;
}

/** What is left out is said as «+2», with its names for the pointer. */
export function GaragePlates({ garages, most = garages.length, size, to }: GaragePlatesProps) {
  const rest = garages.slice(most);
  return (
    <>
      {garages.slice(0, most).map(({ id, section, number, is_active }) => (
        <GaragePlate
          key={id}
          section={section}
          number={number}
          archived={is_active === false}
          {...(size && { size })}
          {...(to && { to: to(id) })}
        />
      ))}
      {rest.length > 0 && (
        <span
          className={styles.more}
          title={rest.map(({ section, number }) => `${section ?? ''} ${number}`.trim()).join(', ')}
        >
          +{rest.length}
        </span>
      )}
    </>
  );
}
