// «Уничтожить данные»: the ground, the word, the password; nothing of it can be taken back.
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { destroyData } from '../../contract/instruments/personal.ts';
import { checkPassword } from '../../contract/session.ts';
import { call, errorsOf } from '../../providers/http.ts';
import { useActor } from '../../providers/session.ts';
import { ConfirmDialog } from '../../widgets/ConfirmDialog.tsx';
import { AlertNote } from '../../widgets/Note.tsx';
import { OwnPassword } from '../../widgets/OwnPassword.tsx';
import { TextBox } from '../../widgets/TextInput.tsx';
import { toast } from '../../widgets/toasts.ts';

interface DestroyDialogProps {
  id: number;
  name: string;
  /** What stands in «Основание» at first. */
  ground?: string;
  onClose: () => void;
  onDone: () => void;
}

export function DestroyDialog({ id, name, ground: given = '', onClose, onDone }: DestroyDialogProps) {
  const actor = useActor();
  const [ground, setGround] = useState(given);
  const [password, setPassword] = useState('');
  const [errors, setErrors] = useState<Record<string, string>>({});
  const destroy = useMutation({
    mutationFn: async () => {
      setErrors({});
      const { valid } = await call(checkPassword, { params: { id: actor!.userId }, body: { password }, quiet: true });
      if (!valid) return setErrors({ password: 'Неверный пароль' });
      const { act_no } = await call(destroyData, { params: { id }, body: { ground }, quiet: true });
      toast(`Данные уничтожены, акт № ${act_no}`);
      onDone();
    },
    onError: (error) => setErrors(errorsOf(error)),
  });
  return (
    <ConfirmDialog
      open
      danger
      title="Уничтожить данные человека?"
      confirm="Уничтожить"
      typed="уничтожить"
      busy={destroy.isPending}
      onConfirm={() => destroy.mutate()}
      onCancel={onClose}
    >
      <p>
        {name}: карточка, паспорт, адреса, телефоны, сканы, бумаги и заметки исчезнут навсегда, имя уйдёт из журнала,
        банковских строк и переоформлений. Начисления, оплаты и история гаражей останутся без имени. Вернуть нельзя, и
        копия установки его не вернёт.
      </p>
      <TextBox label="Основание" required value={ground} onChange={setGround} error={errors.ground} maxLength={300} />
      <OwnPassword value={password} onChange={setPassword} error={errors.password} />
      <AlertNote text={errors.form} />
    </ConfirmDialog>
  );
}
