// Templates of mailings: the list with who keeps each, and the form in which one is written, changed, withdrawn.
import Button from '@mui/material/Button';
import { lazy, Suspense, useState } from 'react';
import { messageTemplates, type MessageTemplate } from '../../contract/messageTemplates.ts';
import {
  mailingKinds,
  mailingVariables,
  templateColors,
  type MailingContent,
  type MailingKind,
  type TemplateColor,
} from '../../contract/notifications.ts';
import type { Meeting } from '../../contract/notifications/meetings.ts';
import type { RichText } from '../../contract/kernel/richTextFold.ts';
import { SUPERUSER } from '../../contract/kernel/scope.ts';
import { call, type HttpError } from '../../providers/http.ts';
import { useActor } from '../../providers/session.ts';
import { Checkbox } from '../../widgets/Checkbox.tsx';
import { loadPatiently } from '../../widgets/loadPatiently.ts';
import { ConfirmDialog } from '../../widgets/ConfirmDialog.tsx';
import { EmptyState } from '../../widgets/EmptyState.tsx';
import { PageSkeleton } from '../../widgets/PageSkeleton.tsx';
import { SelectBox } from '../../widgets/SelectInput.tsx';
import { TextArea } from '../../widgets/TextArea.tsx';
import { TextBox } from '../../widgets/TextInput.tsx';
import { toast } from '../../widgets/toasts.ts';
import { MeetingFields } from './MeetingFields.tsx';
import { ColorMark } from './words.tsx';
import styles from './notifications.module.css';

const RichTextEditor = lazy(() =>
  loadPatiently(async () => ({
    default: (await import('../../widgets/richText/RichTextEditor.tsx')).RichTextEditor,
  })),
);

interface ListProps {
  templates: readonly MessageTemplate[];
  onTake: (id: number) => void;
  onClose: () => void;
  onChanged: () => void;
}

/** Every template the person may use; what he may not change says whose it is. */
export function TemplateList({ templates, onTake, onClose, onChanged }: ListProps) {
  const [editing, setEditing] = useState<MessageTemplate | 'new' | null>(null);
  const [leaving, setLeaving] = useState<MessageTemplate | null>(null);
  const withdraw = (template: MessageTemplate) =>
    call(messageTemplates.update, {
      params: { id: template.id },
      body: { ...template, email_text: template.email_text as RichText | null, is_active: false },
      quiet: true,
    }).then(
      () => {
        setLeaving(null);
        onChanged();
      },
      (error: HttpError) => toast(error.message, { kind: 'error' }),
    );
  if (editing)
    return (
      <TemplateForm
        template={editing === 'new' ? null : editing}
        start={editing === 'new' ? empty : editing}
        onClose={() => setEditing(null)}
        onSaved={onChanged}
      />
    );
  if (leaving)
    return (
      <ConfirmDialog
        open
        danger
        title={`Удалить шаблон «${leaving.template_name}»?`}
        confirm="Удалить"
        onConfirm={() => void withdraw(leaving)}
        onCancel={() => setLeaving(null)}
      >
        <p>{leaving.is_common ? 'Он пропадёт у всех. ' : ''}Рассылки, которые по нему ушли, останутся как были.</p>
      </ConfirmDialog>
    );
  return (
    <ConfirmDialog
      open
      title="Шаблоны рассылок"
      confirm="Новый шаблон"
      cancel="Закрыть"
      onConfirm={() => setEditing('new')}
      onCancel={onClose}
    >
      {templates.length === 0 && <EmptyState title="Шаблонов пока нет">Напишите первый.</EmptyState>}
      <ul className={styles.dueList} aria-label="Шаблоны">
        {templates.map((template) => (
          <Row key={template.id} template={template} onTake={onTake} onEdit={setEditing} onLeave={setLeaving} />
        ))}
      </ul>
    </ConfirmDialog>
  );
}

interface RowProps {
  template: MessageTemplate;
  onTake: (id: number) => void;
  onEdit: (template: MessageTemplate) => void;
  onLeave: (template: MessageTemplate) => void;
}
function Row({ template, onTake, onEdit, onLeave }: RowProps) {
  return (
    <li>
      <span className={styles.subject}>
        <ColorMark color={template.color} />
        <span className={styles.two}>
          <b>{template.template_name}</b>
          <span className={styles.muted}>
            {mailingKinds[template.kind]} · {ownerWords(template)}
          </span>
        </span>
      </span>
      <span>
        <Button size="small" onClick={() => onTake(template.id)}>
          Взять
        </Button>
        {template.may_edit && (
          <>
            <Button size="small" onClick={() => onEdit(template)}>
              Изменить
            </Button>
            <Button size="small" onClick={() => onLeave(template)}>
              Удалить
            </Button>
          </>
        )}
      </span>
    </li>
  );
}

