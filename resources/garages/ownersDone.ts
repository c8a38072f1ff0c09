// What is said after owners were changed from the card of their garage.
import type { GarageCard } from '../../contract/garages.ts';

/** `done` where it is done; without papers, or where the МО ends it, an application waits and nothing has changed yet. */
export const ownersDone =
  (done: string) =>
  ({ reregistration_id }: Pick<GarageCard, 'reregistration_id'>): string =>
    reregistration_id === null ? done : 'Заявка подана: владельцы прежние, пока её не завершат';
