// Templates over the constructor: one is taken, what is written is kept as one.
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageTemplates } from '../../contract/messageTemplates.ts';
import { templateColors, type MailingContent, type TemplateColor } from '../../contract/notifications.ts';
import type { RichText } from '../../contract/kernel/richTextFold.ts';
import { call, type HttpError } from '../../providers/http.ts';
import { Checkbox } from '../../widgets/Checkbox.tsx';
import { ConfirmDialog } from '../../widgets/ConfirmDialog.tsx';
import { SelectBox } from '../../widgets/SelectInput.tsx';
import { TextBox } from '../../widgets/TextInput.tsx';
import { toast } from '../../widgets/toasts.ts';
import { ColorMark } from './words.tsx';
import styles from './notifications.module.css';

interface Props {
  content: MailingContent;
  change: (part: Partial<MailingContent>) => void;
}

export function TemplateBar({ content, change }: Props) {
  const [saving, setSaving] = useState(false);
  const { data, refetch } = useQuery({
    queryKey: ['message_templates'],
    queryFn: () => call(messageTemplates.list, { quiet: true }),
  });
  const taken = data?.find(({ id }) => id === content.template);
  const take = (id: string | number | null) => {
    const template = data?.find((one) => one.id === id);
    if (!template) return change({ template: null });
    change({
      template: template.id,
      kind: template.kind,
      sms_text: template.sms_text,
      email_text: template.email_text as RichText | null,
      title: content.title || template.template_name,
    });
  };
  return (
    <div className={styles.chips}>
      {taken && <ColorMark color={taken.color} />}
      <SelectBox
        label="Шаблон"
        hideLabel
        reserve={false}
        emptyLabel="Без шаблона"
        value={content.template}
        options={(data ?? []).map(({ id, template_name }) => ({ value: id, label: template_name }))}
        onChange={take}
      />
      <Button onClick={() => setSaving(true)}>Сохранить как шаблон</Button>
      {saving && <NewTemplate content={content} onClose={() => setSaving(false)} onSaved={() => void refetch()} />}
    </div>
  );
}

function NewTemplate({
  content,
  onClose,
  onSaved,
}: {
  content: MailingContent;
  onClose: () => void;
  onSaved: () => void;
}) {
  const [name, setName] = useState(content.title);
  const [color, setColor] = useState<TemplateColor>('white');
  const [isPersonal, setPersonal] = useState(false);
  const save = async () => {
    const { kind, sms_text, email_text } = content;
    try {
      await call(messageTemplates.create, {
        body: { template_name: name, color, is_personal: isPersonal, kind, sms_text, email_text },
        quiet: true,
      });
      onSaved();
      onClose();
    } catch (error) {
      toast((error as HttpError).message, { kind: 'error' });
    }
  };
  return (
    <ConfirmDialog open title="Новый шаблон" confirm="Сохранить" onConfirm={() => void save()} onCancel={onClose}>
      <TextBox label="Название" value={name} onChange={setName} autoFocus />
      <SelectBox
        label="Цвет"
        value={color}
        options={Object.entries(templateColors).map(([value, label]) => ({ value, label }))}
        onChange={(value) => setColor(value as TemplateColor)}
      />
      <Checkbox label="Только для меня" value={isPersonal} onChange={setPersonal} />
    </ConfirmDialog>
  );
}
