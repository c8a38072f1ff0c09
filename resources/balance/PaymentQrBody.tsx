// The picture of a payment and its requisites in words; where requisites are missing, which ones and where to fill them in.
import { useMemo, type ReactNode } from 'react';
import { Link } from 'react-router';
import type { PaymentQrReply } from '../../contract/balance.ts';
import { superuser } from '../../contract/kernel/scope.ts';
import { pages } from '../../contract/pages.ts';
import { useMay } from '../../providers/session.ts';
import { CopyButton } from '../../widgets/CopyButton.tsx';
import { cx } from '../../widgets/cx.ts';
import { formatMoney } from '../../widgets/format.ts';
import { Note } from '../../widgets/Note.tsx';
import { qrPicture } from './qrPicture.ts';
import styles from './qr.module.css';

/** Whole pixels for a module: its edges stay sharp. The picture is over 30 mm on paper and screen. */
const MODULE_PX = 3;

export interface PaymentQrBodyProps {
  reply: PaymentQrReply | undefined;
  /** The picture is being made anew: this one is of before. */
  stale: boolean;
  /** The garage owes something: only the sum is missing. */
  owes: boolean;
}

export function PaymentQrBody({ reply, stale, owes }: PaymentQrBodyProps) {
  if (!reply) return <div className={styles.frame} role="status" aria-label="Загружается" />;
  if (reply.problems.length) return <Missing reply={reply} />;
  if (!reply.text) return <Frame>{owes ? 'Введите сумму' : 'Введите сумму: гараж ничего не должен'}</Frame>;
  const rows = requisites(reply);
  return (
    <div className={stale ? styles.stale : undefined} aria-busy={stale}>
      <Picture text={reply.text} sum={reply.sum_kopecks} />
      <div className={styles.copyAll}>
        <span>Реквизиты</span>
        <CopyButton
          text={rows.map(([label, value]) => `${label}: ${value}`).join('\n')}
          label="Скопировать все реквизиты"
        />
      </div>
      <dl className={styles.requisites}>
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <span>{value}</span>
              <CopyButton text={value} label={`Скопировать: ${label.toLowerCase()}`} />
            </dd>
          </div>
        ))}
      </dl>
      <p className={styles.hint}>
        Это реквизиты перевода по ГОСТ Р 56042-2014: их читает приложение любого банка. Не СБП и не приём карт.
      </p>
    </div>
  );
}

function Picture({ text, sum }: { text: string; sum: number }) {
  const { size, path } = useMemo(() => qrPicture(text), [text]);
  return (
    <div className={styles.frame}>
      <svg
        className={styles.qr}
        width={size * MODULE_PX}
        height={size * MODULE_PX}
        viewBox={`0 0 ${size} ${size}`}
        role="img"
        aria-label={`QR для оплаты ${formatMoney(sum)}`}
        shapeRendering="crispEdges"
        data-qr=""
      >
        <rect className={styles.paper} width={size} height={size} />
        <path className={styles.ink} d={path} />
      </svg>
      <b>{formatMoney(sum)}</b>
    </div>
  );
}

function Missing({ reply }: { reply: PaymentQrReply }) {
  const { may } = useMay(superuser);
  return (
    <Note tone="amber" title={`QR не собрать: реквизиты ${reply.po.name} не заполнены или неверны`}>
      <ul className={styles.missing}>
        {reply.problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
      {may ? (
        <Link to={pages.adminPo(reply.po.id)}>Открыть карточку ПО</Link>
      ) : (
        'Реквизиты заполняет суперпользователь в карточке ПО.'
      )}
    </Note>
  );
}

const Frame = ({ children }: { children: ReactNode }) => (
  <div className={cx(styles.frame, styles.muted)}>{children}</div>
);

function requisites({ payee, account_no, purpose, sum_kopecks }: PaymentQrReply): [label: string, value: string][] {
  const rows: [string, string | null][] = [
    ['Получатель', payee.payee_name],
    ['ИНН', payee.inn],
    ['КПП', payee.kpp],
    ['Расчётный счёт', payee.account],
    ['Банк', payee.bank_name],
    ['БИК', payee.bik],
    ['Корр. счёт', payee.corr_account],
    ['Лицевой счёт', account_no],
    ['Назначение платежа', purpose],
    ['Сумма', formatMoney(sum_kopecks)],
  ];
  return rows.filter((row): row is [string, string] => Boolean(row[1]));
}
