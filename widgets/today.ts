// Whose day it is: part of the first load, the rest of dates is not.

interface Time {
  now: Date;
  /** An IANA zone; without one the day is this computer's. */
  zone?: string | undefined;
}
let timeNow = (): Time => ({ now: new Date() });
/** Tells whose day is today: office computers stand in other zones than their register, or days off. */
export const tellTime = (tell: () => Time) => void (timeNow = tell);

let format: Intl.DateTimeFormat | undefined;
let zoneOfFormat: string | undefined;

/** Today, `YYYY-MM-DD`: the day of the place at work, before sign-in that of this computer. */
export const today = (): string => dayAtWork(timeNow().now);

/** The day of a moment that has passed or comes, `YYYY-MM-DD`: a morning in the east is the evening before in Greenwich. */
export const dayOf = (moment: string): string => dayAtWork(new Date(moment));

function dayAtWork(moment: Date): string {
  const { zone } = timeNow();
  // Sweden writes its dates so. The format is kept: making one costs more than a hundred uses of it.
  if (!format || zone !== zoneOfFormat) format = new Intl.DateTimeFormat('sv', { timeZone: zone });
  zoneOfFormat = zone;
  return format.format(moment);
}
