// Rules of debt reminders: what each does, when it runs next, whom it would remind, on and off.
import { dayForms } from '../../contract/kernel/days.ts';
import AddIcon from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { channelRules } from '../../contract/notifications.ts';
import {
  debtRules,
  decideDebtRun,
  switchDebtRule,
  withdrawDebtRule,
  type DebtRule,
} from '../../contract/notifications/reminders.ts';
import { rhythmWords } from '../../contract/kernel/rhythm.ts';
import { pages } from '../../contract/pages.ts';
import { call, type HttpError } from '../../providers/http.ts';
import { readAnew, reading } from '../../providers/reading.ts';
import { useActor } from '../../providers/session.ts';
import { ActionButton } from '../../widgets/ActionButton.tsx';
import { ConfirmDialog } from '../../widgets/ConfirmDialog.tsx';
import { EmptyState } from '../../widgets/EmptyState.tsx';
import { countOf, formatMoment } from '../../widgets/format.ts';
import { Note } from '../../widgets/Note.tsx';
import { PageWaiting } from '../../widgets/PageWaiting.tsx';
import { SectionCard } from '../../widgets/SectionCard.tsx';
import { StatusChip } from '../../widgets/StatusChip.tsx';
import { toast } from '../../widgets/toasts.ts';
import { ChildrenSwitch } from './NotificationList.tsx';
import { bodyOfRule, ReminderEditor } from './ReminderEditor.tsx';
import { ReminderPreview, useReminderPreview } from './ReminderPreview.tsx';
import { money } from './words.tsx';
import styles from './notifications.module.css';

const people = ['человек', 'человека', 'человек'] as const;
const told = (error: HttpError) => toast(Object.values(error.body.errors ?? {})[0] ?? error.message, { kind: 'error' });

export default function RemindersPage() {
  const client = useQueryClient();
  const actor = useActor();
  const [editing, setEditing] = useState<DebtRule | 'new' | null>(null);
  const asked = useQuery(reading(debtRules.list, { query: { range: '[0,199]' } }));
  const { data } = asked;
  const refresh = () => void readAnew(client, 'debt_rules');
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>Рассылки</h1>
        <ChildrenSwitch value="reminders" />
        <ActionButton
          main
          icon={<AddIcon />}
          refusal={actor?.region ? 'Доступно на уровне МО или ПО' : null}
          onClick={() => setEditing('new')}
        >
          Новое правило
        </ActionButton>
      </header>
      <p className={styles.muted}>
        Правило само напоминает должникам. Каждый запуск — обычная рассылка в журнале: её можно отозвать и остановить.
        Новое и изменённое правило выключено, пока вы не посмотрите, кого оно напомнит.
      </p>
      {!data && <PageWaiting asked={[asked]} />}
      {data?.length === 0 && (
        <EmptyState title="Правил пока нет">Задайте, кому, когда и каким текстом напоминать о долге.</EmptyState>
      )}
      <ul className={styles.list} aria-label="Правила напоминаний">
        {data?.map((rule) => (
          <Rule key={rule.id} rule={rule} onEdit={() => setEditing(rule)} onDone={refresh} />
        ))}
      </ul>
      {editing && (
        <ReminderEditor
          rule={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
          onSaved={() => {
            setEditing(null);
            refresh();
          }}
        />
      )}
    </div>
  );
}

