// «Убрать владельца»: since when, why, the shares of those who stay, who pays what he owes, who acts for a child.
import { useState } from 'react';
import { removeOwner, type GarageCard, type OwnerLine } from '../../contract/garages.ts';
import { call } from '../../providers/http.ts';
import { Checkbox } from '../../widgets/Checkbox.tsx';
import { ConfirmDialog } from '../../widgets/ConfirmDialog.tsx';
import { DateBox } from '../../widgets/DateInput.tsx';
import { Note } from '../../widgets/Note.tsx';
import { RadioGroup } from '../../widgets/RadioInput.tsx';
import { TextBox } from '../../widgets/TextInput.tsx';
import { today } from '../../widgets/today.ts';
import {
  emptyRepresentative,
  isNobody,
  representativeBody,
  RepresentativeFields,
  type RepresentativePick,
} from '../profiles/RepresentativeFields.tsx';
import { useAction } from '../useAction.ts';
import { SharesEditor } from './SharesEditor.tsx';
import { ownersDone } from './ownersDone.ts';

export function RemoveOwnerDialog({
  garage,
  owner,
  onClose,
}: {
  garage: GarageCard;
  owner: OwnerLine;
  onClose: () => void;
}) {
  const [date, setDate] = useState<string | null>(today());
  const [reason, setReason] = useState('');
  const [shares, setShares] = useState<Record<string, string | null>>({});
  const [check, setCheck] = useState(false);
  const [debtAnswer, setAnswer] = useState<'stays_old' | 'moves_new' | null>(null);
  const guardian = useGuardian(owner);
  const isLast = garage.owners.length === 1;
  const { run, busy, errors } = useAction<GarageCard>('garages', garage.id);
  const remove = () =>
    void run(
      call(removeOwner, {
        params: { id: garage.id, ownershipId: owner.id },
        body: { date: date ?? '', reason, shares, check, debtAnswer, ...guardian.body },
        quiet: true,
      }),
      ownersDone('Владелец убран'),
    ).then((ok) => ok && onClose());
  return (
    <ConfirmDialog
      open
      title="Убрать владельца?"
      confirm="Убрать"
      danger
      busy={busy}
      onConfirm={remove}
      form={{ date, reason, shares, check, debtAnswer, guardian: guardian.body }}
      onCancel={onClose}
    >
      <p>
        {owner.full_name} останется в истории гаража. {isLast && 'Гараж станет без владельца: это отказ в пользу ПО.'}
      </p>
      {errors.form && <Note tone="red">{errors.form}</Note>}
      <DateBox label="Дата" required value={date} onChange={setDate} error={errors.date} max={today()} />
      <TextBox label="Основание" value={reason} onChange={setReason} maxLength={120} />
      {(guardian.isAsked || errors.guardian) && <GuardianFields {...guardian} errors={errors} />}
      <SharesEditor
        owners={garage.owners.filter((one) => one.id !== owner.id)}
        value={shares}
        onChange={setShares}
        error={errors.share}
      />
      {errors.debtAnswer && (
        <RadioGroup
          label="Кто погашает долг"
          value={debtAnswer}
          onChange={(value) => setAnswer(value as typeof debtAnswer)}
          error={errors.debtAnswer}
          options={[
            { value: 'stays_old', label: 'Остаётся за тем, кто выбывает' },
            ...(isLast ? [] : [{ value: 'moves_new', label: 'Принимают оставшиеся владельцы' }]),
          ]}
        />
      )}
      <Checkbox label="Документы проверены" value={check} onChange={setCheck} />
    </ConfirmDialog>
  );
}

/** Who acts for a child that leaves; where the card names somebody, he stands there already. */
function useGuardian({ is_represented, representative }: OwnerLine) {
  const [who, setWho] = useState<RepresentativePick>({
    ...emptyRepresentative,
    existing: representative && { value: representative.id, label: representative.name },
  });
  const [number, setNumber] = useState('');
  const [issuedOn, setIssued] = useState<string | null>(null);
  const isNamed = !isNobody(who) && (number.trim() !== '' || issuedOn !== null);
  return {
    isAsked: is_represented,
    who,
    setWho,
    number,
    setNumber,
    issuedOn,
    setIssued,
    body: isNamed ? { guardian: { ...representativeBody(who), number, issuedOn: issuedOn ?? '' } } : {},
  };
}

function GuardianFields({
  who,
  setWho,
  number,
  setNumber,
  issuedOn,
  setIssued,
  errors,
}: ReturnType<typeof useGuardian> & { errors: Record<string, string> }) {
  return (
    <section aria-label="Законный представитель">
      {errors.guardian ? (
        <Note tone="red" role="alert">
          {errors.guardian}
        </Note>
      ) : (
        <Note>До 14 лет за ребёнка подписывает законный представитель, с 14 до 18 он даёт согласие.</Note>
      )}
      <RepresentativeFields
        label="Кто действует за ребёнка"
        value={who}
        onChange={setWho}
        error={(field) => errors[`guardian.${field}`]}
      />
      <TextBox
        label="Свидетельство о рождении или акт опеки, №"
        value={number}
        onChange={setNumber}
        error={errors['guardian.number']}
        maxLength={60}
      />
      <DateBox label="Выдано" value={issuedOn} onChange={setIssued} error={errors['guardian.issuedOn']} max={today()} />
    </section>
  );
}
