// Handing over when a chairman changes: asked for by the МО, confirmed by a superuser in one step.
import * as contract from '../../../contract/instruments/handovers.ts';
import { levelOf, SUPERUSER } from '../../../contract/kernel/scope.ts';
import { formatDate, NOT_LATER } from '../../../contract/kernel/words.ts';
import { isUniqueViolation } from '../../db/engine.ts';
import { act } from '../../kernel/act.ts';
import { todayOf, type Ctx, type ReadDb, type WriteDb } from '../../kernel/ctx.ts';
import { invalid, notFound } from '../../kernel/errors.ts';
import type { Mount } from '../../kernel/mount.ts';
import { setChairmanIn } from '../../orgs/writing.ts';
import { userCard } from '../../users/queries.ts';
import { createUserIn, disableUserIn, saveUserIn } from '../../users/writing.ts';
import * as q from '../queries/handovers.ts';
import { CAPABILITIES, elsewhere, formerWords, takerWords } from '../rules/handovers.ts';

export function handoverRoutes(mount: Mount): void {
  mount(contract.handoverList, async (ctx) => ({ data: await q.listHandovers(ctx.db, ctx.actor) }));
  mount(contract.handoverCard, async (ctx, { params }) => cardOf(ctx, await required(ctx, params.id)));
  mount(contract.askHandover, async (ctx, { body }) => {
    const po = await q.poOfMo(ctx.db, body.po, ctx.actor.mo!);
    if (!po) throw invalid({ po: 'Выберите ПО своего МО' });
    if (body.onDate > todayOf(ctx)) throw invalid({ onDate: NOT_LATER });
    const [chairmen, account, standing] = await Promise.all([
      q.chairmenOf(ctx.db, po.id),
      q.accountOf(ctx.db, body.email),
      q.standingOn(ctx.db, po.id, body.onDate),
    ]);
    if (chairmen.some(({ id }) => id === account?.id))
      throw invalid({ email: 'Этот человек и сейчас председатель этого ПО' });
    const former = leavingOf(chairmen, body.former ?? null);
    const place = { region_id: po.region_id, mo_id: po.mo_id, po_id: po.id };
    return act(ctx, 'user.handover', async ({ tx, log }) => {
      const { id } = await tx
        .insertInto('handover')
        .values({
          ...place,
          on_date: body.onDate,
          last_name: body.lastName,
          first_name: body.firstName,
          father_name: body.fatherName ?? '',
          email: body.email,
          phone: body.phone,
          former_user_id: former?.id ?? null,
          former_name: former?.name ?? null,
          things: body.things,
          figures: JSON.stringify(standing),
          asked_by: ctx.actor.userId,
          asked_at: ctx.now().toISOString(),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await log({
        object: { type: 'po', id: po.id, name: po.name },
        place,
        text: `Начата передача дел на ${formatDate(body.onDate)}`,
      });
      return { id };
    }).catch((error: unknown) => {
      throw isUniqueViolation(error, 'handover_open_once')
        ? invalid({ po: 'Передача дел этого ПО уже ждёт подтверждения' })
        : error;
    });
  });

  mount(contract.handoverChairmen, async (ctx, { query }) => {
    const po = await q.poOfMo(ctx.db, query.po, ctx.actor.mo!);
    return { data: po ? await q.chairmenOf(ctx.db, po.id) : [] };
  });

  mount(contract.withdrawHandover, async (ctx, { params }) => {
    const handover = await required(ctx, params.id);
    // A superuser reads handovers of every place; each МО takes back its own.
    if (handover.mo_id !== ctx.actor.mo) throw notFound();
    await close(ctx, handover, { state: 'withdrawn' }, 'Передача дел отозвана');
  });

  decisionRoutes(mount);
}

/** Closes a handover that nobody has decided on, without passing anything. @throws 422 when it is decided */
async function close(
  ctx: Ctx,
  { id, region_id, mo_id, po_id, po }: q.WholeHandover,
  as: { state: 'declined' | 'withdrawn'; decline_reason?: string },
  text: string,
): Promise<void> {
  await act(ctx, 'user.handover', async ({ tx, log }) => {
    const closed = await tx
      .updateTable('handover')
      .set({ ...as, decided_by: ctx.actor.userId, decided_at: ctx.now().toISOString() })
      .where('id', '=', id)
      .where('state', '=', 'asked')
      .executeTakeFirst();
    if (!closed.numUpdatedRows) throw invalid({ form: 'Это уже решено. Обновите страницу' });
    await log({ object: { type: 'po', id: po_id, name: po.name }, place: { region_id, mo_id, po_id }, text });
  });
}

type Chairman = Awaited<ReturnType<typeof q.chairmenOf>>[number];

/** Who leaves: where there are several chairmen it is said, never guessed. @throws 422 */
function leavingOf(chairmen: readonly Chairman[], named: number | null): Chairman | undefined {
  if (named !== null) {
    const one = chairmen.find(({ id }) => id === named);
    if (!one) throw invalid({ former: 'Этот человек уже не председатель этого ПО' });
    return one;
  }
  if (chairmen.length > 1)
    throw invalid({ former: `Председателей в этом ПО ${chairmen.length}: выберите, кто сдаёт дела` });
  return chairmen[0];
}

/** The superuser's yes or no. */
function decisionRoutes(mount: Mount): void {
  mount(contract.confirmHandover, async (ctx, { params, body }) => {
    const handover = await required(ctx, params.id);
    await act(ctx, 'user.handover', async (write) => {
      const { tx } = write;
      const { rights: now } = await rightsOf(ctx, tx, handover);
      const taken = await tx
        .updateTable('handover')
        .set({ state: 'confirmed', decided_by: ctx.actor.userId, decided_at: ctx.now().toISOString() })
        .where('id', '=', handover.id)
        .where('state', '=', 'asked')
        .executeTakeFirst();
      if (!taken.numUpdatedRows) throw invalid({ form: 'Это уже решено. Обновите страницу' });
      // What is confirmed is what was read: the account may have been given other rights since.
      if (now.join('\n') !== body.rights.join('\n'))
        throw invalid({ form: 'Права этих людей с тех пор изменились. Обновите страницу и прочитайте ещё раз' });
      if (handover.former_user_id) await takeRights(ctx, write, handover, handover.former_user_id);
      const new_user_id = await giveRights(ctx, write, handover);
      await tx.updateTable('handover').set({ new_user_id }).where('id', '=', handover.id).execute();
      const { taker, former, phone, email } = handover;
      await setChairmanIn(
        write,
        ctx,
        handover.po_id,
        { chairman_name: taker, chairman_phone: phone, chairman_email: email },
        `Дела переданы: председатель — ${taker}${former ? `, прежний — ${former}` : ''}`,
      );
    });
  });

  mount(contract.declineHandover, async (ctx, { params, body: { reason } }) => {
    const handover = await required(ctx, params.id);
    await close(ctx, handover, { state: 'declined', decline_reason: reason }, `Передача дел отклонена: ${reason}`);
  });
}

async function required(ctx: Ctx, id: number): Promise<q.WholeHandover> {
  const handover = await q.handoverOf(ctx.db, ctx.actor, id);
  if (!handover) throw notFound();
  return handover;
}

type Write = Parameters<typeof saveUserIn>[0];
type Card = NonNullable<Awaited<ReturnType<typeof userCard>>>;
const bodyOf = (card: Card, rights: readonly { level: string; id: number; role: string }[]) =>
  ({
    last_name: card.last_name,
    first_name: card.first_name,
    father_name: card.father_name,
    phone: card.phone,
    is_superuser: card.is_superuser,
    capabilities: card.capabilities,
    rights: rights.map(({ level, id, role }) => ({ level, id, role })),
    version: card.version,
  }) as Parameters<typeof saveUserIn>[3];

/** What a former chairman keeps: his rights elsewhere; whoever has none left has no account to use. */
async function takeRights(ctx: Ctx, write: Write, { po_id }: q.WholeHandover, userId: number) {
  const former = await userCard(write.tx, userId);
  const rights = former && elsewhere(former, po_id);
  if (!former || !rights) return;
  if (!rights.length && former.state !== 'disabled') await disableUserIn(write, ctx, former.id);
  else if (rights.length && rights.length < former.rights.length)
    await saveUserIn(write, ctx, former.id, bodyOf(former, rights));
}

/** The right of a chairman at the ПО: to the account with this mail, else to a new one that is invited. */
async function giveRights(ctx: Ctx, write: Write, handover: q.WholeHandover): Promise<number> {
  const right = { level: 'po' as const, id: handover.po_id, role: 'chairman' as const };
  const account = await q.accountOf(write.tx, handover.email);
  if (!account)
    return createUserIn(write, ctx, {
      email: handover.email,
      last_name: handover.last_name,
      first_name: handover.first_name,
      father_name: handover.father_name || null,
      phone: handover.phone,
      is_superuser: 0,
      capabilities: CAPABILITIES,
      rights: [right],
    });
  if (!account.is_active) throw invalid({ form: `Учётная запись ${handover.email} отключена. Включите её сначала` });
  const card = (await userCard(write.tx, account.id))!;
  const rights = [...elsewhere(card, handover.po_id), right];
  const body = bodyOf(card, rights);
  await saveUserIn(write, ctx, account.id, {
    ...body,
    capabilities: [...new Set([...body.capabilities, ...CAPABILITIES])],
  });
  return account.id;
}

async function cardOf(ctx: Ctx, whole: q.WholeHandover): Promise<contract.HandoverCard> {
  const { id, po, mo, on_date, state, taker, former, asked_by, asked_at, email, phone, things } = whole;
  const { debts, ...figures } = whole.figures;
  const isNamed = debts.every(({ people }) => people !== undefined);
  const named = isNamed ? (debts as Required<q.ActDebt>[]) : await q.namedNow(ctx.db, debts);
  return {
    id,
    po,
    mo,
    on_date,
    state,
    taker,
    former,
    asked_by,
    asked_at,
    email,
    phone,
    things,
    figures: { ...figures, former_kopecks: figures.former_kopecks ?? 0, other_kopecks: figures.other_kopecks ?? 0 },
    debtors: named.map(({ garage_id, garage, people, is_former, kopecks }) => ({
      garage_id,
      garage,
      owner: people.map(({ name }) => name).join('; ') || 'без владельца',
      is_former,
      debt_kopecks: kopecks,
    })),
    decided_by: whole.decided_by,
    decided_at: whole.decided_at,
    decline_reason: whole.decline_reason,
    may_withdraw: state === 'asked' && levelOf(ctx.actor) === 'mo' && whole.mo_id === ctx.actor.mo,
    ...(await rightsOf(ctx, ctx.db, whole)),
  };
}

/** What a confirmation changes in rights, in words, and why it can't be given as it stands. */
async function rightsOf(ctx: Ctx, db: ReadDb | WriteDb, handover: q.WholeHandover) {
  const { taker, former, former_user_id, po, po_id, email } = handover;
  const found = await q.accountOf(db, email);
  // Where else somebody works is told to whoever rules over all of it; of an account that has no right in the МО, not even that it is there.
  const isWhole = ctx.actor.isSuperuser === SUPERUSER;
  const known = found && (isWhole || (await q.worksInMo(db, found.id, handover.mo_id))) ? found : undefined;
  const account = known && (await userCard(db, known.id));
  const leaving = former_user_id ? await userCard(db, former_user_id) : undefined;
  const problem = known && !known.is_active ? `Учётная запись ${email} отключена` : null;
  const rights = [
    ...takerWords({ taker, email, po: po.name, poId: po_id, account, isWhole }),
    ...(former ? [formerWords({ former, po: po.name, poId: po_id, account: leaving, isWhole })] : []),
  ];
  return { problem, rights };
}
