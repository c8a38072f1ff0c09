// Templates over the constructor: one is taken, what is written is kept as one.
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { messageTemplates } from '../../contract/messageTemplates.ts';
import type { MailingContent } from '../../contract/notifications.ts';
import type { Meeting } from '../../contract/notifications/meetings.ts';
import type { RichText } from '../../contract/kernel/richTextFold.ts';
import { reading } from '../../providers/reading.ts';
import { SelectBox } from '../../widgets/SelectInput.tsx';
import { loadPatiently } from '../../widgets/loadPatiently.ts';
import { today } from '../../widgets/today.ts';
import { ColorMark } from './words.tsx';
import styles from './notifications.module.css';

const TemplateForm = lazy(() =>
  loadPatiently(async () => ({ default: (await import('./Templates.tsx')).TemplateForm })),
);
const TemplateList = lazy(() =>
  loadPatiently(async () => ({ default: (await import('./Templates.tsx')).TemplateList })),
);

/** A template was written for an earlier meeting: its day is over, its time and place stay. */
const ahead = (meeting: Meeting): Meeting => ({
  ...meeting,
  day: meeting.day && meeting.day >= today() ? meeting.day : null,
});

interface Props {
  content: MailingContent;
  change: (part: Partial<MailingContent>) => void;
}

export function TemplateBar({ content, change }: Props) {
  const [opened, setOpened] = useState<'new' | 'list' | null>(null);
  const { data, refetch } = useQuery(reading(messageTemplates.list));
  const taken = data?.find(({ id }) => id === content.template);
  const take = (id: string | number | null) => {
    const template = data?.find((one) => one.id === id);
    if (!template) return change({ template: null });
    change({
      template: template.id,
      kind: template.kind,
      sms_text: template.sms_text,
      email_text: template.email_text as RichText | null,
      meeting: template.meeting ? ahead(template.meeting) : content.meeting,
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
      <Button onClick={() => setOpened('new')}>Сохранить как шаблон</Button>
      <Button onClick={() => setOpened('list')}>Шаблоны</Button>
      {opened === 'new' && (
        <Suspense fallback={null}>
          <TemplateForm
            start={content}
            template={null}
            onClose={() => setOpened(null)}
            onSaved={() => void refetch()}
          />
        </Suspense>
      )}
      {opened === 'list' && (
        <Suspense fallback={null}>
          <TemplateList
            templates={data ?? []}
            onTake={(id) => {
              take(id);
              setOpened(null);
            }}
            onClose={() => setOpened(null)}
            onChanged={() => void refetch()}
          />
        </Suspense>
      )}
    </div>
  );
}
