// The switch between what is to be done and the list of garages.
import { useNavigate } from 'react-router';
import { pages } from '../../contract/pages.ts';
import { Segmented } from '../../widgets/Segmented.tsx';

const options = [
  { value: 'today' as const, label: 'Что делать' },
  { value: 'garages' as const, label: 'Список гаражей' },
];

export function HomeSwitch({ value }: { value: 'today' | 'garages' }) {
  const navigate = useNavigate();
  return (
    <Segmented
      small
      label="Главная"
      value={value}
      options={options}
      onChange={(one) => void navigate(one === 'today' ? pages.today : pages.garages)}
    />
  );
}
