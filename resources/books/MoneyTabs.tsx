// «Начисления», «Платежи» and «Долги»: the pages of the section.
import { useNavigate } from 'react-router';
import { pages } from '../../contract/pages.ts';
import { Segmented } from '../../widgets/Segmented.tsx';

type MoneyTab = 'accruals' | 'payments' | 'debts';
const addresses: Record<MoneyTab, string> = {
  accruals: pages.contributions,
  payments: pages.payments,
  debts: pages.debtAgeing,
};

export function MoneyTabs({ value }: { value: MoneyTab }) {
  const navigate = useNavigate();
  return (
    <Segmented
      small
      label="Раздел взносов"
      value={value}
      onChange={(tab) => void navigate(addresses[tab])}
      options={[
        { value: 'accruals', label: 'Начисления' },
        { value: 'payments', label: 'Платежи' },
        { value: 'debts', label: 'Долги' },
      ]}
    />
  );
}
