// «Сколько возьмём с…»: the fee of a made-up case, with the row that wins.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { reregistrationReasons } from '../../../contract/reregistrations/steps.ts';
import { testTariff } from '../../../contract/reregistrations/tariffs.ts';
import { reading } from '../../../providers/reading.ts';
import { Checkbox } from '../../../widgets/Checkbox.tsx';
import { today } from '../../../widgets/today.ts';
import { FieldGrid } from '../../../widgets/FieldGrid.tsx';
import { SearchSelect, type SelectOption } from '../../../widgets/SearchSelect.tsx';
import { SectionCard } from '../../../widgets/SectionCard.tsx';
import { SelectBox } from '../../../widgets/SelectInput.tsx';
import { TextBox } from '../../../widgets/TextInput.tsx';
import { poLoader } from '../../lists/loaders.ts';

export function TariffTester() {
  const { data: reasons } = useQuery(reading(reregistrationReasons));
  const [reason, setReason] = useState(1);
  const [po, setPo] = useState<SelectOption | null>(null);
  const [isMember, setMember] = useState(true);
  const [years, setYears] = useState('5');
  const body = { reason, po: Number(po?.value), isMember, years: Number(years || 0), date: today() };
  const { data } = useQuery({
    ...reading(testTariff, { body }),
    enabled: po !== null,
  });
  return (
    <SectionCard title="Сколько возьмём с…">
      <FieldGrid>
        <SelectBox
          label="Основание"
          options={(reasons?.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          value={reason}
          onChange={(value) => setReason(Number(value ?? 1))}
        />
        <SearchSelect label="ПО" load={poLoader()} value={po} onChange={setPo} />
        <TextBox
          label="Стаж в ВОА, лет"
          inputMode="numeric"
          maxLength={2}
          value={years}
          onChange={(text) => setYears(text.replace(/\D/g, ''))}
        />
        <Checkbox label="Член ВОА" value={isMember} onChange={setMember} />
      </FieldGrid>
      <p role="status">
        {data ? `${data.text}${data.winner ? ` (тариф № ${data.winner})` : ''}` : 'Выберите ПО, чтобы узнать сбор.'}
      </p>
    </SectionCard>
  );
}
