// The dialogs of the shell.
import CloseIcon from '@mui/icons-material/Close';
import MailIcon from '@mui/icons-material/MailOutlined';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import {
  financeEdit,
  mailingSend,
  refusal,
  registryCreate,
  registryEdit,
  type Actor,
  type Needs,
} from '../../../contract/kernel/scope.ts';
import { pages } from '../../../contract/pages.ts';
import { askQuestion, updateToken } from '../../../contract/session.ts';
import { call, FAULT_TEXT, NOT_FOUND_TEXT, type HttpError } from '../../../providers/http.ts';
import { storeToken, useActor, useClaims } from '../../../providers/session.ts';
import { ConfirmDialog } from '../../../widgets/ConfirmDialog.tsx';
import { countOf, formatDate, formatNumber } from '../../../widgets/format.ts';
import { IconButtonWithTip } from '../../../widgets/IconButtonWithTip.tsx';
import { countDrafts } from '../../../widgets/editor/useDraft.ts';
import { hasUnsavedWork, isWorkKept, releaseGuard } from '../../../widgets/leaveGuard.ts';
import { closeModal, type Modal, modalKey } from '../../../widgets/modals.ts';
import { StatusChip } from '../../../widgets/StatusChip.tsx';
import { TextArea } from '../../../widgets/TextArea.tsx';
import { TextBox } from '../../../widgets/TextInput.tsx';
import { toast } from '../../../widgets/toasts.ts';
import { KeyList } from './KeyList.tsx';
import { PrintDocument } from './PrintDocument.tsx';
import { RegisterBackup } from './RegisterBackup.tsx';
import { signOut } from '../signOut.ts';
import { useGoBack } from '../useGoBack.ts';
import { placeName } from '../UserMenu.tsx';
import { useCounters, useOwnCard, usePublicSettings } from '../useShellData.ts';
import { Dialog } from '../../../widgets/overlay.tsx';
import styles from './modals.module.css';

/** The dialog that is open now; the code comes with the first one. */
export default function Modals({ modal }: { modal: Modal }) {
  switch (modal.name) {
    case 'change-rights':
      return <ChangeRights modal={modal} />;
    case 'ask-question':
      return <AskQuestion />;
    case 'privacy-policy':
      return <PrivacyPolicy />;
    case 'keys':
      return <KeyList />;
    case 'register-backup':
      return <RegisterBackup />;
    case 'print-document':
      return <PrintDocument key={modalKey()} modal={modal} />;
    case 'server-error-modal':
      return <ServerError status={modal.status} />;
    case 'close-editing-modal':
      return (
        <ConfirmDialog
          open
          title="Вы хотите покинуть страницу?"
          confirm="Уйти"
          cancel="Остаться"
          danger={!modal.isKept}
          onConfirm={modal.leave}
          onCancel={modal.stay}
        >
          {modal.isKept
            ? 'Изменения не сохранены, но останутся черновиком в этом браузере: продолжите, когда вернётесь.'
            : 'Внесённые изменения не будут сохранены.'}
        </ConfirmDialog>
      );
    case 'sign-out':
      return <SignOut />;
  }
}

/** What was typed and not saved goes with the person: another one may sit down here. */
function SignOut() {
  const drafts = countDrafts(useActor()?.userId);
  return (
    <ConfirmDialog
      open
      title="Выйти?"
      confirm="Выйти"
      cancel="Остаться"
      danger
      onConfirm={() => {
        closeModal();
        void signOut();
      }}
      onCancel={closeModal}
    >
      {hasUnsavedWork() && <p className={styles.text}>На этой странице есть несохранённые изменения.</p>}
      {drafts > 0 && (
        <p className={styles.text}>
          В этом браузере {drafts === 1 ? 'остался' : 'осталось'}{' '}
          <b>{countOf(drafts, ['черновик', 'черновика', 'черновиков'])}</b>.
        </p>
      )}
      <p className={styles.text}>
        После выхода всё несохранённое исчезнет: за этот компьютер может сесть другой человек.
      </p>
    </ConfirmDialog>
  );
}

function ChangeRights({ modal }: { modal: Extract<Modal, { name: 'change-rights' }> }) {
  const claims = useClaims();
  const { data: counters } = useCounters();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const isLost = hasUnsavedWork() && !isWorkKept();
  const change = async () => {
    setBusy(true);
    try {
      const { token } = await call(updateToken, { body: modal.place, quiet: true });
      // First away from a card of the place that is being left; what was typed there is in its draft.
      releaseGuard();
      await navigate(pages.garages);
      storeToken(token);
      closeModal();
      toast(`Теперь вы работаете как ${modal.title}`);
    } catch (error) {
      setBusy(false);
      toast((error as HttpError).message, { kind: 'error' });
    }
  };
  return (
    <ConfirmDialog
      open
      title="Сменить права?"
      confirm="Сменить права"
      danger={isLost}
      busy={busy}
      onConfirm={() => void change()}
      onCancel={closeModal}
    >
      <div className={styles.change}>
        <div>
          <small>Сейчас</small>
          <b>{placeName(claims)}</b>
        </div>
        <span aria-hidden="true">›</span>
        <div>
          <small>Станет</small>
          <b>{modal.title}</b>
        </div>
      </div>
      <div className={styles.facts}>
        <span>Гаражей в работе</span>
        <span>
          {formatNumber(counters?.garages ?? 0)} → <b>{formatNumber(modal.garages)}</b>
        </span>
      </div>
      <WhatWillBeAllowed place={modal.place} />
      {isLost && (
        <p className={styles.text}>На этой странице есть несохранённые изменения. После смены прав они пропадут.</p>
      )}
      <p className={styles.small}>{!isLost && 'Черновики сохранятся. '}Другие вкладки обновятся сами.</p>
    </ConfirmDialog>
  );
}

