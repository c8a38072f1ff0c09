// «Резервная копия реестра»: what is taken, the own password once more, then the file or its job.
import { useState } from 'react';
import { checkPassword } from '../../../contract/session.ts';
import { generateFullRegister, packFullRegister, registerPacks, type RegisterPack } from '../../../contract/exports.ts';
import { call, download, saveFile, type HttpError } from '../../../providers/http.ts';
import { useActor } from '../../../providers/session.ts';
import { ConfirmDialog } from '../../../widgets/ConfirmDialog.tsx';
import { closeModal } from '../../../widgets/modals.ts';
import { OwnPassword } from '../../../widgets/OwnPassword.tsx';
import { RadioGroup } from '../../../widgets/RadioInput.tsx';
import { TextBox } from '../../../widgets/TextInput.tsx';
import { toast } from '../../../widgets/toasts.ts';

const choices = [
  { value: 'open', label: 'Книга Excel без пароля', hint: 'Скачается сразу' },
  { value: 'book', label: registerPacks.book, hint: 'Excel спросит пароль, когда её откроют' },
  { value: 'archive', label: registerPacks.archive, hint: 'Для передачи дел. Открывается программой 7-Zip' },
];

export function RegisterBackup() {
  const actor = useActor();
  const [what, setWhat] = useState<'open' | RegisterPack>('open');
  const [own, setOwn] = useState('');
  const [password, setPassword] = useState('');
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const take = async () => {
    setBusy(true);
    setErrors({});
    try {
      const { valid } = await call(checkPassword, {
        params: { id: actor!.userId },
        body: { password: own },
        quiet: true,
      });
      if (!valid) return setErrors({ own: 'Неверный пароль' });
      if (what === 'open') saveFile(await download(generateFullRegister, { quiet: true }));
      else await call(packFullRegister, { body: { what, password }, quiet: true });
      closeModal();
      toast(what === 'open' ? 'Резервная копия реестра сохранена' : 'Копия собирается. Она появится в «Заданиях»');
    } catch (refusal) {
      const { body, message } = refusal as HttpError;
      setErrors(body?.errors ?? { own: message });
    } finally {
      setBusy(false);
    }
  };
  return (
    <ConfirmDialog
      open
      title="Резервная копия реестра"
      confirm={what === 'open' ? 'Скачать' : 'Собрать'}
      busy={busy}
      onConfirm={() => void take()}
      onCancel={closeModal}
    >
      <p>
        Все гаражи, владельцы с основаниями и их личные данные: лист на каждое ПО, «Совладельцы» и «Люди» загружаются
        обратно. Для чтения: «Остатки» (долги, в том числе прежних владельцев, авансы, оплаченные годы), «Учёт»,
        «Переоформления», «Бумаги» и «Архив» с выбывшими гаражами.
      </p>
      <p>Храните копию как документ с персональными данными. Кто и когда её взял, записывается в журнал.</p>
      <RadioGroup
        label="Что взять"
        value={what}
        onChange={(value) => setWhat(value as typeof what)}
        options={choices}
        error={errors.what}
      />
      {what !== 'open' && (
        <TextBox
          label="Пароль файла"
          type="password"
          autoComplete="new-password"
          value={password}
          onChange={setPassword}
          error={errors.password}
          helperText="Не короче 12 знаков. Без него файл не откроет никто"
          maxLength={128}
          required
        />
      )}
      <OwnPassword value={own} onChange={setOwn} error={errors.own ?? errors.form ?? ''} autoFocus />
    </ConfirmDialog>
  );
}
