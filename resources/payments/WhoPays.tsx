// Whose debt it is about: the present owners' together, or that of a former one to whom it was left.
import { useQuery } from '@tanstack/react-query';
import { garageDebt } from '../../contract/balance.ts';
import { reading } from '../../providers/reading.ts';
import { formatMoney } from '../../widgets/format.ts';
import { SelectBox } from '../../widgets/SelectInput.tsx';

const PRESENT = 'present';

interface WhoPaysProps {
  garage: number;
  /** The former owner; null: the present ones. */
  value: number | null;
  label?: string;
  /** What is asked about: his debt, or his own money that closes nothing. */
  of?: 'debt_kopecks' | 'advance_kopecks';
  error?: string | undefined;
  onChange: (debtor: number | null) => void;
}
/** The present owners, or a former one to whom a debt was left: his money closes his debt alone. */
export function WhoPays({ garage, value, label = 'Кто платит', of = 'debt_kopecks', error, onChange }: WhoPaysProps) {
  const { data } = useQuery(reading(garageDebt, { params: { id: garage } }));
  const formers = (data?.former ?? []).filter((one) => one[of] > 0);
  if (!formers.length) return null;
  return (
    <SelectBox
      label={label}
      reserve={false}
      error={error}
      value={value ? String(value) : PRESENT}
      onChange={(chosen) => onChange(chosen && chosen !== PRESENT ? Number(chosen) : null)}
      options={[
        { value: PRESENT, label: 'Нынешний владелец' },
        ...formers.map((one) => ({
          value: String(one.id),
          label: `${one.full_name ?? 'Прежний владелец'}, прежний владелец: ${of === 'debt_kopecks' ? 'долг' : 'аванс'} ${formatMoney(one[of])}`,
        })),
      ]}
    />
  );
}
