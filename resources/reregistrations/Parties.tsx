// Who takes part in a case, to be called.
import { Link } from 'react-router';
import { pages } from '../../contract/pages.ts';
import type { ReregistrationCard } from '../../contract/reregistrations.ts';
import { shortName } from '../../widgets/format.ts';
import { StoryLink } from '../actionLog/StoryLink.tsx';
import { PhoneLine } from '../profiles/PhoneLine.tsx';
import styles from './reregistrations.module.css';

/** Both sides with their phones: they are called from here; and how the case came to be. */
export function Sides({ card }: { card: ReregistrationCard }) {
  const people = card.parties.filter((party) => party.side !== 'transit' && party.phone);
  const story = card.status !== 0 && <StoryLink type="reregistration" id={card.id} />;
  if (!people.length) return story;
  return (
    <section className={styles.sides}>
      <h2>Стороны</h2>
      <ul className={styles.people}>
        {people.map((party) => (
          <li key={party.id}>
            <Link to={pages.profile(party.profile_id)}>{shortName(party.full_name)}</Link>
            <div className={styles.muted}>
              <PhoneLine profileId={party.profile_id} masked={party.phone!} />
            </div>
          </li>
        ))}
      </ul>
      {story}
    </section>
  );
}
