// Whom a mailing reaches and whom not: the bar, the reasons, the acts that mend them.
import Button from '@mui/material/Button';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { registryEdit } from '../../contract/kernel/scope.ts';
import { unreachableReasons, type NotificationPreview, type UnreachableReason } from '../../contract/notifications.ts';
import { consentKinds, type ConsentKind } from '../../contract/profiles.ts';
import { pages } from '../../contract/pages.ts';
import { useMay } from '../../providers/session.ts';
import { shortName } from '../../widgets/format.ts';
import { loadPatiently } from '../../widgets/loadPatiently.ts';
import styles from './notifications.module.css';

const ConsentsDialog = lazy(() =>
  loadPatiently(async () => ({ default: (await import('../profiles/ConsentsDialog.tsx')).ConsentsDialog })),
);

/** A bar cut by fate, and a row for each fate with names and the act that mends it. */
export function Fates({
  preview,
  refetch,
  areOfficials,
}: {
  preview: NotificationPreview;
  refetch: () => unknown;
  areOfficials: boolean;
}) {
  const { receiverCounter: counter, receivers, not_notifiable_receivers: left } = preview;
  const [open, setOpen] = useState<string | null>(null);
  const [consents, setConsents] = useState<{ kind: ConsentKind; ids: number[] } | null>(null);
  const edit = useMay(registryEdit);
  const reached = counter.people - counter.none;
  const fates = fatesOf(counter, receivers, left, reached);
  const toggle = (key: string) => setOpen(open === key ? null : key);
  return (
    <>
      <div className={styles.fates} aria-hidden>
        {fates.map(({ key, count }) =>
          count ? <i key={key} data-fate={key} style={{ flexGrow: count, flexBasis: 0 }} /> : null,
        )}
      </div>
      <div role="list" aria-label="Получатели">
        {fates.map(({ key, count, words, people }) => (
          <div key={key} role="listitem">
            <div className={styles.fate}>
              <i data-fate={key} aria-hidden />
              <span>
                <b>{count}</b> {words}
              </span>
              <span className={styles.muted}>
                {key !== 'reached' &&
                  people
                    .slice(0, 6)
                    .map(({ name }) => shortName(name))
                    .join(', ') + (count > 6 ? ` и ещё ${count - 6}` : '')}
              </span>
              {key === 'no_consent' && edit.may ? (
                <LackingConsents people={people} onMark={setConsents} />
              ) : (
                <Button size="small" aria-expanded={open === key} onClick={() => toggle(key)}>
                  {key === 'no_contact' && edit.may ? 'Дописать контакты' : 'Список'}
                </Button>
              )}
            </div>
            {open === key && <Names people={people} count={count} areOfficials={areOfficials} />}
          </div>
        ))}
      </div>
      {consents && (
        <Suspense fallback={null}>
          <ConsentsDialog
            chosen={{
              filter: {},
              all: false,
              included: consents.ids,
              excluded: [],
              expected: consents.ids.length,
            }}
            begin={consents.kind}
            onClose={() => setConsents(null)}
            onDone={() => void refetch()}
          />
        </Suspense>
      )}
    </>
  );
}

interface LackingProps {
  people: readonly Named[];
  onMark: (consents: { kind: ConsentKind; ids: number[] }) => void;
}

/** One button where all lack the same consent; where they lack several, one for each: nobody is marked with what he did not sign. */
function LackingConsents({ people, onMark }: LackingProps) {
  const kinds = [...Map.groupBy(people, ({ lacks }) => lacks ?? 'sms_info')];
  return (
    <span className={styles.lacking}>
      {kinds.map(([kind, some]) => (
        <Button key={kind} size="small" onClick={() => onMark({ kind, ids: some.map(({ id }) => id) })}>
          {kinds.length === 1 ? 'Отметить согласия' : `${consentKinds[kind]}: ${some.length}`}
        </Button>
      ))}
    </span>
  );
}

interface Named {
  id: number;
  name: string;
  lacks?: ConsentKind | null;
}

/** Everybody of a fate; an official is a user and has no card among the people. */
const Names = ({ people, count, areOfficials }: { people: Named[]; count: number; areOfficials: boolean }) => (
  <div className={styles.toWrite}>
    {people.map(({ id, name }, nth) =>
      areOfficials ? (
        <span key={`${id}-${nth}`}>{name}</span>
      ) : (
        <Link key={`${id}-${nth}`} to={pages.profile(id)} target="_blank">
          {name}
        </Link>
      ),
    )}
    {people.length < count && <span className={styles.muted}>и ещё {count - people.length}</span>}
  </div>
);

interface Fate {
  key: string;
  count: number;
  words: string;
  people: Named[];
}

/** Those who will get it, and those who will not by the reason. */
function fatesOf(
  counter: NotificationPreview['receiverCounter'],
  receivers: Array<NotificationPreview['receivers'][number]>,
  left: Array<NotificationPreview['not_notifiable_receivers'][number]>,
  reached: number,
) {
  const fates: Fate[] = [
    { key: 'reached', count: reached, words: 'получат', people: receivers },
    ...Object.entries(counter.reasons).map(([key, count]) => ({
      key,
      count,
      words: unreachableReasons[key as UnreachableReason],
      people: left.filter((one) => one.reason === key),
    })),
  ];
  return fates;
}
