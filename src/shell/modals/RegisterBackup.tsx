// «Резервная копия реестра»: the password once more, then the workbook.
import { useState } from 'react';
import { checkPassword } from '../../../contract/session.ts';
import { generateFullRegister } from '../../../contract/exports.ts';
import { call, download, saveFile, type HttpError } from '../../../providers/http.ts';
import { useActor } from '../../../providers/session.ts';
import { ConfirmDialog } from '../../../widgets/ConfirmDialog.tsx';
import { closeModal } from '../../../widgets/modals.ts';
import { OwnPassword } from '../../../widgets/OwnPassword.tsx';
import { toast } from '../../../widgets/toasts.ts';

export function RegisterBackup() {
  const actor = useActor();
  const [password, setPassword] = useState('');
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  const take = async () => {
    setBusy(true);
    setError('');
    try {
      const { valid } = await call(checkPassword, { params: { id: actor!.userId }, body: { password }, quiet: true });
      if (!valid) return setError('Неверный пароль');
      saveFile(await download(generateFullRegister, { quiet: true }));
      closeModal();
      toast('Резервная копия реестра сохранена');
    } catch (refusal) {
      setError((refusal as HttpError).body?.errors?.password ?? (refusal as HttpError).message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <ConfirmDialog
      open
      title="Резервная копия реестра"
      confirm="Скачать"
      busy={busy}
      onConfirm={() => void take()}
      onCancel={closeModal}
    >
      <p>
        Книга Excel со всеми гаражами, владельцами и их личными данными: лист на каждое ПО. Храните её как документ с
        персональными данными. Скачивание записывается в журнал.
      </p>
      <OwnPassword value={password} onChange={setPassword} error={error} autoFocus />
    </ConfirmDialog>
  );
}
