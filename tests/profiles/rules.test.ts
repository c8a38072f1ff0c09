// What a card of a person may hold, and how alike two cards are.
import { describe, expect, it } from 'vitest';
import type { Ctx } from '../../server/kernel/ctx.ts';
import { isWhole, type ProfileFilter } from '../../server/profiles/queries.ts';
import { phoneIn } from '../../server/profiles/queries/phones.ts';
import {
  isOneTypoApart,
  likeness,
  profileProblems,
  type Likeness,
  type ProfileFacts,
  type ProfileInput,
} from '../../server/profiles/rules.ts';
import { codeWords } from '../../server/profiles/writing.ts';
import { isRepresented, representativeProblems } from '../../server/profiles/writing/representatives.ts';

describe('a form of a person', () => {
  const form: ProfileInput = {
    lastName: 'Петров',
    birthday: '1970-05-01',
    privilege: null,
    privilegeCertificateDate: null,
    privilegeCertificateEndDate: null,
    isVOAMember: false,
    voaEntryDate: null,
    statusVoa: null,
    statusVoaDate: null,
    ticketIssuedAt: null,
  };
  const facts: ProfileFacts = {
    today: '2026-11-20',
    privilege: null,
    status: null,
    hasHealthConsent: false,
    former: null,
  };
  const wrong = (more: Partial<ProfileInput>, known: Partial<ProfileFacts> = {}) =>
    profileProblems({ ...form, ...more }, { ...facts, ...known });

  it.each<[string, Partial<ProfileInput>, Partial<ProfileFacts>, object]>([
    ['born on the oldest day there is', { birthday: '1900-01-01' }, {}, {}],
    ['born before it', { birthday: '1899-12-31' }, {}, { birthday: 'Введите корректную дату' }],
    ['born today', { birthday: '2026-11-20' }, {}, {}],
    ['born tomorrow', { birthday: '2026-11-21' }, {}, { birthday: 'Дата не может быть позже сегодняшней' }],
    [
      'with a certificate of one day',
      { privilegeCertificateDate: '2026-01-10', privilegeCertificateEndDate: '2026-01-10' },
      {},
      {},
    ],
    [
      'with a certificate that ends before it begins',
      { privilegeCertificateDate: '2026-01-10', privilegeCertificateEndDate: '2026-01-09' },
      {},
      { privilegeCertificateEndDate: 'Срок действия льготы истёк' },
    ],
    ['with a passport', { passSeria: '40 12', passNum: '123456' }, {}, {}],
    [
      'with a passport whose number is short',
      { passSeria: '40 12', passNum: '12345' },
      {},
      { passSeria: 'Серия паспорта — 4 цифры, номер — 6 цифр' },
    ],
    [
      'with a passport whose series is short',
      { passSeria: '401', passNum: '123456' },
      {},
      { passSeria: 'Серия паспорта — 4 цифры, номер — 6 цифр' },
    ],
    ['with a foreign passport', { passSeria: 'N', passNum: '12', passForeign: true }, {}, {}],
    [
      'called a member under a status of none',
      { isVOAMember: true, voaEntryDate: '2000-01-01', statusVoa: { id: 1 } },
      { status: { is_member: false } },
      { statusVoa: 'Снимите членство или выберите другой статус' },
    ],
    [
      'called no member under the status of one',
      { voaEntryDate: '2000-01-01', statusVoa: { id: 3 } },
      { status: { is_member: true } },
      { statusVoa: 'Статус не соответствует членству' },
    ],
  ])('%s', (_, more, known, problems) => expect(wrong(more, known)).toEqual(problems));

  it('a privilege of health needs a written consent, unless he is a member or has given it', () => {
    const health = { privilege: { is_health: true, needs_certificate: false } };
    const privilege = { privilege: { value: 2 } };
    expect(wrong(privilege, health)).toEqual({
      privilege: 'Нужно письменное согласие на обработку сведений о здоровье',
    });
    expect(wrong(privilege, { ...health, hasHealthConsent: true })).toEqual({});
    expect(wrong({ ...privilege, isVOAMember: true, voaEntryDate: '2000-01-01' }, health)).toEqual({});
    expect(wrong(privilege, { privilege: { is_health: false, needs_certificate: false } })).toEqual({});
  });

  it('an entry before 18 that stands in an old register stops another correction only when it is touched itself', () => {
    const entered = { isVOAMember: true, birthday: '1970-05-01', voaEntryDate: '1985-01-01' };
    const former = { birthday: '1970-05-01', voa_entry_date: '1985-01-01' };
    const tooYoung = { voaEntryDate: 'В ВОА принимают с 18 лет' };
    expect(wrong(entered)).toEqual(tooYoung);
    expect(wrong(entered, { former })).toEqual({});
    expect(wrong({ ...entered, voaEntryDate: '1985-01-02' }, { former })).toEqual(tooYoung);
    expect(wrong({ ...entered, birthday: '1970-05-02' }, { former })).toEqual(tooYoung);
  });
});

