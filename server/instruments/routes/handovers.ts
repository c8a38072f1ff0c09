// Handing over when a chairman changes: asked for by the МО, confirmed by a superuser in one step.
import * as contract from '../../../contract/instruments/handovers.ts';
import type { Capability } from '../../../contract/kernel/scope.ts';
import { NOT_LATER } from '../../../contract/kernel/words.ts';
import { isUniqueViolation } from '../../db/engine.ts';
import { act } from '../../kernel/act.ts';
import { todayOf, type Ctx } from '../../kernel/ctx.ts';
import { invalid, notFound } from '../../kernel/errors.ts';
import type { Mount } from '../../kernel/mount.ts';
import { userCard } from '../../users/queries.ts';
import { createUserIn, disableUserIn, saveUserIn } from '../../users/writing.ts';
import * as q from '../queries/handovers.ts';

/** A chairman keeps the register, the money and the mailings of his ПО. */
const CAPABILITIES: Capability[] = [1, 2, 3];

export function handoverRoutes(mount: Mount): void {
  mount(contract.handoverList, async (ctx) => ({ data: await q.listHandovers(ctx.db, ctx.actor) }));
  mount(contract.handoverCard, async (ctx, { params }) => cardOf(ctx, await required(ctx, params.id)));
  mount(contract.askHandover, async (ctx, { body }) => {
    const po = await q.poOfMo(ctx.db, body.po, ctx.actor.mo!);
    if (!po) throw invalid({ po: 'Выберите ПО своего МО' });
    if (body.onDate > todayOf(ctx)) throw invalid({ onDate: NOT_LATER });
    const [former, account, standing] = await Promise.all([
      q.chairmanOf(ctx.db, po.id),
      q.accountOf(ctx.db, body.email),
      q.standingOn(ctx.db, po.id, body.onDate),
    ]);
    if (former && former.id === account?.id) throw invalid({ email: 'Этот человек и сейчас председатель этого ПО' });
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
        text: `Начата передача дел на ${body.onDate}`,
      });
      return { id };
    }).catch((error: unknown) => {
      throw isUniqueViolation(error, 'handover_open_once')
        ? invalid({ po: 'Передача дел этого ПО уже ждёт подтверждения' })
        : error;
    });
  });

  decisionRoutes(mount);
}

/** The superuser's yes or no. */
function decisionRoutes(mount: Mount): void {
  mount(contract.confirmHandover, async (ctx, { params }) => {
    const handover = await required(ctx, params.id);
    await act(ctx, 'user.handover', async (write) => {
      const { tx, log } = write;
      const taken = await tx
        .updateTable('handover')
        .set({ state: 'confirmed', decided_by: ctx.actor.userId, decided_at: ctx.now().toISOString() })
        .where('id', '=', handover.id)
        .where('state', '=', 'asked')
        .executeTakeFirst();
      if (!taken.numUpdatedRows) throw invalid({ form: 'Это уже решено. Обновите страницу' });
      if (handover.former_user_id) {
        const former = await userCard(tx, handover.former_user_id);
        const rights = former?.rights.filter(({ level, id }) => level !== 'po' || id !== handover.po_id) ?? [];
        // Whoever has no right left has no account to use.
        if (former && !rights.length && former.state !== 'disabled') await disableUserIn(write, ctx, former.id);
        else if (former && rights.length < former.rights.length)
          await saveUserIn(write, ctx, former.id, bodyOf(former, rights));
      }
      const new_user_id = await giveRights(ctx, write, handover);
      await tx.updateTable('handover').set({ new_user_id }).where('id', '=', handover.id).execute();
      await tx
        .updateTable('po')
        .set({ chairman_name: handover.taker, chairman_phone: handover.phone, chairman_email: handover.email })
        .where('id', '=', handover.po_id)
        .execute();
      const { region_id, mo_id, po_id } = handover;
      await log({
        object: { type: 'po', id: po_id, name: handover.po.name },
        place: { region_id, mo_id, po_id },
        text: `Дела переданы: председатель — ${handover.taker}${handover.former ? `, прежний — ${handover.former}` : ''}`,
      });
    });
  });

  mount(contract.declineHandover, async (ctx, { params, body }) => {
    const handover = await required(ctx, params.id);
    await act(ctx, 'user.handover', async ({ tx, log }) => {
      const { region_id, mo_id, po_id } = handover;
      const declined = await tx
        .updateTable('handover')
        .set({
          state: 'declined',
          decline_reason: body.reason,
          decided_by: ctx.actor.userId,
          decided_at: ctx.now().toISOString(),
        })
        .where('id', '=', handover.id)
        .where('state', '=', 'asked')
        .executeTakeFirst();
      if (!declined.numUpdatedRows) throw invalid({ form: 'Это уже решено. Обновите страницу' });
      await log({
        object: { type: 'po', id: po_id, name: handover.po.name },
        place: { region_id, mo_id, po_id },
        text: `Передача дел отклонена: ${body.reason}`,
      });
    });
  });
}

async function required(ctx: Ctx, id: number): Promise<q.WholeHandover> {
  const handover = await q.handoverOf(ctx.db, ctx.actor, id);
  if (!handover) throw notFound();
  return handover;
}

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

/** The right of a chairman at the ПО: to the account with this mail, else to a new one that is invited. */
async function giveRights(
  ctx: Ctx,
  write: Parameters<typeof saveUserIn>[0],
  handover: q.WholeHandover,
): Promise<number> {
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
  const rights = [...card.rights.filter(({ level, id }) => level !== 'po' || id !== handover.po_id), right];
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
  const [debtors, account] = await Promise.all([q.debtorsOf(ctx.db, debts), q.accountOf(ctx.db, email)]);
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
    figures,
    debtors,
    decided_by: whole.decided_by,
    decided_at: whole.decided_at,
    decline_reason: whole.decline_reason,
    problem: account && !account.is_active ? `Учётная запись ${email} отключена` : null,
    rights: [
      `${taker}: председатель, ${po.name}${account ? '' : `; приглашение на ${email}`}`,
      ...(former ? [`${former}: право на ${po.name} снимается`] : []),
    ],
  };
}
