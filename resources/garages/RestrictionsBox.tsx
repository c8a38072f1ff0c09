// Restrictions of a garage: what stands in the way of a change of owners; an МО sets and lifts them.
import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { GarageCard } from '../../contract/garages.ts';
import { restrictionNames, type RestrictionKind } from '../../contract/garages/restrictions.ts';
import type { Restriction } from '../../contract/reregistrations/steps.ts';
import { addRestriction, garageRestrictions, liftRestriction } from '../../contract/reregistrations/tariffs.ts';
import { call, errorsOf } from '../../providers/http.ts';
import { keyOf, readAnew, reading } from '../../providers/reading.ts';
import { useMay } from '../../providers/session.ts';
import { ConfirmDialog } from '../../widgets/ConfirmDialog.tsx';
import { DateBox } from '../../widgets/DateInput.tsx';
import { today } from '../../widgets/today.ts';
import { formatDate } from '../../widgets/format.ts';
import { Note } from '../../widgets/Note.tsx';
import { SelectBox } from '../../widgets/SelectInput.tsx';
import { TextBox } from '../../widgets/TextInput.tsx';
import { toast } from '../../widgets/toasts.ts';

/** What each kind does, said before it is set. */
const effects: Record<RestrictionKind, string> = {
  arrest: 'Переоформить гараж будет нельзя, пока арест не снят.',
  dispute: 'Переоформить гараж будет нельзя, пока спор не кончился.',
  estate: 'Переоформить можно будет только по наследству или решению суда.',
  pledge: 'Переоформить можно, но о залоге предупредим.',
  objection: 'Переоформить гараж будет нельзя, пока заявление не отозвано.',
};

export function RestrictionsBox({ garage }: { garage: GarageCard }) {
  const { may } = useMay(addRestriction.needs);
  const [dialog, setDialog] = useState<'add' | Restriction | null>(null);
  const { data } = useQuery(reading(garageRestrictions, { params: { id: garage.id } }));
  const rows = data?.data ?? [];
  return (
    <>
      {rows.map((one) => (
        <Note
          key={one.id}
          tone={one.kind === 'pledge' ? 'amber' : 'red'}
          title={restrictionNames[one.kind]}
          action={
            may && (
              <Button size="small" onClick={() => setDialog(one)}>
                Снять
              </Button>
            )
          }
        >
          {one.ground}, с {formatDate(one.since)}
          {one.until && ` по ${formatDate(one.until)}`}
          {one.until && one.until < today() && ' (срок истёк)'}. Записал: {one.set_by}
        </Note>
      ))}
      {may && garage.isActive && (
        <Button size="small" variant="text" onClick={() => setDialog('add')}>
          Наложить ограничение
        </Button>
      )}
      {dialog === 'add' && <AddDialog garage={garage.id} onClose={() => setDialog(null)} />}
      {dialog && dialog !== 'add' && <LiftDialog garage={garage.id} one={dialog} onClose={() => setDialog(null)} />}
    </>
  );
}

type Answer = Promise<{ data: Restriction[] }>;
function useSend(garage: number, done: string, onClose: () => void) {
  const client = useQueryClient();
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const send = async (work: Answer) => {
    setBusy(true);
    try {
      client.setQueryData(keyOf(garageRestrictions, { params: { id: garage } }), await work);
      void readAnew(client, 'garages', 'reregistrations');
      toast(done);
      onClose();
    } catch (error) {
      setErrors(errorsOf(error));
    } finally {
      setBusy(false);
    }
  };
  return { send, errors, busy };
}

function AddDialog({ garage, onClose }: { garage: number; onClose: () => void }) {
  const [kind, setKind] = useState<RestrictionKind>('arrest');
  const [ground, setGround] = useState('');
  const [since, setSince] = useState<string | null>(today());
  const [until, setUntil] = useState<string | null>(null);
  const { send, errors, busy } = useSend(garage, 'Ограничение записано', onClose);
  const add = () =>
    void send(
      call(addRestriction, { params: { id: garage }, body: { kind, ground, since: since ?? '', until }, quiet: true }),
    );
  return (
    <ConfirmDialog
      open
      title="Наложить ограничение"
      confirm="Записать"
      busy={busy}
      onConfirm={add}
      form={{ kind, ground, since, until }}
      onCancel={onClose}
    >
      {errors.form && <Note tone="red">{errors.form}</Note>}
      <SelectBox
        label="Вид"
        required
        options={Object.entries(restrictionNames).map(([value, label]) => ({ value, label }))}
        value={kind}
        onChange={(value) => setKind((value ?? 'arrest') as RestrictionKind)}
        helperText={effects[kind]}
      />
      <TextBox
        label="Основание"
        required
        value={ground}
        onChange={setGround}
        error={errors.ground}
        maxLength={300}
        placeholder="Постановление № … от …"
      />
      <DateBox label="Действует с" required value={since} onChange={setSince} error={errors.since} />
      <DateBox label="Действует по" value={until} onChange={setUntil} error={errors.until} />
    </ConfirmDialog>
  );
}

function LiftDialog({ garage, one, onClose }: { garage: number; one: Restriction; onClose: () => void }) {
  const [ground, setGround] = useState('');
  const { send, errors, busy } = useSend(garage, 'Ограничение снято', onClose);
  const lift = () => void send(call(liftRestriction, { params: { id: one.id }, body: { ground }, quiet: true }));
  return (
    <ConfirmDialog
      open
      title={`Снять: ${restrictionNames[one.kind].toLowerCase()}`}
      confirm="Снять"
      busy={busy}
      onConfirm={lift}
      onCancel={onClose}
    >
      {errors.form && <Note tone="red">{errors.form}</Note>}
      <TextBox
        label="На основании чего"
        required
        value={ground}
        onChange={setGround}
        error={errors.ground}
        maxLength={300}
      />
    </ConfirmDialog>
  );
}
