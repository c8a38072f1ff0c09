// The tip of a figure of money: how many lines and people are behind it, asked when it is rested on and equal to what it opens.
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { figureDebtors, figureLines, statistics, type StatReply } from '../../contract/statistics.ts';
import { FigureTable } from '../../resources/statistics/FigureTable.tsx';
import { FigureTips } from '../../resources/statistics/FigureTips.tsx';
import { chargeLine, paymentLine, postLines } from '../balance/posting.ts';
import { as, testApp, type TestApp } from '../kit/app.ts';
import { Console } from '../kit/console.tsx';
import { newGarage, newPerson } from '../kit/rows.ts';
import { wireTo, type Wire } from '../kit/wire.ts';
import { world, type World } from '../kit/world.ts';

let t: TestApp;
let wire: Wire;
let w: World;
let reply: StatReply;
const days = { from: '2026-11-01', to: '2026-11-20' };

beforeAll(async () => {
  t = await testApp();
  wire = wireTo(t);
  w = await world(t.deps.db);
  const mo = await as(t, { mo: w.mo });
  const owner = await newPerson(mo, w.po);
  const owned = { alreadyExistProfile: [{ profileId: owner.id }], ownedSince: '2020-01-01' };
  const [one, two] = [await newGarage(mo, w.po, owned), await newGarage(mo, w.po, owned)];
  const ownerless = await newGarage(mo, w.siblingPo);
  await postLines(t, w, [
    chargeLine(one.id, '2026-11-05', 50_000, { owner_id: owner.id }),
    chargeLine(two.id, '2026-11-05', 50_000, { owner_id: owner.id }),
    paymentLine(one.id, '2026-11-06', 20_000, { owner_id: owner.id }),
  ]);
  await postLines(t, { ...w, po: w.siblingPo }, [chargeLine(ownerless.id, '2026-11-05', 700)]);
  const told = await mo.call(statistics, { params: { tab: 'balance_operation' }, query: { filter: days } });
  reply = told.body;
  wire.enter(mo);
});
afterAll(async () => {
  wire.cut();
  await t.close();
});
afterEach(cleanup);

function open() {
  wire.asked.length = 0;
  render(
    <Console>
      <FigureTips view={days} period={reply.period}>
        <FigureTable reply={reply} cut="po" view={days} onOpen={() => {}} />
      </FigureTips>
    </Console>,
  );
}
const figure = (name: RegExp) => screen.getByRole('button', { name });
/** What a tip says, its spaces made plain. */
const said = () => (screen.queryByRole('tooltip')?.textContent ?? '').replaceAll(/\s/g, ' ');
const asked = () => [...wire.queries(figureLines), ...wire.queries(figureDebtors)].length;

it('a figure that is rested on says how many lines and people it opens', async () => {
  open();
  const charged = figure(/^Начислено, КАС № 12-3: /);
  await userEvent.hover(charged);
  const tip = await screen.findByRole('tooltip');
  await expect.poll(said).toContain('1 000,002 начисления, 1 человек');
  expect(charged.getAttribute('aria-describedby')).toBe(tip.id);
  await userEvent.unhover(charged);
  expect(screen.queryByRole('tooltip')).toBeNull();
  await userEvent.hover(figure(/^Оплачено, всего: /));
  await expect.poll(said).toContain('1 платёж, 1 человек');
  await userEvent.hover(figure(/^Начислено, КАС № 12-10: /));
  await expect.poll(said).toContain('1 начисление, без владельца');
  await userEvent.hover(figure(/^Долг, КАС № 12-3: /));
  await expect.poll(said).toContain('2 гаража, 1 человек');
});

it('by keys it is read aloud when it comes, and Esc puts it away', async () => {
  open();
  const release = wire.hold(figureDebtors);
  const debt = figure(/^Долг, всего: /);
  act(() => debt.focus());
  await expect.poll(said).toContain('Считаем…Enterоткрыть гаражи');
  expect(screen.getByRole('status').textContent).toBe('');
  release();
  await expect.poll(() => screen.getByRole('status').textContent?.replaceAll(/\s/g, ' ')).toBe('3 гаража, 1 человек');
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('tooltip')).toBeNull();
});

it('passing over figures and touching them ask for nothing', async () => {
  open();
  for (const one of screen.getAllByRole('button', { name: /^(Начислено|Оплачено|Долг), / })) {
    await userEvent.hover(one);
    await userEvent.unhover(one);
  }
  fireEvent.pointerEnter(figure(/^Долг, всего: /), { pointerType: 'touch' });
  await new Promise((passed) => setTimeout(passed, 400));
  expect(asked()).toBe(0);
});
