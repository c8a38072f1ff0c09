// What is sent of people and of those who are written to in their place: conditions of lists, representatives, other kinds of owners.
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ownerConditions, ProfileFilter } from '../../contract/profiles/filter.ts';
import { ofOtherOwners, OwnerKind, ownerKinds, representing, whoOwns } from '../../contract/profiles/ownerKinds.ts';
import { GuardianBody, ReachConsent, RepresentativeBody } from '../../contract/profiles/representatives.ts';
import { OwnerLine } from '../../contract/garages/ownerLine.ts';

const ids = (count: number) => Array.from({ length: count }, (_, nth) => nth + 1);
const sections = (count: number) => ids(count).map(String);

describe('conditions of a list of people', () => {
  it.each([
    ['id', ids(1000), ids(1001)],
    ['nameFilter', 'а'.repeat(100), 'а'.repeat(101)],
    ['moFilter', ids(500), ids(501)],
    ['poFilter', ids(500), ids(501)],
    ['sectionFilter', sections(500), sections(501)],
    ['sectionFilter', ['а'.repeat(20)], ['а'.repeat(21)]],
    ['privilegeCatFilter', ids(50), ids(51)],
    ['accrualTypeFilter', ids(50), ids(51)],
    ['debtFrom', 0, -1],
    ['debtTo', 0, -1],
    ['debtFrom', 450_000, 0.5],
    ['debtTo', 450_000, 0.5],
    // The privilege «Нет» is number nought.
    ['privilegeCatFilter', [0], [0.5]],
    ['id', [1], [1.5]],
    ['moFilter', [1], [1.5]],
    ['poFilter', [1], [1.5]],
    ['accrualTypeFilter', [1], [1.5]],
  ])('%s has its bounds', (name, most, more) => {
    expect(ProfileFilter.safeParse({ [name]: most }).success).toBe(true);
    expect(ProfileFilter.safeParse({ [name]: more }).success).toBe(false);
  });
  it.each([
    ['voa', ['member', 'not_member']],
    ['consent', ['none', 'given', 'overdue']],
    ['smsConsent', ['given', 'none']],
    ['contacts', ['no_phone', 'no_email', 'has_phone', 'has_email']],
    ['privilegeState', ['expired', 'expires30']],
    ['confirmed', ['older_12m']],
    ['lacks', ['birthday', 'address', 'duplicates']],
    ['debt', ['has', 'left']],
  ])('%s is one of %j', (name, values) => {
    const told = [...values, 'any', '', 'member', 'none', 'given', 'has', 'expired'];
    const good = told.filter((value) => ProfileFilter.safeParse({ [name]: value }).success);
    expect([...new Set(good)].toSorted()).toEqual(values.toSorted());
  });
  it('each may be left out; those of owners of garages are the same', () => {
    expect(ProfileFilter.parse({})).toEqual({});
    expect(Object.keys(ownerConditions).filter((name) => !(name in ProfileFilter.shape))).toEqual([]);
    expect(z.object(ownerConditions).parse({})).toEqual({});
  });
});

const nobody = { profileId: null, fullName: null, phone: null, email: null, consents: [], signedAt: null };

describe('a representative', () => {
  it.each([
    [{}, nobody],
    [{ profileId: '', fullName: ' ', phone: '', email: '', signedAt: '' }, nobody],
    [{ profileId: null, fullName: null, phone: null, email: null, signedAt: null }, nobody],
    [{ profileId: 7 }, { ...nobody, profileId: 7 }],
    [
      {
        fullName: ' Петрова Анна ',
        phone: '+79210000101',
        email: 'a@example.ru',
        consents: ['pd_processing', 'sms_info'],
        signedAt: '2026-03-05',
      },
      {
        profileId: null,
        fullName: 'Петрова Анна',
        phone: '+79210000101',
        email: 'a@example.ru',
        consents: ['pd_processing', 'sms_info'],
        signedAt: '2026-03-05',
      },
    ],
  ])('%j', (sent, kept) => expect(RepresentativeBody.parse(sent)).toEqual(kept));

  it.each([
    [{ profileId: 0 }, 'profileId'],
    [{ profileId: 'x' }, 'profileId'],
    [{ fullName: 'а'.repeat(161) }, 'fullName'],
    [{ phone: '89210000101' }, 'phone'],
    [{ email: 'a@' }, 'email'],
    [{ consents: ['ads'] }, 'consents'],
    [{ consents: ['pd_processing', 'sms_info', 'sms_info'] }, 'consents'],
    [{ signedAt: '2026-02-30' }, 'signedAt'],
    [{ signedAt: 0 }, 'signedAt'],
  ])('%j is refused', (sent, field) => {
    expect(RepresentativeBody.safeParse(sent).error?.issues.map(({ path }) => path[0])).toEqual([field]);
  });
  it('has a name as long as a line of a form', () => {
    expect(RepresentativeBody.safeParse({ fullName: 'а'.repeat(160) }).success).toBe(true);
    expect(ReachConsent.options).toEqual(['pd_processing', 'sms_info']);
  });

  it('that is a parent or a guardian has a paper that says so', () => {
    const paper = { number: ' I-АК № 1 ', issuedOn: '2020-01-01' };
    expect(GuardianBody.parse(paper)).toEqual({ ...nobody, number: 'I-АК № 1', issuedOn: '2020-01-01' });
    for (const wrong of [{ number: '' }, { issuedOn: '' }, { issuedOn: null }, { number: 'а'.repeat(61) }])
      expect(GuardianBody.safeParse({ ...paper, ...wrong }).success).toBe(false);
    expect(GuardianBody.safeParse({ ...paper, number: 'а'.repeat(60) }).success).toBe(true);
  });
});