function Rule({ rule, onEdit, onDone }: { rule: DebtRule; onEdit: () => void; onDone: () => void }) {
  const [asking, setAsking] = useState<'on' | 'late' | 'remove' | null>(null);
  const close = () => setAsking(null);
  const done = () => {
    close();
    onDone();
  };
  const turnOff = () =>
    call(switchDebtRule, { params: { id: rule.id }, body: { version: rule.version, isOn: false }, quiet: true }).then(
      done,
      told,
    );
  const skip = () =>
    call(decideDebtRun, {
      params: { id: rule.id },
      body: { version: rule.version, isWanted: false },
      quiet: true,
    }).then(done, told);
  const remove = () => call(withdrawDebtRule, { params: { id: rule.id }, quiet: true }).then(done, told);
  const types = rule.typeNames.length ? rule.typeNames.join(', ') : 'любой вид';
  return (
    <li>
      <SectionCard
        title={rule.name}
        action={
          <StatusChip kind={rule.isOn ? 'done' : 'plain'}>
            {rule.isOn ? `Включено, ${formatMoment(rule.next_at)}` : 'Выключено'}
          </StatusChip>
        }
      >
        <p>
          Долг от {money(rule.minDebt)}, {types}, старше {countOf(rule.minDays, ['дня', 'дней', 'дней'])};{' '}
          {rhythmWords(rule)}; одному человеку не чаще раза в {countOf(rule.repeatDays, dayForms)}; шаблон «
          {rule.template.name}», {channelRules[rule.channel].toLowerCase()}.
        </p>
        <p className={styles.muted}>
          {[
            rule.sent_from,
            rule.enabledBy && `включено: ${rule.enabledBy.name}`,
            rule.last_run_at && `последний запуск ${formatMoment(rule.last_run_at)}`,
            rule.last_note,
          ]
            .filter(Boolean)
            .join(' · ')}{' '}
          {rule.lastMailing && (
            <Link to={pages.informingHistory(rule.lastMailing.id)}>
              последняя рассылка: {countOf(rule.lastMailing.people, people)}
            </Link>
          )}
        </p>
        {rule.draft && (
          <Note
            tone="amber"
            title="Запуск ждёт вас"
            action={
              <Button component={Link} to={pages.notification(rule.draft)}>
                Открыть черновик
              </Button>
            }
          >
            Получателей или стоимости стало больше, чем вы видели, когда включали правило.
          </Note>
        )}
        {rule.late_at && (
          <Note
            tone="amber"
            title={`Запуск ${formatMoment(rule.late_at)} пропущен`}
            action={
              <>
                <Button onClick={() => setAsking('late')}>Отправить сейчас</Button>
                <Button onClick={() => void skip()}>Не нужен</Button>
              </>
            }
          >
            Сервер в этот час не работал. Сами мы с опозданием не напоминаем.
          </Note>
        )}
        <div className={styles.chips}>
          {rule.isOn ? (
            <Button variant="outlined" onClick={() => void turnOff()}>
              Выключить
            </Button>
          ) : (
            <Button variant="contained" onClick={() => setAsking('on')}>
              Посмотреть и включить
            </Button>
          )}
          <Button onClick={onEdit}>Изменить</Button>
          {!rule.isOn && <Button onClick={() => setAsking('remove')}>Удалить</Button>}
        </div>
      </SectionCard>
      {(asking === 'on' || asking === 'late') && (
        <AskRun rule={rule} isLate={asking === 'late'} onClose={close} onDone={done} />
      )}
      {asking === 'remove' && (
        <ConfirmDialog
          open
          danger
          title={`Удалить правило «${rule.name}»?`}
          confirm="Удалить"
          onConfirm={() => void remove()}
          onCancel={close}
        >
          <p>Рассылки, которые оно сделало, останутся в журнале.</p>
        </ConfirmDialog>
      )}
    </li>
  );
}

/** Whom the rule reminds now, by names; after that it is switched on, or its missed run sent. */
function AskRun({
  rule,
  isLate,
  onClose,
  onDone,
}: {
  rule: DebtRule;
  isLate: boolean;
  onClose: () => void;
  onDone: () => void;
}) {
  const { preview, error } = useReminderPreview({ ...bodyOfRule(rule), id: rule.id });
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const run = () => {
    setBusy(true);
    const { id, version } = rule;
    const expected = preview?.people ?? null;
    const confirmed = typed ? Number(typed.replace(/\s/g, '')) : null;
    const asked = isLate
      ? call(decideDebtRun, { params: { id }, body: { version, isWanted: true, expected }, quiet: true })
      : call(switchDebtRule, { params: { id }, body: { version, isOn: true, expected, confirmed }, quiet: true });
    asked.then(onDone, (refusal: HttpError) => {
      setBusy(false);
      told(refusal);
    });
  };
  return (
    <ConfirmDialog
      open
      busy={busy || !preview}
      title={isLate ? `Отправить пропущенное: «${rule.name}»` : `Кого напомнит «${rule.name}»`}
      confirm={isLate ? 'Отправить сейчас' : 'Включить'}
      onConfirm={run}
      onCancel={onClose}
    >
      <ReminderPreview preview={preview} error={error} typed={isLate ? null : typed} onType={setTyped} />
    </ConfirmDialog>
  );
}