describe('two cards are one person', () => {
  const one: Likeness = {
    lastName: 'Семёнов',
    firstName: 'Пётр',
    fatherName: 'Сергеевич',
    birthday: null,
    passHash: null,
    phones: [],
    email: null,
    address: null,
  };
  const another = { lastName: 'Иванов', firstName: 'Олег', fatherName: 'Ильич' };
  const typo = { lastName: 'Семенав' };
  const phones = ['+79211234567', '+79210000000'];

  it.each<[number, string, string, Partial<Likeness>, Partial<Likeness>]>([
    [100, 'совпал паспорт', 'a passport, whatever else', { passHash: 'a' }, { ...another, passHash: 'a' }],
    [0, '', 'never with two passports', { passHash: 'a', birthday: '1970-05-01' }, { passHash: 'b' }],
    [0, '', 'never with two birthdays', { birthday: '1970-05-01', phones }, { birthday: '1970-05-02', phones }],
    [90, 'совпали ФИО и дата рождения', 'name, birthday', { birthday: '1970-05-01' }, { birthday: '1970-05-01' }],
    [0, '', 'name, a birthday of one of them alone', { birthday: '1970-05-01' }, {}],
    [0, '', 'the name alone', {}, {}],
    [60, 'совпало ФИО, прежде был у вас; остальное не видно', 'the name of a former one', {}, { isFormer: true }],
    [80, 'совпали ФИО и телефон', 'name, one of the phones', { phones }, { phones: ['+79210000000'] }],
    [0, '', 'name, other phones', { phones }, { phones: ['+79219999999'] }],
    [40, 'совпал телефон', 'a phone under another name', { phones }, { ...another, phones }],
    [80, 'совпали ФИО и e-mail', 'name, mailbox', { email: 'Petr@example.ru' }, { email: 'petr@example.ru' }],
    [0, '', 'name, other mailboxes', { email: 'petr@example.ru' }, { email: 'oleg@example.ru' }],
    [0, '', 'a mailbox under another name', { email: 'petr@example.ru' }, { ...another, email: 'petr@example.ru' }],
    [70, 'совпали ФИО и адрес', 'name, address', { address: 'ул. Зелёная, д. 5' }, { address: 'УЛ ЗЕЛЕНАЯ Д 5' }],
    [0, '', 'name, other addresses', { address: 'ул. Зелёная, д. 5' }, { address: 'ул. Зелёная, д. 6' }],
    [0, '', 'name, an address of one of them alone', { address: 'ул. Зелёная, д. 5' }, {}],
    [0, '', 'name, no address of either', { address: '' }, { address: null }],
    [0, '', 'an address under another name', { address: 'д. 5' }, { ...another, address: 'д. 5' }],
    [
      65,
      'похожее ФИО и та же дата рождения',
      'a slip in the name, birthday',
      { birthday: '1970-05-01' },
      { ...typo, birthday: '1970-05-01' },
    ],
    [0, '', 'a slip in the name', {}, typo],
    [0, '', 'a birthday', { birthday: '1970-05-01' }, { ...another, birthday: '1970-05-01' }],
  ])('%i %s: %s', (score, reason, _, first, second) =>
    expect(likeness({ ...one, ...first }, { ...one, ...second })).toEqual({ score, reason }),
  );

  it.each([
    ['Цой', 40],
    ['Цоев', 80],
  ])('«%s» and a phone: a name of three letters is too short to tell by', (lastName, score) => {
    const short = { ...one, lastName, firstName: '', fatherName: '', phones };
    expect(likeness(short, { ...short }).score).toBe(score);
  });

  it.each([
    ['иванов', 'иванов', true],
    ['иванов', 'ивонов', true],
    ['иванов', 'иваноа', true],
    ['иванов', 'ивнов', true],
    ['иванов', 'ивано', true],
    ['иванов', 'иванова', true],
    ['иванов', 'ивановна', false],
    ['иванов', 'иавнов', true],
    ['иванов', 'ивапав', false],
    ['иванов', 'ивакмв', false],
    ['абв', 'ба', false],
    ['', '', true],
  ])('«%s» and «%s»: one slip apart is %s', (first, second, isApart) => {
    expect(isOneTypoApart(first, second)).toBe(isApart);
    expect(isOneTypoApart(second, first)).toBe(isApart);
  });
});

