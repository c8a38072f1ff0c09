// On the card: who is written to in place of a child or of an estate, and in whose place this person is.
import Button from '@mui/material/Button';
import { useState } from 'react';
import { Link } from 'react-router';
import { pages } from '../../contract/pages.ts';
import type { ProfileCard } from '../../contract/profiles.ts';
import type { ReachConsent } from '../../contract/profiles/representatives.ts';
import { dropRepresentative, nameRepresentative } from '../../contract/profiles/representing.ts';
import { call, errorsOf, type HttpError } from '../../providers/http.ts';
import { ConfirmDialog } from '../../widgets/ConfirmDialog.tsx';
import { Note } from '../../widgets/Note.tsx';
import { SectionCard } from '../../widgets/SectionCard.tsx';
import { useAction } from '../useAction.ts';
import { emptyRepresentative, representativeBody, RepresentativeFields } from './RepresentativeFields.tsx';
import styles from './profiles.module.css';

export function RepresentativeBox({ person, mayEdit }: { person: ProfileCard; mayEdit: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const { run, busy } = useAction<ProfileCard>('profiles', person.id, { aloud: true });
  const { representative } = person;
  return (
    <>
      {person.is_represented && (
        <SectionCard
          title="Представитель"
          action={
            mayEdit && (
              <Button size="small" onClick={() => setOpen(true)}>
                {representative ? 'Сменить' : 'Указать'}
              </Button>
            )
          }
        >
          {representative ? (
            <>
              <p style={{ margin: '4px 0' }}>
                <Link to={pages.profile(representative.id)}>{representative.name}</Link>
                {[...representative.phones_masked, representative.email].filter(Boolean).map((contact) => (
                  <span key={contact}>, {contact}</span>
                ))}
              </p>
              {representative.lacks.map((kind) => (
                <p key={kind} style={{ margin: '4px 0', color: 'var(--gr-amberText)' }}>
                  {lackWords[kind]}
                </p>
              ))}
              <p className={styles.muted} style={{ margin: '4px 0' }}>
                Письма, СМС и квитанции идут представителю. Считаются его согласия, а не представляемого: записывают их
                в его карточке.
              </p>
              {mayEdit && (
                <button
                  type="button"
                  className={styles.reveal}
                  disabled={busy}
                  onClick={() =>
                    void run(
                      call(dropRepresentative, { params: { id: person.id }, quiet: true }),
                      'Представитель убран',
                    )
                  }
                >
                  Убрать
                </button>
              )}
            </>
          ) : (
            <Note tone="amber">Не указан: писать некому, рассылки этого владельца пропускают.</Note>
          )}
        </SectionCard>
      )}
      {person.represents.length > 0 && (
        <SectionCard title="Представляет">
          {person.represents.map((ward) => (
            <p key={ward.id} style={{ margin: '4px 0' }}>
              <Link to={pages.profile(ward.id)}>{ward.name}</Link>
            </p>
          ))}
        </SectionCard>
      )}
      {isOpen && <RepresentativeDialog person={person} run={run} onClose={() => setOpen(false)} />}
    </>
  );
}

/** What does not reach him, and why. */
const lackWords: Record<ReachConsent, string> = {
  sms_info: 'СМС не уйдут: нет его согласия на СМС.',
  pd_processing: 'Письма не уйдут: нет его согласия на обработку персональных данных.',
};

interface DialogProps {
  person: ProfileCard;
  run: ReturnType<typeof useAction<ProfileCard>>['run'];
  onClose: () => void;
}

function RepresentativeDialog({ person, run, onClose }: DialogProps) {
  const [pick, setPick] = useState(emptyRepresentative);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const save = async () => {
    try {
      const body = representativeBody(pick);
      const saved = await call(nameRepresentative, { params: { id: person.id }, body, quiet: true });
      await run(Promise.resolve(saved), 'Представитель указан');
      onClose();
    } catch (error) {
      const texts = errorsOf(error);
      setErrors(Object.keys(texts).length ? texts : { form: (error as HttpError).message });
    }
  };
  return (
    <ConfirmDialog
      open
      title={`Представитель: ${person.full_name}`}
      confirm="Сохранить"
      onConfirm={() => void save()}
      form={pick}
      onCancel={onClose}
    >
      {errors.form && <Note tone="red">{errors.form}</Note>}
      <RepresentativeFields value={pick} onChange={setPick} error={(field) => errors[field]} />
    </ConfirmDialog>
  );
}