const ownerWords = ({ is_common, is_personal }: MessageTemplate) =>
  is_common ? 'общий, ведёт суперпользователь' : is_personal ? 'только ваш' : 'вашей организации';

type Start = Pick<MailingContent, 'kind' | 'sms_text' | 'meeting'> & { email_text?: unknown; title?: string };
const empty: Start = { kind: 'news', sms_text: '', email_text: null, meeting: null };

interface FormProps {
  template: MessageTemplate | null;
  /** Texts it begins with. */
  start: Start;
  onClose: () => void;
  onSaved: () => void;
}

export function TemplateForm({ template, start, onClose, onSaved }: FormProps) {
  const isSuperuser = useActor()?.isSuperuser === SUPERUSER;
  const [values, setValues] = useState({
    template_name: template?.template_name ?? start.title ?? '',
    kind: start.kind,
    color: template?.color ?? ('white' as TemplateColor),
    is_personal: template?.is_personal ?? false,
    sms_text: start.sms_text,
    email_text: (start.email_text ?? null) as RichText | null,
    meeting: start.meeting,
  });
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const set = (part: Partial<typeof values>) => setValues((now) => ({ ...now, ...part }));
  const save = () => {
    setBusy(true);
    const saved = template
      ? call(messageTemplates.update, {
          params: { id: template.id },
          body: { ...values, version: template.version },
          quiet: true,
        })
      : call(messageTemplates.create, { body: values, quiet: true });
    saved.then(
      () => {
        onSaved();
        onClose();
      },
      (error: HttpError) => {
        setBusy(false);
        setErrors(error.body.errors ?? {});
        if (!error.body.errors) toast(error.message, { kind: 'error' });
      },
    );
  };
  const isCommon = template ? template.is_common : isSuperuser && !values.is_personal;
  return (
    <ConfirmDialog
      open
      busy={busy}
      title={template ? 'Шаблон рассылки' : 'Новый шаблон'}
      confirm="Сохранить"
      onConfirm={save}
      form={values}
      onCancel={onClose}
    >
      <TextBox
        label="Название"
        value={values.template_name}
        onChange={(template_name) => set({ template_name })}
        error={errors.template_name}
        autoFocus
      />
      <Texts values={values} set={set} errors={errors} />
      {!template?.is_common && (
        <Checkbox
          label="Только для меня"
          value={values.is_personal}
          onChange={(is_personal) => set({ is_personal })}
          error={errors.is_personal}
        />
      )}
      {isCommon && <p className={styles.muted}>Общий: его увидят все, изменить смогут суперпользователи.</p>}
    </ConfirmDialog>
  );
}

interface TextsProps {
  values: {
    color: TemplateColor;
    kind: MailingKind;
    sms_text: string;
    email_text: RichText | null;
    meeting: Meeting | null;
  };
  set: (part: Partial<TextsProps['values']>) => void;
  errors: Record<string, string>;
}
function Texts({ values, set, errors }: TextsProps) {
  return (
    <>
      <Colors value={values.color} onChange={(color) => set({ color })} />
      <SelectBox
        label="Вид рассылки"
        value={values.kind}
        options={Object.entries(mailingKinds).map(([value, label]) => ({ value, label }))}
        onChange={(kind) => set({ kind: kind as MailingKind })}
      />
      {values.kind === 'meeting' && (
        <MeetingFields
          value={values.meeting}
          onChange={(meeting) => set({ meeting })}
          error={(field) => errors[`meeting.${field}`]}
        />
      )}
      <TextArea
        label="Текст СМС"
        value={values.sms_text}
        rows={3}
        onChange={(sms_text) => set({ sms_text })}
        error={errors.sms_text}
      />
      <Suspense fallback={<PageSkeleton />}>
        <RichTextEditor
          label="Текст письма"
          value={values.email_text}
          onChange={(email_text) => set({ email_text })}
          error={errors.email_text}
          variables={Object.entries(mailingVariables).map(([key, label]) => ({ key, label }))}
        />
      </Suspense>
    </>
  );
}

/** The six colours, each with its word. */
function Colors({ value, onChange }: { value: TemplateColor; onChange: (color: TemplateColor) => void }) {
  return (
    <div className={styles.chips} role="radiogroup" aria-label="Цвет">
      {(Object.keys(templateColors) as TemplateColor[]).map((color) => (
        <Button
          key={color}
          size="small"
          role="radio"
          aria-checked={color === value}
          variant={color === value ? 'contained' : 'outlined'}
          startIcon={<ColorMark color={color} />}
          onClick={() => onChange(color)}
        >
          {templateColors[color]}
        </Button>
      ))}
    </div>
  );
}
