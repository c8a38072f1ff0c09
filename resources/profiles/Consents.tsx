// Consents of a person on his card: what was given and how, recorded and revoked.
import Button from '@mui/material/Button';
import { useState } from 'react';
import { consentKinds, consentSources, revokeConsent, type ProfileCard } from '../../contract/profiles.ts';
import { call } from '../../providers/http.ts';
import { formatDate } from '../../widgets/format.ts';
import { SectionCard } from '../../widgets/SectionCard.tsx';
import { useAction } from '../useAction.ts';
import { ConsentDialog } from './ConsentDialog.tsx';
import styles from './profiles.module.css';

export function Consents({ person, mayEdit }: { person: ProfileCard; mayEdit: boolean }) {
  const [adding, setAdding] = useState(false);
  const { run, busy } = useAction<ProfileCard>('profiles', person.id, { aloud: true });
  return (
    <SectionCard
      title="Согласия"
      action={
        mayEdit && (
          <Button size="small" onClick={() => setAdding(true)}>
            Записать
          </Button>
        )
      }
    >
      {!person.consents.some((consent) => consent.kind === 'pd_processing' && !consent.revoked_at) && (
        <p style={{ color: 'var(--gr-amberText)', margin: '0 0 6px' }}>Нет согласия на обработку персональных данных</p>
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
