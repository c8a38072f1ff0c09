// «Начисления» and «Платежи»: the two lists of the section.
import { useNavigate } from 'react-router';
import { pages } from '../../contract/pages.ts';
import { Segmented } from '../../widgets/Segmented.tsx';

export function MoneyTabs({ value }: { value: 'accruals' | 'payments' }) {
  const navigate = useNavigate();
  return (
    <Segmented
      small
      label="Раздел взносов"
      value={value}
      onChange={(tab) => void navigate(tab === 'payments' ? pages.payments : pages.contributions)}
      options={[
        { value: 'accruals', label: 'Начисления' },
        { value: 'payments', label: 'Платежи' },
      ]}
    />
  );
}
