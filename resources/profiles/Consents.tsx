// Consents of a person on his card: what was given and how, recorded and revoked.
import Button from '@mui/material/Button';
import { useState } from 'react';
import {
  consentKinds,
  consentSources,
  revokeConsent,
  type ConsentKind,
  type ProfileCard,
} from '../../contract/profiles.ts';
import { call } from '../../providers/http.ts';
import { formatDate } from '../../widgets/format.ts';
import { openModal } from '../../widgets/modals.ts';
import { SectionCard } from '../../widgets/SectionCard.tsx';
import { useAction } from '../useAction.ts';
import { ConsentDialog } from './ConsentDialog.tsx';
import styles from './profiles.module.css';

/** Paper 10. */
const CONSENT_SHEET = 10;
/** Its window: without a kind it asks which. */
const printSheet = (person: ProfileCard, consent?: ConsentKind) =>
  openModal({
    name: 'print-document',
    about: { profile_id: person.id },
    types: [CONSENT_SHEET],
    title: person.full_name,
    ...(consent && { consent }),
  });

/** A consent that the register needs and has not, with its sheet at hand. */
function Lacking({ person, kind, words, mayEdit }: LackingProps) {
  if (person.consents.some((consent) => consent.kind === kind && !consent.revoked_at)) return null;
  return (
    <p style={{ color: 'var(--gr-amberText)', margin: '0 0 6px' }}>
      {words}{' '}
      {mayEdit && (
        <button type="button" className={styles.reveal} onClick={() => printSheet(person, kind)}>
          Напечатать лист
        </button>
      )}
    </p>
  );
}
interface LackingProps {
  person: ProfileCard;
  kind: ConsentKind;
  words: string;
  mayEdit: boolean;
}

export function Consents({ person, mayEdit }: { person: ProfileCard; mayEdit: boolean }) {
  const [adding, setAdding] = useState(false);
  const { run, busy } = useAction<ProfileCard>('profiles', person.id, { aloud: true });
  return (
    <SectionCard
      title="Согласия"
      action={
        mayEdit && (
          <>
            <Button size="small" onClick={() => printSheet(person)}>
              Лист для подписи
            </Button>
            <Button size="small" onClick={() => setAdding(true)}>
              Записать
            </Button>
          </>
        )
      }
    >
      <Lacking
        person={person}
        kind="pd_processing"
        words="Нет согласия на обработку персональных данных"
        mayEdit={mayEdit}
      />
      {person.privilege.is_health && (
        <Lacking person={person} kind="health" words="Нет согласия на сведения о здоровье" mayEdit={mayEdit} />
      )}
      {person.consents.map((consent) => (
        <p key={consent.id} style={{ margin: '4px 0' }}>
          {consentKinds[consent.kind]}: {formatDate(consent.signed_at)} {consent.doc_no && `№ ${consent.doc_no}`}{' '}
          {consent.source && <span className={styles.muted}>из реестра «{consent.source}»</span>}{' '}
          <span className={styles.muted}>
            {[!consent.source && consentSources[consent.given], consent.by && `записал ${consent.by}`]
              .filter(Boolean)
              .join(', ')}
          </span>{' '}
          {consent.revoked_at ? (
            <span className={styles.muted}>отозвано {formatDate(consent.revoked_at)}</span>
          ) : (
            mayEdit && (
              <button
                type="button"
                className={styles.reveal}
                disabled={busy}
                onClick={() =>
                  void run(
                    call(revokeConsent, { params: { id: person.id, consentId: consent.id }, quiet: true }),
                    'Согласие отозвано',
                  )
                }
              >
                Отозвать
              </button>
            )
          )}
        </p>
      ))}
      {adding && <ConsentDialog person={person} onClose={() => setAdding(false)} />}
    </SectionCard>
  );
}
