// One row of the tariffs: added or changed.
import { useRefresh } from 'react-admin';
import { useState } from 'react';
import { reregistrationTariffs, type Tariff, type TariffGroup } from '../../../contract/reregistrations/tariffs.ts';
import { call, errorsOf, type HttpError } from '../../../providers/http.ts';
import { Checkbox } from '../../../widgets/Checkbox.tsx';
import { ConfirmDialog } from '../../../widgets/ConfirmDialog.tsx';
import { DateBox } from '../../../widgets/DateInput.tsx';
import { today } from '../../../widgets/today.ts';
import { MoneyBox } from '../../../widgets/MoneyInput.tsx';
import { Note } from '../../../widgets/Note.tsx';
import { SearchSelect } from '../../../widgets/SearchSelect.tsx';
import { SelectBox } from '../../../widgets/SelectInput.tsx';
import { TextBox } from '../../../widgets/TextInput.tsx';
import { toast } from '../../../widgets/toasts.ts';
import { loadMos, poLoader } from '../../lists/loaders.ts';
import { groupOptions, memberOptions } from './ru.ts';

export function TariffDialog({ tariff, onClose }: { tariff: Tariff | null; onClose: () => void }) {
  const refresh = useRefresh();
  const [group, setGroup] = useState<TariffGroup>(tariff?.group ?? 'full');
  const [mo, setMo] = useState(
    tariff?.mo ? { value: tariff.mo as number | string, label: tariff.mo_name ?? '' } : null,
  );
  const [po, setPo] = useState(
    tariff?.po ? { value: tariff.po as number | string, label: tariff.po_name ?? '' } : null,
  );
  const [isMember, setMember] = useState(tariff?.isMember ?? null);
  const [years, setYears] = useState(tariff?.minYears?.toString() ?? '');
  const [validFrom, setFrom] = useState<string | null>(tariff?.validFrom ?? today());
  const [validTo, setTo] = useState<string | null>(tariff?.validTo ?? null);
  const [amount, setAmount] = useState<number | null>(tariff?.amount ?? null);
  const [isActive, setActive] = useState(tariff?.isActive ?? true);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const save = async () => {
    const body = {
      group,
      reason: tariff?.reason ?? null,
      mo: mo && Number(mo.value),
      po: po && Number(po.value),
      isMember,
      minYears: years ? Number(years) : null,
      validFrom: validFrom ?? '',
      validTo,
      amount: amount ?? 0,
      isActive,
    };
    try {
      if (tariff)
        await call(reregistrationTariffs.update, {
          params: { id: tariff.id },
          body: { ...body, version: tariff.version },
          quiet: true,
        });
      else await call(reregistrationTariffs.create, { body, quiet: true });
      toast('Сохранено');
      refresh();
      onClose();
    } catch (error) {
      const texts = errorsOf(error);
      setErrors(Object.keys(texts).length ? texts : { form: (error as HttpError).message });
    }
  };
  return (
    <ConfirmDialog
      open
      title={tariff ? `Тариф № ${tariff.id}` : 'Новый тариф'}
      confirm="Сохранить"
      onConfirm={() => void save()}
      onCancel={onClose}
    >
      {errors.form && <Note tone="red">{errors.form}</Note>}
      <SelectBox
        label="За что"
        options={groupOptions}
        value={group}
        onChange={(value) => setGroup(value as TariffGroup)}
      />
      <SearchSelect label="МО" load={loadMos} value={mo} onChange={setMo} placeholder="везде" error={errors.mo} />
      <SearchSelect
        label="ПО"
        load={poLoader(mo ? Number(mo.value) : undefined)}
        value={po}
        onChange={setPo}
        placeholder="любое"
        error={errors.po}
      />
      <SelectBox
        label="Новый владелец"
        emptyLabel="любой"
        options={memberOptions}
        value={isMember === null ? null : isMember ? 'yes' : 'no'}
        onChange={(value) => setMember(value === null ? null : value === 'yes')}
      />
      <TextBox
        label="Стаж в ВОА от, лет"
        inputMode="numeric"
        maxLength={2}
        value={years}
        onChange={(text) => setYears(text.replace(/\D/g, ''))}
        error={errors.minYears}
      />
      <DateBox label="Действует с" required value={validFrom} onChange={setFrom} error={errors.validFrom} />
      <DateBox label="по" value={validTo} onChange={setTo} error={errors.validTo} />
      <MoneyBox label="Сумма" required value={amount} onChange={setAmount} error={errors.amount} />
      <Checkbox label="Действует" value={isActive} onChange={setActive} />
    </ConfirmDialog>
  );
}
