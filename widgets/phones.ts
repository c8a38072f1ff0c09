// Reading and masking a Russian phone while it is being typed.

/** Digits of a phone after +7. */
export const phoneLength = 10;

/** Up to ten digits after the country code, whatever was typed or pasted: «8 (921) 123-33-41», «+7921…», «921…». */
export function nationalDigits(text: string): string {
  const digits = text.replace(/\D/g, '');
  const local = /^\s*\+?7(?=\D|$)|^\s*\+7/.test(text) ? digits.slice(1) : digits;
  const bare = local.length > phoneLength && /^[78]/.test(local) ? local.slice(1) : local;
  return bare.slice(0, phoneLength);
}

/** «+7 921 1__-__-__»: typed digits in their places, the rest as underscores. */
export function maskedPhone(digits: string): string {
  const at = (index: number) => digits[index] ?? '_';
  const span = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => at(from + index)).join('');
  return `+7 ${span(0, 3)} ${span(3, 6)}-${span(6, 8)}-${span(8, 10)}`;
}

/** Place in the mask after the first `count` digits, where the caret belongs. */
export function caretAfter(count: number): number {
  const stops = [3, 4, 5, 7, 8, 9, 11, 12, 14, 15, 16];
  // After a full group the caret already stands past the separator, so that the next digit appears under it.
  return stops[Math.min(count, phoneLength)] ?? 16;
}

/** How many of the phone's own digits stand before the caret of a text. */
export function digitsBefore(text: string, caret: number): number {
  return nationalDigits(text.slice(0, caret)).length;
}
