// What of a person is hidden and how it looks: phones, passports, mailboxes, addresses. In SQL, and in words of free text.
import { sql, type RawBuilder } from 'kysely';

/** «+7 *** ***-45-67»: whole phones are given by a reveal only, which is logged. */
export const maskedPhone = (phone: RawBuilder<unknown>) =>
  sql`('+7 *** ***-' || substr(${phone}, length(${phone}) - 3, 2) || '-' || right(${phone}, 2))`;

/** «и***@example.ru». */
export const maskedEmail = (email: RawBuilder<unknown>) =>
  sql`regexp_replace(${email}, '^(.).*(@[^@]*)$', '\\1***\\2')`;

/** Words before a house or a flat; left over at the end they say nothing. */
const HOUSE_WORDS =
  '([[:space:],]+(д|дом|корп|корпус|к|кв|квартира|стр|строение|лит|литера|вл|владение|уч|участок|№)[.]?)*[[:space:],№.-]*$';
/** The first number that is no part of a name («9-я Советская») is the house; the postal index stands before it all. */
const HOUSE = '[0-9](?![0-9]*-(я|й|ая|ый|ой|го|лет)).*$';
const INDEX = '^[[:space:]]*[0-9]{6}[[:space:],]+';
const FLAT = '[[:space:],]*(кв|квартира|ком|комн|комната|оф|офис|пом|помещение)[.]?[[:space:]№]*[0-9].*$';
const HOUSE_AND_FLAT = '([[:space:],][0-9]+[а-яёa-z]?)[[:space:]]*[-–][[:space:]]*[0-9]+.*$';

/** An address up to its street, however it is spelt: house, block and flat are left out. */
export const streetOf = (address: RawBuilder<unknown>) =>
  sql`regexp_replace(regexp_replace(regexp_replace(${address}, ${sql.lit(INDEX)}, ''), ${sql.lit(HOUSE)}, '', 'i'), ${sql.lit(HOUSE_WORDS)}, '', 'i')`;

/** An address up to its house: the flat is left out. */
export const houseOf = (address: RawBuilder<unknown>) =>
  sql`regexp_replace(regexp_replace(${address}, ${sql.lit(FLAT)}, '', 'i'), ${sql.lit(HOUSE_AND_FLAT)}, '\\1', 'i')`;

/** `maskText` for a column of free text. */
export const maskedText = (text: RawBuilder<unknown>) =>
  sql`regexp_replace(regexp_replace(regexp_replace(${text},
    '([+]7|(^|[^0-9])8)[[:space:](-]{0,3}[0-9]{3}[[:space:])-]{0,3}[0-9]{3}[[:space:]-]{0,3}([0-9]{2})[[:space:]-]{0,3}([0-9]{2})(?![0-9])', '\\2+7 *** ***-\\3-\\4', 'g'),
    '(^|[^0-9])([0-9]{2})[[:space:]]?[0-9]{2}([[:space:]]{1,3}|[[:space:]]?№[[:space:]]?)[0-9]{3}([0-9]{3})(?![0-9])', '\\1\\2** ***\\4', 'g'),
    '([[:alnum:]])[[:alnum:]._%+-]{0,63}(@[[:alnum:].-]+)', '\\1***\\2', 'g')`;

/**
 * Free text with phones, passports and mailboxes hidden, whoever wrote them where; ten digits on end are an account
 * number. Every repetition is bounded, so that the time grows with the length of the text and no faster.
 */
export function maskText(text: string): string {
  return text
    .replace(
      /(?:\+7|(?<!\d)8)[\s(-]{0,3}\d{3}[\s)-]{0,3}\d{3}[\s-]{0,3}(\d{2})[\s-]{0,3}(\d{2})(?!\d)/g,
      '+7 *** ***-$1-$2',
    )
    .replace(/(?<!\d)(\d{2})\s?\d{2}(?:\s{1,3}|\s?№\s?)\d{3}(\d{3})(?!\d)/g, '$1** ***$2')
    .replace(/(?<![\p{L}\d])([\p{L}\d])[\p{L}\d._%+-]{0,63}(@[\p{L}\d.-]+)/gu, '$1***$2');
}