const abilities: [string, Needs][] = [
  ['Ведение реестра', registryEdit],
  ['Добавление гаражей', registryCreate],
  ['Взносы и баланс', financeEdit],
  ['Рассылки', mailingSend],
];

/** The same rule as everywhere, asked about the place that is chosen. */
function WhatWillBeAllowed({ place }: { place: { region?: number; mo?: number; po?: number } }) {
  const actor = useActor();
  if (!actor) return null;
  const there: Actor = { ...actor, region: null, mo: null, po: null, ...place };
  return abilities.map(([title, needs]) => {
    const reason = refusal(there, needs);
    return (
      <div key={title} className={styles.facts}>
        <span>{title}</span>
        {reason ? <StatusChip>{reason}</StatusChip> : <StatusChip kind="done">доступно</StatusChip>}
      </div>
    );
  });
}

function AskQuestion() {
  const claims = useClaims();
  const { data } = usePublicSettings();
  const { data: card } = useOwnCard();
  const [typed, setForm] = useState({ name: claims?.uname ?? '', email: null as string | null, text: '' });
  // The own card may come after the box has opened: the address waits for it until it is typed.
  const form = { ...typed, email: typed.email ?? card?.data.email ?? '' };
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const set = (field: keyof typeof form) => (value: string) => setForm({ ...typed, [field]: value });
  const send = async () => {
    setBusy(true);
    try {
      await call(askQuestion, { body: form, quiet: true });
      closeModal();
      toast('Вопрос отправлен. Ответ придёт на вашу почту');
    } catch (error) {
      setBusy(false);
      setErrors((error as HttpError).body.errors ?? { text: (error as HttpError).message });
    }
  };
  return (
    <ConfirmDialog
      open
      title="Задать вопрос"
      confirm="Отправить"
      busy={busy}
      onConfirm={() => void send()}
      form={typed}
      onCancel={closeModal}
    >
      <TextBox label="Ваше имя" value={form.name} onChange={set('name')} error={errors.name} />
      <TextBox label="E-mail для ответа" value={form.email} onChange={set('email')} error={errors.email} />
      <TextArea label="Вопрос" value={form.text} onChange={set('text')} maxLength={4000} error={errors.text} />
      {data && (
        <p className={styles.small}>
          Можно и письмом: <a href={`mailto:${data.supportEmail}`}>{data.supportEmail}</a>
        </p>
      )}
    </ConfirmDialog>
  );
}

function PrivacyPolicy() {
  const { data } = usePublicSettings();
  return (
    <Dialog open onClose={closeModal} aria-labelledby="policy-title" data-modal="privacy-policy">
      <DialogTitle id="policy-title">Обработка персональных данных</DialogTitle>
      <DialogContent tabIndex={0}>
        {data && (
          <>
            <p className={styles.small}>
              Версия {data.policy.version} от {formatDate(data.policy.approvedAt)}, пересмотр до{' '}
              {formatDate(data.policy.reviewDue)}
            </p>
            {data.policy.text.split('\n\n').map((paragraph) => (
              <p key={paragraph} className={styles.text}>
                {paragraph}
              </p>
            ))}
          </>
        )}
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={closeModal}>
          Понятно
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function ServerError({ status }: { status: number }) {
  const { data } = usePublicSettings();
  const goBack = useGoBack();
  const letter = `mailto:${data?.supportEmail ?? ''}?subject=${encodeURIComponent(`Ошибка ${status}`)}`;
  return (
    <Dialog open onClose={closeModal} aria-labelledby="server-error-title" data-modal="server-error-modal">
      <DialogTitle id="server-error-title" sx={titleWithClose}>
        Ошибка {status}
        <IconButtonWithTip label="Закрыть" onClick={closeModal} sx={closePlace}>
          <CloseIcon />
        </IconButtonWithTip>
      </DialogTitle>
      <DialogContent>
        <p className={styles.text}>{status === 404 ? NOT_FOUND_TEXT : FAULT_TEXT}</p>
        <p className={styles.small}>Вы можете продолжить работу или написать в службу поддержки.</p>
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" startIcon={<MailIcon />} href={letter}>
          Написать email
        </Button>
        <Button
          variant="contained"
          autoFocus
          onClick={() => {
            closeModal();
            goBack();
          }}
        >
          Назад
        </Button>
      </DialogActions>
    </Dialog>
  );
}

const titleWithClose = { display: 'flex', justifyContent: 'space-between', gap: 1 };
const closePlace = { m: '-6px -8px -6px 0' };
