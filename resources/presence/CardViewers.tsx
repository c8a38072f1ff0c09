// «Сейчас открыто у: …»: who else has this card open, in the head of the card.
import type { CardResource } from '../../contract/kernel/live.ts';
import { useCardViewers } from '../../providers/liveProvider.ts';
import { PersonAvatar } from '../../widgets/PersonAvatar.tsx';
import styles from './presence.module.css';

/** Names that are said; the rest is a number. */
const SAID = 3;

/** Says nothing while nobody else is here; the space is taken only then. */
export function CardViewers({ resource, id }: { resource: CardResource; id: number | undefined }) {
  const people = useCardViewers(resource, id);
  const said = people.slice(0, SAID).join(', ');
  const more = people.length > SAID ? ` и ещё ${people.length - SAID}` : '';
  return (
    <span className={styles.viewers} role="status">
      {people.length > 0 && (
        <>
          {people.slice(0, SAID).map((name) => (
            <PersonAvatar key={name} name={name} size={22} />
          ))}
          <span>
            Сейчас открыто у: {said}
            {more}
          </span>
        </>
      )}
    </span>
  );
}
