// What holds the data of a person who demands that their processing stops, in words; what of it a reader may be told. Pure.
import type { DemandGround } from '../../../contract/instruments/demands.ts';
import type { Actor } from '../../../contract/kernel/scope.ts';
import { formatDate, formatMoney } from '../../../contract/kernel/words.ts';

export interface HeldPlace {
  region_id: number;
  mo_id: number;
  po_id: number;
}
/** A fact that may hold the data. Money in kopecks, above zero. */
export type HoldingFact = HeldPlace &
  (
    | { kind: 'owns'; garage: string }
    | { kind: 'debt' | 'advance'; garage: string; kopecks: number }
    | { kind: 'case' | 'represents'; id: number }
    | { kind: 'ward'; name: string }
    | { kind: 'estate'; name: string }
  );
export interface Ground extends DemandGround {
  /** Null: told wherever the person is known. */
  place: HeldPlace | null;
}

const words = (fact: HoldingFact): string => {
  switch (fact.kind) {
    case 'owns':
      return `Владеет гаражом ${fact.garage}: учёт владельцев по 338-ФЗ`;
    case 'debt':
      return `Долг ${formatMoney(fact.kopecks)} по гаражу ${fact.garage}`;
    case 'advance':
      return `Аванс ${formatMoney(fact.kopecks)} по гаражу ${fact.garage}: его нужно вернуть или зачесть`;
    case 'case':
      return `Идёт переоформление № ${fact.id}`;
    case 'represents':
      return `Представитель в переоформлении № ${fact.id}`;
    case 'ward':
      return `Представляет владельца гаража: ${fact.name}. Сначала укажите ему другого представителя`;
    case 'estate':
      return 'На его имени неоформленное наследство';
  }
};

/** Grounds in words; `keptUntil` is the day to which the books of his last garage are kept, null when it has passed or there was none. */
export function groundsOf(facts: readonly HoldingFact[], keptUntil: string | null): Ground[] {
  const held: Ground[] = facts.map((fact) => ({
    words: words(fact),
    holds: true,
    place: { region_id: fact.region_id, mo_id: fact.mo_id, po_id: fact.po_id },
  }));
  if (!keptUntil) return held;
  return [
    ...held,
    {
      words: `Учёт взносов хранится до ${formatDate(keptUntil)} (5 лет): имя из него уйдёт вместе с карточкой`,
      holds: false,
      place: null,
    },
  ];
}

const ELSEWHERE: DemandGround = { words: 'Есть основание в другой организации', holds: true };

/** Grounds as a reader is told them: those of other places without their words. */
export function groundsFor(actor: Pick<Actor, 'region' | 'mo' | 'po'>, grounds: readonly Ground[]): DemandGround[] {
  const isHere = ({ place }: Ground) =>
    !place ||
    (actor.po ? place.po_id === actor.po : actor.mo ? place.mo_id === actor.mo : place.region_id === actor.region);
  const here = grounds.filter(isHere).map(({ words: told, holds }) => ({ words: told, holds }));
  return here.length === grounds.length ? here : [...here, ELSEWHERE];
}
