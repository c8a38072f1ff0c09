// Paper 10: one sheet for each kind of consent, in its own words; counted, piled and warned of by kind.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { planBatch, printBatch } from '../../contract/documents/batches.ts';
import { documentCopy, documentDetail, documentTypeInfo, type DocumentTypeInfo } from '../../contract/documents.ts';
import { addConsent, type ConsentKind } from '../../contract/profiles.ts';
import { batchJob } from '../../server/documents/batches.ts';
import { runJob } from '../../server/jobs/run.ts';
import { as, testApp, type TestApp } from '../kit/app.ts';
import { day, ownedGarage, place, print, textOf, unsaid, type Place } from './kit.ts';

let t: TestApp;
let at: Place;
let person: number;
let garage: number;
beforeAll(async () => {
  t = await testApp({ PUBLIC_URL: 'https://reestr.example.ru' });
  // The queue is not running here: a test does the job itself.
  t.deps.jobs.enqueue = async () => crypto.randomUUID();
  at = await place(t);
  const own = await ownedGarage(at, { phoneNumberList: ['+79210000101'], email: 'petrov@example.ru' });
  [person, garage] = [own.person.id, own.garage.id];
});
afterAll(() => t.close());

const sheet = (consent_kind?: ConsentKind | null, more: object = {}) =>
  print(t, at.po, { document_type_id: 10, profile_id: person, ...(consent_kind && { consent_kind }), ...more });
const infoOf = async () =>
  (await at.po.call(documentTypeInfo, { body: { profile_id: person, document_types: [10] } })).body
    .data[0] as DocumentTypeInfo;

describe('a sheet of a kind', () => {
  const said: [ConsentKind, string[], RegExp][] = [
    [
      'pd_processing',
      ['на обработку персональных данных', 'ведение реестра', 'паспортные данные', 'нормализации адресов'],
      /реклам|СМС/i,
    ],
    [
      'health',
      [
        'состоянии здоровья (специальной категории',
        'инвалидности',
        'Распространение не допускается',
        'статьи 10 Федерального закона № 152-ФЗ',
        'льгота, зависящая от здоровья, с этого дня не применяется',
      ],
      /реклам|СМС/i,
    ],
    [
      'sms_info',
      ['на получение СМС-сообщений', 'Телефон', '+7 921', 'операторы связи', 'Рекламы в них нет'],
      /petrov@|паспортные данные/,
    ],
    [
      'email_info',
      ['на получение писем по электронной почте', 'petrov@example.ru', 'по ссылке «отписаться»'],
      /921|паспортные данные/,
    ],
    [
      'ads',
      [
        'на получение рекламы',
        'статья 18 Федерального закона № 38-ФЗ',
        '+7 921',
        'petrov@example.ru',
        'отказ ни на что не влияет',
      ],
      /паспортные данные/,
    ],
  ];
  it.each(said)(
    '%s says who, what, why, how long and how to revoke, and nothing of the others',
    async (kind, words, other) => {
      const { id, bytes, problem } = await sheet(kind);
      expect(problem).toBeNull();
      const text = (await textOf(bytes)).replaceAll('\u2011', '-');
      for (const part of [
        'Петров Иван Сергеевич',
        'ПО КАС № 12-3 ВОА, ИНН 9999000006',
        'Цель:',
        'Перечень данных:',
        'Действия:',
        'Третьи лица:',
        'Срок:',
        'Отзыв:',
        'Подпись субъекта данных',
        ...words,
      ])
        expect(text).toContain(part);
      expect(text).not.toMatch(other);
      const { mo_name: mo, region_name: region } = (await at.po.call(documentDetail, { params: { id } })).body;
      expect(text).toContain(`${mo}, ${region}`);
      expect(await unsaid(t, id, bytes)).toEqual([]);
    },
  );

  it('without a kind it is the usual one', async () => {
    const { id, bytes } = await sheet();
    expect(await textOf(bytes)).toContain('на обработку персональных данных');
    const row = await t.deps.db
      .selectFrom('document')
      .where('id', '=', id)
      .select('consent_kind')
      .executeTakeFirstOrThrow();
    expect(row.consent_kind).toBe('pd_processing');
  });

  it('of a child is given by who represents him, of the data of the child', async () => {
    const { person: child } = await ownedGarage(at, {
      birthday: '2016-01-01',
      passNum: '333333',
      isVOAMember: false,
      voaEntryDate: null,
      statusVoa: { id: 1 },
      ticketNumber: null,
    });
    const { bytes } = await print(t, at.po, { document_type_id: 10, profile_id: child.id, consent_kind: 'sms_info' });
    const text = await textOf(bytes);
    expect(text).toContain('в лице законного представителя');
    expect(text).toContain('персональных данных ребёнка, которого представляю');
    expect(text).toContain('Подпись субъекта данных: законный представитель');
  });
});

