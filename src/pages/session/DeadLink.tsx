// A link that is worth nothing: why, and what to do instead.
import { Link } from 'react-router';
import { pages } from '../../../contract/pages.ts';
import { Step } from './Step.tsx';
import styles from './sign.module.css';

interface DeadLinkProps {
  title: string;
  errors: Record<string, string>;
  code: string | undefined;
}

const advice: Record<string, string> = {
  used: 'По этой ссылке решение уже принято. Если это были не вы, смените пароль.',
  expired: 'Срок ссылки вышел или письмо отправлено заново. Начните сначала: придёт новое письмо.',
  denied: 'По этой ссылке действие было отклонено: пароль мог стать известен кому-то ещё.',
  unknown: 'Скопируйте адрес из письма целиком и откройте его ещё раз.',
};

export function DeadLink({ title, errors, code }: DeadLinkProps) {
  return (
    <Step title={title} trouble={errors.form ?? Object.values(errors)[0]}>
      {code && <p className={styles.words}>{advice[code]}</p>}
      {(code === 'denied' || code === 'used') && (
        <Link className={styles.help} to={pages.forgotPassword}>
          Сменить пароль
        </Link>
      )}
    </Step>
  );
}
