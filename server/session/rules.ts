// Rules of signing in: passwords, lockout, which place a person may work at.

/** Failed tries before a pause, and how long both last. */
export const MAX_TRIES = 5;
export const LOCKOUT_MS = 15 * 60_000;
/** Life of a session without use. */
export const SESSION_MS = 30 * 24 * 3600_000;
/** A refresh cookie that was just replaced is still taken: fifty tabs ask at once. */
export const ROTATION_GRACE_MS = 20_000;

const common = new Set([
  'password12',
  'qwerty1234',
  'qwertyuiop1',
  'parol12345',
  'пароль1234',
  'garage2026',
  'admin12345',
  '1q2w3e4r5t',
  'abcd123456',
  'qwerty12345',
  'zxcvbnm123',
  'password123',
  'йцукен1234',
  'privet1234',
  'russia2026',
]);

/** Russian sentence when the password is too weak; null when it is good. */
export function passwordProblem(password: string, email: string): string | null {
  if (password.length < 10) return 'Пароль не короче 10 знаков';
  if (!/\p{L}/u.test(password) || !/\d/.test(password)) return 'В пароле нужны и буквы, и цифры';
  const lower = password.toLowerCase();
  if (common.has(lower) || /^(.)\1+$/.test(lower) || '0123456789 1234567890 9876543210'.includes(lower))
    return 'Такой пароль слишком распространён';
  const name = email.split('@')[0]!.toLowerCase();
  if (name.length >= 4 && lower.includes(name)) return 'Пароль не должен содержать адрес почты';
  return null;
}

export interface Right {
  region_id: number | null;
  mo_id: number | null;
  po_id: number | null;
  is_default: boolean;
}
export interface Place {
  region: number | null;
  mo: number | null;
  po: number | null;
}

/** The right to begin with: the default one, else the first. */
export function firstPlace(rights: readonly Right[]): Place {
  const right = rights.find((one) => one.is_default) ?? rights[0];
  return { region: right?.region_id ?? null, mo: right?.mo_id ?? null, po: right?.po_id ?? null };
}

/** Exactly one place must be asked for. */
export function askedPlace(asked: {
  region?: number | null | undefined;
  mo?: number | null | undefined;
  po?: number | null | undefined;
}): Place | null {
  const place = { region: asked.region ?? null, mo: asked.mo ?? null, po: asked.po ?? null };
  return [place.region, place.mo, place.po].filter((id) => id !== null).length === 1 ? place : null;
}

/** A right is held when it is listed, or when it lies inside a listed МО or region. */
export function holds(rights: readonly Right[], place: Place): boolean {
  return rights.some(
    (right) =>
      (place.region && right.region_id === place.region) ||
      (place.mo && right.mo_id === place.mo) ||
      (place.po && right.po_id === place.po),
  );
}

/** «Иванов И. П.» for a header and the log. */
export function shortName(person: {
  last_name: string;
  first_name: string;
  father_name: string;
  email: string;
}): string {
  const initials = [person.first_name, person.father_name].filter(Boolean).map((name) => `${name[0]}.`);
  return [person.last_name, ...initials].filter(Boolean).join(' ') || person.email;
}
