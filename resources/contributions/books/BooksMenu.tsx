// «Ещё» of the contributions: penalties and closing.
import LockIcon from '@mui/icons-material/LockOutlined';
import PercentIcon from '@mui/icons-material/PercentOutlined';
import { useNavigate } from 'react-router';
import { financeEdit } from '../../../contract/kernel/scope.ts';
import { pages } from '../../../contract/pages.ts';
import { useMay } from '../../../providers/session.ts';
import { Dropdown } from '../../../widgets/Dropdown.tsx';

export function BooksMenu() {
  const navigate = useNavigate();
  const { may, reason } = useMay(financeEdit);
  const hint = reason ? { hint: reason } : {};
  return (
    <Dropdown
      label="Ещё"
      items={[
        {
          key: 'penalties',
          label: 'Начислить пени',
          icon: <PercentIcon fontSize="small" />,
          disabled: !may,
          ...hint,
          onSelect: () => void navigate(pages.penalties),
        },
        {
          key: 'closing',
          label: 'Закрытие периода',
          icon: <LockIcon fontSize="small" />,
          disabled: !may,
          ...hint,
          onSelect: () => void navigate(pages.closing),
        },
      ]}
    />
  );
}
