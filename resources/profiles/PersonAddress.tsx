// An address of a person's form with the ФИАС id of the suggestion that was chosen.
import { useFormContext } from 'react-hook-form';
import { addressCode } from '../../widgets/AddressInput.tsx';
import { AddressInput } from '../../widgets/inputs.ts';
import { loadAddresses } from '../lists/loaders.ts';

export function PersonAddress({ which, label }: { which: 'registration' | 'actual'; label: string }) {
  const { setValue } = useFormContext();
  return (
    <AddressInput
      source={`${which}Address`}
      label={label}
      load={loadAddresses}
      onPick={(suggestion) => setValue(`${which}Fias`, addressCode(suggestion), { shouldDirty: true })}
    />
  );
}