describe('who owns', () => {
  const New = z.object(whoOwns);
  it('is a person, an organisation or what a dead person left', () => {
    expect(ownerKinds).toEqual({ person: 'Человек', organisation: 'Организация', estate: 'Наследственная масса' });
    expect(OwnerKind.options).toEqual(Object.keys(ownerKinds));
  });
  it.each([
    [{}, { kind: 'person', inn: null, estateOf: null, representative: null }],
    [
      { kind: 'organisation', inn: ' 781234567890 ' },
      { kind: 'organisation', inn: '781234567890', estateOf: null, representative: null },
    ],
    [
      { kind: 'estate', inn: '', estateOf: 7, representative: { profileId: 9 } },
      { kind: 'estate', inn: null, estateOf: 7, representative: { ...nobody, profileId: 9 } },
    ],
    [
      { estateOf: null, representative: null },
      { kind: 'person', inn: null, estateOf: null, representative: null },
    ],
  ])('a new card %j', (sent, kept) => expect(New.parse(sent)).toEqual(kept));
  it.each([{ kind: 'firm' }, { inn: '1234567890123' }, { estateOf: 0 }, { representative: { phone: '1' } }])(
    'a new card %j is refused',
    (sent) => expect(New.safeParse(sent).success).toBe(false),
  );

  const Change = z.object(ofOtherOwners);
  it.each([
    // What is absent stays, what is emptied goes.
    [{}, {}],
    [{ inn: undefined }, { inn: undefined }],
    [{ inn: '' }, { inn: null }],
    [{ inn: ' ' }, { inn: null }],
    [{ inn: null }, { inn: null }],
    [{ inn: ' 781234567890 ' }, { inn: '781234567890' }],
    [{ estateOf: null }, { estateOf: null }],
    [{ estateOf: 7 }, { estateOf: 7 }],
  ])('a change %j', (sent, kept) => expect(Change.parse(sent)).toStrictEqual(kept));
  it('of an inn is no longer than one of a person', () => {
    expect(Change.safeParse({ inn: '1234567890123' }).error?.issues[0]?.message).toBe('Не длиннее 12 знаков');
    expect(Change.safeParse({ estateOf: 0 }).success).toBe(false);
  });
});

describe('a card', () => {
  const Card = z.object(representing);
  const who = { id: 1, name: 'Петрова', phones_masked: ['+7 *** ***-41-42'], email: null, lacks: ['sms_info'] };
  it.each([
    [{ is_represented: false, representative: null, represents: [] }, true],
    [{ is_represented: true, representative: who, represents: [{ id: 2, name: 'Петров' }] }, true],
    [{ is_represented: true, representative: { ...who, lacks: ['ads'] }, represents: [] }, false],
    [{ is_represented: true, representative: { ...who, phones_masked: null }, represents: [] }, false],
    [{ is_represented: null, representative: null, represents: [] }, false],
    [{ is_represented: false, representative: null, represents: [{ id: 2 }] }, false],
    [{ is_represented: false, represents: [] }, false],
  ])('says of representing %j: %s', (card, isGood) => {
    const told = Card.safeParse(card);
    expect(told.success).toBe(isGood);
    if (told.success) expect(told.data).toEqual(card);
  });
});

describe('a line of an owner', () => {
  const line = {
    id: 1,
    profile_id: 2,
    full_name: 'Иванов И. И.',
    is_represented: false,
    representative: null,
    share: null,
    is_primary: true,
    started_on: null,
    ended_on: null,
    start_reason: null,
    end_reason: null,
    phone: null,
    isVOAMember: false,
    voaEntryDate: null,
    privilege: null,
  };
  const may = Object.entries(line)
    .filter(([, value]) => value === null)
    .map(([name]) => name);
  it('may lack what nobody knows of him, and nothing else', () => {
    expect(OwnerLine.parse(line)).toEqual(line);
    const nullable = Object.keys(line).filter((name) => OwnerLine.safeParse({ ...line, [name]: null }).success);
    expect(nullable).toEqual(may);
    for (const name of Object.keys(line))
      expect([name, OwnerLine.safeParse({ ...line, [name]: undefined }).success]).toEqual([name, false]);
  });
  it.each([
    [{ privilege: { name: 'Пенсионер', discount_percent: 50, is_expired: false } }, true],
    [{ privilege: { name: 'Пенсионер', discount_percent: '50', is_expired: false } }, false],
    [{ privilege: { name: 'Пенсионер', discount_percent: 50, is_expired: null } }, false],
    [{ representative: { id: 3, name: 'Петрова' }, share: '1/2', ended_on: '2026-01-01' }, true],
    [{ representative: { id: 3 } }, false],
    [{ share: 0.5 }, false],
  ])('with %j: %s', (more, isGood) => {
    const told = OwnerLine.safeParse({ ...line, ...more });
    expect(told.success).toBe(isGood);
    if (told.success) expect(told.data).toEqual({ ...line, ...more });
  });
});