describe('who is represented', () => {
  it.each([
    [{ kind: 'estate', birthday: null }, true],
    [{ kind: 'organisation', birthday: null }, false],
    [{ kind: 'organisation', birthday: '2020-01-01' }, false],
    [{ birthday: null }, false],
    [{ birthday: '2008-11-21' }, true],
    [{ birthday: '2008-11-20' }, false],
    [{ birthday: '1970-05-01' }, false],
  ])('%j: %s', (ward, isSo) => expect(isRepresented(ward, '2026-11-20')).toBe(isSo));
});

describe('a representative who is typed', () => {
  const typed = { fullName: 'Гаражова Анна', phone: '+79211112233', email: null, consents: [], signedAt: null };
  const wrong = (more: object, birthday = '2015-01-01') => {
    const ctx = { now: () => new Date('2026-11-20T09:00:00Z') } as Ctx;
    return representativeProblems(ctx, { ...typed, ...more } as never, { id: null, birthday });
  };
  const given = { consents: ['pd_processing'] };
  const long = 'а'.repeat(80);
  it.each<[object, object]>([
    [{}, {}],
    [{ fullName: null }, { fullName: expect.stringContaining('Напишите фамилию и имя') }],
    [{ fullName: 'Гаражова' }, { fullName: expect.stringContaining('Напишите фамилию и имя') }],
    [{ fullName: `${long} ${long}` }, {}],
    [{ fullName: `${long}а Анна` }, { fullName: 'Не длиннее 80 знаков' }],
    [{ fullName: `Гаражова ${long}а` }, { fullName: 'Не длиннее 80 знаков' }],
    [{ phone: null, email: 'anna@example.ru' }, {}],
    [{ phone: null }, { phone: 'Укажите телефон или e-mail: писать будут ему' }],
    [given, { signedAt: 'Укажите, когда подписано согласие' }],
    [{ ...given, signedAt: '2026-11-20' }, {}],
    [{ ...given, signedAt: '2026-11-21' }, { signedAt: 'Дата не может быть позже сегодняшней' }],
  ])('%j', async (more, problems) => expect(await wrong(more)).toEqual(problems));
  it('stands for nobody of age', async () =>
    expect(await wrong({}, '2008-11-20')).toEqual({ form: expect.stringContaining('до 18 лет') as string }));
});

it.each<[ProfileFilter, boolean]>([
  [{}, true],
  [{ nameFilter: '', consent: undefined, moFilter: [] }, true],
  [{ nameFilter: 'а' }, false],
  [{ moFilter: [5] }, false],
  // Nobody is chosen: that is nobody, not everybody.
  [{ id: [] }, false],
])('a list under %j holds everybody: %s', (filter, isAll) => expect(isWhole(filter)).toBe(isAll));

it.each([
  ['+7 921 123-45-67', '9211234567'],
  ['8 (921) 1234567', '9211234567'],
  ['9211234567', '9211234567'],
  ['921123456', null],
  ['892112345678', null],
  ['кв. 9211234567', null],
  ['', null],
  [undefined, null],
])('the whole phone in %j is %j', (text, phone) => expect(phoneIn(text)).toBe(phone));

describe('the id of an address is news', () => {
  const before = {
    registration_address: 'ул. Зелёная, д. 5',
    actual_address: null,
    registration_fias: { text: 'ул. Зелёная, д. 5', fias_id: 'a' },
    actual_fias: null,
  };
  const code = (fias_id: string, text = 'ул. Зелёная, д. 5') => ({ registrationFias: { text, fias_id } });
  it.each<[string, object, boolean]>([
    ['when the text stays and the id is another', code('b'), true],
    ['when the same text is sent with it', { ...code('b'), registrationAddress: 'ул. Зелёная, д. 5' }, true],
    ['never when it is the same', code('a'), false],
    [
      'never beside another text, which tells of itself',
      { ...code('b'), registrationAddress: 'ул. Новая, д. 1' },
      false,
    ],
    ['never of a text that is not the one kept', code('b', 'ул. Новая, д. 1'), false],
    ['never when it is taken away', { registrationFias: null }, false],
    ['never when nothing is sent', {}, false],
  ])('%s', (_, input, isNews) => expect(codeWords(before, input as never)).toEqual(isNews ? ['код ФИАС адреса'] : []));
});
