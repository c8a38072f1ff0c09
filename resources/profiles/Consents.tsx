// Consents of a person on his card: what was given and how, recorded and revoked.
import Button from '@mui/material/Button';
import { useRef, useState } from 'react';
import {
  consentKinds,
  consentSources,
  revokeConsent,
  type ConsentKind,
  type ProfileCard,
} from '../../contract/profiles.ts';
import { attachConsentScan, openConsentScan } from '../../contract/profiles/consents.ts';
import { call, upload } from '../../providers/http.ts';
import { formatDate } from '../../widgets/format.ts';
import { SectionCard } from '../../widgets/SectionCard.tsx';
import { today } from '../../widgets/today.ts';
import { useAction } from '../useAction.ts';
import { openInTab } from '../files/openInTab.ts';
import { printConsentSheet as printSheet } from './consentSheet.ts';
import { ConsentDialog } from './ConsentDialog.tsx';
import styles from './profiles.module.css';

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

/** Until when the consent was put off; past that day it is said louder. */
function lackingWords({ consent_due: due }: ProfileCard): string {
  const words = 'Нет согласия на обработку персональных данных';
  if (!due) return words;
  return due < today() ? `${words}: срок прошёл ${formatDate(due)}` : `${words}, отложено до ${formatDate(due)}`;
}

/** The scan of a consent: opened in a tab, or brought. */
function Scan({ person, consent }: { person: ProfileCard; consent: ProfileCard['consents'][number] }) {
  const params = { id: person.id, consentId: consent.id };
  const { run, busy } = useAction<ProfileCard>('profiles', person.id, { aloud: true });
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      {consent.has_scan && (
        <button
          type="button"
          className={styles.reveal}
          onClick={() => void openInTab(() => call(openConsentScan, { params, quiet: true }))}
        >
          Скан
        </button>
      )}
      <button type="button" className={styles.reveal} disabled={busy} onClick={() => input.current?.click()}>
        {consent.has_scan ? 'Заменить скан' : 'Приложить скан'}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={`Скан согласия: ${consentKinds[consent.kind]}`}
        accept=".pdf,.jpg,.jpeg,.png,.webp"
        onChange={({ target }) => {
          const file = target.files?.[0];
          target.value = '';
          if (file) void run(upload(attachConsentScan, { params, file, quiet: true }), 'Скан приложен');
        }}
      />
    </>
  );
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
      {person.kind === 'person' && !person.is_destroyed && (
        <Lacking person={person} kind="pd_processing" words={lackingWords(person)} mayEdit={mayEdit} />
      )}
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
          {mayEdit && <Scan person={person} consent={consent} />}{' '}
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
