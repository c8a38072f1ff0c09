// «Что получится» beside the wizard: was → becomes, terms, fee, debt, papers.
import type { Preview } from '../../contract/reregistrations.ts';
import type { ReasonInfo } from '../../contract/reregistrations/steps.ts';
import { dayForms } from '../../contract/kernel/days.ts';
import { countOf, formatDate, formatMoney } from '../../widgets/format.ts';
import { GaragePlate } from '../../widgets/GaragePlate.tsx';
import { checkCounts } from './cardParts.tsx';
import { FeeParts } from './FeeWords.tsx';
import styles from './reregistrations.module.css';
import { nameOfPick, type Start, type WizardForm } from './wizardForm.ts';

interface Props {
  start: Start;
  form: WizardForm;
  reason: ReasonInfo;
  preview: Preview | undefined;
}

export function Result({ start, form, reason, preview }: Props) {
  const names = form.owners.map(({ pick }) => nameOfPick(pick));
  const exchange = start.exchangeGarages.find((one) => one.id === form.exchangeGarage);
  const comes =
    reason.id === 4
      ? exchange && `владелец гаража ${exchange.section} ${exchange.number}`
      : reason.comes === 'nobody'
        ? reason.id === 7
          ? 'без владельца, за ПО'
          : 'без нового владельца'
        : names.filter(Boolean).join(', ');
  return (
    <aside className={styles.result} data-help="case.result" aria-label="Что получится">
      <h2>Что получится</h2>
      <div style={{ display: 'flex', gap: 12, alignItems: 'center' }}>
        <GaragePlate section={start.garage.section} number={start.garage.number} size="m" />
        <span className={styles.muted}>
          {start.garage.po_name}
          <br />
          {start.garage.type.toLowerCase()}
        </span>
      </div>
      <div>
        <span className={styles.muted}>Был владелец</span>
        <div>{start.owners.map((owner) => owner.full_name).join(', ') || 'без владельца'}</div>
        <span className={styles.muted}>Станет</span>
        <div>
          <b>{comes || 'ещё не выбран'}</b>, с {formatDate(form.date)}
        </div>
      </div>
      <div>
        Основание: {reason.name}
        <br />
        Срок: {countOf(reason.days, dayForms)}
        {form.garagePrice ? (
          <>
            <br />
            Цена гаража {formatMoney(form.garagePrice)}
          </>
        ) : null}
      </div>
      {preview && (
        <>
          <div>
            Сбор <b>{formatMoney(preview.fee_kopecks)}</b>
            <FeeParts preview={preview} />
            <div className={styles.muted}>{preview.fee_text}</div>
            {preview.entrance_kopecks > 0 && <div>Вступительный {formatMoney(preview.entrance_kopecks)}</div>}
          </div>
          <div>
            Долг по гаражу{' '}
            <b className={preview.garage_debt_kopecks > 0 ? styles.debt : ''}>
              {formatMoney(preview.garage_debt_kopecks)}
            </b>
            {preview.debt_kopecks > 0 && !form.debtAnswer && reason.asks_debt && (
              <div className={styles.muted}>На шаге 4 выберите, кто его погашает. До этого завершить нельзя.</div>
            )}
          </div>
          <div role="status">{checkCounts(preview.checks)}</div>
        </>
      )}
      <div>
        Бумаги: {reason.papers.filter((paper) => paper.required).length}
        <div className={styles.muted}>{reason.papers.map(paperWords).join(', ')}</div>
      </div>
    </aside>
  );
}

/** «договор дарения», «расписка (необязательно)» */
const paperWords = ({ title, required }: ReasonInfo['papers'][number]) =>
  `${title.charAt(0).toLowerCase()}${title.slice(1)}${required ? '' : ' (необязательно)'}`;
