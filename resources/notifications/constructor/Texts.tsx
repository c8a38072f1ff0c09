// The two texts of a mailing, their variables, and the message as one receiver will see it.
import Button from '@mui/material/Button';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { lazy, Suspense, useState } from 'react';
import { mailingVariables, typedVariables, type NotificationPreview } from '../../../contract/notifications.ts';
import { countOf } from '../../../widgets/format.ts';
import { loadPatiently } from '../../../widgets/loadPatiently.ts';
import { PageSkeleton } from '../../../widgets/PageSkeleton.tsx';
import { TextArea } from '../../../widgets/TextArea.tsx';
import { TextBox } from '../../../widgets/TextInput.tsx';
import { money } from '../words.tsx';
import type { ContentProps, Draft } from './parts.ts';
import styles from '../notifications.module.css';

/** Variables in sight before «ещё». */
const FIRST_KEYS = ['ИмяОтчество', 'ФИО', 'Гараж', 'Долг', 'Срок', 'ТелефонПО'];

const RichTextEditor = lazy(() =>
  loadPatiently(async () => ({
    default: (await import('../../../widgets/richText/RichTextEditor.tsx')).RichTextEditor,
  })),
);

/** `isAddressed`: somebody would get it; before that an empty text is no mistake yet. */
export function Texts({
  draft: { content, change, preview, counter, at, setAt },
  isAddressed,
}: {
  draft: Draft;
  isAddressed: boolean;
}) {
  const [tab, setTab] = useState<'messenger' | 'email'>('messenger');
  const [start, setStart] = useState({ template: content.template });
  // A template brings a text of its own: the editor begins anew with it.
  if (start.template !== content.template) setStart({ template: content.template });
  const { email = 0, sms = 0 } = counter ?? {};
  const lacks = isAddressed ? preview?.problems : undefined;
  const put = (key: string) => change({ sms_text: `${content.sms_text}{${key}}` });
  const keys = Object.keys(mailingVariables);
  return (
    <div className={styles.texts}>
      <div className={styles.stack}>
        <Tabs value={tab} onChange={(_event, next: 'messenger' | 'email') => setTab(next)}>
          <Tab value="messenger" label={`СМС ${sms}`} />
          <Tab value="email" label={`E-mail ${email}`} />
        </Tabs>
        {tab === 'messenger' ? (
          <>
            <TextArea
              label="Текст СМС"
              value={content.sms_text}
              rows={4}
              onChange={(sms_text) => change({ sms_text })}
              error={lacks?.sms_text ?? preview?.problems.text}
              helperText={
                preview && sms
                  ? `длина у разных людей: от ${preview.shortest} до ${preview.longest}`
                  : 'кириллица: 70 знаков в одной СМС'
              }
            />
            <VariableChips onPut={put} />
          </>
        ) : (
          <Suspense fallback={<PageSkeleton />}>
            <RichTextEditor
              key={String(start.template)}
              label="Текст письма"
              value={content.email_text}
              onChange={(email_text) => change({ email_text })}
              error={lacks?.email_text}
              variables={keys.map((key) => ({ key, label: mailingVariables[key as keyof typeof mailingVariables] }))}
            />
          </Suspense>
        )}
        <TypedValues content={content} change={change} />
      </div>
      <Sample preview={preview} tab={tab} at={at} setAt={setAt} />
    </div>
  );
}

/** The usual variables, the others behind one press. */
function VariableChips({ onPut }: { onPut: (key: string) => void }) {
  const keys = Object.keys(mailingVariables);
  const [all, setAll] = useState(false);
  const shown = all ? keys : keys.filter((key) => FIRST_KEYS.includes(key));
  return (
    <div className={styles.chips} aria-label="Переменные">
      {shown.map((key) => (
        <Button
          key={key}
          size="small"
          variant="outlined"
          title={mailingVariables[key as keyof typeof mailingVariables]}
          onClick={() => onPut(key)}
        >
          {key}
        </Button>
      ))}
      {!all && (
        <Button size="small" onClick={() => setAll(true)}>
          ещё {keys.length - shown.length}
        </Button>
      )}
    </div>
  );
}

/** Values written once for the whole mailing, for the variables that the texts name. */
function TypedValues({ content, change }: ContentProps) {
  const said = content.sms_text + JSON.stringify(content.email_text ?? '');
  // Of a meeting these two are fields of their own.
  const apart: readonly string[] = content.kind === 'meeting' ? ['ДатаСобрания', 'Место'] : [];
  const asked = typedVariables.filter((key) => !apart.includes(key));
  const used = asked.filter((key) => said.includes(`{${key}}`) || said.includes(`"key":"${key}"`));
  return used.map((key) => (
    <TextBox
      key={key}
      label={mailingVariables[key]}
      value={content.typed[key] ?? ''}
      onChange={(value) => change({ typed: { ...content.typed, [key]: value } })}
    />
  ));
}

function Sample({
  preview,
  tab,
  at,
  setAt,
}: {
  preview: NotificationPreview | undefined;
  tab: string;
  at: number;
  setAt: (at: number) => void;
}) {
  const sample = preview?.sample;
  if (!sample) return <p className={styles.muted}>Здесь будет сообщение, как его увидит получатель.</p>;
  return (
    <div className={styles.stack}>
      <div className={styles.row}>
        <span>
          Как увидит <b>{sample.name}</b>
        </span>
        <span>
          <Button size="small" aria-label="Предыдущий получатель" disabled={at === 0} onClick={() => setAt(at - 1)}>
            ‹
          </Button>
          <Button
            size="small"
            aria-label="Следующий получатель"
            disabled={at + 1 >= sample.of}
            onClick={() => setAt(at + 1)}
          >
            ›
          </Button>
        </span>
      </div>
      {tab === 'messenger' ? (
        <>
          <p className={styles.bubble}>{sample.sms || '—'}</p>
          <span className={styles.muted}>
            {countOf(sample.units, ['знак', 'знака', 'знаков'])},{' '}
            {countOf(sample.segments, ['часть', 'части', 'частей'])}
            {sample.channels.includes('sms') ? `, ${money(sample.cost)}` : ', этот человек получит письмо'}
          </span>
        </>
      ) : (
        <iframe className={styles.letter} sandbox="" title="Письмо" srcDoc={sample.html} />
      )}
    </div>
  );
}
