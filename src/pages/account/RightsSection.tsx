// Role, capabilities and the places where they hold: given by a superuser, only shown here.
import { capabilityNames, type Capability } from '../../../contract/kernel/scope.ts';
import type { UserDetail } from '../../../contract/session.ts';
import { roleNames } from '../../../contract/users.ts';
import { SectionCard } from '../../../widgets/SectionCard.tsx';
import { StatusChip } from '../../../widgets/StatusChip.tsx';
import styles from './account.module.css';

export function RightsSection({ user }: { user: UserDetail }) {
  const mainRole = roleNames[user.role] ?? user.role;
  const places = [...user.region_rights, ...user.mo_rights, ...user.po_rights];
  return (
    <SectionCard title="Права">
      <div className={styles.chips}>
        {user.capabilities.map((capability) => (
          <StatusChip key={capability} kind="done">
            {capabilityNames[capability as Capability]}
          </StatusChip>
        ))}
        {!user.capabilities.length && <StatusChip>только чтение</StatusChip>}
      </div>
      <ul className={styles.list}>
        {places.map((place) => (
          <li key={`${place.name}${place.id}`}>
            <div>
              <b>{place.name}</b>
              <small>{place.role ? (roleNames[place.role] ?? place.role) : mainRole}</small>
            </div>
          </li>
        ))}
      </ul>
    </SectionCard>
  );
}
