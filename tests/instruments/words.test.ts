// Words of handing over and of acts about personal data, by themselves.
import { describe, expect, it } from 'vitest';
import { actPaper, type ActFacts } from '../../server/instruments/rules/actPaper.ts';
import { correctionPaper, type CorrectionFacts } from '../../server/instruments/rules/correctionPaper.ts';
import { elsewhere, formerWords, takerWords } from '../../server/instruments/rules/handovers.ts';
import { recipientsOf } from '../../server/instruments/rules/recipients.ts';

type Account = NonNullable<Parameters<typeof formerWords>[0]['account']>;
const here = { level: 'po', id: 1, name: 'КАС № 12', above: 'МО Приморское', role: 'clerk' };
const there = { level: 'po', id: 2, name: 'КАС № 13', above: 'МО Приморское', role: 'chairman' };
const region = { level: 'region', id: 1, name: 'Регион', above: null, role: 'auditor' };
const account = (more: object = {}): Account =>
  ({ name: 'Орлов Виктор', capabilities: [1, 2, 3], rights: [here], is_superuser: 0, ...more }) as unknown as Account;

describe('handing over', () => {
  const side = { po: 'КАС № 12', poId: 1, isWhole: true };

  it('the rights elsewhere are those of other places, of the same number at another level too', () => {
    expect(elsewhere(account({ rights: [here, there, region] }), 1)).toEqual([there, region]);
  });

  it('the former chairman loses his right; what stays is told to who may know it', () => {
    const words = (one: Account | undefined, isWhole = true) =>
      formerWords({ ...side, former: 'Орлов', account: one, isWhole });
    const taken = 'Орлов: право на КАС № 12 снимается';
    expect(words(undefined)).toBe(taken);
    expect(words(account())).toBe(`${taken}, других прав нет — учётная запись отключается`);
    const more = account({ rights: [here, there, region] });
    expect(words(more)).toBe(`${taken}, остаются: КАС № 13 (МО Приморское) — председатель ПО; Регион — ревизор`);
    expect(words(more, false)).toBe(`${taken}, другие права остаются`);
  });

  it('the new chairman: what widens elsewhere, and that the account is of a superuser', () => {
    const words = (one: Account | undefined, isWhole = true) =>
      takerWords({ ...side, taker: 'Орлов Виктор', email: 'o@example.ru', account: one, isWhole });
    expect(words(undefined)).toEqual([
      'Орлов Виктор: председатель, КАС № 12, полномочия «Ведение реестра», «Взносы и баланс», «Рассылки»; приглашение на o@example.ru',
    ]);
    expect(words(undefined, false)[0]).toContain('а если по нему уже входят');
    expect(words(account())).toEqual([
      'Орлов Виктор: председатель, КАС № 12 вместо роли «делопроизводитель»; учётная запись o@example.ru уже есть',
      'Полномочия учётной записи не изменятся: все три у неё уже есть',
    ]);
    const wide = account({ rights: [there], capabilities: [1] });
    expect(words(wide)).toEqual([
      'Орлов Виктор: председатель, КАС № 12; учётная запись o@example.ru уже есть',
      'К полномочиям учётной записи добавятся «Взносы и баланс», «Рассылки»',
      'Полномочия у неё одни на все места, поэтому «Взносы и баланс», «Рассылки» она получит и здесь: КАС № 13 (МО Приморское) — председатель ПО',
    ]);
    expect(words(wide, false).at(-1)).toBe('У неё есть и другие права: что изменится в них, видит суперпользователь');
    expect(words(account({ rights: [there], is_superuser: 2 })).slice(-2)).toEqual([
      'Другие её права остаются: КАС № 13 (МО Приморское) — председатель ПО',
      'Это учётная запись суперпользователя',
    ]);
    expect(words(account({ rights: [there], is_superuser: 1 })).at(-1)).toContain('Другие её права остаются');
  });
});

const quoted = (source: string) =>
  [...source.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, text]) => text!.replaceAll('\u00a0', ' ')).join('\n');

it('an act of destruction whose term is over keeps no ground', () => {
  const act: ActFacts = {
    profile_id: 7,
    act_no: '5',
    at: '2026-05-10T09:00:00Z',
    ground: 'требование от 01.05.2026',
    operator: '',
    who: 'Орлов В. Н.',
    counts: { Телефоны: 2 },
    kept: [],
    extract: [],
    is_forgotten: false,
  };
  const [whole, forgotten] = [act, { ...act, is_forgotten: true }].map((one) => quoted(actPaper(one)));
  expect(whole).toMatch(/^требование от 01\.05\.2026$/m);
  expect(whole).toContain('причина: требование от 01.05.2026');
  expect(whole).toMatch(/^Оператор\n—$/m);
  expect(forgotten).toMatch(/^Срок хранения акта \(3 года\) вышел$/m);
  expect(forgotten).toMatch(/причина: —$/m);
  expect(forgotten).not.toContain('требование от');
});

it('an act of correction tells its term and whom the data were given to', () => {
  const act: CorrectionFacts = {
    name: 'Петров Иван',
    act_no: '5',
    at: '2026-05-10T09:00:00Z',
    operator: '',
    who: 'Орлов В. Н.',
    on_date: '2026-05-01',
    ground: 'неверный телефон',
    due_on: '2026-05-13',
    article: 'ст. 20 ч. 3',
    is_late: false,
    changes: [],
  };
  const words = (more: object, recipients: string[]) => quoted(correctionPaper({ ...act, ...more }, recipients));
  expect(words({}, [])).toContain('до 13.05.2026 (ст. 20 ч. 3), исполнено в срок');
  expect(words({}, [])).toContain('Сведения третьим лицам не передавались.');
  expect(words({}, [])).toMatch(/Оператор: —\.$/m);
  expect(words({ is_late: true, operator: 'ВОА' }, ['Шлюз SMS', 'Почта'])).toMatch(/, исполнено позже срока$/m);
  expect(words({ operator: 'ВОА' }, ['Шлюз SMS', 'Почта'])).toContain(
    'Прежние сведения могли быть переданы: Шлюз SMS; Почта. Им сообщается об изменениях.',
  );
  expect(words({ operator: 'ВОА' }, [])).toMatch(/^Оператор\nВОА$/m);
  expect(words({ operator: 'ВОА' }, [])).toMatch(/Оператор: ВОА\.$/m);
});

it('data are given to the services that are set, and to no others', () => {
  const mail = 'Почтовая служба: адрес e-mail и текст письма';
  const sms = 'Шлюз SMS: телефон и текст сообщения';
  const address = 'Служба адресов: адрес без имени';
  const of = (...set: string[]) =>
    recipientsOf(Object.fromEntries(set.map((name) => [name, 'https://service.example'])) as never);
  expect(of()).toEqual([]);
  expect(of('SMTP_URL')).toEqual([mail]);
  expect(of('SMS_URL')).toEqual([sms]);
  expect(of('ADDRESS_SERVICE_URL')).toEqual([address]);
  expect(of('ADDRESS_CLEANER_URL')).toEqual([address]);
  expect(of('SMTP_URL', 'SMS_URL', 'ADDRESS_SERVICE_URL', 'ADDRESS_CLEANER_URL')).toEqual([mail, sms, address]);
});
