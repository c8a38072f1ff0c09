// The dialogs of the shell; the one that is open now is mounted.
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { askQuestion, updateToken } from '../../../contract/session.ts';
import { call, HttpError } from '../../../providers/http.ts';
import { storeToken, useClaims } from '../../../providers/session.ts';
import { ConfirmDialog } from '../../../widgets/ConfirmDialog.tsx';
import { formatDate, formatNumber } from '../../../widgets/format.ts';
import { closeModal, useModal, type Modal } from '../../../widgets/modals.ts';
import { TextArea } from '../../../widgets/TextArea.tsx';
import { TextBox } from '../../../widgets/TextInput.tsx';
import { toast } from '../../../widgets/toasts.ts';
import { useNavigate } from 'react-router';
import { pages } from '../../../contract/pages.ts';
import { useCounters, usePublicSettings } from '../NavMenu.tsx';
import styles from '../shell.module.css';

export function Modals() {
  const modal = useModal();
  if (!modal) return null;
  switch (modal.name) {
    case 'change-rights':
      return <ChangeRights modal={modal} />;
    case 'ask-question':
      return <AskQuestion />;
    case 'privacy-policy':
      return <PrivacyPolicy />;
    case 'server-error-modal':
      return <ServerError status={modal.status} />;
    case 'close-editing-modal':
      return (
        <ConfirmDialog
          open
          title="Вы хотите покинуть страницу?"
          confirm="Уйти"
          cancel="Остаться"
          danger
          onConfirm={modal.leave}
          onCancel={modal.stay}
        >
          Внесённые изменения не будут сохранены.
        </ConfirmDialog>
      );
  }
}

function ChangeRights({ modal }: { modal: Extract<Modal, { name: 'change-rights' }> }) {
  const claims = useClaims();
  const { data: counters } = useCounters();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const change = async () => {
    setBusy(true);
    try {
      const { token } = await call(updateToken, { body: modal.place, quiet: true });
      storeToken(token);
      closeModal();
      await navigate(pages.garages);
      client.clear();
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
      busy={busy}
      onConfirm={() => void change()}
      onCancel={closeModal}
    >
      <div className={styles.change}>
        <div>
          <small>Сейчас</small>
          <b>{claims?.po_name ?? claims?.mo_name ?? claims?.region_name}</b>
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
      <p className={styles.facts}>Черновики сохранятся. Другие вкладки обновятся сами.</p>
    </ConfirmDialog>
  );
}

function AskQuestion() {
  const claims = useClaims();
  const { data } = usePublicSettings();
  const [form, setForm] = useState({ name: claims?.uname ?? '', email: '', text: '' });
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const set = (field: keyof typeof form) => (value: string) => setForm({ ...form, [field]: value });
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
      onCancel={closeModal}
    >
      <TextBox label="Ваше имя" value={form.name} onChange={set('name')} error={errors.name} />
      <TextBox label="E-mail для ответа" value={form.email} onChange={set('email')} error={errors.email} />
      <TextArea label="Вопрос" value={form.text} onChange={set('text')} maxLength={4000} error={errors.text} />
      {data && (
        <p className={styles.facts}>
          Можно и письмом: <a href={`mailto:${data.supportEmail}`}>{data.supportEmail}</a>
        </p>
      )}
    </ConfirmDialog>
  );
}

function PrivacyPolicy() {
  const { data } = usePublicSettings();
  return (
    <Dialog open onClose={closeModal} aria-labelledby="policy-title">
      <DialogTitle id="policy-title">Обработка персональных данных</DialogTitle>
      <DialogContent tabIndex={0}>
        {data && (
          <>
            <p className={styles.facts}>
              Версия {data.policy.version} от {formatDate(data.policy.approvedAt)}, пересмотр до{' '}
              {formatDate(data.policy.reviewDue)}
            </p>
            {data.policy.text.split('\n\n').map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
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
  const navigate = useNavigate();
  const back = () => {
    closeModal();
    void navigate(-1);
  };
  return (
    <Dialog open onClose={closeModal} aria-labelledby="server-error-title" data-modal="server-error-modal">
      <DialogTitle id="server-error-title">Ошибка {status}</DialogTitle>
      <DialogContent>
        <p>
          {status === 404
            ? 'К сожалению, мы не можем найти запрашиваемые данные.'
            : 'К сожалению, на сервере произошла ошибка.'}
        </p>
        <p>Вы можете продолжить работу или написать в поддержку.</p>
      </DialogContent>
      <DialogActions>
        <Button href={`mailto:${data?.supportEmail ?? ''}?subject=${encodeURIComponent(`Ошибка ${status}`)}`}>
          Написать email
        </Button>
        <Button variant="contained" autoFocus onClick={back}>
          Назад
        </Button>
      </DialogActions>
    </Dialog>
  );
}
