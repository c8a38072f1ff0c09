// Whether an account works, waits for its invitation or is disabled.
import { userStates, type UserState } from '../../../contract/users.ts';
import { StatusChip } from '../../../widgets/StatusChip.tsx';

const kinds = { active: 'done', invited: 'waiting', disabled: 'archived' } as const;

export const StateChip = ({ state }: { state: UserState }) => (
  <StatusChip kind={kinds[state]}>{userStates[state]}</StatusChip>
);
