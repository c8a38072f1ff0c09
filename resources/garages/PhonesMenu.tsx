// Phones of the list of garages: those of the page at once, or a list to call by. Both are on record.
import PhoneIcon from '@mui/icons-material/PhoneOutlined';
import { useListContext } from 'react-admin';
import type { GarageRow } from '../../contract/garages.ts';
import { registryEdit } from '../../contract/kernel/scope.ts';
import { useMay } from '../../providers/session.ts';
import { Dropdown } from '../../widgets/Dropdown.tsx';
import { toast } from '../../widgets/toasts.ts';
import { CallList } from '../profiles/CallList.tsx';
import { useShownPhones } from '../profiles/shownPhones.ts';
import { ownersWithPhones } from './columns.tsx';

export default function PhonesMenu() {
  const { may } = useMay(registryEdit);
  const { data = [], total } = useListContext<GarageRow>();
  const { phonesOf, showMany } = useShownPhones();
  const hidden = ownersWithPhones(data).filter((id) => !phonesOf(id));
  if (!may) return null;
  return (
    <CallList of="garages">
      {(start) => (
        <Dropdown
          label="Телефоны"
          startIcon={<PhoneIcon />}
          disabled={!total}
          items={[
            {
              key: 'page',
              label: 'Показать телефоны',
              hint: hidden.length
                ? 'Владельцев на этой странице, одной строкой журнала'
                : 'На этой странице скрытых телефонов нет',
              disabled: !hidden.length,
              onSelect: () => void showMany(hidden).catch((error: Error) => toast(error.message, { kind: 'error' })),
            },
            {
              key: 'call',
              label: 'Список для обзвона',
              hint: 'Книга Excel по отбору, телефоны целиком',
              onSelect: start,
            },
          ]}
        />
      )}
    </CallList>
  );
}
