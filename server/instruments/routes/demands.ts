// Demands to stop the processing: on the card of a person, among all, and the act that ends one.
import * as contract from '../../../contract/instruments/demands.ts';
import { todayOf, type Ctx } from '../../kernel/ctx.ts';
import { act } from '../../kernel/act.ts';
import { forbidden, notFound } from '../../kernel/errors.ts';
import { FORMER } from '../../kernel/objects.ts';
import { profileForWrite } from '../../profiles/queries.ts';
import { correctionOf, correctionsOf } from '../queries/corrections.ts';
import { correctionPaper } from '../rules/correctionPaper.ts';
import { recipientsOf } from '../rules/recipients.ts';
import { answerByCorrection } from '../writing/correcting.ts';
import type { Mount } from '../../kernel/mount.ts';
import * as q from '../queries/demands.ts';
import { cardsOf, groundsNow, holding } from '../queries/grounds.ts';
import { groundsFor } from '../rules/grounds.ts';
import { actOf } from '../queries/acts.ts';
import { actPaper } from '../rules/actPaper.ts';
import { recordDemand, setTerms, takeDemandBack } from '../writing/demands.ts';

/** So many former owners are named. */
const MOST_NAMED = 100;
const BOOK_YEARS = 5;

export function demandRoutes(mount: Mount): void {
  mount(contract.demandOf, async (ctx, { params }) => standingOf(ctx, (await requirePerson(ctx, params.id)).id));
  mount(contract.takeDemand, async (ctx, { params, body }) => {
    const person = await requirePerson(ctx, params.id);
    await recordDemand(ctx, person, body);
    return standingOf(ctx, person.id);
  });
  mount(contract.withdrawDemand, async (ctx, { params, body }) => {
    const person = await requirePerson(ctx, params.id);
    await takeDemandBack(ctx, person, body.reason);
    return standingOf(ctx, person.id);
  });
  mount(contract.demandTerms, async (ctx) => ({ data: await q.demandTerms(ctx.db) }));
  mount(contract.setDemandTerms, async (ctx, { body }) => {
    await setTerms(ctx, body);
    return { data: await q.demandTerms(ctx.db) };
  });
  mount(contract.correctByDemand, async (ctx, { params }) => {
    const person = await requirePerson(ctx, params.id);
    await answerByCorrection(ctx, person);
    return standingOf(ctx, person.id);
  });
  mount(contract.correctionAct, async (ctx, { params, body }) => correctionFile(ctx, params.id, body.correction));
  mount(contract.demands, async (ctx) => {
    const [rows, former] = await Promise.all([q.liveDemands(ctx.db, todayOf(ctx)), formerOwners(ctx)]);
    const demands = [];
    for (const row of rows)
      demands.push({ ...row, grounds: holding(await groundsNow(ctx.db, row.profile_id, todayOf(ctx))) });
    return {
      demands,
      former: former.map(({ id, name, left_on }) => ({ id, name, left_on })),
      former_total: former[0]?.total ?? 0,
    };
  });
  mount(contract.destructionAct, async (ctx, { params }) => {
    const found = await actOf(ctx.db, params.id);
    if (!found) throw notFound();
    const source = actPaper(found);
    const body = await ctx.deps.pdf.render({ source, isKept: false, at: new Date(found.at).getTime() });
    return {
      name: `Акт об уничтожении ${found.act_no.replace('/', '-')}.pdf`,
      mime: 'application/pdf',
      body,
      inline: true,
    };
  });
}

/** The first of the former owners whose five years are over and whom nothing holds, each with the number of all. */
export function formerOwners(ctx: Ctx) {
  const today = todayOf(ctx);
  const before = `${Number(today.slice(0, 4)) - BOOK_YEARS}${today.slice(4)}`.replace(/-02-29$/, '-02-28');
  return q.longFormer(ctx.db, before, MOST_NAMED);
}

/** The act with whole values: for those who may see them, and a look that is logged. */
async function correctionFile(ctx: Ctx, id: number, correction: number) {
  const person = await profileForWrite(ctx, ctx.db, id);
  if (!person) throw notFound();
  if (!person.is_present) throw forbidden(FORMER);
  const found = await correctionOf(ctx, correction);
  if (!found || !(await cardsOf(ctx.db, person.id)).includes(found.profile_id)) throw notFound();
  const source = correctionPaper(found, recipientsOf(ctx.deps.settings));
  const body = await ctx.deps.pdf.render({ source, isKept: false, at: new Date(found.at).getTime() });
  const { region_id, mo_id, po_id } = person;
  await act(ctx, 'profile.held', ({ log }) =>
    log({
      object: { type: 'profile', id: person.id, name: person.full_name ?? '' },
      place: { region_id, mo_id, po_id },
      text: `Открыт акт об уточнении данных № ${found.act_no}`,
    }),
  );
  const name = `Акт об уточнении ${found.act_no.replace('/', '-')}.pdf`;
  return { name, mime: 'application/pdf', body, inline: true };
}

/** @throws 404 */
async function requirePerson(ctx: Ctx, id: number) {
  const person = await q.personOfDemand(ctx, id);
  if (!person) throw notFound();
  return person;
}

async function standingOf(ctx: Ctx, id: number) {
  const [terms, grounds, cards] = await Promise.all([
    q.demandTerms(ctx.db),
    groundsNow(ctx.db, id, todayOf(ctx)),
    cardsOf(ctx.db, id),
  ]);
  return {
    demand: await q.liveDemand(ctx.db, cards),
    corrections: await correctionsOf(ctx.db, cards),
    grounds: groundsFor(ctx.actor, grounds),
    terms,
  };
}