describe('the register of sheets', () => {
  it('warns of a sheet of the same kind alone, until it is cancelled', async () => {
    const { person: other } = await ownedGarage(at, { passNum: '444444' });
    const printed = async () => {
      const { body } = await at.po.call(documentTypeInfo, { body: { profile_id: other.id, document_types: [10] } });
      const { consents, is_already_printed: usual } = body.data[0] as DocumentTypeInfo;
      return [usual, consents!.filter((one) => one.printed).map((one) => one.kind)];
    };
    expect(await printed()).toEqual([false, []]);
    await print(t, at.po, { document_type_id: 10, profile_id: other.id, consent_kind: 'sms_info' });
    expect(await printed()).toEqual([false, ['sms_info']]);
    await print(t, at.po, { document_type_id: 10, profile_id: other.id });
    expect(await printed()).toEqual([true, ['pd_processing', 'sms_info']]);
  });

  it('is called by its kind; that it is of health is told to those who may read of it', async () => {
    const { id, name } = await sheet('health');
    expect(name).toContain('Согласие на обработку сведений о здоровье');
    const called = async (who: typeof at.po) =>
      (await who.call(documentDetail, { params: { id } })).body.document_type.name;
    expect(await called(at.po)).toBe('Согласие на обработку сведений о здоровье');
    expect(await called(at.reader)).toBe('Согласие на обработку персональных данных');
    const ads = await sheet('ads');
    const row = (await at.reader.call(documentDetail, { params: { id: ads.id } })).body;
    expect(row.document_type.name).toBe('Согласие на рекламу');
    const lines = await t.deps.db
      .selectFrom('action_log')
      .where('object_type', '=', 'document')
      .where('object_id', 'in', [id, ads.id])
      .where('verb', '=', 'reference.print')
      .select('text')
      .execute();
    expect(lines.map(({ text }) => text).filter((text) => /здоровь/.test(text))).toEqual([]);
    expect(lines.some(({ text }) => text.includes('Согласие на рекламу'))).toBe(true);
    expect((await at.po.call(documentCopy, { params: { id } })).status).toBe(200);
    const copy = await t.deps.db
      .selectFrom('document')
      .where('copy_of', '=', id)
      .select('consent_kind')
      .executeTakeFirstOrThrow();
    expect(copy.consent_kind).toBe('health');
  });

  it('a kind that is not there, a kind of another paper and a reader are refused', async () => {
    const bad = await sheet('horoscope' as ConsentKind);
    expect([bad.status, Object.keys(bad.problem.errors)]).toEqual([422, ['consent_kind']]);
    const foreign = await print(t, at.po, { document_type_id: 1, garage_id: garage, consent_kind: 'ads' });
    expect(foreign.problem.errors).toEqual({ consent_kind: 'Вид согласия называют только для согласия' });
    expect((await print(t, at.reader, { document_type_id: 10, profile_id: person, consent_kind: 'ads' })).status).toBe(
      403,
    );
    const elsewhere = await as(t, { po: at.w.siblingPo });
    expect((await print(t, elsewhere, { document_type_id: 10, profile_id: person, consent_kind: 'ads' })).status).toBe(
      404,
    );
    expect((await infoOf()).consents!.map((one) => one.kind)).toEqual([
      'pd_processing',
      'health',
      'sms_info',
      'email_info',
      'ads',
    ]);
  });

  it('a text that people wrote before kinds is printed for the usual one alone', async () => {
    const body = {
      v: 1,
      doc: [{ type: 'paragraph', attrs: { align: 'left' }, content: [{ type: 'text', text: 'Свой текст согласия' }] }],
    };
    await t.deps.db
      .insertInto('document_template')
      .values({
        type_id: 10,
        nth: 1,
        state: 'in_force',
        body: JSON.stringify(body),
        saved_at: new Date().toISOString(),
      } as never)
      .execute();
    expect(await textOf((await sheet()).bytes)).toContain('Свой текст согласия');
    const ads = await textOf((await sheet('ads')).bytes);
    expect(ads).toContain('на получение рекламы');
    expect(ads).not.toContain('Свой текст');
    await t.deps.db.deleteFrom('document_template').where('type_id', '=', 10).execute();
  });
});

describe('a pile of a kind', () => {
  it('asks each who has given none and who can be written to; the papers are of the kind', async () => {
    const silent = await ownedGarage(at, { passNum: '555555', lastName: 'Тихонов', phoneNumberList: [] });
    const given = await ownedGarage(at, { passNum: '666666', lastName: 'Согласов', phoneNumberList: ['+79210000102'] });
    const body = { kind: 'sms_info', signedAt: day, docNo: '', source: 'paper' } as const;
    expect((await at.po.call(addConsent, { params: { id: given.person.id }, body })).status).toBe(200);
    const selection = {
      filter: {},
      all: false,
      included: [garage, silent.garage.id, given.garage.id],
      excluded: [],
      expected: 3,
    };
    const asked = { kind: 'consents', consent_kind: 'sms_info', date: day, selection } as const;
    const plan = (await at.po.call(planBatch, { body: asked } as never)).body;
    expect(plan).toMatchObject({ papers: 1, left: [{ reason: 'согласие уже есть или не нужно', garages: 2 }] });
    const health = (await at.po.call(planBatch, { body: { ...asked, consent_kind: 'health' } } as never)).body;
    expect(health.papers).toBe(0);
    const usual = (await at.po.call(planBatch, { body: { kind: 'consents', date: day, selection } } as never)).body;
    expect(usual.papers).toBe(3);
    const started = await at.po.call(printBatch, { body: { ...asked, papers: 1 } } as never);
    await runJob(t.deps, batchJob, { jobId: started.body.job_id });
    const [row] = await t.deps.db
      .selectFrom('document')
      .where('batch_id', 'is not', null)
      .select(['consent_kind', 'profile_id', 'state'])
      .execute();
    expect(row).toEqual({ consent_kind: 'sms_info', profile_id: person, state: 'valid' });
    const wrong = await at.po.call(planBatch, {
      body: { kind: 'labels', consent_kind: 'ads', date: day, selection },
    } as never);
    expect(wrong.body).toMatchObject({ errors: { consent_kind: 'Вид согласия называют только для согласий' } });
  });
});
