// «Ещё» of the section, the same over charges, payments and debts: the cash, operations of their own, the books.
import CashIcon from '@mui/icons-material/PointOfSaleOutlined';
import BankIcon from '@mui/icons-material/AccountBalanceOutlined';
import LockIcon from '@mui/icons-material/LockOutlined';
import PercentIcon from '@mui/icons-material/PercentOutlined';
import RefundIcon from '@mui/icons-material/KeyboardReturnOutlined';
import SwapIcon from '@mui/icons-material/SwapHorizOutlined';
import WriteOffIcon from '@mui/icons-material/RemoveCircleOutlineOutlined';
import CorrectionIcon from '@mui/icons-material/ExposureOutlined';
import { useNavigate } from 'react-router';
import { financeEdit } from '../../contract/kernel/scope.ts';
import { pages } from '../../contract/pages.ts';
import { useMay } from '../../providers/session.ts';
import { Dropdown } from '../../widgets/Dropdown.tsx';

/** Entries that change something; the cash day may also be only looked at. */
const entries = [
  { key: 'statement', label: 'Из выписки банка', Icon: BankIcon, to: pages.statement },
  { key: 'refund', label: 'Возврат аванса', Icon: RefundIcon, to: pages.paymentDialog('refund'), divided: true },
  { key: 'offset', label: 'Зачёт между гаражами', Icon: SwapIcon, to: pages.paymentDialog('offset') },
  { key: 'write_off', label: 'Списание долга', Icon: WriteOffIcon, to: pages.paymentDialog('write_off') },
  { key: 'correction', label: 'Корректировка', Icon: CorrectionIcon, to: pages.paymentDialog('correction') },
  { key: 'penalties', label: 'Начислить пени', Icon: PercentIcon, to: pages.penalties, divided: true },
  { key: 'closing', label: 'Закрытие периода', Icon: LockIcon, to: pages.closing },
];

export function BooksMenu() {
  const navigate = useNavigate();
  const { may, reason } = useMay(financeEdit);
  const hint = reason ? { hint: reason } : {};
  return (
    <Dropdown
      label="Ещё"
      items={[
        {
          key: 'day',
          label: 'Касса за день',
          icon: <CashIcon fontSize="small" />,
          onSelect: () => void navigate(pages.paymentDialog('day')),
        },
        ...entries.map(({ key, label, Icon, to, divided }) => ({
          key,
          label,
          icon: <Icon fontSize="small" />,
          disabled: !may,
          divided: divided === true,
          ...hint,
          onSelect: () => void navigate(to),
        })),
      ]}
    />
  );
}
