// The statement as a paper: balances around its lines; printed, it gets a heading and places for signatures.
import type { ReactNode } from 'react';
import type { StatementReply } from '../../contract/balance.ts';
import type { GarageCard } from '../../contract/garages.ts';
import { today } from '../../widgets/today.ts';
import { formatDate, formatMoney } from '../../widgets/format.ts';
import { Money } from '../../widgets/Money.tsx';
import paper from '../../widgets/print.module.css';
import styles from './balance.module.css';
import { balanceWords, othersOf, periodWords } from './statementRules.ts';

export function StatementPaper(props: { garage: GarageCard; reply: StatementReply; children: ReactNode }) {
  const { garage, reply } = props;
  const owners = garage.owners.map((owner) => owner.full_name).join(', ');
  return (
    <>
      <header className={paper.paperOnly}>
        <p>{garage.po.name}</p>
        <h1>Акт сверки взаимных расчётов</h1>
        <p>
          Гараж № {garage.number}
          {garage.section && `, секция ${garage.section}`}, лицевой счёт {garage.account_no}
        </p>
        {owners && <p>Владельцы: {owners}</p>}
        <p>
          За период {periodWords(reply)}. Составлен {formatDate(today())}
        </p>
      </header>
      <dl className={styles.saldo}>
        <div>
          <dt>Остаток на {reply.from ? `начало ${formatDate(reply.from)}` : 'начало'}</dt>
          <dd>
            <Money kopecks={reply.opening_kopecks} tone="balance" />
          </dd>
        </div>
        <div>
          <dt>Начислено</dt>
          <dd>{formatMoney(reply.accrued_kopecks)}</dd>
        </div>
        <div>
          <dt>Оплачено</dt>
          <dd>{formatMoney(reply.paid_kopecks)}</dd>
        </div>
        {othersOf(reply).map(([words, kopecks]) => (
          <div key={words}>
            <dt>{words}</dt>
            <dd>{formatMoney(kopecks)}</dd>
          </div>
        ))}
        <div>
          <dt>Остаток на конец {formatDate(reply.to)}</dt>
          <dd>
            <Money kopecks={reply.closing_kopecks} tone="balance" />
          </dd>
        </div>
      </dl>
      {props.children}
      {!reply.lines.length && <StatementEnding garage={garage} reply={reply} />}
    </>
  );
}

/** The end of the act: what is owed in words, and who signs. */
export function StatementEnding({ garage, reply }: { garage: GarageCard; reply: StatementReply }) {
  return (
    <div className={paper.paperOnly}>
      <p>
        На {formatDate(reply.to)}: {balanceWords(reply.closing_kopecks)} ₽
      </p>
      <div className={paper.signatures}>
        <span>За {garage.po.name}</span>
        <span>Владелец гаража</span>
      </div>
    </div>
  );
}
