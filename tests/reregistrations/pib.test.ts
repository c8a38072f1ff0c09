// The inventory paper of a garage in a case: looked at like other papers, its scan kept and handed to the garage.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pathOf } from '../../contract/kernel/endpoint.ts';
import { reregistrations, type ReregistrationCard } from '../../contract/reregistrations.ts';
import { attachReregistrationPaper, openReregistrationPaper } from '../../contract/reregistrations/steps.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { multipart } from '../kit/multipart.ts';
import { newPerson } from '../kit/rows.ts';
import { world, type World } from '../kit/world.ts';
import { form, garageNow, inWork, move, ownedGarage, save, tariff } from './kit.ts';

let t: TestApp;
let w: World;
let mo: Caller;
beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  mo = await as(t, { mo: w.mo });
  await tariff(t, 'full', 300_000);
});
afterAll(() => t.close());

const sale = async (more: object) =>
  form((await ownedGarage(mo, w.po)).id, 1, { newOwner: [{ profileId: (await newPerson(mo, w.po)).id }], ...more });
const attach = async (id: number) => {
  const bytes = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF');
  const { payload, contentType } = multipart([
    { name: 'file', body: bytes, filename: 'справка.pdf', type: 'application/pdf' },
  ]);
  return t.app.inject({
    method: 'POST',
    url: pathOf(attachReregistrationPaper, { id, kind: 'pib' }),
    headers: { authorization: `Bearer ${mo.token}`, 'content-type': contentType },
    payload,
  });
};

it('its day is not ahead and not before the garage was built, and it has a number', async () => {
  const body = await sale({});
  await t.deps.db
    .updateTable('garage')
    .set({ date_of_construction: '1990-05-01' })
    .where('id', '=', body.garage)
    .execute();
  const refused = async (more: object) =>
    (await mo.call(reregistrations.create, { body: { ...body, ...more, apply: true } as never })).body.errors;
  expect(await refused({ pibNumber: '7', pibDate: '2030-01-01' })).toEqual({
    pibDate: 'Справка ПИБ: дата не может быть позже сегодняшней',
  });
  expect(await refused({ pibNumber: '7', pibDate: '1985-01-01' })).toEqual({
    pibDate: 'Справка ПИБ: дата раньше постройки гаража',
  });
  expect(await refused({ pibDate: '2001-01-01' })).toEqual({
    pibNumber: 'Справка ПИБ: впишите номер или уберите дату',
  });
});

it('one that stands in the case of another garage is told; its scan goes to the garage with its number', async () => {
  const pib = { pibNumber: '78/15', pibDate: '2001-02-03' };
  const other = await save(mo, { ...(await sale(pib)), apply: true } as never);
  const card = await inWork(mo, await sale(pib));
  expect(card.preview.checks.filter(({ key }) => key === 'paper_used').map(({ text }) => text)).toEqual([
    `Справка ПИБ: тот же номер и дата стоят в переоформлении № ${other.id}`,
  ]);
  const papers = card.papers.length;
  const attached = (await attach(card.id)).json() as ReregistrationCard;
  expect([attached.pib_file?.name, attached.papers.length]).toEqual(['справка.pdf', papers]);
  expect((await mo.call(openReregistrationPaper, { params: { id: card.id, kind: 'pib' } })).status).toBe(200);
  const done = await move(mo, attached, 'complete');
  expect(done.status, done.text).toBe(200);
  const garage = await garageNow(mo, card.garage.id);
  expect([garage.pibNumber, garage.pibDate, garage.pibFile?.name]).toEqual(['78/15', '2001-02-03', 'справка.pdf']);
  expect((await attach(card.id)).json().errors).toEqual({
    form: 'Дело завершено: приложите справку ПИБ на карточке гаража',
  });
});
