// A consent written down for a person.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  addConsent,
  consentKinds,
  consentSources,
  type ConsentKind,
  type ConsentSource,
  type ProfileCard,
} from '../../contract/profiles.ts';
import { call, type HttpError } from '../../providers/http.ts';
import { readAnew } from '../../providers/reading.ts';
import { ConfirmDialog } from '../../widgets/ConfirmDialog.tsx';
import { DateBox } from '../../widgets/DateInput.tsx';
import { today } from '../../widgets/today.ts';
import { SelectBox } from '../../widgets/SelectInput.tsx';
import { TextBox } from '../../widgets/TextInput.tsx';
import { toast } from '../../widgets/toasts.ts';

export function ConsentDialog({ person, onClose }: { person: ProfileCard; onClose: () => void }) {
  const client = useQueryClient();
  const [kind, setKind] = useState<ConsentKind>('pd_processing');
  const [signedAt, setSignedAt] = useState<string | null>(today());
  const [docNo, setDocNo] = useState('');
  const [source, setSource] = useState<ConsentSource>('paper');
  const [errors, setErrors] = useState<Record<string, string>>({});
  const save = async () => {
    try {
      await call(addConsent, {
        params: { id: person.id },
        body: { kind, signedAt: signedAt ?? '', docNo, source },
        quiet: true,
      });
      await readAnew(client, 'profiles');
      toast('Согласие записано');
      onClose();
    } catch (error) {
      setErrors((error as HttpError).body.errors ?? { signedAt: (error as HttpError).message });
    }
  };
  return (
    <ConfirmDialog
      open
      title="Записать согласие"
      confirm="Записать"
      onConfirm={() => void save()}
      form={{ kind, signedAt, docNo, source }}
      onCancel={onClose}
    >
      <SelectBox
        label="Вид согласия"
        options={Object.entries(consentKinds).map(([value, label]) => ({ value, label }))}
        value={kind}
        onChange={(value) => setKind((value ?? 'pd_processing') as ConsentKind)}
        error={errors.kind}
      />
      <SelectBox
        label="Как дано"
        options={Object.entries(consentSources).map(([value, label]) => ({ value, label }))}
        value={source}
        onChange={(value) => setSource((value ?? 'paper') as ConsentSource)}
      />
      <DateBox label="Дата" required value={signedAt} onChange={setSignedAt} max={today()} error={errors.signedAt} />
      <TextBox label="Номер документа" value={docNo} onChange={setDocNo} maxLength={40} error={errors.docNo} />
    </ConfirmDialog>
  );
}
