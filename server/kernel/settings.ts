// Settings of the process: read from the environment once, checked at start, explained in words.
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { z } from 'zod';

const flag = (fallback: '0' | '1') =>
  z
    .enum(['0', '1'], 'допустимы 0 и 1')
    .default(fallback)
    .transform((text) => text === '1');
const port = z.coerce.number('нужно число').int().min(0).max(65_535, 'порт от 0 до 65535');

/** A count of hops, or networks: the leftmost address is written by the caller himself and is never trusted. */
const isProxies = (text: string) => /^\d$/.test(text) || text.split(',').every((one) => isNetwork(one.trim()));

function isNetwork(text: string): boolean {
  const [address = '', bits] = text.split('/');
  const version = isIP(address);
  return version > 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)));
}

export const Environment = z.object({
  PORT: port.default(8080),
  HOST: z.string().default('0.0.0.0'),
  DATA_DIR: z.string().min(1).default('./data'),
  LEDGER_HEADS_FILE: z.string().min(1).optional(),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'нужен адрес вида postgres://…')
    .optional(),
  DATABASE_POOL: z.coerce.number('нужно число').int().min(2).max(100).default(10),
  DATABASE_POOLER: flag('0'),
  DATABASE_LISTEN_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'нужен адрес вида postgres://…')
    .optional(),
  PUBLIC_URL: z.url('нужен адрес вида https://…').optional(),
  SECRET_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/i, 'нужно 64 шестнадцатеричных знака')
    .optional(),
  DEMO: flag('1'),
  TRUST_PROXY: z
    .string()
    .default('0')
    .transform((text) => text.trim())
    .refine(isProxies, 'нужно число прокси перед сервером или их сети через запятую: 10.0.0.0/8, 127.0.0.1')
    .transform((text) => (/^\d+$/.test(text) ? Number(text) || false : text)),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('warn'),
  OPERATOR_NAME: z.string().default('ООО «Гаражный реестр»'),
  OPERATOR_DETAILS: z.string().default('ИНН 9999000006, 190000, г. Санкт-Петербург, ул. Примерная, д. 1'),
  SUPPORT_EMAIL: z.email('нужен адрес e-mail').default('support@example.ru'),
  SUPPORT_PHONE: z.string().default('+7 (812) 000-00-00'),
  SUPPORT_HOURS: z
    .string()
    .trim()
    .regex(
      /^((пн|вт|ср|чт|пт|сб|вс)-(пн|вт|ср|чт|пт|сб|вс) ([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d)?$/,
      'нужны дни и часы по Москве: пн-пт 09:00-18:00',
    )
    .default('пн-пт 09:00-18:00'),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'нужен адрес вида smtp://…')
    .optional(),
  BOUNCE_ADDRESS: z.email('нужен адрес e-mail').optional(),
  BOUNCE_IMAP_URL: z
    .string()
    .regex(/^imaps?:\/\/[^:@/]+:[^@/]+@[^/]+/, 'нужен адрес вида imaps://ИМЯ:ПАРОЛЬ@хост/INBOX')
    .optional(),
  SMS_URL: z
    .string()
    .regex(/^(https?|smpp|ssmpp):\/\//, 'нужен адрес вида https://… или smpp://…')
    .optional(),
  SMS_SENDER: z
    .string()
    .regex(/^[A-Za-z][A-Za-z.-]{2,10}$/, 'от 3 до 11 латинских букв, точек и дефисов')
    .optional(),
  S3_URL: z
    .string()
    .regex(
      /^https?:\/\/[^:@/]+:[^@/]+@[^/]+\/[a-z0-9][a-z0-9.-]{2,62}(\?.*)?$/,
      'нужен адрес вида https://КЛЮЧ:СЕКРЕТ@хост/корзина?region=…',
    )
    .optional(),
  OUTGOING: z.enum(['open', 'closed'], 'допустимы open и closed').default('open'),
  MAIL_FROM: z.string().default('Реестр гаражей <no-reply@example.ru>'),
  ADDRESS_SERVICE_URL: z.url('нужен адрес вида https://…').optional(),
  ADDRESS_SERVICE_TOKEN: z.string().optional(),
  ADDRESS_CLEANER_URL: z.url('нужен адрес вида https://…').optional(),
  ADDRESS_CLEANER_TOKEN: z.string().optional(),
  ADDRESS_CLEANER_SECRET: z.string().optional(),
  ADDRESS_CLEANER_PRICE: z.coerce.number('нужно число копеек').int().min(0).max(100_000).default(20),
  BACKUP_DIR: z.string().min(1).optional(),
  BACKUP_DAILY: flag('0'),
  BACKUP_KEEP_DAYS: z.coerce.number('нужно число дней').int().min(1).max(3650).default(90),
  // The law of the garage amnesty as it stood: a prolongation is a setting.
  AMNESTY_UNTIL: z.iso.date('нужна дата ГГГГ-ММ-ДД').default('2026-09-01'),
  TOTP_FOR_SUPERUSERS: flag('0'),
  CONFIRM_DEVICES: z.enum(['0', '1'], 'допустимы 0 и 1').optional(),
});

export type Settings = Omit<z.output<typeof Environment>, 'BACKUP_DIR'> & {
  publicUrl: string;
  BACKUP_DIR: string;
  /** Where the last seals of each day are written outside the database. */
  ledgerHeadsFile: string;
  /** How the database is opened; none for the embedded one. */
  server: { databaseUrl: string; poolSize: number; listenUrl: string | undefined; behindPooler: boolean } | null;
  /** Sign-in from an unknown device waits for a letter: by itself where letters are sent and the world is real. */
  confirmDevices: boolean;
};

/**
 * Settings of the given environment.
 * @throws an error whose message lists every wrong setting
 */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const filled = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = Environment.safeParse(filled);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`Неверные настройки:\n${lines.join('\n')}`);
  }
  const settings = parsed.data;
  if (settings.DATABASE_POOLER && !settings.DATABASE_LISTEN_URL)
    throw new Error(
      'Неверные настройки:\n  DATABASE_LISTEN_URL: за пулом соединений нужен и прямой адрес сервера PostgreSQL — через пул события между процессами не слышны',
    );
  return {
    ...settings,
    server: settings.DATABASE_URL
      ? {
          databaseUrl: settings.DATABASE_URL,
          poolSize: settings.DATABASE_POOL,
          listenUrl: settings.DATABASE_LISTEN_URL,
          behindPooler: settings.DATABASE_POOLER,
        }
      : null,
    confirmDevices: settings.CONFIRM_DEVICES
      ? settings.CONFIRM_DEVICES === '1'
      : settings.SMTP_URL !== undefined && !settings.DEMO,
    DATA_DIR: resolve(settings.DATA_DIR),
    BACKUP_DIR: resolve(settings.BACKUP_DIR ?? `${settings.DATA_DIR}-backups`),
    ledgerHeadsFile: resolve(settings.LEDGER_HEADS_FILE ?? join(settings.DATA_DIR, 'ledger-heads.txt')),
    publicUrl: (settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`).replace(/\/$/, ''),
  };
}
