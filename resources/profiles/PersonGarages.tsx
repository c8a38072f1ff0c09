// The garages of a person, present and former, with what he owes for each.
import { pages } from '../../contract/pages.ts';
import type { ProfileCard } from '../../contract/profiles.ts';
import { EmptyState } from '../../widgets/EmptyState.tsx';
import { formatDate } from '../../widgets/format.ts';
import { GaragePlate } from '../../widgets/GaragePlate.tsx';
import { Money } from '../../widgets/Money.tsx';
import { WholeName } from '../../widgets/WholeName.tsx';
import styles from './profiles.module.css';

export function PersonGarages({ person }: { person: ProfileCard }) {
  if (!person.garages.length)
    return <EmptyState title="Гаражей нет">У этого человека нет и не было гаражей.</EmptyState>;
  return (
    <div className={styles.scroll} tabIndex={0} role="region" aria-label="Гаражи человека">
      <table className={styles.garages}>
        <thead>
          <tr>
            <th>Гараж</th>
            <th>ПО</th>
            <th>Доля</th>
            <th>Владеет</th>
            <th className={styles.end}>Долг гаража</th>
          </tr>
        </thead>
        <tbody>
          {person.garages.map((garage) => (
            <tr key={`${garage.id}${garage.started_on}`}>
              <td>
                <GaragePlate
                  section={garage.section}
                  number={garage.number}
                  archived={garage.is_active === false}
                  to={pages.garage(garage.id)}
                />
              </td>
              <td>
                <WholeName>{garage.po.name}</WholeName>
              </td>
              <td>{garage.share ?? (garage.is_primary ? 'основной' : '—')}</td>
              <td>
                {garage.started_on ? `с ${formatDate(garage.started_on)}` : '—'}{' '}
                {garage.ended_on && `по ${formatDate(garage.ended_on)}`}
              </td>
              <td className={styles.end}>
                {garage.ended_on ? '' : <Money kopecks={garage.balance_kopecks} tone="balance" />}
                {garage.left_debt_kopecks > 0 && (
                  <small>
                    остался за ним <Money kopecks={garage.left_debt_kopecks} tone="debt" />
                  </small>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
