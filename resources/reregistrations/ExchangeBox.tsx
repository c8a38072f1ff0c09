// Both halves of an exchange on the card of each.
import { Link } from 'react-router';
import { pages } from '../../contract/pages.ts';
import type { ReregistrationCard } from '../../contract/reregistrations.ts';
import { formatMoney, shortName } from '../../widgets/format.ts';
import { GaragePlate } from '../../widgets/GaragePlate.tsx';
import { SectionCard } from '../../widgets/SectionCard.tsx';
import styles from './reregistrations.module.css';

const tellsEnd = (status: number) =>
  status === 3 ? 'завершены вместе' : status === 5 ? 'аннулированы вместе' : 'завершатся вместе или ни одна';

/** Both halves of an exchange under one bracket: they are completed together or not at all. */
export function ExchangeBox({ card }: { card: ReregistrationCard }) {
  const { pair } = card;
  if (!pair) return null;
  const side = (name: string) =>
    card.parties.filter((party) => party.side === name).map((party) => shortName(party.full_name));
  const own = {
    id: card.id,
    garage: card.garage,
    old: side('old'),
    next: side('new'),
    debt: card.preview.debt_kopecks,
    fee: card.status === 3 ? card.fee_kopecks : card.preview.fee_kopecks,
    blocks: card.preview.checks.filter((check) => check.state === 'blocks').map((check) => check.text),
  };
  const other = {
    id: pair.id,
    garage: pair.garage,
    old: pair.old_owners.map(shortName),
    next: pair.new_owners.map(shortName),
    debt: pair.debt_kopecks,
    fee: pair.fee_kopecks,
    blocks: pair.blocks,
  };
  const isOpen = [0, 1, 2, 6].includes(card.status);
  return (
    <SectionCard title={`Обмен: обе половины ${tellsEnd(card.status)}`}>
      <ul className={styles.halves}>
        {[own, other].map((half) => (
          <li key={half.id}>
            <GaragePlate section={half.garage.section} number={half.garage.number} to={pages.garage(half.garage.id)} />
            <span>
              {half.old.join(', ')} → <b>{half.next.join(', ')}</b> ·{' '}
              {half.id === card.id ? (
                `№ ${half.id}, это дело`
              ) : (
                <Link to={pages.reregistration(half.id)}>№ {half.id}</Link>
              )}
            </span>
            <p className={styles.muted}>
              {[half.debt > 0 && isOpen ? `долг ${formatMoney(half.debt)}` : null, `сбор ${formatMoney(half.fee)}`]
                .filter(Boolean)
                .join(' · ')}
            </p>
            {isOpen && half.blocks.map((text) => <p key={text}>✕ {text}</p>)}
          </li>
        ))}
      </ul>
    </SectionCard>
  );
}
