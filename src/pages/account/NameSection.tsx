// Name and telephone.
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { updateUserDetail, userDetail, type UserDetail } from '../../../contract/session.ts';
import { call } from '../../../providers/http.ts';
import { keyOf, readAnew } from '../../../providers/reading.ts';
import { refreshOnce } from '../../../providers/refresh.ts';
import { useActor } from '../../../providers/session.ts';
import { useLeaveGuard } from '../../../widgets/leaveGuard.ts';
import { AlertNote } from '../../../widgets/Note.tsx';
import { PhoneBox } from '../../../widgets/PhoneInput.tsx';
import { SectionCard } from '../../../widgets/SectionCard.tsx';
import { TextBox } from '../../../widgets/TextInput.tsx';
import { toast } from '../../../widgets/toasts.ts';
import { useSending } from '../useSending.ts';
import styles from './account.module.css';

const namesOf = (user: UserDetail) => ({
  last_name: user.last_name,
  first_name: user.first_name,
  father_name: user.father_name,
  phone: user.phone ?? '',
});

export function NameSection({ user }: { user: UserDetail }) {
  const client = useQueryClient();
  const actor = useActor();
  const start = namesOf(user);
  const [opened, setOpened] = useState(start);
  const [form, setForm] = useState(start);
  const set = (field: keyof typeof form) => (value: string) => setForm({ ...form, [field]: value });
  const { state, errors, submit } = useSending(async () => {
    // Only what was changed here: the rest may have been mended by somebody else since.
    const fields = Object.keys(start) as (keyof typeof form)[];
    const body = Object.fromEntries(fields.filter((one) => form[one] !== opened[one]).map((one) => [one, form[one]]));
    await call(updateUserDetail, { params: { id: user.id }, body, quiet: true });
    // The name stands in the token too.
    await refreshOnce();
    await readAnew(client, keyOf(userDetail));
    setOpened(form);
    toast('Сохранено');
  });
  const dirty = JSON.stringify(form) !== JSON.stringify(opened);
  useLeaveGuard(dirty && state !== 'sending');
  return (
    <SectionCard title="Имя и телефон">
      <form className={styles.form} noValidate onSubmit={submit}>
        <AlertNote text={errors.form} />
        <TextBox
          label="Фамилия"
          value={form.last_name}
          onChange={set('last_name')}
          error={errors.last_name}
          autoComplete="family-name"
          required
        />
        <TextBox
          label="Имя"
          value={form.first_name}
          onChange={set('first_name')}
          error={errors.first_name}
          autoComplete="given-name"
          required
        />
        <TextBox
          label="Отчество"
          value={form.father_name}
          onChange={set('father_name')}
          error={errors.father_name}
          autoComplete="additional-name"
        />
        <PhoneBox
          label="Телефон"
          value={form.phone}
          onChange={(phone) => set('phone')(phone ?? '')}
          error={errors.phone}
        />
        <div className={styles.buttons}>
          <Button
            type="submit"
            variant="contained"
            disabled={!dirty || actor?.viewOnly === true}
            loading={state === 'sending'}
          >
            Сохранить
          </Button>
        </div>
      </form>
    </SectionCard>
  );
}
