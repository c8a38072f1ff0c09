// How an SMS is cut and what it costs: the same count beside the text box and in the bill.

const gsmBasic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const basic = new Set(gsmBasic);
/** Written with an escape sign: two units each. */
const extended = new Set('^{}\\[~]|€\f');

/** Longest message that is sent: more parts are refused. */
export const MOST_SEGMENTS = 10;
/** From here on a person is warned. */
export const MANY_SEGMENTS = 3;

export interface SmsSize {
  encoding: 'gsm7' | 'ucs2';
  /** Units of the encoding: septets or UTF-16 units. */
  units: number;
  segments: number;
  /** Units that still fit into the last segment. */
  left: number;
}

/** Size of a text after its variables were filled. One sign outside GSM-7 makes the whole text UCS-2; an empty text is 0 segments. */
export function smsSize(text: string): SmsSize {
  const isGsm = [...text].every((sign) => basic.has(sign) || extended.has(sign));
  const parts = smsParts(text, isGsm);
  const width = (part: string) => (isGsm ? septets(part) : part.length);
  const units = width(text);
  const most = parts.length > 1 ? (isGsm ? 153 : 67) : isGsm ? 160 : 70;
  return {
    encoding: isGsm ? 'gsm7' : 'ucs2',
    units,
    segments: parts.length,
    left: parts.length ? most - width(parts.at(-1)!) : most,
  };
}

const septets = (text: string) => [...text].reduce((sum, sign) => sum + (extended.has(sign) ? 2 : 1), 0);

/** The texts of the segments: neither an escaped sign nor a pair of UTF-16 units is cut in two. */
export function smsParts(
  text: string,
  isGsm = [...text].every((sign) => basic.has(sign) || extended.has(sign)),
): string[] {
  if (text === '') return [];
  const width = (sign: string) => (isGsm ? (extended.has(sign) ? 2 : 1) : sign.length);
  const whole = isGsm ? septets(text) : text.length;
  if (whole <= (isGsm ? 160 : 70)) return [text];
  const most = isGsm ? 153 : 67;
  const parts: string[] = [];
  let part = '';
  let used = 0;
  for (const sign of text) {
    if (used + width(sign) > most) {
      parts.push(part);
      part = '';
      used = 0;
    }
    part += sign;
    used += width(sign);
  }
  return [...parts, part];
}
