// Files of statements as a bank writes them, and the encodings they come in.
export interface Doc {
  number?: string;
  date?: string;
  sum?: string;
  payer?: string;
  purpose?: string;
  /** More keys, or others in the place of the usual. */
  more?: Record<string, string>;
}

/** Text of a file with incoming documents of an account. */
export function exchangeText(account: string, docs: readonly Doc[], section: readonly string[] = []): string {
  return [
    '1CClientBankExchange',
    'ВерсияФормата=1.03',
    'Кодировка=Windows',
    'ДатаНачала=14.02.2026',
    'ДатаКонца=15.02.2026',
    `РасчСчет=${account}`,
    'СекцияРасчСчет',
    `РасчСчет=${account}`,
    ...section,
    'КонецРасчСчет',
    ...docs.flatMap(({ number = '1', date = '14.02.2026', sum = '4500.00', payer = '', purpose = '', more = {} }) => [
      'СекцияДокумент=Платежное поручение',
      ...Object.entries({
        Номер: number,
        Дата: date,
        Сумма: sum,
        ПлательщикСчет: '40817810000000000001',
        Плательщик: payer,
        ПолучательСчет: account,
        НазначениеПлатежа: purpose,
        ...more,
      }).map(([key, value]) => `${key}=${value}`),
      'КонецДокумента',
    ]),
    'КонецФайла',
    '',
  ].join('\r\n');
}

const upper: Record<string, number> = { Ё: 0xa8, ё: 0xb8, '№': 0xb9, '«': 0xab, '»': 0xbb, '—': 0x97 };
/** Text in Windows-1251. */
export const cp1251 = (text: string): Buffer =>
  Buffer.from(
    [...text].map((letter) => {
      const code = letter.codePointAt(0)!;
      if (code < 128) return code;
      return upper[letter] ?? (code >= 0x410 && code <= 0x44f ? code - 0x410 + 0xc0 : 0x3f);
    }),
  );

/** Text in the encoding of DOS. */
export const cp866 = (text: string): Buffer =>
  Buffer.from(
    [...text].map((letter) => {
      const code = letter.codePointAt(0)!;
      if (code < 128) return code;
      if (letter === 'Ё') return 0xf0;
      if (letter === 'ё') return 0xf1;
      if (letter === '№') return 0xfc;
      if (code >= 0x410 && code <= 0x43f) return code - 0x410 + 0x80;
      return code >= 0x440 && code <= 0x44f ? code - 0x440 + 0xe0 : 0x3f;
    }),
  );
