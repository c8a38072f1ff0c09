// «Мой профиль»: name and phone of the person at work.
import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { updateUserDetail, userDetail, type UserDetail } from '../../contract/session.ts';
import { capabilityNames, type Capability } from '../../contract/kernel/scope.ts';
import { roleNames } from '../../contract/users.ts';
import { call, refreshOnce, type HttpError } from '../../providers/http.ts';
import { useActor } from '../../providers/session.ts';
import { useLeaveGuard } from '../../widgets/leaveGuard.ts';
import { PhoneBox } from '../../widgets/PhoneInput.tsx';
import { SectionCard } from '../../widgets/SectionCard.tsx';
import { StatusChip } from '../../widgets/StatusChip.tsx';
import { TextBox } from '../../widgets/TextInput.tsx';
import { toast } from '../../widgets/toasts.ts';

export default function UserPage() {
  const actor = useActor();
  const { data } = useQuery({
    queryKey: ['user_detail', actor?.userId],
    queryFn: () => call(userDetail, { params: { id: actor!.userId } }),
    enabled: actor !== null,
  });
  return (
    <div style={{ padding: '20px var(--gr-pageX)', maxWidth: 720 }}>
      <h1 style={{ fontSize: '1.375rem', margin: '0 0 16px' }}>Мой профиль</h1>
      {data && <UserForm key={data.data.id} user={data.data} />}
    </div>
  );
}

function UserForm({ user }: { user: UserDetail }) {
  const client = useQueryClient();
  const start = {
    last_name: user.last_name,
    first_name: user.first_name,
    father_name: user.father_name,
    phone: user.phone ?? '',
  };
  const [form, setForm] = useState(start);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const dirty = JSON.stringify(form) !== JSON.stringify(start);
  useLeaveGuard(dirty && !busy);
  const set = (field: keyof typeof form) => (value: string) => setForm({ ...form, [field]: value });
  const save = async () => {
    setBusy(true);
    try {
      await call(updateUserDetail, { params: { id: user.id }, body: form, quiet: true });
      setErrors({});
      await refreshOnce();
      await client.invalidateQueries({ queryKey: ['user_detail'] });
      toast('Сохранено');
    } catch (error) {
      setErrors((error as HttpError).body.errors ?? { last_name: (error as HttpError).message });
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <SectionCard title="Имя">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void save();
          }}
        >
          <TextBox
            label="Фамилия"
            value={form.last_name}
            onChange={set('last_name')}
            error={errors.last_name}
            required
          />
          <TextBox
            label="Имя"
            value={form.first_name}
            onChange={set('first_name')}
            error={errors.first_name}
            required
          />
          <TextBox label="Отчество" value={form.father_name} onChange={set('father_name')} error={errors.father_name} />
          <PhoneBox
            label="Телефон"
            value={form.phone}
            onChange={(phone) => set('phone')(phone ?? '')}
            error={errors.phone}
          />
          <Button type="submit" variant="contained" disabled={!dirty} loading={busy}>
            Сохранить
          </Button>
        </form>
      </SectionCard>
      <div style={{ height: 16 }} />
      <SectionCard title="Вход и права">
        <p>Почта: {user.email}</p>
        <p>Роль: {roleNames[user.role] ?? user.role}</p>
        <p style={{ display: 'flex', gap: 8, flexWrap: 'wrap' }}>
          {user.capabilities.map((capability) => (
            <StatusChip key={capability} kind="done">
              {capabilityNames[capability as Capability]}
            </StatusChip>
          ))}
          {!user.capabilities.length && <StatusChip>только чтение</StatusChip>}
        </p>
      </SectionCard>
    </>
  );
}
