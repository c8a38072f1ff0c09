// How an SMS is cut and what it costs: the same count beside the text box and in the bill.

const gsmBasic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
/** Written with an escape sign: two units each. */
const gsmExtended = '^{}\\[~]|€\f';
/** Units of GSM-7 that a UTF-16 unit takes; 0 where it has none. */
const septetsOf = new Uint8Array(0x10000);
for (const sign of gsmBasic) septetsOf[sign.charCodeAt(0)] = 1;
for (const sign of gsmExtended) septetsOf[sign.charCodeAt(0)] = 2;

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
  const isGsm = isGsmText(text);
  const parts = smsParts(text, isGsm);
  const width = (part: string) => (isGsm ? septets(part) : part.length);
  const most = parts.length > 1 ? (isGsm ? 153 : 67) : isGsm ? 160 : 70;
  return {
    encoding: isGsm ? 'gsm7' : 'ucs2',
    units: width(text),
    segments: parts.length,
    left: parts.length ? most - width(parts.at(-1)!) : most,
  };
}

/** Units and segments of `smsSize` alone, for texts counted by the hundred thousand: nothing is cut unless a sign could stand at a border. */
export function smsCount(text: string): Pick<SmsSize, 'units' | 'segments'> {
  let gsm = 0;
  let isGsm = true;
  let hasPairs = false;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    const width = septetsOf[unit]!;
    gsm += width;
    if (width === 0) isGsm = false;
    if (unit >= 0xd800 && unit <= 0xdfff) hasPairs = true;
  }
  const units = isGsm ? gsm : text.length;
  if (units <= (isGsm ? 160 : 70)) return { units, segments: units ? 1 : 0 };
  // A sign of two units may not be cut: only then the parts hold less than they could.
  if (isGsm ? gsm !== text.length : hasPairs) return { units, segments: smsParts(text, isGsm).length };
  return { units, segments: Math.ceil(units / (isGsm ? 153 : 67)) };
}

/** True when every sign is of the GSM-7 alphabet: such a text goes out so, any other as UCS-2. */
export function isGsmText(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (!septetsOf[text.charCodeAt(at)]) return false;
  return true;
}

const septets = (text: string) => {
  let sum = 0;
  for (let at = 0; at < text.length; at += 1) sum += septetsOf[text.charCodeAt(at)] || 1;
  return sum;
};

/** The texts of the segments: neither an escaped sign nor a pair of UTF-16 units is cut in two. */
export function smsParts(text: string, isGsm = isGsmText(text)): string[] {
  if (text === '') return [];
  // Taken for GSM-7 against its signs, an unknown one counts as one.
  const width = (sign: string) => (isGsm ? septetsOf[sign.charCodeAt(0)] || 1 : sign.length);
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
