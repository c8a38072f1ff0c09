// «Мой профиль»: name, e-mail, password, second factor, sessions and rights of the person at work.
import { useQuery } from '@tanstack/react-query';
import { userDetail } from '../../../contract/session.ts';
import { reading } from '../../../providers/reading.ts';
import { useActor, useClaims } from '../../../providers/session.ts';
import { Note } from '../../../widgets/Note.tsx';
import { PageSkeleton } from '../../../widgets/PageSkeleton.tsx';
import { usePageTitle } from '../../../widgets/usePageTitle.ts';
import { EmailSection } from './EmailSection.tsx';
import { FactorSection } from './FactorSection.tsx';
import { NameSection } from './NameSection.tsx';
import { PasswordSection } from './PasswordSection.tsx';
import { RightsSection } from './RightsSection.tsx';
import { SessionsSection } from './SessionsSection.tsx';
import styles from './account.module.css';

export default function AccountPage() {
  const actor = useActor();
  const claims = useClaims();
  usePageTitle('Мой профиль');
  const { data } = useQuery({
    ...reading(userDetail, { params: { id: actor?.userId ?? 0 }, quiet: false }),
    enabled: actor !== null,
  });
  if (!data) return <PageSkeleton />;
  const user = data.data;
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>Мой профиль</h1>
      {claims?.factor_needed && (
        <Note tone="amber" title="Включите второй фактор">
          Суперпользователю он обязателен. Панель администратора откроется, как только вы введёте первый код.
        </Note>
      )}
      {actor?.viewOnly && <Note tone="amber">Режим просмотра: изменения недоступны</Note>}
      <div className={styles.columns}>
        <div>
          <NameSection key={user.id} user={user} />
          <RightsSection user={user} />
        </div>
        <div>
          <EmailSection user={user} />
          <PasswordSection user={user} />
          <FactorSection />
          <SessionsSection />
        </div>
      </div>
    </div>
  );
}
