// When a refusal of mailings may be taken back.
import type { FieldErrors } from '../../../contract/kernel/problems.ts';
import { NOT_LATER } from '../../../contract/kernel/words.ts';
import type { LiftGround } from '../../../contract/notifications/refusals.ts';

interface Facts {
  kind: string;
  /** A key of the sources, or words of the link. */
  source: string;
  /** Day on which he refused. */
  refusedOn: string;
  /** Day from which the last consent to advertising in force stands. */
  adsConsent: string | null;
  isRestricted: boolean;
  isDeceased: boolean;
  today: string;
}

/** Why it may not; empty when it may. */
export function liftProblems(
  { ground, saidOn }: { ground: LiftGround; saidOn: string },
  { kind, source, refusedOn, adsConsent, isRestricted, isDeceased, today }: Facts,
): FieldErrors {
  if (isDeceased) return { form: 'Умершему не пишут: отказ не снимают' };
  if (isRestricted) return { form: 'Обработка его данных ограничена: пока это так, отказ не снимают' };
  if (saidOn > today) return { saidOn: NOT_LATER };
  if (saidOn < refusedOn) return { saidOn: 'Он отказался позже этого дня' };
  // At the operator only the subscriber himself opens what he has closed there (126-ФЗ, ст. 44.1).
  if (source === 'operator' && ground !== 'operator')
    return { ground: 'Запрет стоит у оператора связи: снимает его там сам абонент' };
  if (source !== 'operator' && ground === 'operator') return { ground: 'Запрета у оператора не было' };
  // A refusal of advertising ends the consent to it (38-ФЗ, ст. 18): only a new one opens it.
  if (kind === 'ads' && (adsConsent === null || adsConsent < refusedOn))
    return { form: 'От рекламы он отказался: отзовите прежнее согласие на рекламу и запишите новое' };
  return {};
}
