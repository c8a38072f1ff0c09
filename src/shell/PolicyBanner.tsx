// On every page of a superuser: the policy of personal data is to be looked at again soon, or its day has passed.
import { Link } from 'react-router';
import { dayForms, daysBetween } from '../../contract/kernel/days.ts';
import { SUPERUSER } from '../../contract/kernel/scope.ts';
import { pages } from '../../contract/pages.ts';
import { POLICY_REMIND_DAYS } from '../../contract/session/policy.ts';
import { useActor } from '../../providers/session.ts';
import { cx } from '../../widgets/cx.ts';
import { countOf, formatDate } from '../../widgets/format.ts';
import { today } from '../../widgets/today.ts';
import styles from './frame.module.css';
import banner from './policyBanner.module.css';
import { usePublicSettings } from './useShellData.ts';

export function PolicyBanner() {
  const isSuperuser = useActor()?.isSuperuser === SUPERUSER;
  const { data } = usePublicSettings();
  const due = data?.policy.reviewDue;
  if (!isSuperuser || !due) return null;
  const left = daysBetween(today(), due);
  if (left > POLICY_REMIND_DAYS) return null;
  return (
    <p role="status" className={cx(styles.offline, left < 0 && banner.late)}>
      <span>
        {left < 0
          ? `Срок пересмотра политики персональных данных прошёл ${formatDate(due)}, ${countOf(-left, dayForms)} назад. `
          : `Политику персональных данных пора пересмотреть до ${formatDate(due)}: ${left ? `осталось ${countOf(left, dayForms)}` : 'сегодня последний день'}. `}
        <Link to={pages.adminPersonal}>Пересмотреть</Link>
      </span>
    </p>
  );
}
